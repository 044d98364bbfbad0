#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the targets that reports keep against the pictures of the same runs' frames, whoever wrote either.

usage: report_pictures.py PROGRAM ATTILA_SCENE SOURCE_DIR
"""
import pathlib
import sqlite3
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

program, attila_scene, source = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])


def nearest(left, above, corner):
    """The one of the three that is nearest to left + above - corner."""
    return min((left, above, corner), key=lambda value: abs(left + above - corner - value))


def unfilter(kind, line, above, pixel):
    """Undoes the filter of a row of a PNG file (PNG specification, 9.2), in place."""
    for i in range(len(line)):
        left = line[i - pixel] if i >= pixel else 0
        if kind == 1:
            line[i] = (line[i] + left) & 255
        elif kind == 2:
            line[i] = (line[i] + above[i]) & 255
        elif kind == 3:
            line[i] = (line[i] + (left + above[i]) // 2) & 255
        elif kind == 4:
            line[i] = (line[i] + nearest(left, above[i], above[i - pixel] if i >= pixel else 0)) & 255


def read_png(file):
    """Width, height and RGB of an image of 8 bits a component."""
    content = file.read_bytes()
    data = b''
    place = 8
    while place < len(content):
        length, kind = struct.unpack_from('>I4s', content, place)
        chunk = content[place + 8:place + 8 + length]
        if kind == b'IHDR':
            width, height, bits, colors = struct.unpack_from('>IIBB', chunk)
        elif kind == b'IDAT':
            data += chunk
        place += 12 + length
    assert bits == 8
    pixel = {2: 3, 6: 4}[colors]
    rows = zlib.decompress(data)
    stride = width * pixel
    line = bytearray(stride)
    image = bytearray()
    for y in range(height):
        above = line
        line = bytearray(rows[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        unfilter(rows[y * (stride + 1)], line, above, pixel)
        image += line
    return width, height, rgb(image, pixel)


def rgb(image, pixel):
    return bytes(image[i] for i in range(len(image)) if i % pixel < 3)


def read_target(report, target, width, height, frame):
    """RGB of a target at the end of a frame."""
    image = bytearray(width * height * 4)
    for x, y, columns, rows, difference in report.execute(
            'SELECT x, y, c.width, c.height, difference FROM target_changes c JOIN operations o ON o.id = operation '
            'WHERE target = ? AND frame <= ? ORDER BY c.id', (target, frame)):
        pixels = zlib.decompress(difference)
        for row in range(rows):
            first = ((y + row) * width + x) * 4
            for i in range(columns * 4):
                image[first + i] ^= pixels[row * columns * 4 + i]
    return rgb(image, 4)


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
            width, height, shown = read_png(out / name)
            target, = report.execute(
                'SELECT target FROM target_changes c JOIN targets t ON t.id = target JOIN operations o ON o.id = operation '
                'WHERE aspect = \'colour\' AND t.width = ? AND t.height = ? AND frame <= ? ORDER BY c.id DESC',
                (width, height, frame)).fetchone()
            kept = read_target(report, target, width, height, frame)
            counts.append(sum(kept[i:i + 3] != shown[i:i + 3] for i in range(0, len(shown), 3)))
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
