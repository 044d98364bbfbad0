# SPDX-License-Identifier: MIT
"""Runs in steps, and what can be looked at between them."""
import gc
import json
import os
import pathlib
import subprocess
import tempfile
import unittest
import warnings

import cyclorama
import numpy as np

PROJECT = pathlib.Path(__file__).resolve().parents[2]
CAPTURE = PROJECT / 'examples/gles_scene/gc2000.cyc'
SCENE = os.environ['CYCLORAMA_TEST_SCENE']
PROGRAM = os.environ['CYCLORAMA_TEST_PROGRAM']


class Reference:
    """What the program `cyclorama` makes of a workload."""

    def __init__(self, folder, workload, *options):
        subprocess.run([PROGRAM, 'run', workload, '--out', folder, *options], check=True, capture_output=True)
        self.folder = pathlib.Path(folder)
        self.summary = json.loads((self.folder / 'summary.json').read_text())


class StepsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def assertSameFiles(self, one, other):
        for path in sorted(one.iterdir()):
            if path.suffix in ('.png', '.csv'):
                self.assertEqual(path.read_bytes(), (other / path.name).read_bytes(), path.name)

    def test_steps_end_as_one_run_does(self):
        """Cycles, pictures and statistics are those of the program, whatever the steps."""
        for name, workload in (('trace', SCENE), ('capture', CAPTURE)):
            reference = Reference(self.folder / name, workload, '--mode', 'timing', '--frames', '1')
            cycles = reference.summary['cycles']
            with cyclorama.Run(workload, frames=1, out=self.folder / f'{name}-steps') as run:
                self.assertTrue(run.to_draw(2))
                self.assertEqual((run.frame, run.draw), (0, 2))
                middle = max(run.cycle + 1, cycles // 2)
                self.assertTrue(run.to_cycle(middle))
                self.assertEqual(run.cycle, middle)
                self.assertTrue(run.to_cycle(middle + 1))
                self.assertEqual(run.cycle, middle + 1)
                self.assertEqual(run.counters['CycleCounter'], run.cycle)
                run.finish()
                self.assertTrue(run.ended)
                self.assertEqual(run.frame, 1)
                self.assertEqual(run.frames[0].cycles, reference.summary['frames'][0]['cycles'])
                self.assertEqual(sum(run.frames[0].activities.values()) <= run.cycle, True)
            self.assertEqual(run.cycle, cycles)
            own = json.loads((self.folder / f'{name}-steps/summary.json').read_text())
            for key in ('cycles', 'frames', 'findings', 'config_hash'):
                self.assertEqual(own[key], reference.summary[key], key)
            self.assertSameFiles(reference.folder, self.folder / f'{name}-steps')

    def test_both_machines_draw_the_same_frame(self):
        pictures = []
        for mode in ('functional', 'timing'):
            run = cyclorama.Run(SCENE, mode=mode, frames=1)
            run.finish()
            pictures.append(run.frames[0].pixels)
            self.assertEqual(run.cycle > 0, mode == 'timing')
        self.assertEqual(pictures[0].shape, (120, 160, 4))
        self.assertGreater(len(np.unique(pictures[0].reshape(-1, 4), axis=0)), 100)
        np.testing.assert_array_equal(*pictures)

    def test_frames_come_one_by_one(self):
        run = cyclorama.Run(SCENE, mode='functional')
        self.assertEqual(len(run.frames), 0)
        self.assertTrue(run.to_frame(1))
        self.assertEqual([frame.number for frame in run.frames], [0])
        run.to_frame(1)
        self.assertEqual(run.frame, 1)
        run.finish()
        self.assertEqual([frame.number for frame in run.frames], [0, 1])
        self.assertFalse(run.to_frame(3))
        with self.assertRaises(IndexError):
            run.frames[2]
        self.assertFalse(np.array_equal(run.frames[0].pixels, run.frames[1].pixels))

    def test_counters_add_up(self):
        run = cyclorama.Run(SCENE, frames=1)
        run.to_draw(1)
        first = run.counters
        run.to_draw(3)
        self.assertEqual(run.counters.since(first)['Batches_CP'], 2)
        counter = first.of('CycleCounter')
        self.assertEqual((counter.unit, counter.value), ('cycles', 0 + counter.total))
        self.assertTrue(counter.sentence.endswith('.'))
        run.finish()
        self.assertEqual(run.counters['CycleCounter'], run.cycle)
        self.assertEqual(run.counters.array(['CycleCounter', 'Batches_CP']).tolist(),
                         [run.cycle, run.counters['Batches_CP']])
        with self.assertRaises(KeyError):
            run.counters['Nothing']

    def test_arrays_keep_what_they_view(self):
        run = cyclorama.Run(SCENE, mode='functional', frames=1)
        run.finish()
        picture = run.frames[0].pixels
        memory = run.memory(0, 4096)
        before = picture.copy(), memory.copy()
        self.assertFalse(picture.flags.writeable or memory.flags.writeable)
        self.assertFalse(picture.flags.owndata or memory.flags.owndata)
        self.assertTrue(np.shares_memory(picture, run.frames[0].pixels))
        del run
        gc.collect()
        np.testing.assert_array_equal(picture, before[0])
        np.testing.assert_array_equal(memory, before[1])


class RefusalTest(unittest.TestCase):
    """The words are the program's own."""

    def message_of(self, *options):
        result = subprocess.run([PROGRAM, 'run', *options], capture_output=True, text=True)
        self.assertEqual(result.returncode, 2)
        return result.stderr.strip().split('cyclorama: ')[-1]

    def test_workloads(self):
        for workload in ('/nothing.cyc', __file__):
            with self.assertRaises(cyclorama.Error) as caught:
                cyclorama.Run(workload)
            self.assertEqual(str(caught.exception), self.message_of(workload))

    def test_configurations(self):
        with self.assertRaises(cyclorama.Error) as caught:
            cyclorama.Configuration('gc2001')
        self.assertIn('gc2000', str(caught.exception))
        with self.assertRaises(cyclorama.Error) as caught:
            cyclorama.Configuration(settings={'GPU.NumFragmentShader': 2})
        self.assertEqual(str(caught.exception), self.message_of(SCENE, '--set', 'GPU.NumFragmentShader=2'))
        with self.assertRaises(cyclorama.Error):
            cyclorama.Configuration()['GPU.NumFragmentShaders'] = 'many'
        with self.assertRaises(cyclorama.Error):
            cyclorama.Run(SCENE, mode='fast')
        with self.assertRaises(cyclorama.Error):
            cyclorama.Run(SCENE, report=True)

    def test_a_capture_cut_off(self):
        with tempfile.TemporaryDirectory() as folder:
            cut = pathlib.Path(folder) / 'cut.cyc'
            cut.write_bytes(CAPTURE.read_bytes()[:60000])
            run = cyclorama.Run(cut, mode='functional')
            with self.assertRaises(cyclorama.Error) as caught:
                run.finish()
            self.assertEqual(str(caught.exception), self.message_of(str(cut), '--out', str(cut) + '.out'))
            self.assertTrue(run.ended)
            with self.assertRaises(cyclorama.Error):
                run.finish()

    def test_warnings(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter('always')
            cyclorama.Run(SCENE, cyclorama.Configuration(settings={'SIMULATOR.DumpSignalTrace': True}), mode='functional')
        self.assertTrue(any(each.category is cyclorama.CycloramaWarning for each in caught))


class ConfigurationTest(unittest.TestCase):
    def test_values(self):
        machine = cyclorama.Configuration('gc2000')
        self.assertIn('gc2000', cyclorama.chips())
        number = machine.parameter('GPU.NumFragmentShaders')
        self.assertIsInstance(number.value, int)
        self.assertTrue(number.sentence)
        machine['GPU.NumFragmentShaders'] = 2
        self.assertEqual(machine['GPU.NumFragmentShaders'], 2)
        self.assertIn('GPU.NumFragmentShaders', machine)
        self.assertEqual(len(machine), len(machine.parameters()))
        machine['SIMULATOR.DetectStalls'] = False
        self.assertIs(machine['SIMULATOR.DetectStalls'], False)

    def test_hash_is_the_programs(self):
        machine = cyclorama.Configuration('gc2000', settings={'GPU.NumFragmentShaders': 2})
        text = subprocess.run([PROGRAM, 'config', '--hash', '--gpu', 'gc2000', '--set', 'GPU.NumFragmentShaders=2'],
                              check=True, capture_output=True, text=True).stdout
        self.assertEqual(machine.hash(), text.strip())
        self.assertNotEqual(machine.hash(), cyclorama.Configuration('gc2000').hash())

    def test_files(self):
        machine = cyclorama.Configuration('gc2000', settings={'GPU.NumFragmentShaders': 2})
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / 'machine.ini'
            path.write_text(machine.text())
            self.assertEqual(cyclorama.Configuration(file=path).hash(), machine.hash())


if __name__ == '__main__':
    unittest.main()
