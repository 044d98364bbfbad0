#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the targets that reports keep against the pictures of the same runs' frames, whoever wrote either.

usage: report_pictures.py PROGRAM ATTILA_SCENE SOURCE_DIR
"""
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest
import zlib

import numpy
from PIL import Image

program, attila_scene, source = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])


def read_png(file):
    """Rows of pixels of red, green and blue."""
    return numpy.asarray(Image.open(file).convert('RGB'))


def read_target(report, target, width, height, frame):
    """A target at the end of a frame, as read_png()."""
    image = numpy.zeros((height, width, 4), numpy.uint8)
    for x, y, columns, rows, difference in report.execute(
            'SELECT x, y, c.width, c.height, difference FROM target_changes c JOIN operations o ON o.id = operation '
            'WHERE target = ? AND frame <= ? ORDER BY c.id', (target, frame)):
        pixels = numpy.frombuffer(zlib.decompress(difference), numpy.uint8)
        image[y:y + rows, x:x + columns] ^= pixels.reshape(rows, columns, 4)
    return image[:, :, :3]


class ReportPictures(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)
        self.folder = pathlib.Path(self.place.name)

    def differing(self, workload, *options):
        """By frame: how many pixels of its picture differ from those of the last target of its size that was changed."""
        out = self.folder / 'out'
        subprocess.run([program, 'run', workload, '--report', '--out', out, *options], check=True, capture_output=True)
        report = sqlite3.connect(out / 'report.sqlite')
        counts = []
        for frame, name in report.execute('SELECT id, image FROM frames WHERE number IS NOT NULL ORDER BY id').fetchall():
            shown = read_png(out / name)
            height, width, _ = shown.shape
            target, = report.execute(
                'SELECT target FROM target_changes c JOIN targets t ON t.id = target JOIN operations o ON o.id = operation '
                'WHERE aspect = \'colour\' AND t.width = ? AND t.height = ? AND frame <= ? ORDER BY c.id DESC',
                (width, height, frame)).fetchone()
            kept = read_target(report, target, width, height, frame)
            counts.append(int((kept != shown).any(axis=2).sum()))
        report.close()
        return counts

    def test_attila_shows_its_target(self):
        for samples in ('1', '4'):
            trace = self.folder / f'scene{samples}.agp.gz'
            subprocess.run([attila_scene, '--width', '160', '--height', '120', '--frames', '2', '--samples', samples,
                            trace], check=True, capture_output=True)
            for mode in ('functional', 'timing'):
                with self.subTest(samples=samples, mode=mode):
                    self.assertEqual(self.differing(trace, '--mode', mode), [0, 0])

    def test_vivante_shows_what_was_resolved_from_its_target(self):
        for name in ('examples/gles_scene/gc2000.cyc', 'tests/golden/captures/medley-gc2000.cyc',
                     'tests/golden/captures/medley-gc7000l.cyc',
                     'tests/golden/captures/medley-multisampled-gc2000.cyc',
                     'tests/golden/captures/medley-multisampled-gc7000l.cyc'):
            with self.subTest(name=name):
                counts = self.differing(source / name)
                self.assertEqual(counts, [0] * len(counts))

    def test_adreno_shows_its_target_on_the_chip_and_in_memory(self):
        for name in ('examples/vulkan_scene/a630.cyc',):
            with self.subTest(name=name):
                counts = self.differing(source / name)
                self.assertEqual(counts, [0] * len(counts))


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1], verbosity=2)
