# SPDX-License-Identifier: MIT
"""The notebooks give the outputs that are committed with them."""
import pathlib
import subprocess
import sys
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]


class NotebooksTest(unittest.TestCase):
    def test_outputs(self):
        notebooks = sorted((PROJECT / 'examples/notebooks').glob('*.ipynb'))
        self.assertEqual(len(notebooks), 2)
        for notebook in notebooks:
            with self.subTest(notebook.name):
                result = subprocess.run([sys.executable, PROJECT / 'scripts/renew/notebook.py', 'check', notebook],
                                        capture_output=True, text=True)
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
