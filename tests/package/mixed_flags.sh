#!/bin/sh
# mixed_flags.sh COMPILER SOURCE INCLUDE_FLAGS: units with different -m flags in one program, without and with
# optimisation. Where both units hold a weak function of lanewise under one name, the linker keeps either copy: none of
# those may contain an AVX or BMI instruction. Then the program runs.
set -eu
compiler=$1
source=$2
includes=$3
avx='^(v[a-z]+|s[ah][lr]x|rorx|mulx|pdep|pext|andn|bextr|bls[a-z]+)$'

for level in -O0 -O2; do
    "$compiler" -std=c++20 "$level" $includes -DUNIT=plain -DLANEWISE_TEST_MAIN -c "$source" -o plain.o
    "$compiler" -std=c++20 "$level" $includes -DUNIT=wide -mavx2 -mfma -mf16c -mbmi -mbmi2 -c "$source" -o wide.o
    for unit in plain wide; do
        nm --defined-only "$unit.o" | awk '$2 == "W" && /lanewise/ { print "<" $3 ">:" }' | sort >"$unit.txt"
    done
    comm -12 plain.txt wide.txt >shared.txt
    objdump -d --no-show-raw-insn wide.o | awk -v avx="$avx" '
        NR == FNR { shared[$1]; next }
        /^[0-9a-f]+ <.*>:$/ { name = $2; next }
        name in shared && $2 ~ avx { print "at '"$level"', either unit may provide " name " with " $2; bad = 1 }
        END { exit bad }' shared.txt - >found.txt || { c++filt <found.txt && exit 1; }
    "$compiler" plain.o wide.o -o mixed_flags
    ./mixed_flags
done
