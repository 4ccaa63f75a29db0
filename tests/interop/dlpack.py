"""Hands NumPy's arrays to lanewise through __dlpack__. Usage: dlpack.py LIBRARY (built from dlpack_numpy.cpp)"""

import ctypes
import sys

import numpy as np

library = ctypes.CDLL(sys.argv[1])
library.lanewise_describe.restype = ctypes.c_bool
library.lanewise_subtract_float32.restype = ctypes.c_bool
pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
pointer_of.restype = ctypes.c_void_p
pointer_of.argtypes = [ctypes.py_object, ctypes.c_char_p]


def managed(capsule):
    """The DLManagedTensor in a capsule, and gone with it."""
    return ctypes.c_void_p(pointer_of(capsule, b"dltensor"))


def describe(array):
    capsule = array.__dlpack__()
    name = ctypes.create_string_buffer(16)
    message = ctypes.create_string_buffer(512)
    rank = ctypes.c_int()
    shape = (ctypes.c_int64 * 8)()
    strides = (ctypes.c_int64 * 8)()
    data = ctypes.c_void_p()
    results = name, ctypes.byref(rank), shape, strides, ctypes.byref(data), message
    if not library.lanewise_describe(managed(capsule), *results):
        return message.value.decode()
    return name.value.decode(), tuple(shape[: rank.value]), tuple(strides[: rank.value]), data.value


def check_view(array):
    name, shape, strides, data = describe(array)
    assert name == array.dtype.name, (name, array.dtype)
    assert shape == array.shape, (shape, array.shape)
    if array.size == 0:
        return
    assert data == array.ctypes.data, (data, array.ctypes.data)
    for extent, stride, wanted in zip(shape, strides, array.strides):
        assert extent == 1 or stride * array.itemsize == wanted, (strides, array.strides)


types = "float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64".split()
for dtype in types:
    base = np.arange(2 * 3 * 4 * 5).astype(dtype).reshape(2, 3, 4, 5)
    check_view(base)
    check_view(base.T)
    check_view(base[:, ::2, 1:3, ::-1])
    check_view(base[1, 2, 3, 4:5])
    check_view(base[..., :0])
    check_view(base[1:, :1])
    check_view(np.array(7, dtype))
    check_view(np.broadcast_to(base[0, 0, 0], (6, 5)).copy())
    check_view(base.reshape(2, 3, 2, 2, 5, 1, 1, 1))

unsupported = "dlpack: dtype.bits is 128, which makes none of the twelve dtypes with dtype.code 5"
assert describe(np.zeros(3, complex)) == unsupported
assert describe(np.zeros((1,) * 9)) == "dlpack: ndim is 9, more than 8"

random = np.random.default_rng(1)
a = random.standard_normal((40, 30), np.float32)
b = random.standard_normal((30, 2), np.float32)
for x, y in [(a, a[::-1]), (a.T[:, ::2], b[:, 1:]), (a[3], a[4, ::-1]), (a[:0], a[:0])]:
    out = np.full(np.broadcast_shapes(x.shape, y.shape), 7, np.float32)
    operands = [x.__dlpack__(), y.__dlpack__(), out.__dlpack__()]
    assert library.lanewise_subtract_float32(*map(managed, operands)), (x.shape, y.shape)
    assert out.tobytes() == np.subtract(x, y).tobytes()
operands = [k.__dlpack__() for k in (a, a.astype(np.float64), a)]
assert not library.lanewise_subtract_float32(*map(managed, operands))

print("NumPy", np.__version__, "and lanewise see the same arrays")
