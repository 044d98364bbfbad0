# SPDX-License-Identifier: MIT
"""How far pictures are apart: for the scripts that hold our frames against those of another renderer."""
import pathlib

import numpy
from PIL import Image


def pixels(path):
    return numpy.asarray(Image.open(path).convert('RGB')).astype(int)


def of_pixels(first, second):
    """By pixel, the largest difference of a channel of 255; None where the sizes differ."""
    a, b = pixels(first), pixels(second)
    return numpy.abs(a - b).max(axis=2) if a.shape == b.shape else None


def share_within(first, second, tolerance=8):
    """The share of the pixels whose channels all differ by at most `tolerance` of 255; 0 where the sizes differ."""
    differences = of_pixels(first, second)
    return 0.0 if differences is None else float((differences <= tolerance).mean())


def same(first, second):
    """Whether two pictures are alike to the bit."""
    differences = of_pixels(first, second)
    return differences is not None and not differences.any()


def write_difference(first, second, path):
    """A picture of the differences, four times as strong, and black if there is none."""
    a, b = pixels(first), pixels(second)
    if a.shape == b.shape:
        Image.fromarray(numpy.clip(4 * numpy.abs(a - b), 0, 255).astype('uint8')).save(path)


def frames(folder):
    """The pictures of a run by the number of the frame."""
    return {int(path.stem.removeprefix('frame')): path for path in sorted(pathlib.Path(folder).glob('frame*.png'))}
