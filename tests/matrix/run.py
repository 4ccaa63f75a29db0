#!/usr/bin/env python3
"""Builds and runs the tests for each row of rows.py, and prints README's table of where lanewise runs.

    tests/matrix/run.py                 every row; hours
    tests/matrix/run.py --short         what a change has to pass: a few rows, minutes
    tests/matrix/run.py --only avx512 mingw
    tests/matrix/run.py --table         the table of what has been run so far, and nothing else

A row whose tools are missing is left out, by the name of the Debian package that brings them. What this processor
cannot run is compiled. Exit status 1 where a row fails. Everything lies in build/matrix, and ccache is used where there
is one.
"""

import argparse
import concurrent.futures
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

from rows import HASHES, PACKAGES, ROWS

TESTS = Path(__file__).resolve().parent.parent
ROOT = TESTS.parent
BUILD = ROOT / "build" / "matrix"
GOOGLETEST = Path("/usr/src/googletest/googletest")  # Debian's, as source: for targets that have no package of it
DTYPES = "float16 bfloat16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64".split()
GOOGLETEST_INCLUDE = ["-isystem", GOOGLETEST / "include"]
WARNINGS = "-Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Werror"

ONE_AT_A_TIME = threading.Lock()  # for what rows share
WORKERS = None  # compilers and programs at a time


def each(function, arguments):
    """function of each argument, side by side."""
    with concurrent.futures.ThreadPoolExecutor(32) as pool:
        return list(pool.map(function, arguments))


class Missing(Exception):
    """What a row cannot do without, and how to get it."""


def tool(name):
    for path in (shutil.which(name), f"/usr/lib/wine/{name}"):
        if path and os.path.exists(path):
            return path
    raise Missing(f"no {name} (apt-get install {PACKAGES.get(name, name)})")


def run(command, log, **options):
    """The exit status and the output, which the log keeps."""
    with WORKERS:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **options)
    with open(log, "a") as file:
        file.write(f"$ {' '.join(map(str, command))}\n{done.stdout}\n")
    return done.returncode, done.stdout


def xsimd_include(version):
    """A folder that holds xsimd's headers and nothing else, so that it serves cross compilers, too."""
    folder = BUILD / f"xsimd-{version or 'installed'}"
    if version:
        if not (folder / "usr/include/xsimd").exists():
            code, _ = run([ROOT / "cmake/fetch-xsimd.sh", version, folder], BUILD / "xsimd.log")
            if code != 0:
                raise Missing(f"no Debian suite offers xsimd {version}")
        return folder / "usr/include"
    if not os.path.isdir("/usr/include/xsimd"):
        raise Missing("no xsimd (apt-get install libxsimd-dev)")
    folder.mkdir(exist_ok=True)
    if not (folder / "xsimd").exists():
        (folder / "xsimd").symlink_to("/usr/include/xsimd")
    return folder


def xsimd_version(include):
    text = (include / "xsimd/config/xsimd_config.hpp").read_text()
    return ".".join(re.search(rf"#define XSIMD_VERSION_{part} (\d+)", text)[1] for part in ("MAJOR", "MINOR"))


def compiler_name(path, row):
    version = subprocess.run([path, "-dumpfullversion", "-dumpversion"], capture_output=True, text=True).stdout.strip()
    name = f"{row.compiler} {version.split('-')[0]}"
    if "libc++" in row.flags:
        macros = subprocess.run([path, "-stdlib=libc++", "-xc++", "-E", "-dM", "-include", "version", "/dev/null"],
                                capture_output=True, text=True).stdout
        library = int(re.search(r"_LIBCPP_VERSION (\d+)", macros)[1])
        name += f", libc++ {library // 1000 if library < 160000 else library // 10000}"
    return name


def lacking(needs):
    """What the processor at hand would need and does not have."""
    with open("/proc/cpuinfo") as file:
        has = set(re.search(r"^(?:flags|Features)\s*:(.*)$", file.read(), re.M)[1].split())
    return [flag for flag in needs.split() if flag not in has]


def sources_of(row):
    found = []
    for pattern in row.tests:
        matches = sorted(glob.glob(pattern, root_dir=TESTS, recursive=True))
        if not matches:
            sys.exit(f"{row.name}: no test is called {pattern}")
        found += [p for p in matches if p not in found]
    return found


