"""Compares lanewise with NumPy. Usage: PYTHONPATH=BUILD check.py [ufuncs]"""

import array
import ctypes
import subprocess
import sys
import threading
import time

import numpy as np

import lanewise

DTYPES = "float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64".split()
random = np.random.default_rng(25)


def refused(sentence, function, *arguments, error=ValueError, **options):
    try:
        function(*arguments, **options)
    except error as e:
        assert sentence in str(e), str(e)
    else:
        raise AssertionError(f"not refused: {sentence}")


def same_bits(x, y):
    assert (type(x), x.dtype, x.shape) == (type(y), y.dtype, y.shape), (x.dtype, y.dtype, x.shape, y.shape)
    nan = x != x
    assert np.array_equal(nan, y != y) and x[~nan].tobytes() == y[~nan].tobytes(), (x.dtype, x.shape)


def values(dtype, shape):
    if np.dtype(dtype).kind == "f":
        x = np.asarray(random.standard_normal(shape) * 8).astype(dtype).reshape(shape)
        x[random.random(shape) < 0.05] = random.choice(np.array([0, -0.0, np.inf, np.nan, 1], dtype))
        return x
    low = 0 if np.dtype(dtype).kind == "u" else -9
    return np.asarray(random.integers(low, 100, shape)).astype(dtype)


def laid_out(dtype, shape):
    """Elements of this shape, somewhere in a larger array: any order of axes, steps, signs, repeated axes."""
    order = random.permutation(len(shape))
    steps = random.choice([1, 1, 2, 3], len(shape))
    base = values(dtype, tuple(int(shape[k] * steps[k]) + int(random.integers(2)) for k in order))
    cut = base[tuple(slice(None, int(shape[k] * steps[k]), int(steps[k])) for k in order)]
    view = cut.transpose(np.argsort(order)) if shape else cut
    for k in range(len(shape)):
        if random.random() < 0.3:
            view = np.flip(view, k)
        if random.random() < 0.1 and shape[k]:
            view = np.broadcast_to(np.take(view, [0], k), shape)
    assert view.shape == tuple(shape)
    return view


def shapes():
    """A shape, and two that broadcast to it."""
    full = tuple(random.choice([0, 1, 2, 3, 5, 7, 40], int(random.integers(5)), p=[.04, .12, .2, .24, .2, .15, .05]))
    a, b = (tuple(1 if random.random() < 0.2 else int(e) for e in full) for _ in range(2))
    if random.random() < 0.5:
        b = b[int(random.integers(len(b) + 1)):]
    return (a, b) if random.random() < 0.5 else (b, a)


def lossless(source, target):
    """Whether every value of one dtype is one of the other."""
    if source.kind in "iu" and target.kind in "iu":
        return np.can_cast(source, target)
    if source.kind == "f":
        return target.kind == "f" and source.itemsize <= target.itemsize
    return np.iinfo(source).max <= 2 ** (np.finfo(target).nmant + 1)


def expected_dtype(exact_b, a, b):
    result = np.result_type(a, b)
    return result if lossless(a, result) and (exact_b or lossless(b, result)) else None


def check_power(x, y, result):
    with np.errstate(all="ignore"):
        if result.dtype.kind != "f":
            if (y < 0).any():
                return  # NumPy raises
            same_bits(result, np.asarray(np.power(x.astype(result.dtype), y.astype(result.dtype))))
            return
        exact = np.power(x.astype("float64"), y.astype("float64")).astype(result.dtype)
        assert result.shape == exact.shape and np.array_equal(np.isnan(result), np.isnan(exact)), result.dtype
        finite = np.isfinite(exact)
        assert np.array_equal(result[~finite & ~np.isnan(exact)], exact[~finite & ~np.isnan(exact)])
        ulp = np.spacing(np.abs(exact[finite])).astype("float64")
        apart = np.abs(result[finite].astype("float64") - exact[finite]) / ulp
        assert (apart <= 1).all(), (result.dtype, apart.max())


np.seterr(all="ignore")
for dtype_a in map(np.dtype, DTYPES):
    for dtype_b in map(np.dtype, DTYPES):
        for _ in range(3):
            shape_a, shape_b = shapes()
            a, b = laid_out(dtype_a, shape_a), laid_out(dtype_b, shape_b)
            result = expected_dtype(False, dtype_a, dtype_b)
            if result is None:
                refused(" does not hold without loss: convert it", lanewise.subtract, a, b)
                refused(" does not hold without loss: convert it", lanewise.difference_square, a, b)
            else:
                # The dtype is named: NumPy before 2 looks at the values of what has rank 0.
                same_bits(lanewise.subtract(a, b), np.subtract(a, b, dtype=result))
                wide = np.subtract(a, b, dtype="float32" if result == "float16" else result)
                same_bits(lanewise.difference_square(a, b), (wide * wide).astype(result)[()])
            result = expected_dtype(True, dtype_a, dtype_b)
            if result is None:
                refused("pow: x is ", lanewise.pow, a, b)
            else:
                power = lanewise.pow(a, b)
                assert power.dtype == result
                check_power(np.asarray(a), np.asarray(b), np.asarray(power))

