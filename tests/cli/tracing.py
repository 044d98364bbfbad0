#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Follows pixels and vertices through runs: docs/guide/tracing_a_pixel.md says what the program says, both machines do the same to a
pixel, and what they write in the end is in the picture.

usage: tracing.py PROGRAM SOURCE_DIR
"""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

from PIL import Image

program, source = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])

TRIANGLE = source / 'tests/data/triangle.agp.gz'
SCENE = source / 'examples/gles_scene/gc2000.cyc'
VULKAN = source / 'examples/vulkan_scene/a630.cyc'
# Of chips that both machines have.
MEDLEYS = sorted((source / 'tests/golden/captures').glob('medley-*gc*.cyc'))


def pixel_of_png(path, x, y):
    """Red, green and blue of a pixel."""
    return Image.open(path).convert('RGB').getpixel((x, y))


class Tracing(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.place.name)
        for name in ('tests', 'examples'):
            (self.folder / name).symlink_to(source / name)

    def tearDown(self):
        self.place.cleanup()

    def run_program(self, *arguments):
        return subprocess.run([program, 'run', *arguments], cwd=self.folder, capture_output=True, text=True)

    def trace(self, workload, *arguments, mode='functional'):
        out = self.folder / f'{mode}'
        result = self.run_program(workload, '--mode', mode, '--out', out, *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f'trace: {out}/trace.txt', result.stderr)
        return (out / 'trace.txt').read_text()

    def test_document_says_what_the_program_says(self):
        blocks = re.findall(r'```console\n(.*?)```', (source / 'docs/guide/tracing_a_pixel.md').read_text(), re.DOTALL)
        self.assertEqual(len(blocks), 5)
        for block in blocks:
            for command, said in re.findall(r'^\$ (.*)\n((?:(?!\$ ).*\n)*)', block, re.MULTILINE):
                words = shlex.split(command)
                words[0] = str(program) if words[0] == 'cyclorama' else words[0]
                result = subprocess.run(words, cwd=self.folder, capture_output=True, text=True)
                self.assertEqual(result.returncode, 0, command + result.stderr)
                if words[0] == str(program):
                    at = 0
                    for piece in re.split(r'^\.\.\.\n', said, flags=re.MULTILINE):
                        at = (result.stdout + result.stderr).find(piece.strip('\n'), at)
                        self.assertGreaterEqual(at, 0, piece)
                else:
                    self.assertEqual(result.stdout, said, command)

    @staticmethod
    def effects(trace):
        """By fragment, under its draw's heading: what was tested and written, in the order of the buffers."""
        found, heading = {}, None
        for line in trace.splitlines():
            if line.startswith('frame '):
                heading = line
            elif line.startswith('  fragment '):
                fragment = (heading, line)
            elif line.startswith(('    depth and', '    colour buffer', '    removed')):
                found.setdefault(fragment, []).append(line)
        return {key: sorted(lines) for key, lines in found.items()}

    @staticmethod
    def without_order(effects):
        """Fragments that Hierarchical Z rejects come up in timed runs without an effect: fragments by draw, renumbered."""
        draws = {}
        for (heading, _), lines in effects.items():
            draws.setdefault(heading, []).append([line for line in lines if 'none passes' not in line])
        return {heading: [lines for lines in all_of if lines] for heading, all_of in draws.items()}

    def test_machines_do_the_same_to_a_pixel(self):
        for workload, x, y in ((TRIANGLE, 32, 30), (SCENE, 200, 150), *((medley, 40, 30) for medley in MEDLEYS)):
            with self.subTest(workload=workload.name):
                traces = [self.effects(self.trace(workload, '--frames', '1', '--trace-pixel', f'{x},{y}', mode=mode))
                          for mode in ('functional', 'timing')]
                self.assertEqual(*(self.without_order(trace) for trace in traces))
                self.assertTrue(any('becomes' in line for lines in traces[0].values() for line in lines))

    def test_last_write_is_the_pixel_of_the_picture(self):
        trace = self.trace(TRIANGLE, '--trace-pixel', '20,35')
        word = int(re.findall(r'colour buffer 0: .* becomes 0x([0-9a-f]{8})', trace)[-1], 16)
        self.assertEqual(pixel_of_png(self.folder / 'functional/frame0000.png', 20, 35),
                         (word & 0xff, word >> 8 & 0xff, word >> 16 & 0xff))

    def test_follows_vertices_in_both_machines(self):
        traces = [self.trace(TRIANGLE, '--trace-vertex', '2', mode=mode) for mode in ('functional', 'timing')]
        self.assertEqual(*traces)
        self.assertIn('vertex 2 of instance 0', traces[0])
        self.assertIn('   0: mov o0, i0  # x ', traces[0])

    def test_follows_pixels_of_programs_with_other_instruction_sets(self):
        trace = self.trace(VULKAN, '--frames', '1', '--trace-pixel', '200,150')
        self.assertRegex(trace, r'\n +\d+: .*mul\.f r\d+\.[xyzw], .*  # r\d+\.[xyzw] 0x[0-9a-f]{8} \(')
        self.assertRegex(trace, r'colour buffer 0: .* becomes 0x')

    def test_changes_nothing_else(self):
        for mode in ('functional', 'timing'):
            self.trace(TRIANGLE, '--trace-pixel', '32,30', mode=mode)
            self.run_program(TRIANGLE, '--mode', mode, '--out', 'plain-' + mode)
            for file in (self.folder / ('plain-' + mode)).iterdir():
                self.assertEqual(file.read_bytes(), (self.folder / mode / file.name).read_bytes(), file.name)

    def test_refuses_what_is_no_pixel(self):
        for text in ('3', '3,', '-1,2', '3,4,5', 'x,y'):
            result = self.run_program(TRIANGLE, '--trace-pixel=' + text)
            self.assertEqual(result.returncode, 2, text)
            self.assertIn(f"'{text}' is not X,Y", result.stderr)


unittest.main(argv=sys.argv[:1])
