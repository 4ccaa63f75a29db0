/// The module lanewise._core: subtract, pow and difference_square on what has the buffer protocol or __dlpack__. It is
/// built against Python's limited API alone; NumPy is asked for results when the program runs, if it is there.

#include "array.hpp"
#include "c_api.hpp"
#include "operand.hpp"
#include "threads.hpp"

#include <lanewise/dynamic.hpp>

#include <optional>

namespace lanewise_python {
namespace {

struct subtract_operator {
    using options = lanewise::options;
    static constexpr const char *function = "subtract", *first = "a", *second = "b";
    static lanewise::status run(const auto& a, const auto& b, any_tensor_view& out, const options& chosen) noexcept {
        return lanewise::try_subtract(a, b, out, chosen);
    }
};

struct difference_square_operator {
    using options = lanewise::options;
    static constexpr const char *function = "difference_square", *first = "a", *second = "b";
    static lanewise::status run(const auto& a, const auto& b, any_tensor_view& out, const options& chosen) noexcept {
        return lanewise::try_difference_square(a, b, out, chosen);
    }
};

struct pow_operator {
    using options = lanewise::pow_options;
    static constexpr const char *function = "pow", *first = "x", *second = "y";
    static lanewise::status run(const auto& x, const auto& y, any_tensor_view& out, const options& chosen) noexcept {
        return lanewise::try_pow(x, y, out, chosen);
    }
};

/// What the module keeps.
struct module_state {
    PyObject* array_type;
    PyObject* numpy_empty;                         // None where there is no NumPy, null before anybody has looked
    PyObject* numpy_dtypes[lanewise::dtype_count]; // null for bfloat16
    PyObject* no_index;                            // ()

