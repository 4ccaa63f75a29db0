#pragma once

/// lanewise.Array: the result of a call where NumPy has no array for it, which is bfloat16, or is not installed.

#include "dlpack_structs.hpp"
#include "operand.hpp"

#include <algorithm>
#include <memory>
#include <new>

namespace lanewise_python {

/// Packed elements, aligned to a cache line, for DLPack and the buffer protocol (which has no code for bfloat16).
struct array {
    PyObject_HEAD;
    dtype type;
    lanewise::extents shape;
    Py_ssize_t buffer_shape[lanewise::max_rank];
    Py_ssize_t buffer_strides[lanewise::max_rank];
    Py_ssize_t bytes;
    void* data;

    static constexpr std::align_val_t alignment{64};

    lanewise::any_tensor_view view() const { return {type, data, shape, lanewise::strides::row_major(shape)}; }
};

inline array& as_array(PyObject* object) noexcept {
    return *reinterpret_cast<array*>(object);
}

/// An Array whose elements have no values yet; null, and an exception, where there is no room for it.
inline reference make_array(PyObject* array_type, dtype type, const lanewise::extents& shape) {
    index_t size = 0;
    index_t bytes = 0;
    if (!shape.try_size(size) || __builtin_mul_overflow(size, lanewise::size_bytes(type), &bytes)) {
        PyErr_NoMemory();
        return {};
    }
    const auto allocate =
        reinterpret_cast<allocfunc>(PyType_GetSlot(reinterpret_cast<PyTypeObject*>(array_type), Py_tp_alloc));
    reference made(allocate(reinterpret_cast<PyTypeObject*>(array_type), 0));
    if (!made) return {};
    array& self = as_array(made.get());
    self.type = type;
    self.shape = shape;
    self.bytes = bytes;
    const auto strides = lanewise::strides::row_major(shape);
    for (int i = 0; i < shape.rank(); ++i) {
        self.buffer_shape[i] = shape[i];
        self.buffer_strides[i] = strides[i] * lanewise::size_bytes(type);
    }
    self.data = ::operator new(static_cast<std::size_t>(bytes), array::alignment, std::nothrow);
    if (self.data == nullptr) {
        PyErr_NoMemory();
        return {};
    }
    return made;
}

namespace array_slots {

inline void deallocate(PyObject* object) {
    PyTypeObject* type = Py_TYPE(object);
    ::operator delete(as_array(object).data, array::alignment);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

inline PyObject* shape(PyObject* object, void*) {
    const lanewise::extents& extents = as_array(object).shape;
    reference result(PyTuple_New(extents.rank()));
    for (int i = 0; result && i < extents.rank(); ++i) {
        PyObject* extent = PyLong_FromSsize_t(extents[i]);
        if (extent == nullptr) return nullptr;
        PyTuple_SetItem(result.get(), i, extent);
    }
    return result.release();
}

inline PyObject* dtype_name(PyObject* object, void*) {
    return PyUnicode_FromString(lanewise::name(as_array(object).type));
}

inline PyObject* describe(PyObject* object) {
    const reference its_shape(shape(object, nullptr));
    if (!its_shape) return nullptr;
    return PyUnicode_FromFormat("<lanewise.Array of %s, shape %R>", lanewise::name(as_array(object).type),
                                its_shape.get());
}

inline int lend(PyObject* object, Py_buffer* buffer, int flags) {
    static constexpr const char* formats[] = {"e", nullptr, "f", "d", "b", "h", "i", "q", "B", "H", "I", "Q"};
    array& self = as_array(object);
    const char* format = formats[static_cast<int>(self.type)];
    buffer->obj = nullptr;
    if (format == nullptr) {
        raise(PyExc_BufferError, "the buffer protocol has no code for bfloat16: use __dlpack__");
        return -1;
    }
    if ((flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS && self.bytes > 0 &&
        std::ranges::count_if(self.shape, [](lanewise::index_t extent) { return extent > 1; }) > 1) {
        raise(PyExc_BufferError, "the elements are in C's order, not in Fortran's");
        return -1;
    }
    if (PyBuffer_FillInfo(buffer, object, self.data, self.bytes, 0, flags) < 0) return -1;
    buffer->itemsize = lanewise::size_bytes(self.type);
    if ((flags & PyBUF_ND) != 0) buffer->ndim = self.shape.rank(); // else they are so many bytes
    if ((flags & PyBUF_FORMAT) != 0) buffer->format = const_cast<char*>(format);
    buffer->shape = (flags & PyBUF_ND) != 0 && buffer->ndim > 0 ? self.buffer_shape : nullptr;
    buffer->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES && buffer->ndim > 0 ? self.buffer_strides : nullptr;
    return 0;
}

/// A DLPack tensor with its shape, and a reference to the Array.
template <class Managed>
struct exported {
    Managed managed;
    std::int64_t shape[lanewise::max_rank];
    std::int64_t strides[lanewise::max_rank];

    static void destroy(Managed* managed) {
        const PyGILState_STATE state = PyGILState_Ensure();
        Py_DECREF(static_cast<PyObject*>(managed->manager_ctx));
        PyGILState_Release(state);
        delete reinterpret_cast<exported*>(managed); // its first member
    }

    /// Of a capsule that nobody has taken the tensor from.
    static void drop(PyObject* capsule) {
        if (PyCapsule_IsValid(capsule, Managed::capsule) == 0) return;
        auto* managed = static_cast<Managed*>(PyCapsule_GetPointer(capsule, Managed::capsule));
        managed->deleter(managed);
    }
};

template <class Managed>
PyObject* export_as(PyObject* object) {
    constexpr std::uint8_t dl_int = 0;
    constexpr std::uint8_t dl_uint = 1;
    constexpr std::uint8_t dl_float = 2;
    constexpr std::uint8_t dl_bfloat = 4;
    const array& self = as_array(object);
    std::unique_ptr<exported<Managed>> made(new (std::nothrow) exported<Managed>());
    if (made == nullptr) return PyErr_NoMemory();
    const auto strides = lanewise::strides::row_major(self.shape);
    for (int i = 0; i < self.shape.rank(); ++i) {
        made->shape[i] = self.shape[i];
        made->strides[i] = strides[i];
    }
    const bool is_signed = lanewise::widens(dtype::int8, self.type);
    dl_tensor& t = made->managed.dl_tensor;
    t.data = self.data;
    t.device = {1, 0}; // the CPU
    t.ndim = self.shape.rank();
    t.dtype.code = self.type == dtype::bfloat16       ? dl_bfloat
                   : lanewise::is_floating(self.type) ? dl_float
                   : is_signed                        ? dl_int
                                                      : dl_uint;
    t.dtype.bits = static_cast<std::uint8_t>(8 * lanewise::size_bytes(self.type));
    t.dtype.lanes = 1;
    t.shape = made->shape;
    t.strides = made->strides;
    if constexpr (requires { made->managed.version; }) made->managed.version = {1, 0};
    made->managed.manager_ctx = object;
    made->managed.deleter = exported<Managed>::destroy;
    PyObject* capsule = PyCapsule_New(&made->managed, Managed::capsule, exported<Managed>::drop);
    if (capsule == nullptr) return nullptr;
    Py_INCREF(object);
    made.release();
    return capsule;
}

/// Two ints, where there is a tuple of them; nothing changes where there is none.
inline bool read_pair(PyObject* object, const char* name, int& first, int& second) {
    if (object == nullptr || object == Py_None) return true;
    if (!PyTuple_Check(object)) return raise(PyExc_TypeError, std::string(name) + " is no tuple");
    return PyArg_ParseTuple(object, "ii", &first, &second) != 0;
}

/// __dlpack__(*, stream=None, max_version=None, dl_device=None, copy=None)
inline PyObject* dlpack(PyObject* self, PyObject* arguments, PyObject* keywords) {
    static const char* names[] = {"stream", "max_version", "dl_device", "copy", nullptr};
    PyObject *stream = nullptr, *max_version = nullptr, *device = nullptr, *copy = nullptr;
    if (PyArg_ParseTupleAndKeywords(arguments, keywords, "|$OOOO:__dlpack__", const_cast<char**>(names), &stream,
                                    &max_version, &device, &copy) == 0)
        return nullptr;
    if (copy == Py_True) {
        raise(PyExc_BufferError, "lanewise.Array lends its elements and makes no copy");
        return nullptr;
    }
    int major = 0;
    int minor = 0;
    int device_type = 1;
    int device_id = 0;
    if (!read_pair(max_version, "max_version", major, minor) || !read_pair(device, "dl_device", device_type, device_id))
        return nullptr;
    if (device_type != 1 || device_id != 0) {
        raise(PyExc_BufferError, "lanewise.Array is on the CPU, the device (1, 0), and makes no copy");
        return nullptr;
    }
    return major >= 1 ? export_as<dl_managed_versioned>(self) : export_as<dl_managed>(self);
}

inline PyObject* dlpack_device(PyObject*, PyObject*) {
    return Py_BuildValue("(ii)", 1, 0);
}

} // namespace array_slots

inline reference make_array_type() {
    static PyMethodDef methods[] = {{"__dlpack__",
                                     reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(array_slots::dlpack)),
                                     METH_VARARGS | METH_KEYWORDS, "The elements as a DLPack capsule, without a copy."},
                                    {"__dlpack_device__", array_slots::dlpack_device, METH_NOARGS, "The CPU: (1, 0)."},
                                    {}};
    static PyGetSetDef properties[] = {{"shape", array_slots::shape, nullptr, "The extents, a tuple.", nullptr},
                                       {"dtype", array_slots::dtype_name, nullptr, "The dtype's name.", nullptr},
                                       {}};
    static constexpr const char* text =
        "Elements in row-major order, lent through __dlpack__ and, but for bfloat16, the buffer protocol.";
    PyType_Slot slots[] = {{Py_tp_dealloc, reinterpret_cast<void*>(array_slots::deallocate)},
                           {Py_tp_repr, reinterpret_cast<void*>(array_slots::describe)},
                           {Py_bf_getbuffer, reinterpret_cast<void*>(array_slots::lend)},
                           {Py_tp_methods, methods},
                           {Py_tp_getset, properties},
                           {Py_tp_doc, const_cast<char*>(text)},
                           {0, nullptr}};
    PyType_Spec spec{"lanewise.Array", sizeof(array), 0,
                     Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE, slots};
    return reference(PyType_FromSpec(&spec));
}

} // namespace lanewise_python
