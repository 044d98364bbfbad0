#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the picture of examples/engine2d_scene on a GC320 in both machines, and replays what was recorded in both.

usage: engine2d_scene.py PROGRAM SCENE
A replay compares what each submission leaves in the buffers that it writes to with what it left when it was recorded, and
reports a difference as a finding.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

program, scene = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])


class Engine2dScene(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        # A Mesa that is there by its name alone: the scene uses none.
        mesa = self.folder / 'cache/cyclorama/mesa-1.0'
        mesa.mkdir(parents=True)
        (mesa / 'complete').touch()
        self.environment = os.environ | {'XDG_CACHE_HOME': str(self.folder / 'cache')}

    def run_program(self, *arguments):
        result = subprocess.run([program, *arguments], cwd=self.folder, env=self.environment, capture_output=True,
                                text=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def findings(self, folder):
        return json.loads((self.folder / folder / 'summary.json').read_text())['findings']

    def test_both_machines_draw_and_replay_the_same_picture(self):
        pictures = []
        for mode in ('functional', 'timing'):
            result = self.run_program('exec', '--gpu', 'gc320', '--mode', mode, '--out', mode, '--record', f'{mode}.cyc',
                                      '--', scene, f'{mode}.png')
            self.assertEqual(result.stdout, 'GC320\n')
            self.assertEqual(self.findings(mode), [])
            pictures.append((self.folder / f'{mode}.png').read_bytes())
        self.assertEqual(pictures[0], pictures[1])
        for mode in ('functional', 'timing'):
            self.run_program('run', 'functional.cyc', '--mode', mode, '--out', f'replay-{mode}')
            self.assertEqual(self.findings(f'replay-{mode}'), [])

    def test_a_dump_names_drawings_and_registers(self):
        self.run_program('exec', '--gpu', 'gc320', '--record', 'scene.cyc', '--', scene, 'scene.png')
        text = self.run_program('dump', 'scene.cyc').stdout
        self.assertIn('for the 2D pipe', text)
        self.assertIn('DRAW_2D COUNT=2, DATA_COUNT=0, 8,8 to 72,72, 248,168 to 312,232', text)
        self.assertIn('DE.ROP = ROP_FG=204, ROP_BG=204, TYPE=ROP4', text)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
