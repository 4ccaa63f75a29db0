// The functions of <lanewise/c.h> on those of <lanewise/dynamic.hpp>.

#include <lanewise/c.h>
#include <lanewise/detail/interop/foreign.hpp>
#include <lanewise/dynamic.hpp>
#include <lanewise/multiarch.hpp>

#include <cstring>

namespace lanewise {
namespace {

// The numbers that c.h promises.
static_assert(static_cast<int>(dtype::float16) == LANEWISE_FLOAT16);
static_assert(static_cast<int>(dtype::bfloat16) == LANEWISE_BFLOAT16);
static_assert(static_cast<int>(dtype::float32) == LANEWISE_FLOAT32);
static_assert(static_cast<int>(dtype::float64) == LANEWISE_FLOAT64);
static_assert(static_cast<int>(dtype::int8) == LANEWISE_INT8);
static_assert(static_cast<int>(dtype::int16) == LANEWISE_INT16);
static_assert(static_cast<int>(dtype::int32) == LANEWISE_INT32);
static_assert(static_cast<int>(dtype::int64) == LANEWISE_INT64);
static_assert(static_cast<int>(dtype::uint8) == LANEWISE_UINT8);
static_assert(static_cast<int>(dtype::uint16) == LANEWISE_UINT16);
static_assert(static_cast<int>(dtype::uint32) == LANEWISE_UINT32);
static_assert(static_cast<int>(dtype::uint64) == LANEWISE_UINT64);
static_assert(static_cast<int>(status_code::ok) == LANEWISE_OK);
static_assert(static_cast<int>(status_code::rank_out_of_range) == LANEWISE_RANK_OUT_OF_RANGE);
static_assert(static_cast<int>(status_code::negative_extent) == LANEWISE_NEGATIVE_EXTENT);
static_assert(static_cast<int>(status_code::size_overflow) == LANEWISE_SIZE_OVERFLOW);
static_assert(static_cast<int>(status_code::shape_mismatch) == LANEWISE_SHAPE_MISMATCH);
static_assert(static_cast<int>(status_code::output_shape_mismatch) == LANEWISE_OUTPUT_SHAPE_MISMATCH);
static_assert(static_cast<int>(status_code::bad_axis) == LANEWISE_BAD_AXIS);
static_assert(static_cast<int>(status_code::bad_step) == LANEWISE_BAD_STEP);
static_assert(static_cast<int>(status_code::unsupported_dtype) == LANEWISE_UNSUPPORTED_DTYPE);
static_assert(static_cast<int>(status_code::buffer_too_small) == LANEWISE_BUFFER_TOO_SMALL);
static_assert(static_cast<int>(status_code::null_data) == LANEWISE_NULL_DATA);
static_assert(static_cast<int>(status_code::misaligned_data) == LANEWISE_MISALIGNED_DATA);
static_assert(static_cast<int>(status_code::partial_overlap) == LANEWISE_PARTIAL_OVERLAP);
static_assert(static_cast<int>(status_code::output_self_overlap) == LANEWISE_OUTPUT_SELF_OVERLAP);
static_assert(static_cast<int>(status_code::overlap_undecided) == LANEWISE_OVERLAP_UNDECIDED);
static_assert(static_cast<int>(status_code::integer_overflow) == LANEWISE_INTEGER_OVERFLOW);
static_assert(static_cast<int>(status_code::negative_exponent) == LANEWISE_NEGATIVE_EXPONENT);
static_assert(static_cast<int>(status_code::scalar_out_of_range) == LANEWISE_SCALAR_OUT_OF_RANGE);
static_assert(static_cast<int>(status_code::scale_bias_not_integral) == LANEWISE_SCALE_BIAS_NOT_INTEGRAL);
static_assert(static_cast<int>(status_code::unsupported_tensor) == LANEWISE_UNSUPPORTED_TENSOR);
static_assert(static_cast<int>(broadcast_rule::kind::numpy) == LANEWISE_BROADCAST_NUMPY);
static_assert(static_cast<int>(broadcast_rule::kind::none) == LANEWISE_BROADCAST_NONE);
static_assert(static_cast<int>(broadcast_rule::kind::pdpd) == LANEWISE_BROADCAST_PDPD);
static_assert(static_cast<int>(integer_overflow::wrap) == LANEWISE_OVERFLOW_WRAP);
static_assert(static_cast<int>(integer_overflow::saturate) == LANEWISE_OVERFLOW_SATURATE);
static_assert(static_cast<int>(integer_overflow::error) == LANEWISE_OVERFLOW_ERROR);
static_assert(sizeof(lanewise_view) == 32 && sizeof(lanewise_options) == 88 && sizeof(lanewise_status) == 1024);

/// What a call is refused for, in this interface's numbers.
struct refusal {
    std::int32_t code = LANEWISE_OK;
    status why = {};

    refusal() noexcept = default;
    refusal(const status& s) noexcept : code(static_cast<std::int32_t>(s.code())), why(s) {}

    /// What only C can get wrong: "function: subject fault".
    static refusal invalid(const char* function, const char* subject, const char* fault) noexcept {
        refusal made = status(detail::status_facts{.code = status_code::unsupported_tensor,
                                                   .wording = detail::status_wording::predicate,
                                                   .function = function,
                                                   .subject = subject,
                                                   .relation = fault});
        made.code = LANEWISE_INVALID_ARGUMENT;
        return made;
    }

