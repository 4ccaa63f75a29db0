#ifndef LANEWISE_C_H
#define LANEWISE_C_H

/* The operators for C, and for every language that calls C: Rust, Python, Julia, ...
 *
 *     int64_t extents[] = {480, 640, 3};
 *     lanewise_view a = {LANEWISE_UINT8, 3, pixels, extents, NULL};
 *     lanewise_status status;
 *     if (lanewise_subtract(&a, &mean, &out, NULL, &status) != LANEWISE_OK) puts(status.message);
 *
 * The functions are in the library that the CMake function lanewise_add_dynamic adds to a project. What they compute,
 * broadcast and refuse is what <lanewise/dynamic.hpp> says; the library picks the instruction set. Every function may be
 * called on any threads at once, throws nothing, keeps nothing and allocates nothing. The structs hold pointers and
 * numbers of fixed width, but for one size_t, without padding.
 */

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) && !defined(_WIN32)
#define LANEWISE_C_FUNCTION __attribute__((visibility("default")))
#else
#define LANEWISE_C_FUNCTION
#endif

#if defined(__cplusplus) && __cplusplus >= 201103L
#define LANEWISE_C_NOEXCEPT noexcept
#else
#define LANEWISE_C_NOEXCEPT
#endif
#if defined(__cplusplus)
extern "C" {
#endif

/* What an element is. float16 is IEEE 754 binary16, bfloat16 the upper half of a float; both lie in two bytes. */
enum {
    LANEWISE_FLOAT16 = 0,
    LANEWISE_BFLOAT16 = 1,
    LANEWISE_FLOAT32 = 2,
    LANEWISE_FLOAT64 = 3,
    LANEWISE_INT8 = 4,
    LANEWISE_INT16 = 5,
    LANEWISE_INT32 = 6,
    LANEWISE_INT64 = 7,
    LANEWISE_UINT8 = 8,
    LANEWISE_UINT16 = 9,
    LANEWISE_UINT32 = 10,
    LANEWISE_UINT64 = 11
};

/* What a function returns; <lanewise/status_code.hpp> says when. The numbers stay as they are. */
enum {
    LANEWISE_INVALID_ARGUMENT = -1, /* of this interface alone: a null pointer, or options without a meaning */
    LANEWISE_OK = 0,
    LANEWISE_RANK_OUT_OF_RANGE = 1,
    LANEWISE_NEGATIVE_EXTENT = 2,
    LANEWISE_SIZE_OVERFLOW = 3,
    LANEWISE_SHAPE_MISMATCH = 4,
    LANEWISE_OUTPUT_SHAPE_MISMATCH = 5,
    LANEWISE_BAD_AXIS = 6,
    LANEWISE_BAD_STEP = 7,
    LANEWISE_UNSUPPORTED_DTYPE = 8,
    LANEWISE_BUFFER_TOO_SMALL = 9,
    LANEWISE_NULL_DATA = 10,
    LANEWISE_MISALIGNED_DATA = 11,
    LANEWISE_PARTIAL_OVERLAP = 12,
    LANEWISE_OUTPUT_SELF_OVERLAP = 13,
    LANEWISE_OVERLAP_UNDECIDED = 14,
    LANEWISE_INTEGER_OVERFLOW = 15,
    LANEWISE_NEGATIVE_EXPONENT = 16,
    LANEWISE_SCALAR_OUT_OF_RANGE = 17,
    LANEWISE_SCALE_BIAS_NOT_INTEGRAL = 18,
    LANEWISE_UNSUPPORTED_TENSOR = 19
};

/* How shapes go together: aligned at the last axis, identical, or b into a from `axis` on. */
enum { LANEWISE_BROADCAST_NUMPY = 0, LANEWISE_BROADCAST_NONE = 1, LANEWISE_BROADCAST_PDPD = 2 };

/* Integer results that do not fit: modulo 2^n, clamped, or the call is refused. */
enum { LANEWISE_OVERFLOW_WRAP = 0, LANEWISE_OVERFLOW_SATURATE = 1, LANEWISE_OVERFLOW_ERROR = 2 };

/* Elements in memory. A plain number is a view of rank 0: {LANEWISE_FLOAT64, 0, &number, NULL, NULL}. */
typedef struct lanewise_view {
    int32_t dtype;          /* LANEWISE_FLOAT16 to LANEWISE_UINT64 */
    int32_t rank;           /* 0 to 8 */
    void* data;             /* the first element, aligned for the dtype; of an input, it is only read */
    const int64_t* extents; /* `rank` numbers from 0 on; may be NULL at rank 0 */
    const int64_t* strides; /* `rank` numbers, in elements, of any sign; NULL: row-major */
} lanewise_view;

/* g(x) = x * scale + bias, for the base of pow. */
typedef struct lanewise_scale_bias {
    double scale; /* what x is multiplied by */
    double bias;  /* what is added then */
} lanewise_scale_bias;

/* Calls run(task, part) once for each part in [0, count), in any order, on any threads, and returns when all of them
 * have. `executor` is what the options say. It does not throw. */
typedef void (*lanewise_parallel_for)(void* executor, size_t count, void (*run)(void* task, size_t part), void* task);

/* What a caller may choose. All bytes 0 are the defaults: lanewise_options options = {0}. */
typedef struct lanewise_options {
    int32_t broadcast;                     /* LANEWISE_BROADCAST_... */
    int32_t overflow;                      /* LANEWISE_OVERFLOW_... */
    int64_t axis;                          /* of LANEWISE_BROADCAST_PDPD; -1, pdpd()'s default: rank(a) - rank(b) */
    const lanewise_scale_bias* scale_bias; /* for pow; NULL: g(x) = x */
    lanewise_parallel_for parallel_for;    /* runs the parts of a large call; NULL: the caller's thread */
    void* executor;                        /* handed to parallel_for */
    void* scratch;                         /* memory to use instead of the stack: left alone with parallel_for, */
    size_t scratch_bytes;                  /* where it shares a byte with an operand, or below 37 KiB */
    uint64_t reserved[4];                  /* 0. What a later release puts here, an earlier one refuses. */
} lanewise_options;

/* What went wrong. */
typedef struct lanewise_status {
    int32_t code;       /* what the function returned */
    int32_t axis;       /* of the result, or of a view's extents; -1 where the error has none */
    int64_t numbers[2]; /* that the error is about, in the order of the message, as extents that clash; else 0 */
    char message[1000]; /* one sentence, "subtract: axis 0: a has extent 2, b has extent 3"; "ok" when all is well */
} lanewise_status;

/* out[i] = a[i] - b[i]   for every index i of out.
 *
 * Views     none is NULL. `out` has exactly the result's extents. It may be the same view as an input, in place; any
 *           other overlap is refused. An input has out's dtype, or one that widens to it without loss.
 * options   NULL: the defaults. With scale_bias the call is refused.
 * status    NULL, or where to say what the function returns, and why.
 * Returns   LANEWISE_OK, or why the call was refused; then nothing has been written but `status`. */
LANEWISE_C_FUNCTION int32_t lanewise_subtract(const lanewise_view* a, const lanewise_view* b, const lanewise_view* out,
                                              const lanewise_options* options,
                                              lanewise_status* status) LANEWISE_C_NOEXCEPT;

/* out[i] = (a[i] - b[i]) * (a[i] - b[i])   for every index i of out; the rest as for lanewise_subtract. */
LANEWISE_C_FUNCTION int32_t lanewise_difference_square(const lanewise_view* a, const lanewise_view* b,
                                                       const lanewise_view* out, const lanewise_options* options,
                                                       lanewise_status* status) LANEWISE_C_NOEXCEPT;

/* out[i] = pow(g(x[i]), y[i])   for every index i of out; the rest as for lanewise_subtract, but options may have a
 * scale_bias, and y any dtype: it is used exactly. */
LANEWISE_C_FUNCTION int32_t lanewise_pow(const lanewise_view* x, const lanewise_view* y, const lanewise_view* out,
                                         const lanewise_options* options, lanewise_status* status) LANEWISE_C_NOEXCEPT;

/* The instruction set that all calls run on, as lanewise_add_dynamic's ARCHS spell it; "default" where the library was
 * compiled for none of those. The environment variable LANEWISE_ARCH, read once, lowers the choice to the one of that
 * name. */
LANEWISE_C_FUNCTION const char* lanewise_arch(void) LANEWISE_C_NOEXCEPT;

#if defined(__cplusplus)
}
#endif

#endif
