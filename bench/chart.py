"""Times lanewise beside NumPy, and draws README.md's chart of how many times faster it is.

    chart.py LIBRARY BUILT_WITH OUTPUT.svg

LIBRARY is built from chart_calls.cpp; BUILT_WITH names the compiler and its flags, for the caption. Both sides work on
the same arrays, in turns, on one core, and neither allocates its result. A time is the least of many. NumPy's time has
its call from Python in it, 0.4 us or so, and lanewise's a call through ctypes for as many calls as take 0.2 ms.
"""

import ctypes
import math
import os
import platform
import re
import sys
import time
from html import escape

import numpy as np

SECONDS_PER_ROW = 8
random = np.random.default_rng(1)


def float32(*shape):
    return random.uniform(0.5, 8, shape).astype(np.float32)


def uint8(*shape):
    return random.integers(0, 256, shape, np.uint8)


def widened_subtract(a, b, out):
    np.copyto(out, a)
    np.subtract(out, b, out=out)


def widened_difference_square(a, b, out):
    widened_subtract(a, b, out)
    np.multiply(out, out, out=out)


def half_subtract(a, b, out):
    np.subtract(a, b, out=out, dtype=np.float32, casting="same_kind")


# What the row is, the function of chart_calls.cpp, its operands and the dtype of its result, and NumPy's way to say it.
# Calls are short, so that some run undisturbed; only the first row's arrays are larger than caches are.
ROWS = [
    ("two arrays, from memory", "(8388608) - (8388608)", "subtract_float32",
     lambda: (float32(1 << 23), float32(1 << 23)), np.float32, np.subtract),
    ("two arrays, in the L2 cache", "(32768) - (32768)", "subtract_float32",
     lambda: (float32(1 << 15), float32(1 << 15)), np.float32, np.subtract),
    ("planes minus a mean each", "(8,64,56,56) - (64,1,1)", "subtract_float32",
     lambda: (float32(8, 64, 56, 56), float32(64, 1, 1)), np.float32, np.subtract),
    ("a transposed matrix minus a row", "(1000,1000) transposed - (1000)", "subtract_float32",
     lambda: (float32(1000, 1000).T, float32(1000)), np.float32, np.subtract),
    ("points minus their centre", "(100000,2) - (2)", "subtract_float32",
     lambda: (float32(100000, 2), float32(2)), np.float32, np.subtract),
    ("an image minus its mean colour", "(192,256,3) uint8 - (3) float32", "subtract_uint8_float32",
     lambda: (uint8(192, 256, 3), float32(3)), np.float32, widened_subtract),
    ("two arrays of half precision", "(100000) - (100000), float16", "subtract_float16",
     lambda: (float32(100000).astype(np.float16), float32(100000).astype(np.float16)), np.float16, half_subtract),
    ("two images' difference, squared", "(192,256,3), uint8 into float32", "difference_square_uint8",
     lambda: (uint8(192, 256, 3), uint8(192, 256, 3)), np.float32, widened_difference_square),
    ("pow with one exponent", "pow((100000), 2.2)", "pow_float32_number",
     lambda: (float32(100000), np.array(2.2, np.float32)), np.float32, np.power),
    ("pow of two arrays", "pow((100000), (100000)), float64", "pow_float64",
     lambda: (random.uniform(0.5, 8, 100000), random.uniform(-4, 4, 100000)), np.float64, np.power),
]