class Builder:
    def __init__(self, row):
        self.folder = BUILD / row.name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.log = self.folder / "log.txt"
        self.log.write_text("")
        self.compiler = tool(row.compiler)
        with ONE_AT_A_TIME:
            self.include = xsimd_include(row.xsimd)
        self.row = row
        ccache = shutil.which("ccache")
        self.command = ([ccache] if ccache else []) + [self.compiler, f"-std={row.standard}", *row.flags.split()]
        self.libraries = row.libraries.split()
        self.shared_flags = []
        self.shared_objects = []
        if row.library_package:
            probe = self.folder / "probe.cpp"
            probe.write_text("#include <vector>\nint main() {}\n")
            if not self.compile(probe, self.folder / "probe.o"):
                raise Missing(f"no standard library for it (apt-get install {row.library_package})")

    def compile(self, source, object_file, *flags):
        return run([*self.command, *flags, "-c", source, "-o", object_file], self.log, cwd=ROOT)[0] == 0

    def googletest(self):
        """GoogleTest as this row's compiler makes it, or None."""
        if not GOOGLETEST.exists():
            raise Missing("no sources of GoogleTest (apt-get install googletest)")
        objects = []
        for name in ("gtest-all", "gtest_main"):
            objects.append(self.folder / f"{name}.o")
            if not self.compile(GOOGLETEST / "src" / f"{name}.cc", objects[-1], f"-I{GOOGLETEST}", *GOOGLETEST_INCLUDE):
                return None
        return objects

    def flags(self):
        return [*WARNINGS.split(), "-Iinclude", "-Itests", "-isystem", self.include, *GOOGLETEST_INCLUDE,
                f'-DLANEWISE_TEST_DATA="{TESTS}/data"']

    def operations(self):
        """The operations that the tests of a row share, compiled once; declared by flags for the tests."""
        header = self.folder / "operations.hpp"
        header.write_text("#include <gtest/gtest.h>\n#include <support/compiled_operations.hpp>\n")
        self.shared_flags = ["-include", header]
        if "clang" not in self.row.compiler and not self.compile(header, f"{header}.gch", *self.flags(), "-xc++-header"):
            return False
        if not self.row.calls:
            return True
        self.shared_objects = [self.folder / f"operations_{dtype}.o" for dtype in DTYPES]
        source = TESTS / "support/compiled_operations.cpp"
        return all(each(lambda i: self.compile(source, self.shared_objects[i], *self.flags(),
                                               f"-DLANEWISE_TEST_DTYPE={DTYPES[i]}"), range(len(DTYPES))))

    def program(self, source):
        """The test's program, or None."""
        name = re.sub(r"\W", "_", re.sub(r"(\.test)?\.cpp$", "", source))
        made = self.folder / f"{name}.o"
        if not self.compile(TESTS / source, made, *self.flags(), *self.shared_flags):
            return None
        if self.row.compile_only:
            return made
        objects = [made, *self.shared_objects, *(self.gtest if source.endswith(".test.cpp") else [])]
        program = self.folder / (name + (".exe" if self.row.runner == "wine64" else ""))
        code, _ = run([self.compiler, *self.row.flags.split(), *objects, "-o", program, *self.libraries], self.log)
        return program if code == 0 else None


def run_program(program, row, log):
    """How many checks passed and how many failed, or None where it died."""
    runner = row.runner.split()
    command = [tool(name) for name in runner[:1]] + runner[1:] + [program]
    environment = dict(os.environ, WINEDEBUG="-all", WINEPREFIX=str(BUILD / "wine"))
    code, output = run(command, log, env=environment, cwd=program.parent)
    hashes = re.search(r"^(\d+) of (\d+) as expected", output, re.M)
    if hashes:
        passed, of = int(hashes[1]), int(hashes[2])
        return passed, max(of - passed, 1 if code != 0 else 0)
    passed = re.search(r"\[  PASSED  \] (\d+) test", output)
    failed = re.search(r"\[  FAILED  \] (\d+) test", output)
    if passed is None:
        return None
    return int(passed[1]), int(failed[1]) if failed else (0 if code == 0 and int(passed[1]) != 0 else 1)


