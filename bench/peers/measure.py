"""Measures bench/results anew: lanewise beside its peers.

    measure.py BUILD PROGRAM RESULTS    all of it, about five minutes: writes RESULTS/peers.json
    measure.py BUILD PROGRAM --short    two minutes or so: prints a table, and writes nothing

PROGRAM is bench_peers, and BUILD the folder with its compile_commands.json. Timings are minima over repetitions in
random order, of processor time on one core; those of threads are of the clock. What tests/matrix/run.py has found so
far, in build/matrix, becomes RESULTS/same_bits.json.
"""

import argparse
import json
import math
import os
import platform
import re
import resource
import shlex
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MATRIX = ROOT / "tests" / "matrix"

# What is compiled, the macro of one_call.cpp, and the source without which the peer is missing.
ONE_CALL = [
    ("a loop", "LOOP", None),
    ("xsimd", "XSIMD", None),
    ("lanewise subtract", "LANEWISE_SUBTRACT", None),
    ("Eigen", "EIGEN", "eigen.cpp"),
    ("Eigen Tensor", "EIGEN_TENSOR", "eigen.cpp"),
    ("xtensor", "XTENSOR", "xtensor.cpp"),
    ("torch", "TORCH", "torch.cpp"),
    ("oneDNN", "ONEDNN", "onednn.cpp"),
    ("OpenCV", "OPENCV", "opencv.cpp"),
    ("xsimd pow", "XSIMD_POW", None),
    ("lanewise pow", "LANEWISE_POW", None),
    ("lanewise, all three", "LANEWISE_THREE", None),
]


def run_peers(program, groups, repetitions, seconds, cores, sample):
    """What Google Benchmark writes, and what the program says about values that differ."""
    environment = dict(os.environ, OMP_NUM_THREADS=str(len(cores)), LANEWISE_PEERS_SAMPLE=str(sample))
    done = subprocess.run(
        [program, f"--benchmark_filter=^({groups})/", f"--benchmark_repetitions={repetitions}",
         f"--benchmark_min_time={seconds}", "--benchmark_enable_random_interleaving=true", "--benchmark_format=json"],
        stdout=subprocess.PIPE, env=environment, check=True, preexec_fn=lambda: os.sched_setaffinity(0, cores))
    return json.loads(done.stdout)


def minima(found):
    """{group: {case: {peer: nanoseconds of a call and the counters}}}"""
    groups = {}
    for entry in sorted(found["benchmarks"], key=lambda entry: entry["family_index"]):
        if entry["run_type"] != "iteration":
            continue
        group, case, peer = re.sub(r"/(iterations|repeats|real_time)(:\d+)?", "", entry["name"]).split("/", 2)
        time = entry["real_time" if group == "threads" else "cpu_time"]
        of_case = groups.setdefault(group, {}).setdefault(case, {"elements": int(entry["elements"]), "peers": {}})
        result = of_case["peers"].setdefault(peer, {"ns": time, "bytes": int(entry["bytes"])})
        result["ns"] = round(min(result["ns"], time), 2)
        for counter in ("max_ulp", "different"):
            if counter in entry:
                result[counter] = float(f"{entry[counter]:.4g}") if math.isfinite(entry[counter]) else None
    return groups


def compile_costs(build):
    """Of a source with one call, with the flags of bench_peers but at -O2, as programs are compiled more often."""
    commands = json.loads((build / "compile_commands.json").read_text())
    command = next(shlex.split(c["command"]) for c in commands if c["file"] == str(HERE / "main.cpp"))
    present = {Path(c["file"]).name for c in commands if c["file"].startswith(str(HERE))}
    flags = [part for i, part in enumerate(command) if part not in ("-c", "-o") and command[i - 1] not in ("-c", "-o")]
    made = build / "one_call.o"
    costs = {}
    for name, macro, source in ONE_CALL:
        if source and source not in present:
            continue
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([*flags, "-O2", f"-D{macro}", "-c", str(HERE / "one_call.cpp"), "-o", str(made)], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        sizes = subprocess.run(["size", str(made)], capture_output=True, text=True, check=True).stdout
        costs[name] = {"seconds": round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 2),
                       "code": int(sizes.splitlines()[1].split()[0])}
    return costs


def processor():
    facts = dict(re.findall(r"^(\w[\w ]*?)\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE))
    name = facts.get("model name", platform.machine())
    if facts.get("cpu family") != "25":
        return name
    return name + (" (Zen 3)" if int(facts["model"]) in (*range(0x10), *range(0x20, 0x60)) else " (Zen 4)")


def same_bits():
    """The rows of the matrix that have been built for their hashes: a compiler, a target, and how many were right."""
    store = ROOT / "build" / "matrix" / "results.json"
    if not store.exists():
        return None
    sys.path.insert(0, str(MATRIX))
    from rows import ROWS

    found = json.loads(store.read_text())
    rows = [(row, found[row.name]) for row in ROWS if row.name in found and found[row.name].get("hashes")]
    return [{"target": row.target + (f", {row.runner.split('-')[0]}" if row.runner else ""),
             "compiler": re.sub(r"^\S+-linux-gnu-", "", result["compiler"]), "xsimd": result["xsimd"],
             "flags": f"-std={row.standard} {row.flags}", "hashes": result["hashes"], "compiled": result["compiled"]}
            for row, result in rows if result["hashes"][1] or result["compiled"]]


def print_table(groups):
    for group, cases in groups.items():
        for case, of_case in cases.items():
            print(f"\n{group}: {case}")
            for peer, result in sorted(of_case["peers"].items(), key=lambda item: item[1]["ns"]):
                differ = result.get("different", 0)
                print(f"    {peer:18}{result['ns'] / of_case['elements']:10.3f} ns per element"
                      + (f"  {differ:.2%} differ, by {result['max_ulp']} ULP at most" if differ else ""))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("build", type=Path)
    arguments.add_argument("program", type=Path)
    arguments.add_argument("results", type=Path, nargs="?")
    arguments.add_argument("--short", action="store_true")
    chosen = arguments.parse_args()
    all_cores = os.sched_getaffinity(0)
    last_core = {max(all_cores)}
    repetitions, seconds, sample = (3, 0.003, 1 << 15) if chosen.short else (10, 0.01, 1 << 20)
    found = run_peers(chosen.program, "layouts|dtypes|calls|sizes|pow", repetitions, seconds, last_core, sample)
    groups = minima(found)
    if len(all_cores) == 1 or os.getloadavg()[0] > 1.4:  # one is the program that has just ended
        print("Threads are left out: they need a second core, and a machine that does nothing else.", file=sys.stderr)
    else:
        groups |= minima(run_peers(chosen.program, "threads", repetitions, seconds, all_cores, sample))
    if chosen.short:
        print_table(groups)
        return
    versions = {name[5:]: version for name, version in found["context"].items() if name.startswith("peer ")}
    results = {"processor": processor(), "cores": len(all_cores), "compiler": found["context"]["compiler"],
               "date": found["context"]["date"][:10], "versions": versions, "sample": sample, "groups": groups,
               "compile": compile_costs(chosen.build)}
    chosen.results.mkdir(exist_ok=True)
    (chosen.results / "peers.json").write_text(json.dumps(results, indent=1) + "\n")
    bits = same_bits()
    if bits:
        (chosen.results / "same_bits.json").write_text(json.dumps(bits, indent=1) + "\n")


if __name__ == "__main__":
    main()
