"""The rows of the matrix: what is built how, and what it is run on."""

from dataclasses import dataclass, field

# Debian's name of what brings each command.
PACKAGES = {
    "g++": "g++",
    "clang++": "clang",
    "clang++-22": "clang-22",
    "aarch64-linux-gnu-g++": "g++-aarch64-linux-gnu",
    "s390x-linux-gnu-g++": "g++-s390x-linux-gnu",
    "x86_64-w64-mingw32-g++-posix": "g++-mingw-w64-x86-64-posix",
    "qemu-aarch64-static": "qemu-user-static",
    "qemu-s390x-static": "qemu-user-static",
    "wine64": "wine64",
}

# What is built. Patterns, so that a new test joins by itself.
HASHES = ["same_bits/same_bits.cpp"]
SUBTRACT = HASHES + ["layouts/subtract.test.cpp"]  # every loop for how rows lie
LAYOUTS = HASHES + ["layouts/*.test.cpp"]
TESTS = LAYOUTS + ["detail/**/*.test.cpp"]
EVERY_TEST = HASHES + ["**/*.test.cpp"]
LOOPS = [f"detail/{folder}/*.test.cpp" for folder in ("kernel", "loop", "pack", "shuffle")]
# What there is not at SSE2.
SHUFFLES = ["detail/pow/pow_float32.test.cpp", "detail/kernel/shuffled_row.test.cpp", "detail/shuffle/*.test.cpp"]

STACK = ["stack.test.cpp"]  # how much of it a call takes, which optimisation decides
WALKS = ["detail/loop/walk.test.cpp"]  # of the classes whose members are not all set at once

STATIC = "-static -pthread"  # of targets whose libraries are not where the loader looks
SANITIZE = "-fsanitize=address -g1"  # what lies on the stack differs with the registers
AVX2 = "-mavx2 -mfma -mf16c"
AVX512_ALONE = "-mavx512f -mavx512cd -mavx512dq -mavx512bw -mavx512vl"
AVX512 = f"{AVX512_ALONE} -mfma -mf16c"


@dataclass
class Row:
    name: str  # for --only
    compiler: str
    flags: str = "-O1"
    target: str = "x86-64"
    standard: str = "c++20"
    tests: list = field(default_factory=lambda: HASHES)
    xsimd: str = ""  # the installed one; a version is fetched
    needs: str = ""  # flags of /proc/cpuinfo, without which it is only compiled
    runner: str = ""  # what runs a program: of another target, or with an eye on it
    refused: str = ""  # the sentence with which lanewise refuses the target
    libraries: str = "-pthread"
    library_package: str = ""  # what brings the standard library, where that is none of the compiler's
    calls: bool = True  # whether tests call operators, which are then compiled once
    short: bool = False  # part of --short, where the processor can run it
    compile_only: bool = False  # set where the processor cannot run it


EMULATED = "-DXSIMD_WITH_EMULATED=1 -DXSIMD_DEFAULT_ARCH=xsimd::emulated<128>"
Z14 = "-march=z14 -mzvector"
MINGW = "x86_64-w64-mingw32-g++-posix"
HAS_AVX2 = "avx2 fma f16c"
HAS_AVX512 = "avx512bw avx512dq avx512vl"

