"""Calls the C interface on NumPy's arrays, and compares with NumPy. Usage: numpy_arrays.py LIBRARY"""

import ctypes
import sys

import numpy as np

DTYPES = "float16 bfloat16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64".split()
UNSUPPORTED_DTYPE, OUTPUT_SHAPE_MISMATCH, INTEGER_OVERFLOW = 8, 5, 15
library = ctypes.CDLL(sys.argv[1])
library.lanewise_arch.restype = ctypes.c_char_p


class View(ctypes.Structure):
    _fields_ = [("dtype", ctypes.c_int32), ("rank", ctypes.c_int32), ("data", ctypes.c_void_p),
                ("extents", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64))]


class ScaleBias(ctypes.Structure):
    _fields_ = [("scale", ctypes.c_double), ("bias", ctypes.c_double)]


class Options(ctypes.Structure):
    _fields_ = [("broadcast", ctypes.c_int32), ("overflow", ctypes.c_int32), ("axis", ctypes.c_int64),
                ("scale_bias", ctypes.POINTER(ScaleBias)), ("parallel_for", ctypes.c_void_p),
                ("executor", ctypes.c_void_p), ("scratch", ctypes.c_void_p), ("scratch_bytes", ctypes.c_size_t),
                ("reserved", ctypes.c_uint64 * 4)]


class Status(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int32), ("axis", ctypes.c_int32), ("numbers", ctypes.c_int64 * 2),
                ("message", ctypes.c_char * 1000)]


def view(array):
    numbers = ctypes.c_int64 * max(array.ndim, 1)
    steps = (s // array.itemsize for s in array.strides)
    return View(DTYPES.index(array.dtype.name), array.ndim, array.ctypes.data, numbers(*array.shape), numbers(*steps))


def call(name, a, b, out, **options):
    chosen = Options(**options)
    status = Status()
    views = [ctypes.byref(view(v)) for v in (a, b, out)]
    code = getattr(library, "lanewise_" + name)(*views, ctypes.byref(chosen), ctypes.byref(status))
    assert code == status.code
    return code, status.message.decode()


random = np.random.default_rng(1)
for name in DTYPES:
    if name == "bfloat16":
        continue
    a, b = (random.integers(0, 100, shape).astype(name) for shape in ((40, 30, 3), (3, 30, 1)))
    b = b.transpose()[:, ::-1]  # strides of another order, and negative ones
    out = np.zeros_like(a)
    assert call("subtract", a, b, out) == (0, "ok")
    assert np.array_equal(out, a - b), name
    assert call("difference_square", a, b, out) == (0, "ok")
    assert np.array_equal(out, (a - b) * (a - b)), name
    assert call("pow", a[:, ::-1], np.array(2, "int64"), out) == (0, "ok")
    assert np.array_equal(out, a[:, ::-1] * a[:, ::-1]), name

small = np.array([3, 5], "uint8")
three = np.zeros(3, "uint8")
assert call("subtract", small, three, three)[1] == "subtract: axis 0: a has extent 2, b has extent 3"
assert call("subtract", small, small, three) == (OUTPUT_SHAPE_MISMATCH,
                                                 "subtract: axis 0: the result has extent 2, out has extent 3")
assert call("subtract", np.zeros(2), small, small.copy())[0] == UNSUPPORTED_DTYPE
code, message = call("subtract", small, np.array(4, "uint8"), small, overflow=2)
assert (code, message) == (INTEGER_OVERFLOW, "subtract: [0]: a = 3, b = 4: the result does not fit in uint8")
assert small.tolist() == [3, 5]
assert call("pow", small, small, small, scale_bias=ctypes.pointer(ScaleBias(2, 1)), overflow=1) == (0, "ok")
assert small.tolist() == [255, 255]
print("calls on", library.lanewise_arch().decode(), "agree with NumPy")
