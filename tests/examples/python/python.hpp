#pragma once

/// Python.h, references that end by themselves, and exceptions with a sentence.

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string>
#include <utility>

namespace lanewise_python {

/// A reference that this object owns; null where Python has set an exception.
class reference {
public:
    reference() noexcept = default;
    explicit reference(PyObject* owned) noexcept : object_(owned) {}
    reference(reference&& other) noexcept : object_(other.release()) {}
    reference& operator=(reference&& other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~reference() { Py_XDECREF(object_); }

    explicit operator bool() const noexcept { return object_ != nullptr; }
    PyObject* get() const noexcept { return object_; }
    PyObject* release() noexcept { return std::exchange(object_, nullptr); }

private:
    PyObject* object_ = nullptr;
};

/// Raises, and says so.
inline bool raise(PyObject* type, const std::string& sentence) noexcept {
    PyErr_SetString(type, sentence.c_str());
    return false;
}

/// Whether the exception at hand is about an object: an interrupt and want of memory are not.
inline bool is_refusal() noexcept {
    return PyErr_ExceptionMatches(PyExc_Exception) != 0 && PyErr_ExceptionMatches(PyExc_MemoryError) == 0;
}

/// Ends the exception at hand; what it said.
inline std::string take_exception() {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    const reference owned[] = {reference(type), reference(value), reference(traceback)};
    const reference text(value != nullptr ? PyObject_Str(value) : nullptr);
    const char* sentence = text ? PyUnicode_AsUTF8AndSize(text.get(), nullptr) : nullptr;
    if (sentence != nullptr) return sentence;
    PyErr_Clear();
    return "it is refused";
}

inline std::string type_name(PyObject* object) {
    const reference name(PyType_GetName(Py_TYPE(object)));
    const char* text = name ? PyUnicode_AsUTF8AndSize(name.get(), nullptr) : nullptr;
    if (text != nullptr) return text;
    PyErr_Clear();
    return "an object";
}

} // namespace lanewise_python