ROWS = [
    # Compilers, standard libraries, standards, optimisation.
    Row("gcc-O0", "g++", "-O0"),
    Row("gcc", "g++", "-O2"),
    Row("gcc-tests", "g++", "-O2", tests=TESTS),
    Row("gcc-O3-23", "g++", "-O3", standard="c++23"),
    Row("gcc-O3-stack", "g++", "-O3", tests=STACK),
    Row("gcc-valgrind", "g++", "-O1 -g1", tests=WALKS, runner="valgrind -q --error-exitcode=1", calls=False, short=True),
    Row("gcc-Os", "g++", "-Os", tests=LAYOUTS),
    Row("clang-Os", "clang++", "-Os", short=True),
    Row("clang-Os-subtract", "clang++", "-Os", tests=SUBTRACT),
    Row("gcc-Os-avx2", "g++", f"-Os {AVX2}", "AVX2, FMA, F16C", tests=SUBTRACT, needs=HAS_AVX2),
    Row("gcc-bare", "g++", "-O2 -fno-exceptions -fno-rtti"),
    Row("clang", "clang++", "-O1"),
    Row("clang-O3-23", "clang++", "-O3", standard="c++2b"),
    Row("clang-libc++", "clang++", "-O2 -stdlib=libc++", library_package="libc++-dev libc++abi-dev"),
    Row("clang22", "clang++-22", "-O2", standard="c++23"),
    Row("clang22-libc++", "clang++-22", "-O2 -stdlib=libc++", standard="c++23",
        library_package="libc++-dev libc++abi-dev"),
    # Instruction sets.
    Row("ssse3", "g++", "-O1 -mssse3", "SSSE3", tests=SUBTRACT, needs="ssse3"),
    Row("ssse3-loops", "g++", f"-O0 -mssse3 {SANITIZE}", "SSSE3", tests=LOOPS, needs="ssse3"),
    Row("sse4.1", "g++", "-O1 -msse4.1", "SSE4.1", needs="sse4_1"),
    Row("sse4.2", "g++", "-O1 -msse4.2", "SSE4.2", tests=SUBTRACT, needs="sse4_2"),
    Row("avx", "g++", "-O1 -mavx", "AVX", tests=SUBTRACT, needs="avx"),
    Row("avx-fma", "g++", "-O1 -mavx -mfma -mf16c", "AVX, FMA, F16C", tests=SUBTRACT, needs="fma f16c"),
    Row("bdver2", "g++", "-O1 -march=bdver2", "AVX, FMA, F16C, FMA4", needs="fma4 xop tbm lwp"),
    Row("avx2-alone", "g++", "-O1 -mavx2", "AVX2", needs="avx2"),
    Row("avx2", "g++", f"-O1 {AVX2}", "AVX2, FMA, F16C", needs=HAS_AVX2),
    Row("avx2-shuffles", "g++", f"-O0 {AVX2}", "AVX2, FMA, F16C", tests=SHUFFLES, needs=HAS_AVX2, short=True,
        calls=False),
    Row("avx2-loops", "g++", f"-O0 {AVX2}", "AVX2, FMA, F16C", tests=LOOPS, needs=HAS_AVX2),
    Row("avx2-tests", "g++", f"-O1 {AVX2}", "AVX2, FMA, F16C", tests=TESTS, needs=HAS_AVX2),
    Row("avx2-clang", "clang++", f"-O1 {AVX2}", "AVX2, FMA, F16C", needs=HAS_AVX2),
    Row("avx512", "g++", f"-O1 {AVX512}", "AVX-512", needs=HAS_AVX512, short=True),
    # xsimd 8.1 has no registers for it.
    Row("knl", "g++", "-O1 -march=knl", "AVX-512 without BW, DQ, VL", xsimd="14.3", needs="avx512er"),
    Row("avx512-alone", "g++", f"-O2 {AVX512_ALONE}", "AVX-512 without FMA", needs=HAS_AVX512),
    Row("avx512-tests", "g++", f"-O1 {AVX512}", "AVX-512", tests=TESTS, needs=HAS_AVX512),
    Row("avx512-clang", "clang++", f"-O1 {AVX512}", "AVX-512", needs=HAS_AVX512),
    # Releases of xsimd.
    Row("xsimd13", "g++", "-O1", xsimd="13.2"),
    Row("xsimd13-avx2", "g++", f"-O1 {AVX2}", "AVX2, FMA, F16C", xsimd="13.2", needs=HAS_AVX2),
    Row("xsimd14", "g++", "-O1", xsimd="14.3"),
    Row("xsimd14-avx2", "g++", f"-O1 {AVX2}", "AVX2, FMA, F16C", xsimd="14.3", needs=HAS_AVX2),
    Row("xsimd14-avx2-O0", "g++", f"-O0 {AVX2}", "AVX2, FMA, F16C", xsimd="14.3", needs=HAS_AVX2, short=True),
    Row("xsimd14-avx512", "g++", f"-O1 {AVX512}", "AVX-512", xsimd="14.3", needs=HAS_AVX512),
    Row("xsimd14-tests", "g++", "-O1", xsimd="14.3", tests=EVERY_TEST),
    # Other processors and systems.
    Row("aarch64", "aarch64-linux-gnu-g++", "-O1", "aarch64", tests=HASHES + ["interop/half.test.cpp"],
        runner="qemu-aarch64-static", libraries=STATIC),
    Row("aarch64-tests", "aarch64-linux-gnu-g++", "-O1", "aarch64", tests=TESTS, runner="qemu-aarch64-static",
        libraries=STATIC),
    Row("aarch64-clang", "clang++", "--target=aarch64-linux-gnu -O1", "aarch64", tests=SUBTRACT,
        runner="qemu-aarch64-static", libraries=STATIC, library_package="g++-aarch64-linux-gnu"),
    Row("aarch64-xsimd14", "aarch64-linux-gnu-g++", "-O1", "aarch64", xsimd="14.3", runner="qemu-aarch64-static",
        libraries=STATIC),
    Row("s390x", "s390x-linux-gnu-g++", f"-O2 {Z14}", "s390x with vectors", xsimd="14.3", runner="qemu-s390x-static",
        libraries=STATIC),
    Row("s390x-emulated", "s390x-linux-gnu-g++", f"-O2 {EMULATED}", "s390x without", xsimd="14.3",
        runner="qemu-s390x-static", libraries=STATIC),
    Row("s390x-refused", "s390x-linux-gnu-g++", "-O1", "s390x without", refused="xsimd has no registers"),
    Row("mingw", MINGW, "-O1", "x86-64, Windows", runner="wine64", libraries=STATIC),
    Row("mingw-tests", MINGW, "-O1", "x86-64, Windows", tests=TESTS, runner="wine64", libraries=STATIC),
    Row("mingw-avx2", MINGW, f"-O1 {AVX2}", "AVX2, FMA, F16C, Windows", runner="wine64", needs=HAS_AVX2,
        libraries=STATIC),
]
