"""Draws the charts of RESULTS/peers.json and RESULTS/same_bits.json, as peers/measure.py has written them.

    charts.py RESULTS

Each is an SVG of its own panel, light or dark as the page is, with text of a size that a telephone shows.
"""

import json
import math
import re
import sys
import textwrap
from pathlib import Path

import matplotlib

matplotlib.use("agg")  # whose sizes of text are those of an SVG in the same font
import matplotlib.pyplot as plt  # noqa: E402

WIDTH = 420  # pixels: little more than a telephone's
INK, MUTED, GRID, PANEL = "#1f2328", "#59636e", "#d1d9e0", "#ffffff"
DARK = {INK: "#f0f6fc", MUTED: "#9198a1", GRID: "#3d444d", PANEL: "#151b23"}
ON_COLOUR = "#0d1117"  # text on a coloured cell, the same in light and dark
OURS, BEHIND, NEUTRAL, WRONG = "#4c9be8", "#f0a05a", "#b9c4ce", "#e5534b"
COLOURS = {"lanewise": OURS, "by hand": "#8c959f", "memcpy": "#8c959f", "Eigen": "#d9822b", "xtensor": "#a371f7",
           "XNNPACK": "#d4a72c", "torch": "#e5534b", "oneDNN": "#2da44e", "OpenCV": "#bf3989", "NumPy": "#1b9e9e"}

plt.rcParams.update({
    "svg.fonttype": "none", "svg.hashsalt": "lanewise", "font.family": "sans-serif", "font.size": 11,
    "font.sans-serif": ["DejaVu Sans"], "figure.dpi": 72, "text.color": INK, "axes.labelcolor": INK,
    "axes.edgecolor": MUTED, "xtick.color": MUTED, "ytick.color": MUTED, "xtick.labelcolor": INK,
    "ytick.labelcolor": INK, "grid.color": GRID, "axes.facecolor": "none", "figure.facecolor": PANEL,
    "axes.spines.top": False, "axes.spines.right": False, "axes.titlesize": 11, "axes.titlelocation": "left",
    "axes.titleweight": "bold",
})


def columns_of(case):
    """{column: result} of a case: what goes by two names in one library is the faster of the two."""
    columns = {}
    for peer, result in case["peers"].items():
        name = {"loops": "by hand", "loops, streaming": "by hand", "Eigen Tensor": "Eigen"}.get(peer, peer)
        if name not in columns or result["ns"] < columns[name]["ns"]:
            columns[name] = result
    return columns


def short(value):
    """Two digits, or three characters."""
    if value >= 950:
        return f"{value / 1000:.1f}k"
    return f"{value:.0f}" if value >= 9.95 else f"{value:.1f}" if value >= 0.95 else f"{value:.2f}"


def is_wrong(case, result):
    """pow is allowed one unit in the last place; a difference has one right value."""
    if case.startswith("pow"):
        return result["max_ulp"] is None or result["max_ulp"] > 1
    return result["different"] > 0


class Chart:
    """A figure with a title above and a caption below, whose heights are in pixels."""

    def __init__(self, title, height, caption, explanation=""):
        self.caption = caption
        self.lines = textwrap.wrap(caption, 72, break_on_hyphens=False)
        self.intro = textwrap.wrap(explanation, 68, break_on_hyphens=False)
        self.bottom = 14 + 13 * len(self.lines)
        self.top = 34 + 14 * len(self.intro)
        self.height = self.top + height + self.bottom
        self.figure = plt.figure(figsize=(WIDTH / 72, self.height / 72))
        self.text(12, 22, title, size=13, weight="bold")
        for i, line in enumerate(self.intro):
            self.text(12, 40 + 14 * i, line, size=10.5, color=MUTED)
        for i, line in enumerate(self.lines):
            self.text(12, self.height - self.bottom + 16 + 13 * i, line, size=10, color=MUTED)

    def text(self, x, y, content, **style):
        self.figure.text(x / WIDTH, 1 - y / self.height, content, **style)

    def axes(self, left, top, width, height):
        """In pixels, top counted from below the title."""
        top += self.top
        return self.figure.add_axes((left / WIDTH, 1 - (top + height) / self.height, width / WIDTH,
                                     height / self.height))

    def save(self, path):
        self.figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})
        plt.close(self.figure)
        svg = path.read_text()
        dark = "".join(f'[style*="fill: {light}"]{{fill:{colour}!important}}'
                       f'[style*="stroke: {light}"]{{stroke:{colour}!important}}' for light, colour in DARK.items())
        style = f"<style>@media (prefers-color-scheme:dark){{{dark}}}</style>"
        svg = re.sub(r"(<svg [^>]*>)", lambda match: match[1] + style, svg, count=1)
        svg = svg.replace("'DejaVu Sans'", "system-ui, 'Segoe UI', 'DejaVu Sans'")
        svg = re.sub(r'width="([\d.]+)pt" height="([\d.]+)pt"', r'width="\1" height="\2"', svg)  # a point is a pixel
        path.write_text(svg)


