#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of scripts/check/suites.py on results that are whole, and on results that lack something."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECKS = pathlib.Path(__file__).parents[2] / 'scripts/check'
sys.path.insert(0, str(CHECKS))

import suites  # noqa: E402


class Suites(unittest.TestCase):
    def check(self, cases, *options):
        """(exit status, output) for a file of ctest with the cases, (name, status) each."""
        rows = ''.join(f'<testcase name="{name}" status="{status}"><system-out>why</system-out></testcase>'
                       for name, status in cases)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / 'results.xml'
            file.write_text(f'<testsuite>{rows}</testsuite>')
            done = subprocess.run([sys.executable, CHECKS / 'suites.py', *options, file], capture_output=True, text=True)
            return done.returncode, done.stdout + done.stderr

    def whole(self):
        return [(f'{suite}.Test', 'run') for suite in suites.suites()]

    def test_whole_results_pass(self):
        status, output = self.check(self.whole())
        self.assertEqual(status, 0, output)

    def test_a_skipped_test_is_refused_unless_it_may_be(self):
        cases = [*self.whole(), ('Guest.IsSkipped', 'notrun')]
        status, output = self.check(cases)
        self.assertEqual(status, 1)
        self.assertIn('Guest.IsSkipped was skipped: why', output)
        self.assertEqual(self.check(cases, '--may-skip', 'Guest')[0], 0)

    def test_a_test_that_ran_elsewhere_may_be_skipped(self):
        self.assertEqual(self.check([*self.whole(), ('Guest.Test', 'notrun'), ('Guest.Test', 'run')])[0], 0)

    def test_a_missing_suite_is_refused_with_its_source(self):
        suite, source = next(iter(suites.suites().items()))
        status, output = self.check(self.whole()[1:])
        self.assertEqual(status, 1)
        self.assertIn(f'no test of {suite} ran ({source})', output)
        self.assertEqual(self.check(self.whole()[1:], '--without', str(source.parent))[0], 0)

    def test_results_without_tests_are_refused(self):
        status, output = self.check([])
        self.assertEqual(status, 1)
        self.assertIn('no test ran', output)


if __name__ == '__main__':
    unittest.main()