# Numbers, and scalars of NumPy's.
x = values("float32", (3, 4))
same_bits(lanewise.subtract(x, 0.1), x - np.float32(0.1))
same_bits(lanewise.subtract(1, x), 1 - x)
assert lanewise.subtract(x, np.float64(0.1)).dtype == "float64"
assert lanewise.subtract(np.uint8(3), np.uint8(5)) == 254 and type(lanewise.subtract(3, 5)) is np.int64
assert type(lanewise.subtract(0.5, 2)) is np.float64 and type(lanewise.pow(np.float32(2), 2)) is np.float32
assert lanewise.subtract(np.array([1, 2], "uint8"), 0.5).tolist() == [0.5, 1.5]
assert lanewise.pow(2, np.arange(5)).tolist() == [1, 2, 4, 8, 16] and lanewise.pow(0.5, np.int8([2])).dtype == "float64"
assert lanewise.pow(np.int32([4, 9]), 0.5).tolist() == [2, 3]
assert lanewise.subtract(np.uint64([2**64 - 1]), 2**64 - 2).tolist() == [1]
refused("subtract: b", lanewise.subtract, np.uint8([1]), 256)
refused("b is an int of more than 64 bits", lanewise.subtract, x, 2**64)
refused("b is a bool", lanewise.subtract, x, True)
refused("b is complex", lanewise.subtract, x, 1j)
refused("a: its elements are bool", lanewise.subtract, x > 0, x)
refused("a: its elements are complex64", lanewise.subtract, x + 0j, x)
refused("a: its elements are longdouble", lanewise.subtract, x.astype("longdouble"), x)
refused("a: its elements are of the other byte order", lanewise.subtract, x.astype(">f4"), x)
refused("dtype is none of", lanewise.subtract, x, x, dtype=np.dtype(">f4"))
refused("b is a list", lanewise.subtract, x, [1], error=TypeError)
refused("pow: y is a str", lanewise.pow, x, "1", error=TypeError)

# Shapes and alignment.
refused("subtract: axis 1: a has extent 4, b has extent 3", lanewise.subtract, x, x[:, :3])
refused("9", lanewise.subtract, np.zeros((1,) * 9), 1)
packed = np.zeros(4, dtype=[("byte", "u1"), ("value", "f4")])["value"]
packed[:] = 5, 6, 7, 8
odd = np.frombuffer(bytearray(25), "u1")[1:].view("f4").reshape(2, 3)
assert lanewise.subtract(packed[::-1], 1).tolist() == [7, 6, 5, 4]
assert lanewise.subtract(1, odd.T).tolist() == [[1, 1]] * 3
refused("out: the stride of axis 0, 5 bytes, is no multiple of float32's 4", lanewise.subtract, packed, 1, packed)
refused("out lies 1 byte past a multiple of 4, the alignment of float32", lanewise.subtract, odd, 1, odd)
swapped = np.zeros(4, dtype=[("byte", "u2"), ("value", "u2")])["value"]
assert lanewise.subtract(swapped, 1).tolist() == [65535] * 4
assert lanewise.subtract(np.zeros((0, 3)), np.zeros(3)).shape == (0, 3)
assert lanewise.subtract(np.asfortranarray(x), x.T.copy().T).tolist() == (x - x).tolist()

# out.
out = np.full((5, 4), 7, "float32")
assert lanewise.subtract(x, 1, out[1:4]) is not None and lanewise.subtract(x, 1, out=out[3:0:-1]) is not None
same_bits(out[3:0:-1], x - 1)
assert (out[0] == 7).all() and (out[4] == 7).all()
assert lanewise.subtract(out, 1, out) is out and out[0, 0] == 6
text = "subtract: axis 0: the result has extent 3, out has extent 5"
refused(text, lanewise.subtract, x, 1, out)
refused("share", lanewise.subtract, out[:-1], 1, out=out[1:])
refused("out is a list", lanewise.subtract, x, 1, [], error=TypeError)
refused("out has a dtype", lanewise.subtract, x, 1, out, dtype="float32", error=TypeError)
fixed = x.copy()
fixed.flags.writeable = False
for read_only in (fixed, bytes(12), memoryview(bytes(12)), np.broadcast_to(np.float32(1), (3, 4))):
    refused("subtract: out is read-only", lanewise.subtract, x, 1, read_only)
