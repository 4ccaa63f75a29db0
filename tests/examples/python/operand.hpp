#pragma once

/// What a Python object is to a call: a Python number, or a view of the elements that it lends.

#include "dlpack_structs.hpp"
#include "python.hpp"
#include "result_dtype.hpp"

#include <lanewise/any_view.hpp>
#include <lanewise/interop/dlpack.hpp>

#include <bit>
#include <memory>
#include <string_view>
#include <variant>

namespace lanewise_python {

using lanewise::any_tensor_view;
using lanewise::const_any_view;
using lanewise::index_t;

/// How a sentence about an argument begins: "subtract: a".
struct argument {
    const char* function;
    const char* name;

    bool refuse(PyObject* type, const std::string& rest) const {
        return raise(type, std::string(function) + ": " + name + rest);
    }
    bool refuse(const std::string& rest) const { return refuse(PyExc_ValueError, rest); }
};

/// Elements lent by the buffer protocol or by DLPack, for as long as this object lives.
class loan {
public:
    loan() noexcept = default;
    loan(const loan&) = delete;
    ~loan() {
        if (buffer_.obj != nullptr) PyBuffer_Release(&buffer_);
    }

    /// Whether the object has one of the two.
    static bool offered_by(PyObject* object) noexcept {
        return PyObject_CheckBuffer(object) != 0 || PyObject_HasAttrString(object, "__dlpack__") != 0;
    }

    /// The object's elements as `view`.
    template <class View>
    bool borrow(PyObject* object, const argument& who, View& view) {
        constexpr bool writes = std::same_as<View, any_tensor_view>;
        if (PyObject_CheckBuffer(object) != 0) {
            if (PyObject_GetBuffer(object, &buffer_, writes ? PyBUF_RECORDS : PyBUF_RECORDS_RO) == 0)
                return view_buffer(who, view);
            if (!is_refusal()) return false;
            const std::string why = take_exception();
            if (writes && PyObject_GetBuffer(object, &buffer_, PyBUF_RECORDS_RO) == 0)
                return who.refuse(" is read-only");
            PyErr_Clear();
            if (PyObject_HasAttrString(object, "__dlpack__") == 0) return who.refuse(": " + why);
        }
        capsule_ = export_dlpack(object);
        if (!capsule_) return is_refusal() && who.refuse(": " + take_exception());
        if (PyCapsule_IsValid(capsule_.get(), dl_managed_versioned::capsule) != 0)
            return view_capsule<dl_managed_versioned>(who, view);
        if (PyCapsule_IsValid(capsule_.get(), dl_managed::capsule) != 0) return view_capsule<dl_managed>(who, view);
        return who.refuse(".__dlpack__ returns no DLPack capsule");
    }

private:
    const char* format() const noexcept { return buffer_.format != nullptr ? buffer_.format : "B"; }

    /// Whether a format begins with the byte order that is not this machine's.
    static bool is_swapped(char order) noexcept {
        if constexpr (std::endian::native == std::endian::little) return order == '>' || order == '!';
        return order == '<';
    }

    /// The dtype of the buffer's format. Its size is the item's, whatever this platform calls it ('l' or 'q').
    bool read_format(dtype& type) const noexcept {
        const char* format = this->format();
        if (std::string_view("@=^<>!").find(*format) != std::string_view::npos &&
            (!is_swapped(*format) || buffer_.itemsize == 1))
            ++format;
        if (format[0] == '\0' || format[1] != '\0') return false;
        const bool is_signed = std::string_view("bhilqn").find(*format) != std::string_view::npos;
        const bool is_unsigned = std::string_view("BHILQN").find(*format) != std::string_view::npos;
        const bool is_floating = std::string_view("efd").find(*format) != std::string_view::npos;
        if (!is_signed && !is_unsigned && !is_floating) return false;
        for (int i = 0; i < lanewise::dtype_count; ++i) {
            type = static_cast<dtype>(i);
            if (type == dtype::bfloat16 || lanewise::size_bytes(type) != buffer_.itemsize) continue;
            if (lanewise::is_floating(type) != is_floating) continue;
            if (is_floating || lanewise::widens(dtype::int8, type) == is_signed) return true;
        }
        return false;
    }

    /// A format in words.
    static std::string describe(const char* format) {
        if (is_swapped(*format)) return "of the other byte order (format '" + std::string(format) + "')";
        const std::pair<const char*, const char*> words[] = {
            {"?", "bool"},       {"Zf", "complex64"}, {"Zd", "complex128"},  {"Zg", "clongdouble"},
            {"g", "longdouble"}, {"O", "objects"},    {"c", "single bytes"}, {"T", "structs"}};
        for (const auto& [code, name] : words) {
            if (std::string_view(format).substr(0, 1) == "T" ? *code == 'T' : std::string_view(format) == code)
                return name;
        }
        return "of the format '" + std::string(format) + "'";
    }

    template <class View>
    bool view_buffer(const argument& who, View& view) {
        if (!read_format(view.type)) {
            return who.refuse(": its elements are " + describe(format()) + ", none of lanewise's twelve dtypes");
        }
        const auto rank = static_cast<std::size_t>(buffer_.ndim);
        if (const auto s = lanewise::extents::try_make({buffer_.shape, rank}, view.extents); !s)
            return who.refuse(": " + s.message());
        view.data = buffer_.buf;
        view.strides = lanewise::strides::row_major(view.extents);
        index_t size = 0;
        if (view.extents.try_size(size) && size == 0) return true;
        const int odd_axis = read_strides(view);
        const bool aligned =
            reinterpret_cast<std::uintptr_t>(buffer_.buf) % static_cast<std::size_t>(buffer_.itemsize) == 0;
        if (odd_axis < 0 && aligned) return true;
        if constexpr (std::same_as<View, const_any_view>) return copy_elements(view);
        if (odd_axis < 0) return true; // the operator says where it lies
        return who.refuse(": the stride of axis " + std::to_string(odd_axis) + ", " +
                          std::to_string(buffer_.strides[odd_axis]) + " bytes, is no multiple of " +
                          lanewise::name(view.type) + "'s " + std::to_string(buffer_.itemsize));
    }

