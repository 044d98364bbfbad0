#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures what programs cost on a simulated Adreno: glmark2's default scenes against a simulated Vivante chip, and
Vulkan programs against lavapipe.

usage: adreno_speed.py CYCLORAMA PROGRAMS OUTPUT.md [--gpu NAME] [--against NAME] [--mesa VERSION] [--display WxH]
                       [--frames N] [--rounds N] [--scene PREFIX]
PROGRAMS is the build's folder, with examples/vulkan_scene and tests/vulkan_compute. The cost is processor time, user and
system, of the program together with what draws: of a whole run, and for glmark2 of one frame, which is what two runs of
different length differ by. No frames are written. The chips take turns, and the least of all rounds counts. lavapipe is
of the system's Mesa. The whole page is written, with what it was measured with. Exit 1 where a run takes more than its
limit. Needs Debian's glmark2-es2-drm and mesa-vulkan-drivers, and Mesa from scripts/mesa.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import exec_runs
import glmark2_scenes
import measured
from glmark2_speed import SHORT_RUN, processor_seconds

# A run takes at most this many times the processor time of what it is held against.
LIMIT_OF_SCENES = 1.25
LIMIT_OF_VULKAN = 2.0
LAVAPIPE = pathlib.Path('/usr/share/vulkan/icd.d')
VULKAN = {
    'product of matrices, 512x512': ('tests/vulkan_compute', 'matrix', '512'),
    'sums of 256 words, 16384 times': ('tests/vulkan_compute', 'reduction', '16384'),
    'scene, 320x240, 20 frames': ('examples/vulkan_scene', '--frames', '20'),
    'scene, 320x240, 4 samples, 20 frames': ('examples/vulkan_scene', '--frames', '20', '--samples', '4'),
}


def seconds_on(arguments, gpu, command, options=()):
    """Seconds of a program on a simulated chip; None where it failed."""
    with tempfile.TemporaryDirectory() as folder:
        before = processor_seconds()
        done = exec_runs.run(arguments.cyclorama, command, folder, gpu,
                             options=['--discard-frames', '--mesa', arguments.mesa, *options])
        return processor_seconds() - before if done.returncode == 0 else None


def seconds_on_lavapipe(command):
    driver = next(LAVAPIPE.glob('lvp_icd*'))
    before = processor_seconds()
    done = subprocess.run(command, env={**os.environ, 'VK_ICD_FILENAMES': str(driver)}, stdout=subprocess.DEVNULL,
                          check=False)
    return processor_seconds() - before if done.returncode == 0 else None


def least(rounds, *measurements):
    """The least of each measurement over all rounds, in which they take turns; None where one failed."""
    made = [[measure() for measure in measurements] for _ in range(rounds)]
    if any(None in each for each in made):
        return None
    return [min(column) for column in zip(*made)]


def measure_scene(arguments, scene):
    """Seconds of a run and of a frame on the Adreno, and on the other chip."""
    options = glmark2_scenes.exec_options(arguments.display)

    def run(gpu, frames):
        return lambda: seconds_on(arguments, gpu, glmark2_scenes.command(scene, frames), options)
    taken = least(arguments.rounds, *(run(gpu, frames) for gpu in (arguments.gpu, arguments.against)
                                      for frames in (SHORT_RUN, arguments.frames)))
    if taken is None:
        return None
    frames = arguments.frames - SHORT_RUN
    return [(long, max(long - short, 1e-3) / frames) for short, long in (taken[:2], taken[2:])]


def measure_vulkan(arguments, name):
    command = [str(arguments.programs / VULKAN[name][0]), *VULKAN[name][1:]]
    return least(arguments.rounds, lambda: seconds_on(arguments, arguments.gpu, command),
                 lambda: seconds_on_lavapipe(command))


def scene_row(scene, costs):
    if costs is None:
        return f'| {scene} | fails |' + ' |' * 5
    (run, frame), (other_run, other_frame) = costs
    return (f'| {scene} | {run:.2f} | {other_run:.2f} | {run / other_run:.2f} | {1 / frame:.1f} | {1 / other_frame:.1f} | '
            f'{frame / other_frame:.2f} |')


def vulkan_row(name, costs):
    if costs is None:
        return f'| {name} | fails |' + ' |' * 2
    return f'| {name} | {costs[0]:.2f} | {costs[1]:.2f} | {costs[0] / costs[1]:.2f} |'