def caption_of(results, *names, level="-O3"):
    versions = results["versions"]
    said = ", ".join(f"{name} {versions[name]}".strip() for name in names if name in versions)
    compiler = results["compiler"].replace("GNU", "g++").replace("-O3", level)
    return f"{results['processor']}, {compiler}, {results['date']}. {said}."


def heat_map(results, title, groups, explanation):
    order = ["by hand", "Eigen", "xtensor", "XNNPACK", "torch", "oneDNN", "OpenCV", "NumPy"]
    rows = [(name, 1 if group == "calls" else case["elements"], columns_of(case)) for group in groups
            for name, case in results["groups"].get(group, {}).items()]
    columns = [name for name in order if any(name in found for _, _, found in rows)]
    left, cell, line = 142, (WIDTH - 142 - 46 - 14) / len(columns), 19
    chart = Chart(title, 66 + line * len(rows), caption_of(results, "lanewise", *columns), explanation)
    axes = chart.axes(0, 0, WIDTH, 66 + line * len(rows))
    axes.set_xlim(0, WIDTH)
    axes.set_ylim(66 + line * len(rows), 0)
    axes.axis("off")
    axes.text(left + 22, 60, "lanewise, ns", rotation=55, ha="left", va="bottom", rotation_mode="anchor", size=10)
    for i, name in enumerate(columns):
        axes.text(left + 46 + cell * (i + 0.5), 60, name, rotation=55, ha="left", va="bottom", rotation_mode="anchor",
                  size=10)
    for row, (name, elements, found) in enumerate(rows):
        y = 66 + line * row
        axes.text(left - 6, y + line / 2, name, ha="right", va="center", size=10)
        ours = found["lanewise"]["ns"]
        axes.text(left + 40, y + line / 2, f"{ours / elements:.2f}" if ours / elements < 9.95 else
                  f"{ours / elements:.0f}", ha="right", va="center", size=10, weight="bold")
        for i, column in enumerate(columns):
            if column not in found:
                continue
            times = found[column]["ns"] / ours
            wrong = is_wrong(name, found[column])
            strength = min(abs(math.log2(times)) / 5, 1)
            colour = NEUTRAL if wrong or abs(math.log2(times)) < 0.138 else OURS if times > 1 else BEHIND
            alpha = 0.55 if colour == NEUTRAL else 0.35 + 0.65 * strength
            fill = [alpha * int(colour[k:k + 2], 16) / 255 + (1 - alpha) * 0.93 for k in (1, 3, 5)]
            axes.add_patch(plt.Rectangle((left + 46 + cell * i + 1, y + 1), cell - 2, line - 2, facecolor=fill))
            text = ("≠" if wrong else "") + short(times)
            axes.text(left + 46 + cell * (i + 0.5), y + line / 2, text, ha="center", va="center", color=ON_COLOUR,
                      size=8 if wrong and len(text) > 3 else 9.5)
    return chart


def layouts(results):
    return heat_map(results, "subtract of float32, by layout", ["layouts"],
                    "Time of each library over lanewise's: blue where lanewise is faster, orange where it is slower, "
                    "grey within 10%. Empty: it has no such call. First column: lanewise's nanoseconds per element.")


def dtypes(results):
    return heat_map(results, "Other dtypes, and small calls", ["dtypes", "calls", "threads"],
                    "Time of each library over lanewise's: blue where lanewise is faster, orange where it is slower. "
                    "≠: the values are others; OpenCV and oneDNN saturate, oneDNN takes int32 through float32. First "
                    "column: lanewise's nanoseconds per element, of the small calls those of a call.")