def refusal(row, builder, source):
    """Whether the first of the compiler's errors is lanewise's sentence."""
    flags = ["-fsyntax-only", "-Iinclude", "-isystem", builder.include]
    _, output = run([*builder.command, *flags, TESTS / source], builder.log, cwd=ROOT)
    errors = re.findall(r"error: (.*)", output)
    return bool(errors) and row.refused in errors[0]


def do_row(row):
    builder = Builder(row)
    result = {"compiler": compiler_name(builder.compiler, row), "xsimd": xsimd_version(builder.include),
              "programs": 0, "tests": [0, 0], "hashes": [0, 0], "failed": [], "compiled": "", "left_out": ""}
    if row.refused:
        result["failed"] = [] if refusal(row, builder, sources_of(row)[0]) else ["refusal"]
        return result
    missing = lacking(row.needs)
    row.compile_only = bool(missing)
    result["compiled"] = f"this processor has no {missing[0]}" if missing else ""
    if row.runner and not missing:
        tool(row.runner.split()[0])
    if row.tests != HASHES:
        builder.gtest = [] if row.compile_only else builder.googletest()
        if builder.gtest is None:
            result["failed"].append("GoogleTest")
            return result
        if not builder.operations():
            result["failed"].append("operations")

    def build_and_run(source):
        program = builder.program(source)
        if program and row.compile_only:
            return 0, 0
        return run_program(program, row, builder.log) if program else None

    sources = sources_of(row)
    result["programs"] = len(sources)
    for source, checks in zip(sources, each(build_and_run, sources)):
        if not checks or checks[1] != 0:
            result["failed"].append(source)
        if checks:
            sums = result["hashes" if source in HASHES else "tests"]
            sums[0] += checks[0]
            sums[1] += sum(checks)
    return result


def outcome(row, result):
    if result["left_out"]:
        return f"left out: {result['left_out']}"
    if row.refused:
        return "**not refused**" if result["failed"] else "refused by a sentence"
    if result["compiled"]:
        return f"compiled: {result['programs'] - len(result['failed'])} of {result['programs']} programs"
    counts = [f"{passed} of {of} {what}" for what in ("hashes", "tests") for passed, of in [result[what]] if of]
    text = "run: " + ", ".join(counts) if counts else "does not build"
    return f"**{text}**" if result["failed"] else text


def table(results):
    lines = ["| processor | compiler | flags | xsimd | |", "|---|---|---|---|---|"]
    for row in ROWS:
        if row.name in results:
            r = results[row.name]
            flags = f"`-std={row.standard} {row.flags}`"
            target = row.target + (f", {re.split('[ -]', row.runner)[0]}" if row.runner else "")
            lines.append(f"| {target} | {r['compiler']} | {flags} | {r['xsimd']} | {outcome(row, r)} |")
    return "\n".join(lines)


def keep(results):
    """Adds to what earlier runs have found, and gives all of it."""
    store = BUILD / "results.json"
    found = json.loads(store.read_text()) if store.exists() else {}
    if results:
        found.update(results)
        store.write_text(json.dumps(found, indent=1))
    return found


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--short", action="store_true")
    arguments.add_argument("--only", nargs="+", choices=[row.name for row in ROWS], metavar="ROW")
    arguments.add_argument("--table", action="store_true")
    arguments.add_argument("--jobs", type=int, default=2, help="compilers and programs at a time")
    chosen = arguments.parse_args()
    global WORKERS
    WORKERS = threading.BoundedSemaphore(chosen.jobs)
    BUILD.mkdir(parents=True, exist_ok=True)
    rows = [row for row in ROWS if not chosen.only or row.name in chosen.only]
    if chosen.short:
        rows = [row for row in rows if row.short and not lacking(row.needs)]

    def one(row):
        try:
            return row, do_row(row)
        except Missing as missing:
            left_out = {"compiler": row.compiler, "xsimd": row.xsimd, "failed": [], "left_out": str(missing)}
            return row, left_out

    done = {}
    # More rows than workers: a last row of one program would keep only one of them busy.
    with concurrent.futures.ThreadPoolExecutor(2 * chosen.jobs) as pool:
        for row, result in pool.map(one, [] if chosen.table else rows):
            print(f"{row.name}: {outcome(row, result)} {' '.join(result['failed'])}", file=sys.stderr, flush=True)
            keep({row.name: result})
            done[row.name] = result
    print(table(keep({}) if chosen.table else done))
    return 1 if any(result["failed"] for result in done.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
