"""Mean colour, gamma and MSE of a stack of images that no worker can hold, on Dask.

    PYTHONPATH=BUILD python3 dask_stack.py [--images 200] [--size 960] [--memory 500MB] [--small]

Starts three worker processes, two of them held down to lesser instruction sets by LANEWISE_ARCH. (On a cluster,
lanewise is on every worker's PYTHONPATH, and the Client is all that changes.) Runs three times with other chunks. In
the second run a worker is killed with a chunk in its hands; Dask computes again what it held. All runs give the same
bits. --small compares every element with one call on the whole stack.
"""

import argparse
import os
import signal
import tempfile
import time
from functools import partial

os.environ.setdefault("DASK_LOGGING__DISTRIBUTED", "error")  # for the workers too

import dask
import dask.array as da
import numpy as np
from dask.distributed import Client, Nanny, Scheduler, SpecCluster, progress

import lanewise
import lanewise.ufuncs

ARCHS = ["sse2", "avx2", ""]  # of the workers; "" holds down nothing


def picture(block_info=None, killer=None, victim=None):
    """The pixels of one chunk, made from their indices; the chunk `victim` takes its worker with it, the first time."""
    where = block_info[None]
    if tuple(where["chunk-location"]) == victim:
        try:
            os.unlink(killer)
        except FileNotFoundError:
            pass  # not the first time
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    n, y, x, c = np.ogrid[tuple(slice(*bounds) for bounds in where["array-location"])]
    return (7 * n + (x * y >> 5) + x * (c + 1) + 3 * y).astype("uint8")


def bits(block):
    """The sum of all bit patterns of an image, modulo 2**64: however it is cut, the sum is the same."""
    return block.view("uint32").sum(axis=(1, 2, 3), dtype="uint64", keepdims=True)


def pipeline(stack, mean):
    """(centred, bright, squares): lanewise as any function of arrays in Dask."""
    centred = da.blockwise(lanewise.subtract, "nyxc", stack, "nyxc", da.from_array(mean), "c", dtype="float32")
    gamma = partial(lanewise.pow, dtype="float32")  # map_blocks keeps a dtype= for itself
    plain = da.map_blocks(gamma, stack, 1, scale=1 / 255, dtype="float32")
    bright = lanewise.ufuncs.pow(plain, 0.45)
    return centred, bright, lanewise.ufuncs.difference_square(bright, plain)


def mean_colour(total, shape):
    return (total / np.prod(shape[:3])).astype("float32")


def compute(client, what, arrays):
    """What the arrays are, with progress shown."""
    begin = time.perf_counter()
    futures = client.compute(arrays)
    progress(futures, notebook=False)
    results = client.gather(futures)
    print(f"\r  {what}: {time.perf_counter() - begin:.1f} s" + " " * 40)
    return results


def run(client, shape, chunks, killed):
    counts = [-(-extent // chunk) for extent, chunk in zip(shape, chunks)]
    print(f"{'x'.join(map(str, counts))} chunks of {'x'.join(map(str, chunks))}" + ", and a worker killed" * killed)
    handle, killer = tempfile.mkstemp()  # gone when the worker is
    os.close(handle)

    def stack(victim):
        return da.map_blocks(picture, chunks=da.core.normalize_chunks(chunks, shape), dtype="uint8", killer=killer,
                             victim=victim, meta=np.empty((0,) * 4, "uint8"))

    # First alone: else all chunks would be kept from here until they are centred.
    total, = compute(client, "mean colour", [da.sum(stack(None), axis=(0, 1, 2), dtype="uint64")])  # exact
    arrays = pipeline(stack(tuple(count // 2 for count in counts) if killed else None), mean_colour(total, shape))
    ones = [tuple((1,) * count) for count in counts[1:]]
    sums = [array.map_blocks(bits, dtype="uint64", chunks=(array.chunks[0], *ones)).sum(axis=(1, 2, 3), dtype="uint64")
            for array in arrays]
    *sums, mse = compute(client, "subtract, pow, difference_square", [*sums, arrays[2].mean(dtype="float64")])
    print(f"  MSE {mse:.6f}, PSNR {-10 * np.log10(mse):.2f} dB")
    if killed and os.path.exists(killer):
        raise SystemExit("no worker was killed")
    if not killed:
        os.unlink(killer)
    return sums, mse, arrays


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--images", type=int, default=200)
    parser.add_argument("--size", type=int, default=960, help="of an image, in pixels")
    parser.add_argument("--memory", default="500MB", help="of a worker")
    parser.add_argument("--small", action="store_true", help="a few small images, compared in full")
    given = parser.parse_args()
    images, size = (7, 50) if given.small else (given.images, given.size)
    shape = (images, size, size * 4 // 3, 3)
    chunks = [(2, *shape[1:]), (images, size // 4, shape[2] // 4, 3), (3, size // 2, shape[2], 3)]
    if not given.small:  # some 3 million elements
        chunks = [(1, *shape[1:]), (20, size // 6, shape[2] // 6, 3), (3, size // 3, shape[2], 3)]

    dask.config.set({"distributed.comm.timeouts.connect": "60s"})
    common = {"nthreads": 1, "memory_limit": given.memory, "host": "127.0.0.1"}
    workers = {i: {"cls": Nanny, "options": {**common, "env": {"LANEWISE_ARCH": arch}}} for i, arch in enumerate(ARCHS)}
    scheduler = {"cls": Scheduler, "options": {"dashboard": False, "dashboard_address": None, "host": "127.0.0.1"}}
    with SpecCluster(workers=workers, scheduler=scheduler) as cluster, Client(cluster, timeout="60s") as client:
        client.wait_for_workers(len(ARCHS), timeout=120)
        archs = client.run(lanewise.arch)
        gigabytes = 4 * np.prod(shape, dtype=float) / 1e9
        print(f"{shape}: {gigabytes:.2g} GB for each of three float32 stacks; workers of {given.memory} on",
              ", ".join(sorted(archs.values())))
        first = None
        for i, chunk in enumerate(chunks):
            sums, mse, arrays = run(client, shape, chunk, killed=i == 1)
            first = first or (sums, mse)
            if any((a != b).any() for a, b in zip(sums, first[0])) or abs(mse / first[1] - 1) > 1e-12:
                raise SystemExit("the bits differ")
            if given.small:
                whole = picture({None: {"chunk-location": (), "array-location": [(0, extent) for extent in shape]}})
                mean = mean_colour(whole.sum(axis=(0, 1, 2), dtype="uint64"), shape)
                plain = lanewise.pow(whole, 1, scale=1 / 255, dtype="float32")
                bright = lanewise.pow(plain, np.float32(0.45))
                expected = lanewise.subtract(whole, mean), bright, lanewise.difference_square(bright, plain)
                for name, array, one_call in zip(("subtract", "pow", "difference_square"), arrays, expected):
                    if array.compute().tobytes() != one_call.tobytes():
                        raise SystemExit(f"{name} differs from one call on the whole stack")
    print("the same bits from all chunkings" + (" and from one call" if given.small else ""))


if __name__ == "__main__":
    main()
