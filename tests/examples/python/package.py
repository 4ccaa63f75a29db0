"""subtract, pow and difference_square on any strided arrays, with NumPy's broadcasting.

Arguments are whatever has the buffer protocol (NumPy's arrays, memoryview, array.array, ...) or __dlpack__ (PyTorch's
and JAX's tensors in memory, ...), and Python's numbers. lanewise.ufuncs has the same three as NumPy ufuncs.
"""

from ._core import Array, arch, difference_square, pow, subtract

__all__ = ["Array", "arch", "difference_square", "pow", "subtract", "ufuncs"]


def __getattr__(name):
    if name == "ufuncs":  # imports NumPy
        import importlib

        return importlib.import_module(".ufuncs", __name__)
    raise AttributeError(f"module 'lanewise' has no attribute {name!r}")
