# SPDX-License-Identifier: MIT
"""The examples of docs/guide/python.md, one after the other in one folder."""
import doctest
import os
import pathlib
import re
import shutil
import tempfile
import unittest

PAGE = pathlib.Path(__file__).resolve().parents[2] / 'docs/guide/python.md'


class DocumentationTest(unittest.TestCase):
    def test_examples(self):
        text = PAGE.read_text()
        # Lines outside of examples become empty, so that failures name lines of the page.
        inside, lines = False, []
        for line in text.splitlines():
            fence = re.match(r'```(python)?$', line)
            if fence:
                inside = bool(fence[1])
            lines.append(line if inside and not fence else '')
        example = doctest.DocTestParser().get_doctest('\n'.join(lines) + '\n', {}, PAGE.name, str(PAGE), 0)
        self.assertGreater(len(example.examples), 30)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(os.environ['CYCLORAMA_TEST_SCENE'], folder)
            os.chdir(folder)
            try:
                failures = []
                result = runner.run(example, out=failures.append)
            finally:
                os.chdir(before)
        self.assertEqual(result.failed, 0, ''.join(failures))
