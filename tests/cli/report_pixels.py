#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the counts of fragments that reports keep against those of the same workload's other machine, and against the
machines' own counters.

usage: report_pixels.py PROGRAM ATTILA_SCENE SOURCE_DIR
"""
import array
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest
import zlib

program, attila_scene, source = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])

ENDS = ('rejected_early', 'killed', 'rejected_late', 'written', 'helpers')


def planes(row):
    """By end: the counts of a row of pixel_counts, in the order of pixels, as 16 bits each; only of ends that it has."""
    size = row['bytes']
    counts = zlib.decompress(row['counts'])
    ends = [end for end in ENDS if row[end]]
    step = row['width'] * size
    assert len(counts) == row['height'] * len(ends) * step
    found = {}
    for i, end in enumerate(ends):
        lines = (counts[(line * len(ends) + i) * step:(line * len(ends) + i + 1) * step] for line in range(row['height']))
        found[end] = array.array('H', array.array('BH'[size - 1], b''.join(lines)))
    return found


def on_surface(row, planes_to_add):
    """The sum of planes over the whole surface, as the bytes of 16 bits a pixel: the rectangle around counts depends on
    where helpers were."""
    total = sum(int.from_bytes(plane.tobytes(), 'little') for plane in planes_to_add)
    step = 2 * row['width']
    counts = total.to_bytes(step * row['height'], 'little')
    surface = bytearray(2 * row['surface_width'] * row['surface_height'])
    for line in range(row['height']):
        first = 2 * ((row['y'] + line) * row['surface_width'] + row['x'])
        surface[first:first + step] = counts[line * step:(line + 1) * step]
    return bytes(surface)


class ReportPixels(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)
        self.folder = pathlib.Path(self.place.name)

    def report(self, workload, mode):
        out = self.folder / mode
        subprocess.run([program, 'run', workload, '--report', '--out', out, '--mode', mode], check=True, capture_output=True)
        report = sqlite3.connect(out / 'report.sqlite')
        self.addCleanup(report.close)
        report.row_factory = sqlite3.Row
        return report

    def counted(self, report):
        """By frame and draw: the surface, a digest of what was covered, and one of what was written."""
        rows = report.execute('SELECT p.*, frame, draw FROM pixel_counts p JOIN operations ON id = operation')
        result = {}
        for row in rows:
            found = planes(row)
            for end in ENDS:
                self.assertEqual(sum(found.get(end, [])), row[end])
            covered = on_surface(row, [plane for end, plane in found.items() if end != 'helpers'])
            written = on_surface(row, [found['written']] if 'written' in found else [])
            size = (row['surface'], row['surface_width'], row['surface_height'])
            result[row['frame'], row['draw']] = (size, zlib.crc32(covered), zlib.crc32(written))
        return result

    def sum_of(self, report, ends):
        return report.execute(f'SELECT total({" + ".join(ends)}) FROM pixel_counts').fetchone()[0]

    def counter(self, report, name):
        return report.execute('SELECT total(value) FROM frame_counters JOIN counters ON id = counter WHERE name = ?',
                              (name,)).fetchone()[0]

    def hold(self, workload):
        functional = self.report(workload, 'functional')
        timed = self.report(workload, 'timing')
        self.assertGreater(len(self.counted(functional)), 0)
        # Tests that make no difference to the picture come early in one and late in the other.
        self.assertEqual(self.counted(functional), self.counted(timed))
        self.assertEqual(self.sum_of(functional, ENDS[:4]), self.counter(functional, 'Fragments'))
        self.assertEqual(self.sum_of(functional, ENDS[1:4]), self.counter(functional, 'FragmentsShaded'))
        inside, = timed.execute('SELECT count(*) FROM pixel_counts p JOIN operation_targets t ON t.operation = p.operation '
                                'JOIN targets ON targets.id = target WHERE targets.width = surface_width '
                                'AND targets.height = surface_height').fetchone()
        self.assertGreater(inside, 0)

    def test_attila(self):
        trace = self.folder / 'scene.agp.gz'
        subprocess.run([attila_scene, '--width', '160', '--height', '120', trace], check=True, capture_output=True)
        self.hold(trace)

    def test_vivante(self):
        for name in ('medley-gc2000.cyc', 'medley-gc7000l.cyc', 'medley-multisampled-gc7000l.cyc'):
            with self.subTest(name=name):
                self.hold(source / 'tests/golden/captures' / name)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1], verbosity=2)
