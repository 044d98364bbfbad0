#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests of the Python package as a build of the preset `python` has it.

usage: run_tests.py BUILD_DIR [UNITTEST_ARGUMENT...]
Writes the scene of examples/attila_scene, then runs the tests beside it, of which arguments choose some (-k NAME).
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    sys.path[:0] = [str(build / 'python'), str(HERE)]
    # Of the processes of a sweep as well.
    os.environ['PYTHONPATH'] = os.pathsep.join(sys.path[:2])
    with tempfile.TemporaryDirectory() as folder:
        scene = pathlib.Path(folder) / 'scene.agp.gz'
        subprocess.run([build / 'examples/attila_scene', scene, '--frames', '2', '--width', '160', '--height', '120'], check=True,
                       stdout=subprocess.DEVNULL)
        os.environ |= {'CYCLORAMA_TEST_SCENE': str(scene), 'CYCLORAMA_TEST_PROGRAM': str(build / 'cyclorama')}
        result = unittest.main(module=None, argv=['run_tests', 'discover', '-s', str(HERE), '-p', '*_test.py',
                                                  *sys.argv[2:]], exit=False).result
    return 0 if result.wasSuccessful() and result.testsRun else 1


if __name__ == '__main__':
    sys.exit(main())
