#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Signal traces name what passes between units: objects are followed from the index to the pixel, DRAM commands obey the state
of their banks, and the signals that docs/reference/traces.md names as counterparts are there.

usage: signal_trace.py PROGRAM SCENE_WRITER SOURCE_DIR
"""
import csv
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

program, scene_writer, source = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
TRIANGLE = source / 'tests/data/triangle.agp.gz'
# Of the scene's million cycles two thirds write textures to memory.
BEHIND_UPLOADS = 'SIMULATOR.StartSignalDump=940000'


class SignalTrace(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.place.name)

    def tearDown(self):
        self.place.cleanup()

    def trace(self, workload, *settings):
        """Rows of some cycles of a run, the first if not set otherwise: arrival, signal, written, value."""
        arguments = ['SIMULATOR.DumpSignalTrace=TRUE', 'SIMULATOR.SignalDumpCycles=60000', *settings]
        command = [program, 'run', workload, '--mode', 'timing', '--out', self.folder / 'out']
        for argument in arguments:
            command += ['--set', argument]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.folder / 'out/signaltrace.txt', newline='') as file:
            rows = list(csv.reader(file, delimiter=';'))[1:]
        self.assertEqual({len(row) for row in rows}, {4})
        return [(int(arrives), signal, int(written), value) for arrives, signal, written, value in rows]

    def scene(self):
        path = self.folder / 'scene.agp.gz'
        subprocess.run([scene_writer, path, '--frames', '1', '--width', '64', '--height', '48'], check=True)
        return path

    @staticmethod
    def names(rows, pattern, name):
        """What of the values of some signals matches a name."""
        return {match[0] for _, signal, _, value in rows if re.fullmatch(pattern, signal)
                for match in re.finditer(name, value)}

    def test_objects_are_followed_from_the_index_to_the_pixel(self):
        rows = self.trace(TRIANGLE)
        draw = next(value.split(', ')[1] for _, signal, _, value in rows if signal == 'Streamer.command' and 'Draw' in value)
        self.assertEqual(self.names(rows, r'StreamerCommit\.indices', r'^index \d'), {'index 0', 'index 1', 'index 2'})
        vertices = {f'{draw}, vertex {i}' for i in range(3)}
        for signal in (r'WorkDistributor\.channel\d\.input', r'StreamerCommit\.shaded\d', r'PrimitiveAssembly\.vertices'):
            self.assertEqual(self.names(rows, signal, r'draw \d+, vertex \d+'), vertices, signal)
        for signal in (r'Clipper\.input', r'Clipper\.units', r'TriangleSetup\.inSetup', r'TriangleTraversal\.input'):
            self.assertEqual(self.names(rows, signal, r'draw \d+, triangle \d+'), {f'{draw}, triangle 0'}, signal)
        # The triangle is in columns 7 to 57 and rows 5 to 43 (docs/guide/tracing_a_pixel.md); `stats` counts what its quads execute.
        quad = r'draw \d+, triangle 0, quad \(\d+, \d+\)'
        written = self.names(rows, r'ColorWrite\d\.input', quad)
        places = {tuple(map(int, re.findall(r'\d+', name)[2:])) for name in written}
        self.assertTrue(all(6 <= x <= 56 and 4 <= y <= 42 and x % 2 == y % 2 == 0 for x, y in places), places)
        stats = subprocess.run([program, 'stats', TRIANGLE], capture_output=True, text=True, check=True).stdout
        executed = re.search(r'fragment: 1 instructions, .*; (\d+) executed', stats)
        self.assertEqual(4 * len(places), int(executed[1]))
        for signal in (r'HierarchicalZ\.input', r'WorkDistributor\.generated', r'Interpolator\.inWork', r'ColorWrite\d\.operation'):
            self.assertEqual(self.names(rows, signal, quad), written, signal)
        threads = self.names(rows, r'VectorShader\d\.instructions', r'thread \d+ of fragments')
        self.assertTrue(threads)
        self.assertLessEqual(self.names(rows, r'VectorShader\d\.execution', r'thread \d+ of fragments'), threads)

    def test_banks_are_open_for_the_rows_that_are_read_and_written(self):
        rows = self.trace(self.scene(), BEHIND_UPLOADS)
        commands = 0
        for scheduler in {signal for _, signal, _, _ in rows if re.fullmatch(r'ChannelScheduler\.Sched\d\.commands', signal)}:
            rows_open = {}
            for _, value in sorted((written, value) for _, signal, written, value in rows if signal == scheduler):
                command, bank, row = re.match(r'(\w+) bank (\d+)(?:, row (\d+))?', value).groups()
                if command == 'ACTIVATE':
                    self.assertIsNone(rows_open.get(bank), value)
                    rows_open[bank] = row
                elif command == 'PRECHARGE':
                    self.assertIsNotNone(rows_open.get(bank, ''), value)
                    rows_open[bank] = None
                else:
                    # A row may have been opened before the first of these cycles.
                    self.assertEqual(rows_open.setdefault(bank, row), row, value)
                    commands += 1
        bursts = sum(1 for _, signal, _, _ in rows if signal.endswith('.pins'))
        self.assertGreater(commands, 100)
        # At the ends of the window a command is within, or its data.
        self.assertLess(abs(bursts - commands), 64)

    def test_counterparts_of_the_document_are_there(self):
        document = (source / 'docs/reference/traces.md').read_text()
        table = re.findall(r'^\| `([\w:#]+)` \| (\d+) \| (.*) \|$', document, re.MULTILINE)
        self.assertEqual(sum(int(count) for _, count, _ in table), 332)
        scene = self.scene()
        # Small caches have lines evicted; a stop shows the levels that never change.
        present = {signal for _, signal, _, _ in self.trace(
            scene, BEHIND_UPLOADS, 'ZSTENCILTEST.ZCacheLines=4', 'ZSTENCILTEST.ZCacheWays=1', 'COLORWRITE.ColorCacheLines=4',
            'COLORWRITE.ColorCacheWays=1')}
        present |= {signal for _, signal, _, _ in self.trace(TRIANGLE)}
        stopped = subprocess.run([program, 'run', scene, '--mode', 'timing', '--out', self.folder / 'stopped', '--stop-at',
                                  'cycle=5000'], capture_output=True, text=True, check=True).stdout
        for line in stopped.splitlines():
            if match := re.match(r'  (\S+): anything', line):
                box = match[1]
            elif match := re.match(r'    (\S+) from cycle \d+: ', line):
                present.add(f'{box}.{match[1]}')
            elif match := re.match(r'    nothing on (.*)', line):
                present |= {f'{box}.{name}' for name in match[1].split(', ')}
        names = {re.sub(r'\d+', '#', name) for name in present}
        named = {name for _, _, here in table for name in re.findall(r'`([^`]+)`', here)}
        # No scene here uses system memory.
        self.assertEqual({name for name in named if name not in names}, {'MemoryController.systemMemory'})
        for signal, _, here in table:
            self.assertTrue('`' in here or here.startswith(('none: ', 'the same: ')), signal)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
