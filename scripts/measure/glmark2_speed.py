#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures what glmark2's default scenes cost on a simulated GPU, on Mesa's softpipe and on llvmpipe, side by side.

usage: glmark2_speed.py CYCLORAMA OUTPUT.md [--gpu NAME] [--mesa VERSION] [--display WxH] [--frames N] [--rounds N]
                        [--scene PREFIX]
The cost is processor time, user and system, of the program together with what draws: of a whole run of N frames, and of
one frame, which is what two runs of different length differ by. No frames are written. The three take turns, and the
least of all rounds counts. softpipe and llvmpipe are of the system's Mesa. The whole page is written, with the conclusions
and with what it was measured with. Exit 1 where the simulated GPU needs more for a frame than softpipe. Needs Debian's
glmark2-es2-drm and Mesa from scripts/setup/mesa.
"""
import argparse
import os
import pathlib
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from lib import exec_runs, glmark2_scenes, measured, processor_time  # noqa: E402


DRIVERS = ('simulated', 'softpipe', 'llvmpipe')
# What Mesa's driver says where a program does not fit the chip; it leaves such draws out.
REFUSED = 'compiled shaders are not okay'
# They differ in where the vertices are, which costs next to nothing: the rest of the difference is noise.
SAME_WORK = ('build:use-vbo=false', 'build:use-vbo=true')


class Costs:
    """What a scene costs, by driver: seconds of a run and of a frame. `partial`: Mesa left a draw out."""

    def __init__(self, run, frame, partial=False):
        self.run, self.frame, self.partial = run, frame, partial

    def times(self, driver, what):
        """How many times the simulated GPU's cost the driver's is."""
        cost = getattr(self, what)
        return cost[driver] / cost['simulated']


def cost(arguments, scene, driver, frames):
    """Seconds of a run, and whether Mesa left a draw out; None where it failed."""
    command = glmark2_scenes.command(scene, frames)
    if driver != 'simulated':
        command = [*exec_runs.software_driver(driver), *command]
    options = ['--discard-frames', '--mesa', arguments.mesa, *glmark2_scenes.exec_options(arguments.display)]
    with tempfile.TemporaryDirectory() as folder:
        before = processor_time.of_children()
        done = exec_runs.run(arguments.cyclorama, command, folder, arguments.gpu, options=options)
        return (processor_time.of_children() - before, REFUSED in done.stdout) if done.returncode == 0 else None


def measure(arguments, scene):
    """The scene's Costs, or None where a run failed."""
    least, partial = {}, False
    for _ in range(arguments.rounds):
        for frames in (glmark2_scenes.SHORT_RUN, arguments.frames):
            for driver in DRIVERS:
                measurement = cost(arguments, scene, driver, frames)
                if measurement is None:
                    return None
                seconds, left_out = measurement
                partial = partial or left_out
                least[driver, frames] = min(seconds, least.get((driver, frames), seconds))
    return Costs({driver: least[driver, arguments.frames] for driver in DRIVERS},
                 {driver: max(least[driver, arguments.frames] - least[driver, glmark2_scenes.SHORT_RUN], 1e-3)
                  / (arguments.frames - glmark2_scenes.SHORT_RUN) for driver in DRIVERS}, partial)


def row(scene, costs):
    if costs is None:
        return f'| {scene} | fails |' + ' |' * 9
    cells = [*(f'{costs.run[driver]:.2f}' for driver in DRIVERS), *(f'{1000 * costs.frame[driver]:.0f}' for driver in DRIVERS),
             *(f'{costs.times(driver, what):.2f}' for driver in DRIVERS[1:] for what in ('run', 'frame'))]
    return f'| {scene}{" (1)" if costs.partial else ""} | ' + ' | '.join(cells) + ' |'


def slower_than_softpipe(results, what):
    return [scene for scene, costs in results.items() if costs is None or costs.times('softpipe', what) < 1]


