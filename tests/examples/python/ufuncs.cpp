/// The module lanewise.ufuncs: the three operators as NumPy ufuncs, so that `where=`, `reduce`, `outer`, subclasses and
/// __array_ufunc__ (Dask, xarray, ...) work. NumPy broadcasts, converts and cuts; _core's kernels compute.

#include "c_api.hpp"

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#include <numpy/arrayobject.h>
#include <numpy/ufuncobject.h>

#include <iterator>

namespace {

using lanewise_python::c_api;
using function = decltype(c_api::subtract);

const c_api* core = nullptr;

/// One loop of a ufunc: an operator and a dtype.
struct loop_data {
    function c_api::*run;
    int dtype;
    npy_intp size;
};

/// Whether a call was refused for how its operands lie in each other, which in a ufunc is reduce, or accumulate.
bool overlaps(int32_t code) {
    return code == LANEWISE_PARTIAL_OVERLAP || code == LANEWISE_OUTPUT_SELF_OVERLAP ||
           code == LANEWISE_OVERLAP_UNDECIDED;
}

void run_loop(char** data, const npy_intp* count, const npy_intp* steps, void* context) {
    const auto& loop = *static_cast<const loop_data*>(context);
    const function run = core->*loop.run;
    const int64_t extent = *count;
    int64_t strides[3];
    bool in_elements = true;
    for (int k = 0; k < 3; ++k) {
        in_elements = in_elements && steps[k] % loop.size == 0;
        strides[k] = steps[k] / loop.size;
    }
    const auto view = [&](int k, int rank) { return lanewise_view{loop.dtype, rank, data[k], &extent, strides + k}; };
    if (in_elements) {
        const lanewise_view a = view(0, 1), b = view(1, 1), out = view(2, 1);
        if (!overlaps(run(&a, &b, &out, nullptr, nullptr))) return;
    }
    // One after the other, as each may read what the last has written.
    for (int64_t i = 0; i < extent; ++i) {
        lanewise_view a = view(0, 0), b = view(1, 0), out = view(2, 0);
        lanewise_view* const views[] = {&a, &b, &out};
        for (int k = 0; k < 3; ++k) views[k]->data = data[k] + i * steps[k];
        run(&a, &b, &out, nullptr, nullptr);
    }
}

struct type_entry {
    char code;
    int dtype;
    npy_intp size;
};

// In NumPy's order: the first loop that the inputs convert to is taken.
constexpr type_entry types[] = {
    {NPY_BYTE, LANEWISE_INT8, 1},
    {NPY_UBYTE, LANEWISE_UINT8, 1},
    {NPY_SHORT, LANEWISE_INT16, 2},
    {NPY_USHORT, LANEWISE_UINT16, 2},
    {NPY_INT, LANEWISE_INT32, 4},
    {NPY_UINT, LANEWISE_UINT32, 4},
    {NPY_LONG, sizeof(long) == 8 ? LANEWISE_INT64 : LANEWISE_INT32, sizeof(long)},
    {NPY_ULONG, sizeof(long) == 8 ? LANEWISE_UINT64 : LANEWISE_UINT32, sizeof(long)},
    {NPY_LONGLONG, LANEWISE_INT64, 8},
    {NPY_ULONGLONG, LANEWISE_UINT64, 8},
    {NPY_HALF, LANEWISE_FLOAT16, 2},
    {NPY_FLOAT, LANEWISE_FLOAT32, 4},
    {NPY_DOUBLE, LANEWISE_FLOAT64, 8},
};
constexpr int type_count = static_cast<int>(std::size(types));

struct ufunc {
    const char* name;
    const char* text;
    function c_api::*run;
    loop_data loops[type_count];
    void* contexts[type_count];
    PyUFuncGenericFunction functions[type_count];
    char codes[3 * type_count];
};

ufunc ufuncs[] = {
    {"subtract", "a - b", &c_api::subtract, {}, {}, {}, {}},
    {"pow", "x ** y; integers are exact modulo 2**n, and to a negative power 0, 1 or -1", &c_api::pow, {}, {}, {}, {}},
    {"difference_square", "(a - b) * (a - b)", &c_api::difference_square, {}, {}, {}, {}},
};

int execute(PyObject* module) {
    core = static_cast<const c_api*>(PyCapsule_Import(c_api::capsule, 0));
    if (core == nullptr || _import_array() < 0 || _import_umath() < 0) return -1;
    for (ufunc& u : ufuncs) {
        for (int i = 0; i < type_count; ++i) {
            u.loops[i] = {u.run, types[i].dtype, types[i].size};
            u.contexts[i] = &u.loops[i];
            u.functions[i] = run_loop;
            for (int k = 0; k < 3; ++k) u.codes[3 * i + k] = types[i].code;
        }
        PyObject* made = PyUFunc_FromFuncAndData(u.functions, u.contexts, u.codes, type_count, 2, 1, PyUFunc_None,
                                                 u.name, u.text, 0);
        if (made == nullptr) return -1;
        const int added = PyModule_AddObjectRef(module, u.name, made);
        Py_DECREF(made);
        if (added < 0) return -1;
    }
    return 0;
}

PyModuleDef_Slot slots[] = {{Py_mod_exec, reinterpret_cast<void*>(execute)}, {0, nullptr}};
PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "lanewise.ufuncs", nullptr, 0, nullptr, slots, nullptr, nullptr, nullptr};

} // namespace

PyMODINIT_FUNC PyInit_ufuncs() {
    return PyModuleDef_Init(&definition);
}
