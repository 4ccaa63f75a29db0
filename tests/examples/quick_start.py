"""Runs README.md's example, recomputes its result with NumPy, and compares its output with what README.md shows.

    quick_start.py PROGRAM
"""

import pathlib
import subprocess
import sys

import numpy as np

output = subprocess.run(sys.argv[1], check=True, capture_output=True, text=True).stdout
values, message = output.splitlines()

a = np.float32([[1, 2, 3], [4, 5, 6]])
expected = (a - np.float32([2, 3, 5])) ** 2
assert np.array_equal(np.float32(values.split()), expected.ravel()), output
assert message == "subtract: axis 0: a has extent 2, b has extent 3: shapes (2, 3) and (3, 2)", output

readme = (pathlib.Path(__file__).parents[2] / "README.md").read_text()
shown = "```text\n" + values.rstrip() + "\n" + message + "\n```"
assert shown in readme, "README.md shows another output than\n" + shown
