#!/bin/sh
# mixed_flags.sh COMPILER SOURCE INCLUDE XSIMD_INCLUDE: units with different -m flags in one program, without and with
# optimisation, and one of small code, linked in both orders. Where both units hold a weak function under one name, the
# linker keeps the first: none of those may contain an AVX or BMI instruction, whatever the processor at hand has, or be
# keyed, or call a function that is. Then the program runs.
set -eu
compiler=$1
source=$2
include=$3
xsimd=$4
avx='^(v[a-z0-9]+|k[a-z]+[bwdq]|(s[ah][lr]x|rorx|mulx|pdep|pext|andn|bextr|bls[a-z]+)[lq]?)$'

tell() {
    c++filt <found.txt || cat found.txt
    exit 1
}

compile() {
    "$compiler" -std=c++20 "-I$include" "-I$xsimd" "$@"
}

# The weak functions of a unit, by name.
list() {
    nm --defined-only "$1.o" | awk '$2 ~ /[WVu]/ { print $3 ":" }' | sort >"$1.txt"
}

# check NAME LEVEL FLAGS: a unit built with FLAGS beside plain.o, which is built without them.
check() {
    compile "$2" -DUNIT=wide $3 -S "$source" -o wide.s # at -O0 objdump takes longer than g++
    "$compiler" -c wide.s -o wide.o
    list wide
    comm -12 plain.txt wide.txt >shared.txt
    test -s shared.txt || { echo "$1 at $2: no function is shared, not even of the standard library"; exit 1; }
    ! grep baseline shared.txt >found.txt || tell
    awk -v avx="$avx" -v unit="$1 at $2" '
        NR == FNR { shared[$1]; next }
        /^[^.# \t]/ && $1 ~ /:$/ { name = $1; gsub(/[.](cold|(part|isra|constprop)[.][0-9]+)/, "", name); next }
        name in shared && /^\t[a-z].*v[0-9]+_[0-9]+_[0-9]+_/ { print unit ": either unit may provide " name ", which calls its own with " $0; bad = 1 }
        name in shared && $1 ~ avx { print unit ": either unit may provide " name " with " $1; bad = 1 }
        END { exit bad }' shared.txt wide.s >found.txt || tell
    for order in "plain.o wide.o" "wide.o plain.o"; do
        "$compiler" $order -o mixed_flags
        result=$(./mixed_flags "$1") || { echo "$1 at $2, $order: $result"; exit 1; }
        echo "$1 at $2, $order: $result"
    done
}

# What symbols are keyed with differs for all that a compiler chooses by itself, and for how errors end.
for flags in "" -mbmi -mbmi2 -mlzcnt -mmovbe -mpopcnt -mfma4 -mgfni -Os -fno-exceptions -march=bdver2 -march=x86-64-v3 \
    -march=bdver4 -march=znver3 -march=alderlake -march=skylake-avx512 -march=cascadelake -march=cannonlake \
    -mavx512f -mavx512bw -mavx512dq -mavx512vl "-mavx512bw -mavx512dq" "-mavx512bw -mavx512vl" "-mavx512dq -mavx512vl"; do
    printf '#include <lanewise/config.hpp>\nLANEWISE_ISA\n' | compile $flags -E -x c++ - | tail -n 1
done | sort >keys.txt
uniq -d keys.txt >found.txt
test "$(wc -l <keys.txt)" -eq 25 && test ! -s found.txt || { echo "one key for different flags:"; tell; }

# Without optimisation, so that it holds every function that the other unit may share.
compile -O0 -DUNIT=plain -DLANEWISE_TEST_MAIN -c "$source" -o plain.o
list plain
check avx512 -O2 "-mavx512f -mavx512cd -mavx512dq -mavx512bw -mavx512vl -mfma -mf16c -mbmi -mbmi2"
check avx2 -O0 "-mavx2 -mfma -mf16c -mbmi -mbmi2"
check small -Os ""