refused("uint8", lanewise.subtract, x, 1, np.zeros((3, 4), "uint8"))
assert lanewise.pow(np.uint8([16, 200]), 0.5, np.zeros(2, "uint8")).tolist() == [4, 14]

# Options.
u = np.uint8([3, 200])
assert lanewise.subtract(u, 5, integer_overflow="saturate").tolist() == [0, 195]
refused("subtract: [0]: a = 3, b = 5", lanewise.subtract, u, np.uint8(5), integer_overflow="error")
assert lanewise.pow(u, 2, scale=2, bias=1, integer_overflow="saturate").tolist() == [49, 255]
same_bits(lanewise.pow(u, 1, scale=1 / 255, dtype="float32"), (u / 255).astype("float32"))
for name in ("float32", np.float32, np.dtype("float32")):
    assert lanewise.subtract(u, 0.5, dtype=name).dtype == "float32"
refused("dtype is none of lanewise's twelve", lanewise.subtract, u, 1, dtype=bool)
assert lanewise.subtract(u, 1, dtype=np.longlong).dtype == "int64"
assert lanewise.subtract(u, 1, dtype=np.ulonglong).dtype == "uint64"
assert lanewise.subtract(np.zeros((2, 3)), np.ones(2), broadcast=("pdpd", 0)).tolist() == [[-1] * 3] * 2
refused("subtract: ", lanewise.subtract, x, x[0], broadcast="none")
refused("broadcast is", lanewise.subtract, x, x, broadcast="both")
refused("integer_overflow is", lanewise.subtract, x, x, integer_overflow="no")
refused("threads is at least 1", lanewise.subtract, x, x, threads=0)
refused("has no argument 'scale'", lanewise.subtract, x, x, scale=1, error=TypeError)
refused("out is given twice", lanewise.subtract, x, x, x, out=x, error=TypeError)
refused("2 or 3 positional", lanewise.subtract, x, error=TypeError)
long = values("float32", (300, 401))
same_bits(lanewise.subtract(long, long[0], threads=3), long - long[0])
same_bits(lanewise.subtract(long, long[0], threads=2**40), long - long[0])

# Others' buffers, which are given back.
growing = bytearray(b"\1\2\3")
assert lanewise.subtract(growing, 1).tolist() == [0, 1, 2]
refused("subtract: axis 0", lanewise.subtract, growing, np.zeros(2, "uint8"))
growing.extend(b"\4")
ints = array.array("l", [1, 2, 3])
assert lanewise.subtract(ints, 1, ints) is ints and ints.tolist() == [0, 1, 2]
assert lanewise.subtract((ctypes.c_long * 3)(5, 6, 7), memoryview(ints)[::-1]).tolist() == [3, 5, 7]


class Lent:
    """DLPack and nothing else."""

    def __init__(self, array, **forms):
        self.array, self.forms = array, forms

    def __dlpack__(self, **keywords):
        if self.forms.get("old") and keywords:
            raise TypeError("one form only")
        return self.array.__dlpack__(**{} if self.forms.get("old") or isinstance(self.array, np.ndarray) else keywords)


assert lanewise.subtract(Lent(x, old=True), 1).tolist() == (x - 1).tolist()
assert lanewise.subtract(x.T, 1, out=Lent(out.T[:, 1:4])) is not None and out[1, 0] == x[0, 0] - 1
half = lanewise.subtract(np.arange(300).astype("uint8").reshape(2, 150)[:, ::-1], 2, dtype="bfloat16")
assert (half.shape, half.dtype, half.__dlpack_device__()) == ((2, 150), "bfloat16", (1, 0))
wrapped = np.arange(300).astype("uint8").reshape(2, 150)[:, ::-1]
assert lanewise.subtract(half, -2.0, dtype="float32").tolist() == wrapped.tolist()
assert lanewise.pow(Lent(half), np.float32(1)).tolist() == (wrapped.astype("float32") - 2).tolist()
assert lanewise.pow(Lent(half, old=True), 1).dtype == "bfloat16"
refused("bfloat16", memoryview, half, error=BufferError)
refused("does not widen to out's bfloat16", lanewise.subtract, x, 1, half)
assert lanewise.subtract(half, half, half) is half and not lanewise.subtract(half, 0, dtype="float32").any()

