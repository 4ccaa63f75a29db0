"""Makes README.md's picture: the photograph and the demo's three, two by two, as a PNG of 256 colours.

    photo_overview.py PHOTO.ppm FOLDER_OF_THE_DEMO OUTPUT.png
"""

import pathlib
import struct
import sys
import zlib

import numpy as np

photo_path, folder, output = map(pathlib.Path, sys.argv[1:])


def read_png(path):
    """A PNG of the demo: 8-bit RGB, no filter."""
    content, at, stream = path.read_bytes(), 8, b""
    while at < len(content):
        size, kind = struct.unpack_from(">I4s", content, at)
        data = content[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height = struct.unpack_from(">II", data)
        if kind == b"IDAT":
            stream += data
        at += size + 12
    return np.frombuffer(zlib.decompress(stream), np.uint8).reshape(height, 1 + 3 * width)[:, 1:].reshape(height, width, 3)


def palette_of(pixels, count):
    """Median cut: the box of colours that spreads most is split at its median, until there are enough."""
    boxes = [pixels]
    while len(boxes) < count:
        spread = [np.ptp(box, axis=0).max() * len(box) ** 0.5 for box in boxes]
        box = boxes.pop(int(np.argmax(spread)))
        box = box[np.argsort(box[:, np.ptp(box, axis=0).argmax()], kind="stable")]
        boxes += [box[: len(box) // 2], box[len(box) // 2 :]]
    return np.array([box.mean(axis=0) for box in boxes]).round().astype(np.uint8)


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


first = read_png(folder / "1_mean_subtracted.png")
photo = np.frombuffer(photo_path.read_bytes()[-first.size :], np.uint8).reshape(first.shape)
picture = np.vstack([np.hstack([photo, first]), np.hstack([read_png(folder / "2_gamma.png"), read_png(folder / "3_difference.png")])])

pixels = picture.reshape(-1, 3).astype(np.int32)
palette = palette_of(pixels, 256)
nearest = np.concatenate([np.square(part[:, None] - palette.astype(np.int32)).sum(axis=2).argmin(axis=1) for part in np.array_split(pixels, 64)])
rows = nearest.astype(np.uint8).reshape(picture.shape[:2])
raw = b"".join(b"\0" + row.tobytes() for row in rows)
header = struct.pack(">IIBBBBB", picture.shape[1], picture.shape[0], 8, 3, 0, 0, 0)
output.write_bytes(
    b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"PLTE", palette.tobytes()) + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b"")
)
