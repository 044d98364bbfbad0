#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures what programs cost on a simulated chip: glmark2's default scenes against another simulated chip, and Vulkan
programs against lavapipe.

usage: chip_speed.py CYCLORAMA OUTPUT.md --gpu NAME:MESA --against NAME:MESA [--vulkan PROGRAMS] [--display WxH]
                     [--frames N] [--rounds N] [--vulkan-rounds N] [--scene PREFIX]
MESA is the version that drives the chip. PROGRAMS is the build's folder, with examples/vulkan_scene and
tests/vulkan_compute; without it there are no Vulkan programs. All are whole processes: the program together with what draws.
No frames are written, and the drivers take turns. glmark2 costs processor time, user and system: of a run, and of one frame,
which is what two runs of different length differ by; the least of all rounds counts. Vulkan programs cost the time that
passes until they end, and processor time: the medians of all rounds; the former is held to a limit, as both draw on all
processors. lavapipe is of the system's Mesa. The whole page is written, but for sections of other scripts, with what it was
measured with. Exit 1 where a run takes more than its limit. Needs Debian's glmark2-es2-drm and mesa-vulkan-drivers, and Mesa
from scripts/setup/mesa.
"""
import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import typing

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from lib import exec_runs, glmark2_scenes, measured, processor_time, report_section  # noqa: E402
from suites import mesa_lists  # noqa: E402


# A run takes at most this many times the processor time of what it is held against,
LIMIT_OF_SCENES = 1.25
# and this many times the time that passes.
LIMIT_OF_VULKAN = 2.0
SECTIONS = ('glmark2', 'Vulkan')
LAVAPIPE = pathlib.Path('/usr/share/vulkan/icd.d')
VULKAN = {
    'product of matrices, 512x512': ('tests/vulkan_compute', 'matrix', '512'),
    'sums of 256 words, 16384 times': ('tests/vulkan_compute', 'reduction', '16384'),
    'scene, 320x240, 20 frames': ('examples/vulkan_scene', '--frames', '20'),
    'scene, 320x240, 4 samples, 20 frames': ('examples/vulkan_scene', '--frames', '20', '--samples', '4'),
}


class Chip(typing.NamedTuple):
    """A simulated chip, the version of Mesa that drives it, and the option of exec for it."""
    name: str
    mesa: str
    family: mesa_lists.Family
    wish: str

    def __str__(self):
        return self.name


def chip(text):
    name, _, mesa = text.partition(':')
    family = mesa_lists.family_of(name)
    return Chip(name, mesa, family, mesa_lists.wish(family, mesa))


class Cost(typing.NamedTuple):
    """Seconds of a whole process."""
    elapsed: float
    processor: float


def cost_of(run):
    """The cost of a run that gives what subprocess.run does; None where it failed."""
    began, before = time.monotonic(), processor_time.of_children()
    done = run()
    return Cost(time.monotonic() - began, processor_time.of_children() - before) if done.returncode == 0 else None


def cost_on(arguments, gpu, command, options=()):
    """The cost of a program on a simulated chip."""
    with tempfile.TemporaryDirectory() as folder:
        return cost_of(lambda: exec_runs.run(arguments.cyclorama, command, folder, gpu.name,
                                             options=['--discard-frames', '--mesa', gpu.wish, *options]))


def cost_on_lavapipe(command):
    driver = next(LAVAPIPE.glob('lvp_icd*'))
    return cost_of(lambda: subprocess.run(command, env={**os.environ, 'VK_ICD_FILENAMES': str(driver)},
                                          stdout=subprocess.DEVNULL, check=False))


def in_turns(rounds, *measurements):
    """By measurement: its costs of all rounds. None where one failed."""
    made = [[measure() for measure in measurements] for _ in range(rounds)]
    return None if any(None in each for each in made) else list(zip(*made))


def measure_scene(arguments, scene):
    """Seconds of a run and of a frame on the chip, and on the other one."""
    options = glmark2_scenes.exec_options(arguments.display)

    def run(gpu, frames):
        return lambda: cost_on(arguments, gpu, glmark2_scenes.command(scene, frames), options)
    costs = in_turns(arguments.rounds, *(run(gpu, frames) for gpu in (arguments.gpu, arguments.against)
                                         for frames in (glmark2_scenes.SHORT_RUN, arguments.frames)))
    if costs is None:
        return None
    taken = [min(cost.processor for cost in each) for each in costs]
    frames = arguments.frames - glmark2_scenes.SHORT_RUN
    return [(long, max(long - short, 1e-3) / frames) for short, long in (taken[:2], taken[2:])]


def measure_vulkan(arguments, name):
    """Medians of the costs on the chip, and with lavapipe."""
    command = [str(arguments.vulkan / VULKAN[name][0]), *VULKAN[name][1:]]
    costs = in_turns(arguments.vulkan_rounds, lambda: cost_on(arguments, arguments.gpu, command),
                     lambda: cost_on_lavapipe(command))
    return costs and [Cost(*map(statistics.median, zip(*each))) for each in costs]


def scene_row(scene, costs):
    if costs is None:
        return f'| {scene} | fails |' + ' |' * 5
    (run, frame), (other_run, other_frame) = costs
    return (f'| {scene} | {run:.2f} | {other_run:.2f} | {run / other_run:.2f} | {1 / frame:.1f} | {1 / other_frame:.1f} | '
            f'{frame / other_frame:.2f} |')


def vulkan_row(name, costs):
    if costs is None:
        return f'| {name} | fails |' + ' |' * 5
    return f'| {name} |' + ''.join(f' {ours:.2f} | {other:.2f} | {ours / other:.2f} |' for ours, other in zip(*costs))


RUN, FRAME = range(2)


def ratios_of(scenes, what):
    return {scene: costs[0][what] / costs[1][what] for scene, costs in scenes.items() if costs}


def beyond(scenes, vulkan):
    """Names of what fails, or takes more than its limit."""
    slow = [name for name, ratio in ratios_of(scenes, RUN).items() if ratio > LIMIT_OF_SCENES]
    slow += [name for name, costs in vulkan.items() if costs and costs[0].elapsed / costs[1].elapsed > LIMIT_OF_VULKAN]
    return slow + [name for name, costs in {**scenes, **vulkan}.items() if costs is None]


def conclusions(conditions, scenes):
    runs, frames = (ratios_of(scenes, what) for what in (RUN, FRAME))
    if not runs:
        return ['No scene was drawn.']
    within = sum(ratio <= LIMIT_OF_SCENES for ratio in runs.values())
    return [f'Over these scenes a run on {conditions["gpu"]} takes {statistics.geometric_mean(runs.values()):.2f} times '
            f'the processor time of one on {conditions["against"]}', f'(geometric mean), at most {max(runs.values()):.2f} '
            f'times; {within} of {len(runs)} take at most {LIMIT_OF_SCENES} times. A frame takes '
            f'{statistics.geometric_mean(frames.values()):.2f} times.']


def page(conditions, scenes, vulkan):
    """`conditions`: gpu, against, display, frames, rounds, vulkan_rounds, commit, configuration, cores and load, as they
    were."""
    gpu, against = conditions['gpu'], conditions['against']
    rounds = 'one round' if conditions['rounds'] == 1 else f'the least of {conditions["rounds"]} rounds'
    lines = [f'# Speed of the functional machine on {gpu.family.title}', '',
             f'Made by `scripts/measure/chip_speed.py CYCLORAMA docs/results/speed_{gpu.family.name}.md --gpu {gpu}:{gpu.mesa} '
             f'--against {against}:{against.mesa}{" --vulkan PROGRAMS" if vulkan else ""}`',
             f'with commit {conditions["commit"]}, configuration {conditions["configuration"]}, on {conditions["cores"]} '
             f'processor cores; load average at the start: {conditions["load"]}.',
             'Whole processes: programs together with what draws.', '',
             f'## {SECTIONS[0]}', '',
             f'glmark2-es2-drm (its default list) at {conditions["display"]}: a run of {conditions["frames"]} frames on {gpu} '
             f'and on {against}, and the frames', 'of a second of processor time, without what starting costs. Processor '
             f'seconds, user and system, {rounds}.', '',
             *conclusions(conditions, scenes), '',
             f'| scene | run, {gpu} (s) | {against} | {gpu} / {against} | frames a second, {gpu} | {against} | frame, {gpu} / '
             f'{against} |', '| --- |' + ' ---: |' * 6, *(scene_row(*each) for each in scenes.items())]
    if vulkan:
        lines += ['', f'## {SECTIONS[1]}', '',
                  '`tests/mesa/vulkan_compute` and `examples/vulkan_scene`: the seconds that pass until they end, and processor',
                  f'seconds, medians of {conditions["vulkan_rounds"]} rounds; what lavapipe takes to compile programs counts '
                  'as well.', '',
                  f'| program | {gpu} (s) | lavapipe | {gpu} / lavapipe | {gpu} (processor s) | lavapipe | {gpu} / lavapipe |',
                  '| --- |' + ' ---: |' * 6, *(vulkan_row(*each) for each in vulkan.items())]
    return lines


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('\nMESA is')[0])
    parser.add_argument('cyclorama', type=pathlib.Path)
    parser.add_argument('output', type=pathlib.Path)
    parser.add_argument('--gpu', type=chip, required=True)
    parser.add_argument('--against', type=chip, required=True)
    parser.add_argument('--vulkan', type=pathlib.Path)
    parser.add_argument('--display', default='800x600')
    parser.add_argument('--frames', type=int, default=12)
    parser.add_argument('--rounds', type=int, default=2)
    parser.add_argument('--vulkan-rounds', type=int, default=9)
    parser.add_argument('--scene', default='')
    arguments = parser.parse_args()
    conditions = {**vars(arguments), 'commit': measured.commit(arguments.cyclorama),
                  'configuration': measured.configuration(arguments.cyclorama, '--gpu', arguments.gpu.name),
                  'cores': os.cpu_count(), 'load': f'{os.getloadavg()[0]:.1f}'}
    vulkan, scenes = {}, {}
    for name in VULKAN if arguments.vulkan else ():
        vulkan[name] = measure_vulkan(arguments, name)
        print(vulkan_row(name, vulkan[name]), flush=True)
    for scene in glmark2_scenes.SCENES:
        if scene.startswith(arguments.scene):
            scenes[scene] = measure_scene(arguments, scene)
            print(scene_row(scene, scenes[scene]), flush=True)
    lines = page(conditions, scenes, vulkan)
    others = report_section.others(arguments.output, SECTIONS)
    arguments.output.write_text('\n'.join(lines + ([''] + others if others else [])) + '\n')
    slow = beyond(scenes, vulkan)
    if slow:
        sys.exit('beyond its limit: ' + ', '.join(slow))


if __name__ == '__main__':
    main()
