"""Microseconds of calls with out, beside NumPy's: the best of several rounds. Usage: PYTHONPATH=BUILD timings.py"""

import time
import timeit

import numpy as np

import lanewise
import lanewise.ufuncs


def best(calls, number, seconds):
    times = [float("inf")] * len(calls)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        times = [min(t, timeit.timeit(call, number=number) / number) for t, call in zip(times, calls)]
    return " ".join(f"{1e6 * t:12.2f}" for t in times)


print("on", lanewise.arch())
print("function dtype      elements " + " ".join(f"{s:>12}" for s in ("NumPy", "lanewise", "2 threads", "ufunc")))
for name, theirs in (("subtract", np.subtract), ("pow", np.power)):
    for dtype in ("float32", "float64"):
        for size in (8, 1000, 1_000_000, 16_000_000):
            random = np.random.default_rng(1)
            x, y = (random.random(size).astype(dtype) + 0.5 for _ in range(2))
            out = np.empty_like(x)
            ours, ufunc = getattr(lanewise, name), getattr(lanewise.ufuncs, name)
            calls = (lambda: theirs(x, y, out), lambda: ours(x, y, out), lambda: ours(x, y, out, threads=2),
                     lambda: ufunc(x, y, out))
            print(f"{name:8} {dtype} {size:11} {best(calls, max(1, 10000 // size), 4)}", flush=True)
