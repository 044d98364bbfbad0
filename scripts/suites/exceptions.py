# SPDX-License-Identifier: MIT
"""Tests that count and fail, by name, with the cause where it is known. The list may only shrink."""
import pathlib

LIST = pathlib.Path(__file__).parents[2] / 'tests/data/conformance_failures.txt'


def read(path, gpu, mesa, suite):
    """Those of a file for a chip, a version of Mesa and a suite, as {test: cause}."""
    listed = {}
    for line in path.read_text().splitlines():
        if line.strip() and not line.startswith('#'):
            *key, rest = line.split(' ', 3)
            if key == [gpu, mesa, suite]:
                name, _, cause = rest.partition(' # ')
                listed[name.strip()] = cause
    return listed
