#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures what glmark2's default scenes cost on a simulated GPU, on Mesa's softpipe and on llvmpipe, side by side.

usage: glmark2_speed.py CYCLORAMA OUTPUT.md [--gpu NAME] [--mesa VERSION] [--display WxH] [--frames N] [--rounds N]
                        [--scene PREFIX]
The cost is processor time, user and system, of the program together with what draws: of a whole run of N frames, and of
one frame, which is what two runs of different length differ by. No frames are written. The three take turns, and the
least of all rounds counts. softpipe and llvmpipe are of the system's Mesa. Exit 1 where the simulated GPU needs more for
a frame than softpipe. Needs Debian's glmark2-es2-drm and Mesa from scripts/mesa.
"""
import argparse
import pathlib
import resource
import sys
import tempfile

import exec_runs
import glmark2_scenes

SHORT_RUN = 2
DRIVERS = ('simulated', 'softpipe', 'llvmpipe')


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cost(arguments, scene, driver, frames):
    """Seconds of a run; None where it failed."""
    command = glmark2_scenes.command(scene, frames)
    if driver != 'simulated':
        command = [*exec_runs.software_driver(driver), *command]
    options = ['--discard-frames', '--mesa', arguments.mesa, *glmark2_scenes.exec_options(arguments.display)]
    with tempfile.TemporaryDirectory() as folder:
        before = processor_seconds()
        done = exec_runs.run(arguments.cyclorama, command, folder, arguments.gpu, options=options)
        return processor_seconds() - before if done.returncode == 0 else None


def measure(arguments, scene):
    """For each driver what a run and a frame cost, or None."""
    least = {}
    for _ in range(arguments.rounds):
        for frames in (SHORT_RUN, arguments.frames):
            for driver in DRIVERS:
                seconds = cost(arguments, scene, driver, frames)
                if seconds is None:
                    return None
                least[driver, frames] = min(seconds, least.get((driver, frames), seconds))
    return {driver: (least[driver, arguments.frames],
                     max(least[driver, arguments.frames] - least[driver, SHORT_RUN], 1e-3)
                     / (arguments.frames - SHORT_RUN)) for driver in DRIVERS}


def row(scene, costs):
    run, frame = zip(*(costs[driver] for driver in DRIVERS))
    return (f'| {scene} | {run[0]:.2f} | {run[1]:.2f} | {run[2]:.2f} | {1000 * frame[0]:.0f} | {1000 * frame[1]:.0f} | '
            f'{1000 * frame[2]:.0f} | {run[1] / run[0]:.2f} | {frame[1] / frame[0]:.2f} | {run[2] / run[0]:.2f} | '
            f'{frame[2] / frame[0]:.2f} |')


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

    lines = ['# Speed of the functional machine on Vivante GPUs', '',
             f'glmark2-es2-drm (its default list) at {arguments.display} on {arguments.gpu} with Mesa {arguments.mesa}: '
             'processor seconds, user and system, of', f'the program together with what draws, for a run of '
             f'{arguments.frames} frames; milliseconds for one frame, without what starting costs; and how',
             'many times more softpipe and llvmpipe need. Made by `scripts/glmark2_speed.py`.', '',
             '| scene | run, simulated (s) | softpipe | llvmpipe | frame, simulated (ms) | softpipe | llvmpipe | '
             'softpipe / simulated, run | frame | llvmpipe / simulated, run | frame |',
             '| --- |' + ' ---: |' * 10]
    slower = []
    for scene in glmark2_scenes.SCENES:
        if not scene.startswith(arguments.scene):
            continue
        costs = measure(arguments, scene)
        if costs is None:
            lines.append(f'| {scene} | fails |' + ' |' * 9)
            slower.append(scene)
        else:
            lines.append(row(scene, costs))
            if costs['softpipe'][1] < costs['simulated'][1]:
                slower.append(scene)
        print(lines[-1], flush=True)
    arguments.output.write_text('\n'.join(lines) + '\n')
    if slower:
        sys.exit('slower than softpipe: ' + ', '.join(slower))


main()
