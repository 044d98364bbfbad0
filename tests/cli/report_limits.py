#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes one unit after another the narrowest of a chip, and holds a report to it: that unit sets the pace, by its rate, and
what twice the rate is estimated to save is near what it saves.

usage: report_limits.py PROGRAM SOURCE_DIR
"""
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

program, source = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
CAPTURES = source / 'tests/golden/captures'
# Of what the run saves.
LEAST_ESTIMATE, MOST_ESTIMATE = 0.6, 1.5

PACE = '''SELECT sum(cycles) FROM operation_limits JOIN limit_causes c ON c.id = cause JOIN units u ON u.id = unit
    WHERE u.name = ? AND at_full_rate'''
SAVED = '''SELECT group_concat(DISTINCT setting), (SELECT sum(cycles * saved) FROM change_effects JOIN operation_limits USING (cause)
    WHERE change = c.id) FROM changes c JOIN change_settings s ON s.change = c.id WHERE title = ? GROUP BY c.id'''


class ReportLimits(unittest.TestCase):
    def run_with(self, capture, settings, *options):
        """Cycles of a run with settings, and its folder."""
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        out = pathlib.Path(place.name) / 'out'
        sets = [word for setting in settings for word in ('--set', setting)]
        subprocess.run([program, 'run', CAPTURES / capture, '--mode', 'timing', '--out', out, *sets, *options], check=True, capture_output=True)
        return json.loads((out / 'summary.json').read_text())['cycles'], out

    def hold(self, capture, unit, title, *settings):
        cycles, out = self.run_with(capture, settings, '--report')
        report = sqlite3.connect(out / 'report.sqlite')
        self.addCleanup(report.close)
        by_unit, = report.execute(PACE, (unit,)).fetchone()
        changes, estimate = report.execute(SAVED, (title,)).fetchone()
        faster, _ = self.run_with(capture, [*settings, *changes.split(',')])
        gain = cycles - faster
        # Of 88,000 cycles at least, the packets' own among them.
        self.assertGreater(gain, 3000)
        self.assertGreater(by_unit or 0, gain, f'{unit} sets the pace for at least as long as twice its rate saves')
        self.assertGreater(estimate, LEAST_ESTIMATE * gain)
        self.assertLess(estimate, MOST_ESTIMATE * gain)

    def test_a_render_backend_of_few_pixels(self):
        self.hold('medley-bins-a630.cyc', 'RB', 'A render backend with twice the pixels a cycle',
                  'ADRENO.ColorPixelsPerCycle=1', 'ADRENO.DepthPixelsPerCycle=1')

    def test_gmem_of_few_bytes(self):
        self.hold('medley-bins-a630.cyc', 'GMEM', 'GMEM with twice the bytes a cycle', 'ADRENO.GmemBytesPerCycle=1')

    def test_caches_of_colours_of_few_bytes(self):
        self.hold('medley-sysmem-a630.cyc', 'CCU', 'Caches of colours and depth with twice the bytes a cycle',
                  'ADRENO.CcuBytesPerCycle=1')

    def test_a_2d_engine_of_few_pixels(self):
        self.hold('blits-a630.cyc', 'Blitter', 'A 2D engine with twice the pixels and bytes a cycle',
                  'ADRENO.A2dPixelsPerCycle=1', 'ADRENO.A2dBytesPerCycle=4')


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
