// NumPy, by an interpreter in this program, so that it takes its turn among the others. Its times have a call of a
// Python function in them, as its users' have.

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "peers.hpp"

#include <memory>
#include <sstream>
#include <stdexcept>

namespace {

using namespace peers;

/// arrays: (address, dtype, shape, steps) for each operand and the result.
constexpr const char* script = R"(
import ctypes
import numpy as np
from numpy.lib.stride_tricks import as_strided

def view(address, dtype, shape, steps):
    one = np.frombuffer((ctypes.c_char * np.dtype(dtype).itemsize).from_address(address), dtype)
    return as_strided(one, shape, [step * one.itemsize for step in steps])

def prepare(operation, a, b, out):
    a, b, out = view(*a), view(*b), view(*out)
    widened = a.dtype != out.dtype
    half = out.dtype == np.float16 and operation != "pow"
    number = b[()] if b.ndim == 0 else None
    def widen_and_subtract():
        np.copyto(out, a)
        np.subtract(out, b, out=out)
    def widen_and_square():
        widen_and_subtract()
        np.multiply(out, out, out=out)
    def square():
        np.subtract(a, b, out=out)
        np.multiply(out, out, out=out)
    if operation == "difference_square":
        return widen_and_square if widened else square
    if operation == "pow":
        return (lambda: np.power(a, b, out=out)) if number is None else (lambda: np.power(a, number, out=out))
    if widened:
        return widen_and_subtract  # its faster way
    if half:
        return lambda: np.subtract(a, b, out=out, dtype=np.float32, casting="same_kind")  # likewise
    return lambda: np.subtract(a, b, out=out)
)";

std::string tuple_of(const std::vector<std::int64_t>& numbers) {
    std::ostringstream text;
    text << '(';
    for (const std::int64_t n : numbers) text << n << ',';
    text << ')';
    return text.str();
}

std::string text_of(const array& a) {
    std::ostringstream text;
    text << '(' << reinterpret_cast<std::uintptr_t>(a.data) << ",'" << lanewise::name(a.type) << "',"
         << tuple_of(a.shape) << ',' << tuple_of(a.steps) << ')';
    return text.str();
}

/// What the script defines; empty where there is no NumPy.
PyObject* globals() {
    static PyObject* const made = []() -> PyObject* {
        PyConfig config; // of the interpreter that CMake has found to have NumPy
        PyConfig_InitPythonConfig(&config);
        PyConfig_SetBytesString(&config, &config.program_name, LANEWISE_PEERS_PYTHON);
        const PyStatus status = Py_InitializeFromConfig(&config);
        PyConfig_Clear(&config);
        if (PyStatus_Exception(status)) return nullptr;
        PyObject* names = PyDict_New();
        PyDict_SetItemString(names, "__builtins__", PyEval_GetBuiltins());
        PyObject* done = PyRun_String(script, Py_file_input, names, names);
        if (done == nullptr) PyErr_Print();
        return done != nullptr ? names : nullptr;
    }();
    return made;
}

PyObject* evaluate(const std::string& expression) {
    PyObject* value = PyRun_String(expression.c_str(), Py_eval_input, globals(), globals());
    if (value == nullptr) PyErr_Print();
    return value;
}

runs prepare(const call& c) {
    if (c.threads != 1 || globals() == nullptr) return {};
    const char* const name = c.op == operation::subtract            ? "subtract"
                             : c.op == operation::difference_square ? "difference_square"
                                                                    : "pow";
    PyObject* const function = evaluate(std::string("prepare('") + name + "'," + text_of(c.a) + "," + text_of(c.b) +
                                        "," + text_of(c.out) + ")");
    if (function == nullptr) return {};
    return repeat([function] { Py_XDECREF(PyObject_CallNoArgs(function)); });
}

std::string version() {
    PyObject* const text = globals() != nullptr ? evaluate("np.__version__") : nullptr;
    return text != nullptr ? PyUnicode_AsUTF8(text) : "";
}

const offer offered("NumPy", version(), prepare);

} // namespace