def place_labels(axes, points):
    """Names beside their points, where neither other names nor points are; one label where points touch."""
    axes.figure.canvas.draw()
    renderer = axes.figure.canvas.get_renderer()
    groups = []
    for x, y, name in sorted(points):
        place = axes.transData.transform((x, y))
        if groups and math.dist(groups[-1]["place"], place) < 12 and "lanewise" not in (name, *groups[-1]["names"]):
            groups[-1]["names"].append(name)
        else:
            groups.append({"place": place, "at": (x, y), "names": [name]})
    taken = [axes.transData.transform(point[:2]) for point in points]
    inside = axes.get_window_extent(renderer)
    boxes = []
    for group in groups:
        for dx, dy, align in ((9, -4, "left"), (0, 8, "center"), (0, -16, "center"), (-9, -4, "right"), (9, 8, "left"),
                              (-9, 8, "right"), (9, -16, "left"), (-9, -16, "right"), (0, -30, "center"),
                              (0, 22, "center")):
            label = axes.annotate(", ".join(group["names"]), group["at"], (dx, dy), textcoords="offset pixels",
                                  ha=align, size=10,
                                  bbox={"facecolor": PANEL, "edgecolor": "none", "pad": 0.5},
                                  weight="bold" if group["names"] == ["lanewise"] else "normal")
            box = label.get_window_extent(renderer)
            hides = any(box.padded(3).overlaps(other) for other in boxes)
            hides = hides or any(box.padded(5).contains(*point) for point in taken)
            if (not hides and inside.x0 <= box.x0 and box.x1 <= inside.x1 + 30 and inside.y0 <= box.y0) or dy == 22:
                break
            label.remove()
        boxes.append(box)


def pow_error(results):
    panels = [("float32", "float32, two arrays"), ("float64", "float64, two arrays"),
              ("float32, exponent 2.2", "float32, one exponent: 2.2")]
    names = ["lanewise", "glibc", "SLEEF", "libmvec", "xsimd", "xtensor", "Eigen", "torch", "oneDNN", "OpenCV", "NumPy"]
    height = 218
    chart = Chart("pow: maximum error and time", height * len(panels),
                  f"Error: {results['sample']:,} pairs against MPFR (float64 half as many, one exponent a quarter), "
                  "half of two arrays' pairs over the full range. OpenCV has no pow of two arrays: exp(y log x). "
                  + caption_of(results, *names),
                  "Left and low is better. The dotted line is half a unit in the last place (ULP): correctly rounded.")
    for i, (case, title) in enumerate(panels):
        axes = chart.axes(60, height * i + 22, WIDTH - 60 - 30, height - 70)
        found = results["groups"]["pow"][case]
        axes.set_title(title)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.grid(which="major", linewidth=0.6)
        axes.axhline(0.5, color=MUTED, linewidth=1.2, linestyle=":")
        points = []
        for name in names:
            if name in found["peers"]:
                result = found["peers"][name]
                points.append((result["ns"] / found["elements"], max(result["max_ulp"], 0.5), name))
        for x, y, name in points:
            ours = name == "lanewise"
            axes.plot(x, y, "o", markersize=9 if ours else 7, color=OURS if ours else NEUTRAL, markeredgecolor=MUTED,
                      markeredgewidth=0.6, zorder=3)
        axes.set_xlim(min(p[0] for p in points) / 1.6, max(p[0] for p in points) * 1.7)
        axes.set_ylim(0.03, 4 * max(p[1] for p in points))
        ticks = [t for t in (0.5, 1, 2, 5, 10, 20, 50) if axes.get_xlim()[0] < t < axes.get_xlim()[1]]
        axes.set_xticks(ticks, [f"{t:g}" for t in ticks])
        axes.set_xticks([], minor=True)
        axes.set_yticks([], minor=True)
        high = [t for t in (0.5, 5, 50, 500, 5000, 50000) if t < axes.get_ylim()[1]]
        axes.set_yticks(high, [f"{t:g}" for t in high])
        axes.set_ylabel("maximum ULP")
        axes.set_xlabel("nanoseconds per element")
        place_labels(axes, points)
    return chart


