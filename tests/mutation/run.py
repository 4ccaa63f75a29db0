#!/usr/bin/env python3
"""Plants faults in the headers, one at a time, and lists those that no test notices.

    python3 tests/mutation/run.py                     all of tests/mutation/*.faults, two at a time
    python3 tests/mutation/run.py --only kernel/row   those whose file, header, test or text has these letters

A fault is a few lines of a .faults file: the header under include/lanewise, the tests that concern it, what stands there
(once, whatever its indentation) and what is put in its place. `flags` are for the compiler, AVX2 unless said otherwise.

    header detail/loop/run_plan.hpp
    tests detail/loop/walk detail/loop/run_plan
    flags -mssse3
    - if (at == 0) return 0;
    + if (at == 0) return 1;

The tests are compiled against a copy of the headers and run in turn until one fails: then the fault is noticed. Each test has
to pass first without any. A fault that does not compile, or whose text is not there any more, is an error; a test that runs
for longer than --timeout has noticed a loop without end, and is named with its time. --compiler clang++ --level 0 compiles three
times as fast as the default.
"""

import argparse
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

root = pathlib.Path(__file__).resolve().parents[2]
avx2 = "-mavx2 -mfma -mf16c"


class Fault:
    def __init__(self, block, where):
        self.where = where
        fields = {}
        self.old, self.new = [], []
        for line in block:
            if line.startswith("- "):
                self.old.append(line[2:].strip())
            elif line.startswith("+"):
                self.new.append(line[1:].strip())
            else:
                key, _, value = line.partition(" ")
                fields[key] = value.strip()
        self.header = fields["header"]
        self.tests = fields["tests"].split()
        self.flags = fields.get("flags", avx2)

    def __str__(self):
        return f"{self.header}: {' '.join(self.old)}  ->  {' '.join(self.new) or '(nothing)'}"

    def plant(self, include):
        path = include / "lanewise" / self.header
        text = path.read_text()
        pattern = r"[ \t]*\n[ \t]*".join(re.escape(line) for line in self.old)
        found = list(re.finditer(pattern, text))
        if len(found) != 1:
            raise ValueError(f"{self.where}: stands {len(found)} times in {self.header}: {self.old[0]}")
        at = found[0]
        path.write_text(text[: at.start()] + "\n".join(self.new) + text[at.end() :])


def read_faults(path):
    faults, block, start = [], [], 0
    for number, line in enumerate(path.read_text().splitlines() + [""], 1):
        if line.startswith("#"):
            continue
        if line.strip():
            start = start if block else number
            block.append(line)
        elif block:
            faults.append(Fault(block, f"{path.name}:{start}"))
            block = []
    return faults


def precompile(flags, folder, arguments):
    """Headers that no fault touches, once for all faults with these flags: a third of what a small test takes."""
    header = pathlib.Path(folder) / re.sub(r"\W", "_", f"precompiled{flags}.hpp")
    header.write_text("#include <gtest/gtest.h>\n#include <xsimd/xsimd.hpp>\n#include <algorithm>\n#include <random>\n")
    subprocess.run([*compiler(flags, arguments), "-x", "c++-header", str(header), "-o", f"{header}.gch"], check=True)
    return header


def compiler(flags, arguments):
    return [arguments.compiler, "-std=c++20", f"-O{arguments.level}", *flags.split(), "-pthread"]


def passes(test, flags, include, folder, arguments):
    """Whether a test compiles and passes; None: it does not compile."""
    program = pathlib.Path(folder) / "test"
    source = root / "tests" / f"{test}.test.cpp"
    compile_it = [*compiler(flags, arguments), "-include", str(arguments.precompiled[flags]), f"-I{include}",
                  f"-I{root}/tests", f'-DLANEWISE_TEST_DATA="{root}/tests/data"', "-DLANEWISE_HAVE_MPFR", str(source),
                  "-o", str(program), "-lgtest", "-lgtest_main", "-lmpfr", "-lgmp"]
    compiled = subprocess.run(compile_it, capture_output=True, text=True)
    if compiled.returncode != 0:
        print(compiled.stderr[:2000], file=sys.stderr)
        return None
    try:
        ran = subprocess.run([str(program), "--gtest_brief=1", "--gtest_fail_fast"], capture_output=True, timeout=arguments.timeout)
    except subprocess.TimeoutExpired:
        return False
    return ran.returncode == 0


def try_fault(fault, arguments):
    """Which test notices a fault; '' none; None: it could not be tried."""
    with tempfile.TemporaryDirectory() as folder:
        include = pathlib.Path(folder) / "include"
        shutil.copytree(root / "include", include)
        try:
            fault.plant(include)
        except ValueError as error:
            print(error, file=sys.stderr)
            return None
        for test in fault.tests:
            start = time.monotonic()
            result = passes(test, fault.flags, include, folder, arguments)
            if result is None:
                return None
            if not result:
                seconds = time.monotonic() - start
                return test if seconds < arguments.timeout else f"{test} ({seconds:.0f} s)"
        return ""


def try_without(case, arguments):
    test, flags = case
    with tempfile.TemporaryDirectory() as folder:
        return passes(test, flags, root / "include", folder, arguments)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="letters of a file, a header, a test or a text")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--level", default="1", help="of optimisation")
    parser.add_argument("--timeout", type=int, default=120, help="seconds of a test, after which a fault is noticed")
    parser.add_argument("--unchecked", action="store_true", help="take it that the tests pass without a fault")
    arguments = parser.parse_args()

    faults = [f for path in sorted((root / "tests" / "mutation").glob("*.faults")) for f in read_faults(path)]
    faults = [f for f in faults if arguments.only in f"{f.where} {f} {' '.join(f.tests)}"]
    if not faults:
        sys.exit(f"no fault has {arguments.only!r}")
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        arguments.precompiled = {flags: precompile(flags, folder, arguments) for flags in {f.flags for f in faults}}
        if not arguments.unchecked:
            cases = sorted({(test, f.flags) for f in faults for test in f.tests})
            for case, result in zip(cases, pool.map(lambda c: try_without(c, arguments), cases)):
                if not result:
                    sys.exit(f"{case[0]} ({case[1]}) does not pass without a fault")
        noticed, survivors, errors = 0, [], []
        for fault, test in zip(faults, pool.map(lambda f: try_fault(f, arguments), faults)):
            print(f"{'SURVIVES' if test == '' else 'ERROR' if test is None else 'noticed by ' + test}: {fault}", flush=True)
            noticed += bool(test)
            if test == "":
                survivors.append(fault)
            elif test is None:
                errors.append(fault)
    print(f"{len(faults)} faults: {noticed} noticed, {len(survivors)} survive, {len(errors)} could not be tried")
    sys.exit(bool(survivors or errors))


if __name__ == "__main__":
    main()
