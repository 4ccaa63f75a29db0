"""Runs the demo and recomputes its numbers with NumPy, from the photograph alone.

    photo.py PROGRAM PHOTO.ppm OUTPUT_FOLDER
"""

import pathlib
import subprocess
import sys

import numpy as np

program, photo_path, folder = sys.argv[1:]
folder = pathlib.Path(folder)
subprocess.run([program, photo_path, folder], check=True, stdout=subprocess.DEVNULL)


def read_ppm(path):
    content = pathlib.Path(path).read_bytes()
    magic, width, height, highest = content[:64].split(maxsplit=4)[:4]
    assert (magic, highest) == (b"P6", b"255"), path
    shape = int(height), int(width), 3
    return np.frombuffer(content[-np.prod(shape):], np.uint8).reshape(shape)


def read_result(name, shape):
    result = np.load(folder / name)
    assert result.dtype == np.float32 and result.shape == shape, (name, result.dtype, result.shape)
    return result


def expect(condition, what):
    print("ok  " if condition else "FAIL", what)
    if not condition:
        sys.exit(1)


photo = read_ppm(photo_path)
height, width, _ = photo.shape
numbers = {key: [float(word) for word in words] for key, *words in map(str.split, (folder / "numbers.txt").open())}

# Sums of integers below 2^53 are exact in float64, in any order.
mean = photo.reshape(-1, 3).mean(axis=0, dtype=np.float64).astype(np.float32)
expect(np.array_equal(np.float32(numbers["mean"]), mean), f"mean colour {mean}")

centred = photo.astype(np.float32) - mean
expect(np.array_equal(read_result("1_mean_subtracted.npy", photo.shape), centred), "subtract, exactly")

# float64's pow errs by less than 1 ULP of float64, so after rounding to float32 it is off by one at the very most.
base = (photo * (1 / 255)).astype(np.float32)
gamma = np.power(base.astype(np.float64), 1 / 2.2).astype(np.float32)
got = read_result("2_gamma.npy", photo.shape)
ulps = np.abs(got.view(np.int32).astype(np.int64) - gamma.view(np.int32))
expect(ulps.max() <= 1 and np.all(got >= 0), f"pow, {np.count_nonzero(ulps)} of {ulps.size} differ in the last bit")

padded = np.pad(photo.astype(np.int64), ((2, 2), (2, 2), (0, 0)), mode="edge")
copy = (sum(padded[i : i + height, j : j + width] for i in range(5) for j in range(5)) + 12) // 25
squares = np.square(photo.astype(np.float32) - copy.astype(np.float32))
expect(np.array_equal(read_result("3_difference.npy", photo.shape), squares), "difference_square, exactly")

mse = squares.mean(dtype=np.float64)
expect(numbers["mse"][0] == mse, f"MSE {mse:.4f}")
psnr = 10 * np.log10(255**2 / mse)
expect(abs(numbers["psnr"][0] - psnr) < 1e-9, f"PSNR {psnr:.4f} dB")

for name in "1_mean_subtracted.png", "2_gamma.png", "3_difference.png":
    expect((folder / name).read_bytes().startswith(b"\x89PNG"), name)