for wrong, error in (({"dl_device": (2, 0)}, BufferError), ({"copy": True}, BufferError), ({"max_version": [1, 0]}, TypeError)):
    refused("", half.__dlpack__, error=error, **wrong)
address_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi))


class Copied:
    """What lends a copy of its elements, and says so."""

    def __dlpack__(self, max_version=None):
        capsule = half.__dlpack__(max_version=max_version)
        flags = address_of(capsule, b"dltensor_versioned") + 24
        ctypes.c_uint64.from_address(flags).value = 2
        return capsule


class Interrupted:
    def __dlpack__(self, **keywords):
        raise KeyboardInterrupt


refused("difference_square: out lends a copy", lanewise.difference_square, half, 1, Copied())
assert not lanewise.subtract(half, Copied(), dtype="float32").any()
refused("", lanewise.subtract, Interrupted(), 1, error=KeyboardInterrupt)

# The GIL is free while a kernel runs: this thread looks at the clock meanwhile. Nobody is made to hand it over.
interval = sys.getswitchinterval()
sys.setswitchinterval(1000)
large = np.full(200000, 1.7)
target = large.copy()
for _ in range(50):
    span = []

    def work():
        span.append(time.perf_counter())
        lanewise.pow(large, 1.3, target)
        span.append(time.perf_counter())

    worker = threading.Thread(target=work)
    worker.start()
    seen = []
    while len(span) < 2:
        seen.append(time.perf_counter())
        time.sleep(0.0002)
    worker.join()
    begin, end = span
    meanwhile = any(begin < t < end for t in seen)
    if meanwhile:
        break
assert meanwhile
sys.setswitchinterval(interval)

# Without NumPy, a result is an Array.
program = """
import sys
sys.modules["numpy"] = None
import lanewise
r = lanewise.pow(memoryview(bytes([1, 2, 3, 4])).cast("B", (2, 2)), 2)
assert type(r) is lanewise.Array and r.shape == (2, 2) and r.dtype == "uint8", r
assert memoryview(r).tolist() == [[1, 4], [9, 16]] and memoryview(lanewise.subtract(3, 0.5)).tolist() == 2.5
assert repr(r) == "<lanewise.Array of uint8, shape (2, 2)>"

import ctypes
import hashlib
assert hashlib.sha1(r).digest() == hashlib.sha1(bytes([1, 4, 9, 16])).digest()  # as bytes of one axis
request = ctypes.pythonapi.PyObject_GetBuffer
request.argtypes = [ctypes.py_object, ctypes.c_char_p, ctypes.c_int]
buffer = ctypes.create_string_buffer(200)
PyBUF_F_CONTIGUOUS = 0x58
assert request(lanewise.pow(memoryview(bytes([1, 2])), 2), buffer, PyBUF_F_CONTIGUOUS) == 0
try:
    request(r, buffer, PyBUF_F_CONTIGUOUS)
except BufferError as error:
    assert "not in Fortran's" in str(error), error
else:
    raise AssertionError("lends Fortran's order")
"""
subprocess.run([sys.executable, "-c", program], check=True)

ufuncs = "no ufuncs"
if "ufuncs" in sys.argv[1:]:
    from lanewise.ufuncs import difference_square, pow, subtract

    ufuncs = "ufuncs"
    for name in DTYPES:
        a, b = laid_out(name, (6, 5, 4)), laid_out(name, (5, 1))
        same_bits(subtract(a, b), np.subtract(a, b))
        same_bits(pow(a, 2), lanewise.pow(a, np.array(2, name)))
        same_bits(difference_square(a, b), lanewise.difference_square(a, b))
        assert (subtract.reduce(a, axis=1) == np.subtract.reduce(a, axis=1))[~np.isnan(a).any(1)].all()
        same_bits(subtract.accumulate(a, axis=0), np.subtract.accumulate(a, axis=0))
        same_bits(subtract.outer(a[0, 0], a[1, 1]), np.subtract.outer(a[0, 0], a[1, 1]))
        where = random.random((6, 5, 4)) < 0.5
        same_bits(subtract(a, b, out=np.zeros(a.shape, name), where=where),
                  np.subtract(a, b, out=np.zeros(a.shape, name), where=where))
    assert subtract(packed, 1).tolist() == [4, 5, 6, 7] and subtract([1, 2], [3]).tolist() == [-2, -1]
    overlapping = np.arange(9.0)
    subtract(overlapping[1:], overlapping[:-1], out=overlapping[1:])
    assert overlapping.tolist() == [0] + [1] * 8

print("Python", sys.version.split()[0], "NumPy", np.__version__, "and lanewise on", lanewise.arch(), "agree;", ufuncs)
