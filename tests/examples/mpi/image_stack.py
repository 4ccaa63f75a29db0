"""Runs image_stack on 1 to 4 ranks and on more than it has images, and recomputes every bit of what it finds.

    image_stack.py FOLDER MPIEXEC NUMPROC_FLAG PROGRAM [PROGRAM_WITH_OTHER_INSTRUCTIONS]

Nothing here is an array's operation: plain loops over Python's floats, which are doubles.
"""

import array
import math
import pathlib
import random
import subprocess
import sys

folder, mpiexec, count_flag, *programs = sys.argv[1:]
folder = pathlib.Path(folder)
folder.mkdir(parents=True, exist_ok=True)
images, rows, columns = 5, 37, 41

rng = random.Random(20)
stack = array.array("H", (rng.randrange(65536) for _ in range(images * rows * columns)))
stack[0], stack[-1] = 0, 65535
reference = array.array("f", (rng.random() for _ in range(rows * columns)))
(folder / "stack.raw").write_bytes(stack.tobytes())
(folder / "reference.raw").write_bytes(reference.tobytes())

# A double that is rounded to a float where it is stored gives what the float operation gives: exactly for a difference and
# a product. math.pow errs by less than one unit in a double's last place, which none of these pixels shows in a float.
scaled = array.array("f", (pixel * (1 / 65535) for pixel in stack))
corrected = array.array("f", (math.pow(x, 1 / 2.2) for x in scaled))
difference = array.array("f", (x - reference[i % len(reference)] for i, x in enumerate(corrected)))
square = array.array("f", (d * d for d in difference))
total = 0.0
for image in range(images):
    image_sum = 0.0
    for value in square[image * rows * columns : (image + 1) * rows * columns]:
        image_sum += value
    total += image_sum
error = total / len(stack)

arguments = [str(n) for n in (images, rows, columns)]
arguments += [str(folder / name) for name in ("stack.raw", "reference.raw", "out.raw")]
runs = [[(n, programs[0])] for n in (1, 2, 3, 4, images + 2)]
if len(programs) == 2:
    runs += [[(1, programs[0]), (1, programs[1])], [(2, programs[1]), (1, programs[0])]]
for run in runs:
    (folder / "out.raw").write_bytes(b"longer than what is to come" * len(stack))
    command = [mpiexec]
    for count, program in run:
        command += [":"] * (len(command) > 1) + [count_flag, str(count), program, *arguments]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    what = " and ".join(f"{count} x {pathlib.Path(program).name}" for count, program in run)
    print(what, output, end="")
    found = float.fromhex(output.split()[3])
    assert found == error, f"{what}: {found.hex()} instead of {error.hex()}"
    assert (folder / "out.raw").read_bytes() == corrected.tobytes(), f"{what}: other pixels than expected"