class Array(ctypes.Structure):
    """The struct of this name in chart_calls.cpp."""

    _fields_ = [("data", ctypes.c_void_p), ("rank", ctypes.c_int64), ("shape", ctypes.c_int64 * 8),
                ("steps", ctypes.c_int64 * 8)]

    def __init__(self, array):
        steps = [step // array.itemsize for step in array.strides]
        super().__init__(array.ctypes.data, array.ndim, tuple(array.shape), tuple(steps))


def measure(function, operands, dtype, numpy_function):
    """Nanoseconds for an element: NumPy's and lanewise's."""
    a, b = operands()
    out = np.empty(np.broadcast_shapes(a.shape, b.shape), dtype)
    arrays = [ctypes.byref(Array(array)) for array in (a, b, out)]

    def numpy_calls(repeats):
        for _ in range(repeats):
            numpy_function(a, b, out=out)

    def lanewise_calls(repeats):
        function(ctypes.c_int64(repeats), *arrays)

    def seconds(calls, repeats):
        begin = time.perf_counter()
        calls(repeats)
        return (time.perf_counter() - begin) / repeats

    numpy_calls(1)
    expected = out.copy()
    out[...] = 0
    lanewise_calls(1)
    # NumPy's pow is not correctly rounded; all else is the same to the bit.
    tolerance = 4 * np.finfo(dtype).eps if numpy_function is np.power else 0
    np.testing.assert_allclose(out, expected, rtol=tolerance)

    sides = [(calls, max(1, round(2e-4 / seconds(calls, 3)))) for calls in (numpy_calls, lanewise_calls)]
    least = [math.inf, math.inf]
    end = time.perf_counter() + SECONDS_PER_ROW
    while time.perf_counter() < end:
        least = [min(time_so_far, seconds(*side)) for time_so_far, side in zip(least, sides)]
    return [1e9 * time_of_call / out.size for time_of_call in least]


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            facts = dict(re.findall(r"^(\w[\w ]*?)\s*: (.*)$", file.read(), re.MULTILINE))
    except OSError:
        return platform.machine()
    zen_3 = facts.get("cpu family") == "25" and int(facts["model"]) in (*range(0x10), *range(0x20, 0x60))
    return facts.get("model name", platform.machine()) + (" (Zen 3)" if zen_3 else "")


WIDTH, TOP, ROW = 800, 76, 36
LABELS, EQUAL, DOUBLING, NUMPY, LANEWISE = 16, 292, 45, 702, 784  # x: labels, the bars' 1 and the width of x2, columns

STYLE = """
    text { font: 13px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1f2328 }
    .title { font-size: 16px; font-weight: 600 }
    .small { font-size: 11px; fill: #59636e }
    .number { text-anchor: end }
    .middle { text-anchor: middle }
    .panel { fill: #ffffff; stroke: #d1d9e0 }
    .grid { stroke: #d1d9e0 }
    .equal { stroke: #59636e }
    .bar { fill: #2f7dd1 }
    .times { paint-order: stroke; stroke: #ffffff; stroke-width: 6px }
    @media (prefers-color-scheme: dark) {
        text { fill: #f0f6fc }
        .small { fill: #9198a1 }
        .times { stroke: #151b23 }
        .panel { fill: #151b23; stroke: #3d444d }
        .grid { stroke: #3d444d }
        .equal { stroke: #9198a1 }
    }
"""


def draw(rows, captions):
    """An SVG of (label, what, NumPy's time, lanewise's time): a panel of its own, readable on any page."""
    bottom = TOP + ROW * len(rows)
    height = bottom + 22 + 15 * len(captions)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
             f'viewBox="0 0 {WIDTH} {height}">', f"<style>{STYLE}</style>"]

    def text(x, y, content, kind=""):
        lines.append(f'<text x="{x:g}" y="{y:g}"' + (f' class="{kind}"' if kind else "") + f">{escape(content)}</text>")

    lines.append(f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="6" class="panel"/>')
    text(LABELS, 28, "Times faster than NumPy, on one core", "title")
    text(LANEWISE, 28, "nanoseconds per element", "number small")
    text(NUMPY, 60, "NumPy", "number small")
    text(LANEWISE, 60, "lanewise", "number small")
    for times in (1, 2, 5, 10, 20, 50, 100):
        x = EQUAL + DOUBLING * math.log2(times)
        lines.append(f'<path d="M{x:.1f} {TOP - 8}V{bottom}" class="{"equal" if times == 1 else "grid"}"/>')
        text(round(x, 1), 60, "equal" if times == 1 else f"{times}x", "middle small")
    for i, (label, what, numpy_time, lanewise_time) in enumerate(rows):
        y = TOP + ROW * i
        times = numpy_time / lanewise_time
        length = DOUBLING * math.log2(times)
        text(LABELS, y + 13, label)
        text(LABELS, y + 27, what, "small")
        text(round(EQUAL + max(0, length) + 6, 1), y + 18.5, f"{times:.{1 if times < 9.95 else 0}f}x", "times")
        x = EQUAL + min(0, length)
        lines.append(f'<rect x="{x:.1f}" y="{y + 5}" width="{abs(length):.1f}" height="18" class="bar"/>')
        for x, value in ((NUMPY, numpy_time), (LANEWISE, lanewise_time)):
            text(x, y + 18.5, f"{value:#.2g}".rstrip("."), "number")
    for i, caption in enumerate(captions):
        text(LABELS, bottom + 20 + 15 * i, caption, "small")
    return "\n".join([*lines, "</svg>", ""])


def main():
    library_path, built_with, output = sys.argv[1:]
    library = ctypes.CDLL(library_path)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rows = []
    for label, what, function, *how in ROWS:
        rows.append((label, what, *measure(getattr(library, function), *how)))
        print("{:36}{:44}NumPy {:7.3f} ns  lanewise {:7.3f} ns".format(*rows[-1]), flush=True)
    rows.sort(key=lambda row: row[3] / row[2])
    captions = [
        f"{processor()}; NumPy {np.__version__}; lanewise compiled by {built_with}. float32 where no dtype is named.",
        "Both write to an existing array. NumPy is told to widen uint8 and float16 first, which is its faster way.",
        "Least of many times, in turns, on the same arrays, which are in cache where the row does not say otherwise.",
    ]
    with open(output, "w", encoding="utf-8") as file:
        file.write(draw(rows, captions))


if __name__ == "__main__":
    main()