def throughput(results):
    cases = sorted(results["groups"]["sizes"].items(), key=lambda item: int(item[0]))
    names = ["by hand", "Eigen", "xtensor", "XNNPACK", "torch", "oneDNN", "OpenCV", "NumPy", "lanewise"]
    height = 330
    chart = Chart("subtract of float32: throughput by size", height,
                  "Bytes are those of both inputs and the result. By hand: a loop, with stores past the caches where "
                  "that is faster. " + caption_of(results, *names),
                  "Two contiguous arrays, one core. Dashed: memcpy of as many bytes and the hand-written loop, "
                  "measured in the same run, are the limits of the machine's memory.")
    axes = chart.axes(46, 8, WIDTH - 46 - 12, height - 108)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.grid(which="major", linewidth=0.6)
    for name in ["memcpy"] + names:
        line = []
        for _, case in cases:
            result = columns_of(case).get(name)
            if result:
                line.append((12 * case["elements"], result["bytes"] / result["ns"]))
        style = {"linewidth": 3} if name == "lanewise" else {"linewidth": 1.5}
        if name in ("memcpy", "by hand"):
            style = {"linewidth": 2, "linestyle": (0, (2, 2)) if name == "memcpy" else (0, (5, 2))}
        if line:
            axes.plot(*zip(*line), color=COLOURS[name], label=name, zorder=3 if name == "lanewise" else 2, **style)
    low, high = axes.get_ylim()
    ticks = [t for t in (1, 2, 5, 10, 20, 50, 100, 200, 500) if low < t < high]
    axes.set_yticks(ticks, [str(t) for t in ticks])
    axes.set_yticks([], minor=True)
    axes.set_ylabel("GB/s")
    sizes = [12 * 4 ** k for k in range(4, 13)]
    axes.set_xticks(sizes, [f"{s >> 20} MiB" if s >= 1 << 20 else f"{s / 1024:g} KiB" for s in sizes], rotation=35,
                    ha="right", rotation_mode="anchor", size=10)
    axes.set_xticks([], minor=True)
    chart.figure.legend(loc="lower center", bbox_to_anchor=(0.5, (chart.bottom + 2) / chart.height), ncol=5,
                        frameon=False, fontsize=10, handlelength=1.6, columnspacing=1.0, handletextpad=0.4)
    return chart


def bars(axes, rows, form, maximum):
    axes.set_xlim(0, maximum * 1.18)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    for i, (name, value) in enumerate(rows):
        axes.barh(i, value, height=0.66, color=OURS if name.startswith("lanewise") else NEUTRAL)
        axes.text(value + maximum * 0.015, i, form(value), va="center", size=10)
    axes.set_yticks(range(len(rows)), [name for name, _ in rows], size=10.5)
    axes.tick_params(axis="y", length=0)
    axes.set_xticks([])
    axes.spines["bottom"].set_visible(False)


def compile_cost(results):
    rows = list(results["compile"].items())
    height = 19 * len(rows) + 26
    chart = Chart("What one call costs to compile", 2 * height + 8,
                  "Code is the object's text: torch, oneDNN, OpenCV are libraries and have theirs elsewhere. "
                  + caption_of(results, "lanewise", "xsimd", "Eigen", "xtensor", "torch", "oneDNN", "OpenCV",
                               level="-O2"),
                  "A source with one subtract of float32 arrays, or what else is named.")
    for i, (what, title, form) in enumerate([("seconds", "Seconds of processor time", lambda v: f"{v:.1f}"),
                                             ("code", "Kilobytes of code", lambda v: f"{v / 1000:.1f}")]):
        axes = chart.axes(140, height * i + 22, WIDTH - 150, height - 26)
        axes.set_title(title)
        bars(axes, [(name, cost[what]) for name, cost in rows], form, max(cost[what] for _, cost in rows))
    return chart


