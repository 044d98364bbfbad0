# SPDX-License-Identifier: MIT
"""Draws, their targets, memory, and sweeps."""
import os
import pathlib
import pickle
import unittest

import cyclorama
import numpy as np

PROJECT = pathlib.Path(__file__).resolve().parents[2]
CAPTURE = PROJECT / 'examples/gles_scene/gc2000.cyc'
SCENE = os.environ['CYCLORAMA_TEST_SCENE']


def picture_after_two_draws(run):
    run.to_draw(2)
    return run.draw, run.memory(0x60000, 64).copy()


def fail(run):
    raise KeyError(run.draw)


class DrawsTest(unittest.TestCase):
    def test_the_last_target_is_the_frame(self):
        """Of tiles in a hierarchy with four samples, and of supertiles with tile status."""
        for workload in (SCENE, CAPTURE):
            run = cyclorama.Run(workload, mode='functional', frames=1)
            for draw in run.draws():
                if draw.targets()[0].aspect == 'colour':
                    last = draw.target().pixels()
            np.testing.assert_array_equal(last[..., :3], run.frames[0].pixels[..., :3])

    def test_every_draw_comes_once_with_its_share(self):
        run = cyclorama.Run(SCENE, frames=1)
        draws = list(run.draws())
        self.assertTrue(run.ended)
        self.assertEqual([draw.number for draw in draws], list(range(24)))
        self.assertEqual(sum(draw.counters['Batches_CP'] for draw in draws), 24)
        cycles = [draw.cycle for draw in draws]
        self.assertEqual(sorted(set(cycles)), cycles)
        np.testing.assert_array_equal(np.diff([0, *cycles]), [draw.counters['CycleCounter'] for draw in draws])
        self.assertEqual(draws[0].title, '6 indices: triangles')

    def test_both_machines_count_the_same_draws(self):
        titles = []
        for mode in ('functional', 'timing'):
            run = cyclorama.Run(SCENE, mode=mode)
            titles.append([(draw.frame, draw.number, draw.title) for draw in run.draws()])
        self.assertEqual(len(titles[0]), 48)
        self.assertEqual(titles[0][24][:2], (1, 0))
        self.assertEqual(*titles)

    def test_depth_and_stencil(self):
        for workload, draws, stencils in ((SCENE, 24, {0, 1, 2}), (CAPTURE, 37, {0, 1})):
            run = cyclorama.Run(workload, mode='functional')
            run.to_draw(draws)
            color, depth = run.last_draw().targets()
            self.assertEqual(depth.aspect, 'depth')
            self.assertGreaterEqual(depth.depth().min(), 0.5)
            self.assertLess(depth.depth().min(), depth.depth().max())
            self.assertLessEqual(depth.depth().max(), 1)
            self.assertEqual(set(np.unique(depth.stencil())), stencils)
            self.assertEqual(run.last_draw().state()['depth and stencil']['buffer'], f'{depth.address:#010x}')
            for wrong in (depth.pixels, color.depth, color.stencil):
                with self.assertRaises(TypeError):
                    wrong()

    def test_memory_is_in_place(self):
        run = cyclorama.Run(SCENE, mode='functional')
        run.to_draw(1)
        target = run.last_draw().target()
        view, bytes_ = run.memory(target.address, 4096), target.bytes()
        self.assertTrue(np.shares_memory(view, bytes_))
        before = view.copy()
        run.to_frame(1)
        self.assertFalse(np.array_equal(before, view))
        for address, size in ((1 << 40, 16), (1 << 50, 16), (0, 1 << 40)):
            with self.assertRaises(cyclorama.Error):
                run.memory(address, size)
        with self.assertRaises(cyclorama.Error):
            run.memory(0, 16, 'on_chip')


class SweepTest(unittest.TestCase):
    def test_results_are_those_of_single_runs(self):
        machines = [cyclorama.Configuration(settings={'FRAGMENTSHADER.MaxAnisotropy': each}) for each in (1, 16)]
        swept = list(cyclorama.sweep(SCENE, machines, frames=1))
        run = cyclorama.Run(SCENE, machines[0], frames=1)
        run.finish()
        self.assertEqual(swept[0].cycles, run.cycle)
        self.assertEqual(dict(swept[0].counters), dict(run.counters))
        self.assertEqual(swept[0].frames, [run.frames[0].cycles])
        self.assertNotEqual(swept[0].cycles, swept[1].cycles)

    def test_functions_and_exceptions_of_ones_own(self):
        machines = [cyclorama.Configuration()] * 3
        for draws, bytes_ in cyclorama.sweep(SCENE, machines, picture_after_two_draws, mode='functional', processes=2):
            self.assertEqual((draws, bytes_.shape), (2, (64,)))
        with self.assertRaises(KeyError):
            list(cyclorama.sweep(SCENE, machines, fail, mode='functional'))
        with self.assertRaises(cyclorama.Error) as caught:
            list(cyclorama.sweep('/nothing.cyc', machines[:1]))
        self.assertIn('/nothing.cyc', str(caught.exception))

    def test_configurations_travel(self):
        machine = cyclorama.Configuration('gc2000', settings={'GPU.MemoryClock': 400})
        self.assertEqual(pickle.loads(pickle.dumps(machine)).hash(), machine.hash())


if __name__ == '__main__':
    unittest.main()