    /// The buffer's strides, counted in elements; the axis for which that cannot be, or -1.
    template <class View>
    int read_strides(View& view) const noexcept {
        if (buffer_.strides == nullptr) return -1; // packed: ctypes' arrays say so although strides are asked for
        index_t steps[lanewise::max_rank] = {};
        for (int axis = 0; axis < buffer_.ndim; ++axis) {
            if (buffer_.shape[axis] == 1) continue; // its stride means nothing
            if (buffer_.strides[axis] % buffer_.itemsize != 0) return axis;
            steps[axis] = buffer_.strides[axis] / buffer_.itemsize;
        }
        view.strides = lanewise::strides(std::span<const index_t>(steps, static_cast<std::size_t>(buffer_.ndim)));
        return -1;
    }

    /// Elements that lie where no float or int may, as those in a message of Dask's or a packed struct, are copied.
    bool copy_elements(const_any_view& view) {
        copy_.reset(PyMem_Malloc(static_cast<std::size_t>(buffer_.len)));
        if (copy_ == nullptr) {
            PyErr_NoMemory();
            return false;
        }
        if (PyBuffer_ToContiguous(copy_.get(), &buffer_, buffer_.len, 'C') < 0) return false;
        view.data = copy_.get();
        view.strides = lanewise::strides::row_major(view.extents);
        return true;
    }

    /// A capsule, whose destructor gives the tensor back; of the version that says what is READ_ONLY, if there is.
    static reference export_dlpack(PyObject* object) {
        const reference method(PyObject_GetAttrString(object, "__dlpack__"));
        if (!method) return {};
        const reference none(PyTuple_New(0));
        const reference keywords(Py_BuildValue("{s(ii)}", "max_version", 1, 0));
        if (!none || !keywords) return {};
        reference capsule(PyObject_Call(method.get(), none.get(), keywords.get()));
        if (capsule || PyErr_ExceptionMatches(PyExc_TypeError) == 0) return capsule;
        PyErr_Clear();
        return reference(PyObject_CallNoArgs(method.get()));
    }

    template <class Managed, class View>
    bool view_capsule(const argument& who, View& view) {
        const auto* tensor = static_cast<const Managed*>(PyCapsule_GetPointer(capsule_.get(), Managed::capsule));
        if constexpr (std::same_as<View, any_tensor_view> && std::same_as<Managed, dl_managed_versioned>) {
            // Of another version nothing else may be read.
            if (tensor->version.major == 1 && (tensor->flags & dl_managed_versioned::is_copied) != 0)
                return who.refuse(" lends a copy of its elements");
        }
        if (const auto s = lanewise::try_from_dlpack(*tensor, view); !s) return who.refuse(": " + s.message());
        return true;
    }

    struct free_memory {
        void operator()(void* memory) const noexcept { PyMem_Free(memory); }
    };

    Py_buffer buffer_{};
    std::unique_ptr<void, free_memory> copy_;
    reference capsule_;
};

/// An input of a call.
class input {
public:
    using number = std::variant<std::int64_t, std::uint64_t, double>;

    /// False, and an exception, for what is no input.
    bool read(PyObject* object, const argument& who) {
        if (PyFloat_CheckExact(object)) return read_float(object);
        if (PyLong_CheckExact(object)) return read_int(object, who);
        if (PyBool_Check(object)) return who.refuse(" is a bool, which is no number here");
        if (PyComplex_Check(object) && !loan::offered_by(object))
            return who.refuse(" is complex, none of lanewise's twelve dtypes");
        if (loan::offered_by(object)) return loan_.borrow(object, who, view_);
        if (PyFloat_Check(object)) return read_float(object);
        if (PyLong_Check(object)) return read_int(object, who);
        return who.refuse(PyExc_TypeError,
                          " is a " + type_name(object) + ": neither a number, nor has it a buffer or __dlpack__");
    }

    input_kind kind() const noexcept {
        if (!is_number_) return {view_.type, false};
        return {std::holds_alternative<double>(number_) ? dtype::float64 : dtype::int64, true};
    }

    /// The shape; a number's is ().
    const lanewise::extents& shape() const noexcept { return view_.extents; }

    /// f of the view, or of the number.
    template <class F>
    auto visit(const F& f) const {
        return is_number_ ? std::visit(f, number_) : f(view_);
    }

private:
    bool read_float(PyObject* object) {
        number_ = PyFloat_AsDouble(object);
        return is_number_ = true;
    }

    bool read_int(PyObject* object, const argument& who) {
        is_number_ = true;
        int overflow = 0;
        number_ = static_cast<std::int64_t>(PyLong_AsLongLongAndOverflow(object, &overflow));
        if (overflow == 0) return true;
        number_ = static_cast<std::uint64_t>(PyLong_AsUnsignedLongLong(object));
        if (PyErr_Occurred() == nullptr) return true;
        PyErr_Clear();
        return who.refuse(" is an int of more than 64 bits");
    }

    const_any_view view_;
    loan loan_;
    bool is_number_ = false;
    number number_;
};

} // namespace lanewise_python