    bool has_numpy() const noexcept { return numpy_empty != Py_None; }
};

module_state& state_of(PyObject* module) noexcept {
    return *static_cast<module_state*>(PyModule_GetState(module));
}

/// Looks for NumPy, once, where a result is wanted.
bool find_numpy(module_state& state) {
    if (state.numpy_empty != nullptr) return true;
    const reference numpy(PyImport_ImportModule("numpy"));
    if (!numpy) {
        if (PyErr_ExceptionMatches(PyExc_ImportError) == 0) return false;
        PyErr_Clear();
        state.numpy_empty = Py_NewRef(Py_None);
        return true;
    }
    for (int i = 0; i < lanewise::dtype_count; ++i) {
        const auto type = static_cast<dtype>(i);
        if (type == dtype::bfloat16) continue;
        Py_CLEAR(state.numpy_dtypes[i]);
        state.numpy_dtypes[i] = PyObject_CallMethod(numpy.get(), "dtype", "s", lanewise::name(type));
        if (state.numpy_dtypes[i] == nullptr) return false;
    }
    state.numpy_empty = PyObject_GetAttrString(numpy.get(), "empty");
    return state.numpy_empty != nullptr;
}

/// The arguments of a call, but for its inputs.
template <class Options>
struct arguments {
    PyObject* out = nullptr;
    std::optional<dtype> type;
    std::size_t threads = 1;
    Options options{};
};

bool is(PyObject* text, const char* word) noexcept {
    return PyUnicode_Check(text) != 0 && PyUnicode_CompareWithASCIIString(text, word) == 0;
}

/// Whether this is NumPy's second name of a type of 64 bits: numpy.longlong, where numpy.int64 is another type.
bool is_long(PyObject* name, dtype type) {
    return (type == dtype::int64 && is(name, "longlong")) || (type == dtype::uint64 && is(name, "ulonglong"));
}

bool read_dtype(PyObject* value, std::optional<dtype>& result) {
    reference name;
    if (PyUnicode_Check(value))
        name = reference(Py_NewRef(value));
    else if (value == reinterpret_cast<PyObject*>(&PyFloat_Type))
        name = reference(PyUnicode_FromString("float64"));
    else if (PyType_Check(value))
        name = reference(PyObject_GetAttrString(value, "__name__")); // numpy.float32
    else if (const reference native(PyObject_GetAttrString(value, "isnative")); native && native.get() == Py_True)
        name = reference(PyObject_GetAttrString(value, "name")); // numpy.dtype("float32"), not numpy.dtype(">f4")
    if (!name) PyErr_Clear();
    for (int i = 0; name && i < lanewise::dtype_count; ++i) {
        const auto type = static_cast<dtype>(i);
        if (!is(name.get(), lanewise::name(type)) && !is_long(name.get(), type)) continue;
        result = type;
        return true;
    }
    return raise(PyExc_ValueError, "dtype is none of lanewise's twelve");
}

bool read_broadcast(PyObject* value, lanewise::broadcast_rule& rule) {
    using lanewise::broadcast_rule;
    if (is(value, "numpy"))
        rule = broadcast_rule::numpy();
    else if (is(value, "none"))
        rule = broadcast_rule::none();
    else if (is(value, "pdpd"))
        rule = broadcast_rule::pdpd();
    else {
        PyObject* word = nullptr;
        Py_ssize_t axis = 0;
        if (!PyTuple_Check(value) || PyArg_ParseTuple(value, "On", &word, &axis) == 0 || !is(word, "pdpd")) {
            PyErr_Clear();
            return raise(PyExc_ValueError, R"(broadcast is "numpy", "none", "pdpd" or ("pdpd", axis))");
        }
        rule = broadcast_rule::pdpd(axis);
    }
    return true;
}

bool read_overflow(PyObject* value, lanewise::integer_overflow& mode) {
    using lanewise::integer_overflow;
    if (is(value, "wrap"))
        mode = integer_overflow::wrap;
    else if (is(value, "saturate"))
        mode = integer_overflow::saturate;
    else if (is(value, "error"))
        mode = integer_overflow::error;
    else
        return raise(PyExc_ValueError, R"(integer_overflow is "wrap", "saturate" or "error")");
    return true;
}

bool read_threads(PyObject* value, std::size_t& threads) {
    const Py_ssize_t count = PyLong_AsSsize_t(value);
    if (count == -1 && PyErr_Occurred() != nullptr) return false;
    if (count < 1) return raise(PyExc_ValueError, "threads is at least 1");
    threads = static_cast<std::size_t>(count);
    return true;
}

bool read_number(PyObject* value, double& number) {
    number = PyFloat_AsDouble(value);
    return number != -1 || PyErr_Occurred() == nullptr;
}

template <class Options>
bool read_keyword(const char* function, PyObject* name, PyObject* value, arguments<Options>& given) {
    if (is(name, "out")) {
        if (given.out != nullptr) return raise(PyExc_TypeError, std::string(function) + ": out is given twice");
        given.out = value;
        return true;
    }
    if (is(name, "threads")) return read_threads(value, given.threads);
    if (is(name, "broadcast")) return read_broadcast(value, given.options.broadcast);
    if (is(name, "integer_overflow")) return read_overflow(value, given.options.overflow);
    if (is(name, "dtype")) return value == Py_None || read_dtype(value, given.type);
    if constexpr (requires { given.options.scale_bias; }) {
        const bool is_scale = is(name, "scale");
        if (is_scale || is(name, "bias")) {
            if (value == Py_None) return true;
            auto& g = given.options.scale_bias;
            if (!g) g.emplace();
            return read_number(value, is_scale ? g->scale : g->bias);
        }
    }
    PyErr_Format(PyExc_TypeError, "%s() has no argument %R", function, name);
    return false;
}

/// A new tensor for a result.
struct result {
    reference object;
    loan elements;
    any_tensor_view view;

    bool make(module_state& state, dtype type, const lanewise::extents& shape) {
        view = {type, nullptr, shape, {}};
        if (!find_numpy(state)) return false;
        if (type == dtype::bfloat16 || !state.has_numpy()) {
            object = make_array(state.array_type, type, shape);
            if (object) view = as_array(object.get()).view();
            return static_cast<bool>(object);
        }
        const reference extents(PyTuple_New(shape.rank()));
        if (!extents) return false;
        for (int i = 0; i < shape.rank(); ++i) {
            PyObject* extent = PyLong_FromSsize_t(shape[i]);
            if (extent == nullptr) return false;
            PyTuple_SetItem(extents.get(), i, extent);
        }
        PyObject* numpy_dtype = state.numpy_dtypes[static_cast<int>(type)];
        object = reference(PyObject_CallFunctionObjArgs(state.numpy_empty, extents.get(), numpy_dtype, nullptr));
        return object && elements.borrow(object.get(), {"lanewise", "the result"}, view);
    }

