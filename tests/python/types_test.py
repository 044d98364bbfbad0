# SPDX-License-Identifier: MIT
"""The types that the package declares fit together, and its stub fits the compiled module."""
import inspect
import pathlib
import subprocess
import sys
import unittest

import cyclorama
from cyclorama import _core

PACKAGE = pathlib.Path(__file__).resolve().parents[2] / 'python/cyclorama'


class TypesTest(unittest.TestCase):
    def test_types_fit(self):
        result = subprocess.run([sys.executable, '-m', 'mypy', '--strict', '--cache-dir=/dev/null', PACKAGE],
                                capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_the_stub_names_what_the_module_has(self):
        stub = (PACKAGE / '_core.pyi').read_text()
        for name, value in vars(_core).items():
            if name.startswith('_'):
                continue
            self.assertRegex(stub, rf'(?m)^(class |def )?{name}\b')
            if inspect.isclass(value):
                for member in vars(value):
                    if not member.startswith('_') and member not in ('name', 'value'):
                        self.assertRegex(stub, rf'(?m)^    (def )?{member}\b', f'{name}.{member}')

    def test_everything_is_documented(self):
        for name in cyclorama.__all__:
            value = getattr(cyclorama, name)
            self.assertTrue(value.__doc__, name)
            if not inspect.isclass(value) or issubclass(value, Exception):
                continue
            for member, what in vars(value).items():
                if not member.startswith('_') and (callable(what) or isinstance(what, property)):
                    self.assertTrue(what.__doc__, f'{name}.{member}')