def numpy(results):
    rows = [("two arrays, from memory", "layouts", "from memory"),
            ("two arrays, in the L2 cache", "layouts", "in the L2 cache"),
            ("planes minus a mean each", "layouts", "planes minus means"),
            ("a transposed matrix minus a row", "layouts", "transposed minus a row"),
            ("points minus their centre", "layouts", "points minus centre"),
            ("uint8 image minus its mean colour", "dtypes", "uint8 image - colour"),
            ("two arrays of float16", "dtypes", "float16"),
            ("two uint8 images' difference²", "dtypes", "uint8 images' squares"),
            ("pow with one exponent", "pow", "float32, exponent 2.2"),
            ("pow of two float64 arrays", "pow", "float64")]
    found = []
    for label, group, name in rows:
        case = results["groups"][group][name]
        ours = case["peers"]["lanewise"]["ns"]
        found.append((label, case["peers"]["NumPy"]["ns"] / ours, ours / case["elements"]))
    found.sort(key=lambda row: -row[1])
    line, left, unit = 24, 200, 22
    chart = Chart("Times faster than NumPy, on one core", 26 + line * len(found),
                  "Both write to an existing array; NumPy is told to widen uint8 and float16 first, which is its "
                  "faster way. float32 where no dtype is named. " + caption_of(results, "lanewise", "NumPy"))
    axes = chart.axes(0, 0, WIDTH, 26 + line * len(found))
    axes.set_xlim(0, WIDTH)
    axes.set_ylim(26 + line * len(found), 0)
    axes.axis("off")
    axes.text(WIDTH - 12, 12, "ns", ha="right", va="center", size=10, color=MUTED)
    for times in (1, 2, 5, 10, 20, 50):
        x = left + unit * math.log2(times)
        axes.plot((x, x), (22, 26 + line * len(found)), color=MUTED if times == 1 else GRID, linewidth=1, zorder=1)
        axes.text(x, 12, "equal" if times == 1 else f"{times}x", ha="center", va="center", size=10, color=MUTED)
    for i, (label, times, ours) in enumerate(found):
        y = 26 + line * (i + 0.5)
        length = unit * math.log2(times)
        axes.text(left - 8 + min(0, length), y, label, ha="right", va="center", size=10.5)
        axes.add_patch(plt.Rectangle((left + min(0, length), y - 7), abs(length), 14, zorder=2,
                                     facecolor=OURS if times > 1 else BEHIND))
        axes.text(left + max(0, length) + 5, y, short(times) + "x", va="center", size=10.5, weight="bold",
                  bbox={"facecolor": PANEL, "edgecolor": "none", "pad": 1.5}, zorder=3)
        axes.text(WIDTH - 12, y, f"{ours:.2f}", ha="right", va="center", size=10, color=MUTED)
    return chart


def same_bits(results, rows):
    compilers = list(dict.fromkeys(row["compiler"] for row in rows))
    targets = list(dict.fromkeys(row["target"] for row in rows))
    top, line, left = 74, 24, 128
    cell = min((WIDTH - left - 12) / len(compilers), 90)
    right = sum(row["hashes"][0] for row in rows)
    of = sum(row["hashes"][1] for row in rows)
    chart = Chart("The same bits", top + line * len(targets),
                  f"{right} of {of} hashes as expected, the same in each build. A hash is of an operator on a dtype, "
                  "over rows of 0 to 70 elements, offsets, strides of both signs, in place, transposed, broadcast, and "
                  f"cut for four threads, with every option and exponent. Grey: compiled, not run. {results['date']}.",
                  "Hashes of all results, by instruction set and compiler. An element's bits depend on its operands "
                  "alone: not on its place in a register, a row or a thread's part.")
    axes = chart.axes(0, 0, WIDTH, top + line * len(targets))
    axes.set_xlim(0, WIDTH)
    axes.set_ylim(top + line * len(targets), 0)
    axes.axis("off")
    for i, compiler in enumerate(compilers):
        axes.text(left + cell * (i + 0.5) - 6, top - 6, compiler, rotation=35, ha="left", va="bottom",
                  rotation_mode="anchor", size=10)
    for k, target in enumerate(targets):
        y = top + line * k
        axes.text(left - 6, y + line / 2, target, ha="right", va="center", size=10)
        for i, compiler in enumerate(compilers):
            here = [row for row in rows if row["target"] == target and row["compiler"] == compiler]
            if not here:
                continue
            passed, total = (sum(row["hashes"][n] for row in here) for n in (0, 1))
            colour = NEUTRAL if total == 0 else "#57ab5a" if passed == total else WRONG
            axes.add_patch(plt.Rectangle((left + cell * i + 1, y + 1), cell - 2, line - 2, facecolor=colour))
            axes.text(left + cell * (i + 0.5), y + line / 2, f"{passed}/{total}" if total else "built", ha="center",
                      va="center", size=10, color=ON_COLOUR)
    return chart


CHARTS = {"layouts": layouts, "dtypes": dtypes, "pow": pow_error, "throughput": throughput, "compile": compile_cost,
          "numpy": numpy}


def main():
    folder = Path(sys.argv[1])
    results = json.loads((folder / "peers.json").read_text())
    for name, draw in CHARTS.items():
        if name == "numpy" and "NumPy" not in results["versions"]:
            continue
        draw(results).save(folder / f"{name}.svg")
    bits = folder / "same_bits.json"
    if bits.exists():
        same_bits(results, json.loads(bits.read_text())).save(folder / "same_bits.svg")


if __name__ == "__main__":
    main()