    /// What the caller gets: of rank 0, as from NumPy's functions, a scalar.
    PyObject* hand_over(module_state& state) {
        if (view.extents.rank() != 0 || !state.has_numpy() || view.type == dtype::bfloat16) return object.release();
        return PyObject_GetItem(object.get(), state.no_index);
    }
};

/// Runs the operator, without the GIL where there is work to do. NumPy draws the line at 500 elements: below, a call is
/// over before another thread has woken up, and taking the GIL back may take milliseconds.
template <class Operator>
bool run(const input& a, const input& b, any_tensor_view& out, const typename Operator::options& options) {
    index_t size = 0;
    const bool is_large = !out.extents.try_size(size) || size > 500;
    PyThreadState* released = is_large ? PyEval_SaveThread() : nullptr;
    const lanewise::status done = a.visit([&](const auto& view_a) {
        return b.visit([&](const auto& view_b) { return Operator::run(view_a, view_b, out, options); });
    });
    if (is_large) PyEval_RestoreThread(released);
    return done || raise(PyExc_ValueError, done.message());
}

/// NumPy's dtype, for inputs that widen to it.
template <class Operator>
bool choose_dtype(const input& a, const input& b, dtype& type) {
    constexpr bool exact_b = std::same_as<Operator, pow_operator>; // an exponent of any dtype is used as it is
    type = result_dtype(a.kind(), b.kind());
    const std::pair<input_kind, const char*> inputs[] = {{a.kind(), Operator::first}, {b.kind(), Operator::second}};
    for (const auto& [kind, name] : inputs) {
        if (kind.is_number || lanewise::widens(kind.type, type) || (exact_b && name == Operator::second)) continue;
        return argument{Operator::function, name}.refuse(
            std::string(" is ") + lanewise::name(kind.type) + ", which the result's " + lanewise::name(type) +
            " does not hold without loss: convert it, or choose the result by out or dtype");
    }
    return true;
}

template <class Operator>
PyObject* call(PyObject* module, PyObject* const* given, Py_ssize_t count, PyObject* names) {
    arguments<typename Operator::options> rest;
    if (count < 2 || count > 3) {
        PyErr_Format(PyExc_TypeError, "%s(%s, %s, /, out=None, *, ...) takes 2 or 3 positional arguments, not %zd",
                     Operator::function, Operator::first, Operator::second, count);
        return nullptr;
    }
    if (count == 3) rest.out = given[2];
    const Py_ssize_t keywords = names == nullptr ? 0 : PyTuple_Size(names);
    for (Py_ssize_t i = 0; i < keywords; ++i) {
        if (!read_keyword(Operator::function, PyTuple_GetItem(names, i), given[count + i], rest)) return nullptr;
    }
    if (rest.out == Py_None) rest.out = nullptr;
    const threads executor{rest.threads};
    if (rest.threads > 1) rest.options.executor = lanewise::executor_ref(executor);

    input a;
    input b;
    if (!a.read(given[0], {Operator::function, Operator::first})) return nullptr;
    if (!b.read(given[1], {Operator::function, Operator::second})) return nullptr;

    if (rest.out != nullptr) {
        const argument who{Operator::function, "out"};
        loan elements;
        any_tensor_view out;
        if (rest.type) {
            who.refuse(PyExc_TypeError, " has a dtype: give one of the two");
            return nullptr;
        }
        if (!loan::offered_by(rest.out)) {
            who.refuse(PyExc_TypeError, " is a " + type_name(rest.out) + ": it has neither a buffer nor __dlpack__");
            return nullptr;
        }
        if (!elements.borrow(rest.out, who, out) || !run<Operator>(a, b, out, rest.options)) return nullptr;
        return Py_NewRef(rest.out);
    }

    module_state& state = state_of(module);
    dtype type{};
    if (rest.type)
        type = *rest.type;
    else if (!choose_dtype<Operator>(a, b, type))
        return nullptr;
    lanewise::extents shape;
    if (!lanewise::try_broadcast(a.shape(), b.shape(), rest.options.broadcast, shape)) {
        // The operator says why, in its own words: it looks at an out of rank 0 after the inputs' shapes.
        any_tensor_view nowhere{type, nullptr, {}, {}};
        run<Operator>(a, b, nowhere, rest.options);
        return nullptr;
    }
    result out;
    if (!out.make(state, type, shape) || !run<Operator>(a, b, out.view, rest.options)) return nullptr;
    return out.hand_over(state);
}

/// No C++ exception crosses Python.
template <class Operator>
PyObject* guarded_call(PyObject* module, PyObject* const* given, Py_ssize_t count, PyObject* names) noexcept {
    try {
        return call<Operator>(module, given, count, names);
    } catch (const lanewise::error& refusal) {
        raise(PyExc_ValueError, refusal.what());
        return nullptr;
    } catch (const std::exception&) {
        return PyErr_NoMemory();
    }
}

PyObject* arch(PyObject*, PyObject*) {
    return PyUnicode_FromString(lanewise_arch());
}

template <class Operator>
PyMethodDef method(const char* text) {
    constexpr auto function = guarded_call<Operator>;
    return {Operator::function, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)),
            METH_FASTCALL | METH_KEYWORDS, text};
}