def conclusions(results):
    """What the table says, in sentences."""
    drawn = [costs for costs in results.values() if costs is not None]
    if not drawn:
        return ['No scene was drawn.']
    mean = {driver: statistics.geometric_mean(costs.times(driver, 'run') for costs in drawn) for driver in DRIVERS[1:]}
    lines = [f'Over these scenes softpipe takes {mean["softpipe"]:.2f} times the processor time of the simulated GPU for a '
             f'run, and llvmpipe', f'{mean["llvmpipe"]:.2f} times (geometric means).']
    for what, subject in (('run', 'run'), ('frame', "scene's frame")):
        slower = slower_than_softpipe(results, what)
        lines.append(f'No {subject} is slower than softpipe\'s.' if not slower
                     else f'Slower than softpipe\'s is the {subject} of: {", ".join(slower)}.')
    if all(results.get(scene) for scene in SAME_WORK):
        frames = [[results[scene].frame[driver] for scene in SAME_WORK] for driver in DRIVERS]
        lines.append(f'So well is a short frame known: `{SAME_WORK[0]}` and `{SAME_WORK[1]}` do nearly the same work, and their '
                     f'frames differ by up to {100 * max(max(pair) / min(pair) - 1 for pair in frames):.0f} %.')
    if any(costs.partial for costs in drawn):
        lines += ['', '(1) Mesa refuses a program that is too long for this chip and leaves its draws out '
                  '(`docs/results/conformance_vivante.md`).']
    return lines


def page(conditions, results):
    """`conditions`: gpu, mesa, display, frames, rounds, commit, configuration, cores and load, as they were."""
    rounds = 'in one round' if conditions['rounds'] == 1 else f'the least of {conditions["rounds"]} rounds,'
    return ['# Speed of the functional machine on Vivante GPUs', '',
            f'Made by `scripts/measure/glmark2_speed.py CYCLORAMA docs/results/speed_vivante.md` with commit {conditions["commit"]},',
            f'configuration {conditions["configuration"]}, {rounds} on {conditions["cores"]} processor cores; load average at '
            f'the start: {conditions["load"]}.',
            f'glmark2-es2-drm (its default list) at {conditions["display"]} on {conditions["gpu"]} with Mesa '
            f'{conditions["mesa"]}: processor seconds, user and system, of', f'the program together with what draws, for a '
            f'run of {conditions["frames"]} frames; milliseconds for one frame, without what starting costs; and how',
            'many times more softpipe and llvmpipe need.', '', *conclusions(results), '',
            '| scene | run, simulated (s) | softpipe | llvmpipe | frame, simulated (ms) | softpipe | llvmpipe | '
            'softpipe / simulated, run | frame | llvmpipe / simulated, run | frame |', '| --- |' + ' ---: |' * 10,
            *(row(scene, costs) for scene, costs in results.items())]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('\nThe cost')[0])
    parser.add_argument('cyclorama', type=pathlib.Path)
    parser.add_argument('output', type=pathlib.Path)
    parser.add_argument('--gpu', default='gc2000')
    parser.add_argument('--mesa', default='22.3.6')
    parser.add_argument('--display', default='800x600')
    parser.add_argument('--frames', type=int, default=12)
    parser.add_argument('--rounds', type=int, default=2)
    parser.add_argument('--scene', default='')
    arguments = parser.parse_args()

    conditions = {**vars(arguments), 'commit': measured.commit(arguments.cyclorama),
                  'configuration': measured.configuration(arguments.cyclorama, '--gpu', arguments.gpu),
                  'cores': os.cpu_count(), 'load': f'{os.getloadavg()[0]:.1f}'}
    results = {}
    for scene in glmark2_scenes.SCENES:
        if scene.startswith(arguments.scene):
            results[scene] = measure(arguments, scene)
            print(row(scene, results[scene]), flush=True)
    arguments.output.write_text('\n'.join(page(conditions, results)) + '\n')
    slower = slower_than_softpipe(results, 'frame')
    if slower:
        sys.exit('slower than softpipe: ' + ', '.join(slower))


if __name__ == '__main__':
    main()