def run_ratios(scenes):
    return {scene: costs[0][0] / costs[1][0] for scene, costs in scenes.items() if costs}


def beyond(scenes, vulkan):
    """Names of what fails, or takes more than its limit."""
    slow = [name for name, ratio in run_ratios(scenes).items() if ratio > LIMIT_OF_SCENES]
    slow += [name for name, costs in vulkan.items() if costs and costs[0] / costs[1] > LIMIT_OF_VULKAN]
    return slow + [name for name, costs in {**scenes, **vulkan}.items() if costs is None]


def conclusions(conditions, scenes):
    ratios = run_ratios(scenes)
    if not ratios:
        return ['No scene was drawn.']
    within = sum(ratio <= LIMIT_OF_SCENES for ratio in ratios.values())
    return [f'Over these scenes a run on {conditions["gpu"]} takes {statistics.geometric_mean(ratios.values()):.2f} times '
            f'the processor time of one on {conditions["against"]}', f'(geometric mean), at most {max(ratios.values()):.2f} '
            f'times; {within} of {len(ratios)} take at most {LIMIT_OF_SCENES} times.']


def page(conditions, scenes, vulkan):
    """`conditions`: gpu, against, mesa, display, frames, rounds, commit, configuration, cores and load, as they were."""
    gpu, against = conditions['gpu'], conditions['against']
    rounds = 'one round' if conditions['rounds'] == 1 else f'the least of {conditions["rounds"]} rounds'
    return ['# Speed of the functional machine on Adreno GPUs', '',
            f'Processor seconds, user and system, of programs together with what draws, with Mesa {conditions["mesa"]}. '
            'Made by', f'`scripts/adreno_speed.py` with commit {conditions["commit"]}, configuration '
            f'{conditions["configuration"]}, {rounds},', f'on {conditions["cores"]} processor cores; load average at the '
            f'start: {conditions["load"]}.', '',
            '## glmark2', '',
            f'glmark2-es2-drm (its default list) at {conditions["display"]}: a run of {conditions["frames"]} frames on {gpu} '
            f'and on {against}, and the frames', 'of a second of processor time, without what starting costs.', '',
            *conclusions(conditions, scenes), '',
            f'| scene | run, {gpu} (s) | {against} | {gpu} / {against} | frames a second, {gpu} | {against} | frame, {gpu} / '
            f'{against} |', '| --- |' + ' ---: |' * 6, *(scene_row(*each) for each in scenes.items()), '',
            '## Vulkan', '', 'Whole processes of `tests/mesa/vulkan_compute` and `examples/vulkan_scene`; what lavapipe '
            'takes to compile programs', 'counts as well.', '',
            f'| program | {gpu} (s) | lavapipe | {gpu} / lavapipe |', '| --- |' + ' ---: |' * 3,
            *(vulkan_row(*each) for each in vulkan.items())]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('\nPROGRAMS is')[0])
    parser.add_argument('cyclorama', type=pathlib.Path)
    parser.add_argument('programs', type=pathlib.Path)
    parser.add_argument('output', type=pathlib.Path)
    parser.add_argument('--gpu', default='a630')
    parser.add_argument('--against', default='gc7000l')
    parser.add_argument('--mesa', default='25.0.7')
    parser.add_argument('--display', default='800x600')
    parser.add_argument('--frames', type=int, default=12)
    parser.add_argument('--rounds', type=int, default=2)
    parser.add_argument('--scene', default='')
    arguments = parser.parse_args()
    conditions = {**vars(arguments), 'commit': measured.commit(arguments.cyclorama),
                  'configuration': measured.configuration(arguments.cyclorama, '--gpu', arguments.gpu),
                  'cores': os.cpu_count(), 'load': f'{os.getloadavg()[0]:.1f}'}
    vulkan, scenes = {}, {}
    for name in VULKAN:
        vulkan[name] = measure_vulkan(arguments, name)
        print(vulkan_row(name, vulkan[name]), flush=True)
    for scene in glmark2_scenes.SCENES:
        if scene.startswith(arguments.scene):
            scenes[scene] = measure_scene(arguments, scene)
            print(scene_row(scene, scenes[scene]), flush=True)
    arguments.output.write_text('\n'.join(page(conditions, scenes, vulkan)) + '\n')
    slow = beyond(scenes, vulkan)
    if slow:
        sys.exit('beyond its limit: ' + ', '.join(slow))


if __name__ == '__main__':
    main()