    explicit operator bool() const noexcept { return code != LANEWISE_OK; }
};

/// A view for the function that it was given to, as this operand.
refusal read(const char* function, const char* operand, const lanewise_view* view, const_any_view& result) noexcept {
    if (view == nullptr) return refusal::invalid(function, operand, "is NULL");
    // A dtype has eight bits here, and may have more there.
    if (view->dtype < 0 || view->dtype >= dtype_count) {
        return status(detail::status_facts{.code = status_code::unsupported_dtype,
                                           .function = function,
                                           .operand = operand,
                                           .numbers = {view->dtype, 0}});
    }
    if (view->rank < 0 || view->rank > max_rank) {
        const status s(detail::status_facts{.code = status_code::rank_out_of_range,
                                            .function = function,
                                            .numbers = {view->rank, view->rank < 0 ? 0 : max_rank}});
        return s.about(operand);
    }
    if (view->rank > 0 && view->extents == nullptr) {
        refusal r = refusal::invalid(function, "extents", "is NULL");
        r.why = r.why.about(operand);
        return r;
    }
    const status s = detail::try_shape(function, view->extents, view->rank, result.extents);
    if (!s) return s.about(operand);
    result.type = static_cast<dtype>(view->dtype);
    result.data = view->data;
    result.strides = detail::strides_or_packed(view->strides, result.extents);
    return {};
}

/// parallel_for as an executor.
struct c_executor {
    const lanewise_options* chosen;

    void parallel_for(std::size_t count, const parallel_task& f) const {
        const auto run = [](void* task, std::size_t part) { (*static_cast<const parallel_task*>(task))(part); };
        chosen->parallel_for(chosen->executor, count, run, const_cast<parallel_task*>(&f));
    }
};

template <class Options>
refusal read(const char* function, const lanewise_options& given, const c_executor& executor,
             Options& result) noexcept {
    const auto invalid = [&](const char* subject, const char* fault) {
        return refusal::invalid(function, subject, fault);
    };
    if (given.broadcast < LANEWISE_BROADCAST_NUMPY || given.broadcast > LANEWISE_BROADCAST_PDPD)
        return invalid("options.broadcast", "is none of the three rules");
    if (given.overflow < LANEWISE_OVERFLOW_WRAP || given.overflow > LANEWISE_OVERFLOW_ERROR)
        return invalid("options.overflow", "is none of the three modes");
    for (const std::uint64_t number : given.reserved) {
        if (number != 0) return invalid("options.reserved", "is not 0, so the program is newer than the library");
    }
    result.broadcast = {static_cast<broadcast_rule::kind>(given.broadcast), given.axis};
    result.overflow = static_cast<integer_overflow>(given.overflow);
    if (given.parallel_for != nullptr) result.executor = executor;
    if (given.scratch != nullptr) result.scratch = {static_cast<std::byte*>(given.scratch), given.scratch_bytes};
    if (given.scale_bias == nullptr) return {};
    if constexpr (requires { result.scale_bias; }) {
        result.scale_bias = scale_bias{given.scale_bias->scale, given.scale_bias->bias};
        return {};
    } else {
        return invalid("options.scale_bias", "is not NULL, and only pow has one");
    }
}

/// The views of a C call.
struct operands {
    const lanewise_view* a;
    const lanewise_view* b;
    const lanewise_view* out;
};

template <class Options>
refusal call(const char* function, const char* name_a, const char* name_b, const operands& of,
             const lanewise_options* given, const auto& try_operator) noexcept {
    const_any_view a;
    const_any_view b;
    const_any_view out;
    if (const refusal r = read(function, name_a, of.a, a)) return r;
    if (const refusal r = read(function, name_b, of.b, b)) return r;
    if (const refusal r = read(function, "out", of.out, out)) return r;
    const c_executor executor{given};
    Options chosen;
    if (given != nullptr) {
        if (const refusal r = read(function, *given, executor, chosen)) return r;
    }
    const any_tensor_view result{out.type, of.out->data, out.extents, out.strides};
    return try_operator(a, b, result, chosen);
}

std::int32_t answer(const refusal& r, lanewise_status* status) noexcept {
    if (status == nullptr) return r.code;
    status->code = r.code;
    status->axis = r.why.axis();
    status->numbers[0] = r.why.first();
    status->numbers[1] = r.why.second();
    if (r) {
        r.why.write_message(status->message, sizeof status->message);
    } else {
        std::memcpy(status->message, "ok", sizeof "ok"); // a small call takes no longer than to write a sentence
    }
    return r.code;
}

} // namespace
} // namespace lanewise

extern "C" {

int32_t lanewise_subtract(const lanewise_view* a, const lanewise_view* b, const lanewise_view* out,
                          const lanewise_options* options, lanewise_status* status) noexcept {
    using namespace lanewise;
    const auto operation = [](const auto&... arguments) { return try_subtract(arguments...); };
    return answer(call<lanewise::options>("subtract", "a", "b", {a, b, out}, options, operation), status);
}

int32_t lanewise_difference_square(const lanewise_view* a, const lanewise_view* b, const lanewise_view* out,
                                   const lanewise_options* options, lanewise_status* status) noexcept {
    using namespace lanewise;
    const auto operation = [](const auto&... arguments) { return try_difference_square(arguments...); };
    return answer(call<lanewise::options>("difference_square", "a", "b", {a, b, out}, options, operation), status);
}

int32_t lanewise_pow(const lanewise_view* x, const lanewise_view* y, const lanewise_view* out,
                     const lanewise_options* options, lanewise_status* status) noexcept {
    using namespace lanewise;
    const auto operation = [](const auto&... arguments) { return try_pow(arguments...); };
    return answer(call<pow_options>("pow", "x", "y", {x, y, out}, options, operation), status);
}

const char* lanewise_arch(void) noexcept {
    return lanewise::dispatched_arch().data(); // of a string literal, which ends by 0
}

} // extern "C"