PyMethodDef methods[] = {
    method<subtract_operator>("subtract(a, b, /, out=None, *, broadcast='numpy', integer_overflow='wrap', dtype=None, "
                              "threads=1)\n--\n\na - b"),
    method<difference_square_operator>("difference_square(a, b, /, out=None, *, broadcast='numpy', "
                                       "integer_overflow='wrap', dtype=None, threads=1)\n--\n\n(a - b) * (a - b)"),
    method<pow_operator>("pow(x, y, /, out=None, *, broadcast='numpy', integer_overflow='wrap', scale=None, bias=None, "
                         "dtype=None, threads=1)\n--\n\nx ** y, or (x * scale + bias) ** y"),
    {"arch", arch, METH_NOARGS, "arch()\n--\n\nThe instruction set that the calls run on; LANEWISE_ARCH lowers it."},
    {}};

int execute(PyObject* module) {
    static c_api functions{lanewise_subtract, lanewise_pow, lanewise_difference_square};
    module_state& state = state_of(module);
    state.array_type = make_array_type().release();
    state.no_index = PyTuple_New(0);
    const reference capsule(PyCapsule_New(&functions, c_api::capsule, nullptr));
    if (state.array_type == nullptr || state.no_index == nullptr || !capsule) return -1;
    if (PyModule_AddObjectRef(module, "Array", state.array_type) < 0) return -1;
    return PyModule_AddObjectRef(module, "_c_api", capsule.get());
}

int clear(PyObject* module) {
    module_state& state = state_of(module);
    Py_CLEAR(state.array_type);
    Py_CLEAR(state.numpy_empty);
    Py_CLEAR(state.no_index);
    for (PyObject*& type : state.numpy_dtypes) Py_CLEAR(type);
    return 0;
}

void release(void* module) {
    clear(static_cast<PyObject*>(module));
}

int traverse(PyObject* module, visitproc visit, void* arg) {
    const module_state& state = state_of(module);
    Py_VISIT(state.array_type);
    Py_VISIT(state.numpy_empty);
    return 0;
}

PyModuleDef_Slot slots[] = {{Py_mod_exec, reinterpret_cast<void*>(execute)}, {0, nullptr}};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "lanewise._core", nullptr, sizeof(module_state), methods, slots, traverse, clear, release};

} // namespace
} // namespace lanewise_python

PyMODINIT_FUNC PyInit__core() {
    return PyModuleDef_Init(&lanewise_python::definition);
}
