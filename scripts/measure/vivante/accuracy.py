#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the timing machine as a Vivante chip to frame rates that were measured on real chips and published.

usage: accuracy.py CYCLORAMA OUTPUT.md [--group NAME]... [--set KEY=VALUE]... [--mesa MESA] [-j N]
The published rates are in tests/data/silicon_vivante.csv; GROUPS says for each group where they are from, and in which
conditions they are rebuilt here. A frame's cycles are what runs of seven and of three frames differ by. Writes the whole page;
with --group, --set or --mesa (for all groups: a version or a folder, as of `cyclorama exec`), which do not give that page,
OUTPUT.md may be `-`: the rows are printed. Needs Debian's glmark2-es2-drm and Mesa from scripts/setup/mesa.
"""
import argparse
import concurrent.futures
import csv
import json
import pathlib
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from lib import exec_runs, measured  # noqa: E402


FIGURES = pathlib.Path(__file__).resolve().parents[3] / 'tests/data/silicon_vivante.csv'
SHORT_RUN, LONG_RUN = 3, 7
FRAME_MILLISECONDS = 16


class Group:
    """Figures of one source: the board on which they were measured, the chip, its clock in MHz, Mesa's version, the size of a
    frame, whether frames are presented, variables of the environment, whether a frame takes as long as the GPU's work alone, and
    what differs from the published conditions."""

    def __init__(self, board, gpu, clock, mesa, size, presented, source, conditions, environment=(), gpu_bound=False):
        self.board, self.gpu, self.clock, self.mesa, self.size = board, gpu, clock, mesa, size
        self.presented, self.source, self.conditions, self.environment = presented, source, conditions, environment
        self.gpu_bound = gpu_bound


NANOULTRA = ('J. P. Goncalves (Toradex), etnaviv list, May 2024, Message-ID '
             '20240507181712.svjjaryisdgfxkle@joaog-nb and replies: Verdin iMX8M Mini, glmark2 2023.01, Mesa 24.0.3, '
             '--off-screen, 640x480, "overdrive mode", which is 1000 MHz (imx8mm-overdrive.dtsi)')
DEFAULTS = ('One figure a scene. Taken here: the scene with its default options, which gives scenes as light as the others where '
            'the options of the default list would not (bump). Not overlapped there, and not here: the work of processor and '
            'kernel, for with --off-screen each frame ends with glFinish')
GROUPS = {
    'nanoultra-ts': Group('Verdin iMX8M Mini', 'gc7000nanoultra', 1000, '25.0.7', '640x480', False, NANOULTRA, DEFAULTS),
    'nanoultra-no-ts': Group('Verdin iMX8M Mini', 'gc7000nanoultra', 1000, '25.0.7', '640x480', False,
                             NANOULTRA + '; tile status off', DEFAULTS + '. ETNA_MESA_DEBUG=no_ts',
                             ('ETNA_MESA_DEBUG=no_ts',)),
    'gc880': Group('i.MX 6DualLite', 'gc880', 528, '22.3.6', '800x600', True,
                   'glmark2 issue 215, February 2024: i.MX 6DualLite, glmark2 2021.12, Mesa 23.3.3, X11, 800x600; clocks not said',
                   'Presented on DRM, and not by X11'),
    'gc2000': Group('SABRE-SD', 'gc2000', 500, '22.3.6', '800x600', False,
                    'pastebin.com/KG8VEmAZ: i.MX 6Quad SABRE-SD, glmark2 2012.12, the maker\'s driver, X11; size and clocks not said',
                    'The one scene of that run that vertices bound; 342 frames/s of build are what presents a frame there, at the same '
                    'time as the GPU draws the next. Without presenting, which takes the GPU 2 to 3 ms with Mesa. The size is the '
                    'default, the clock that of the maker\'s driver for OpenCL at that time', gpu_bound=True),
}


def figures():
    """The published rates: {group: {scene: frames a second}}."""
    found = {name: {} for name in GROUPS}
    with FIGURES.open() as file:
        for group, scene, rate in csv.reader(line for line in file if not line.startswith('#')):
            found[group][scene] = float(rate)
    return found


def cycles(arguments, group, scene, frames):
    """The cycles of a run."""
    command = ['glmark2-es2-drm', '--size', '1x1', *(('--swap-mode', 'fifo') if group.presented else ('--off-screen',)),
               '-b', f'{scene}:nframes={frames}']
    if group.environment:
        command = ['env', *group.environment, *command]
    clocks = [f'GPU.GPUClock={group.clock}', f'GPU.ShaderClock={group.clock}']
    options = ['--mode', 'timing', '--mesa', group.mesa, '--display', group.size, '--frame-time', str(FRAME_MILLISECONDS),
               '--discard-frames', *(word for value in [*clocks, *arguments.set] for word in ('--set', value))]
    with tempfile.TemporaryDirectory() as folder:
        done = exec_runs.run(arguments.cyclorama, command, folder, group.gpu, options=options, timeout=3600)
        if done.returncode != 0:
            sys.exit(f'{scene} on {group.gpu} failed:\n{done.stdout}')
        return json.loads((pathlib.Path(folder) / 'summary.json').read_text())['cycles']


def frame_milliseconds(arguments, group, scene):
    spent = cycles(arguments, group, scene, LONG_RUN) - cycles(arguments, group, scene, SHORT_RUN)
    return spent / (LONG_RUN - SHORT_RUN) / group.clock / 1000


def idle_milliseconds(board, ours, published):
    """What a frame takes on a board while its GPU has no work, the same for all of its figures: the median of the differences."""
    differences = [1000 / published[name][scene] - milliseconds for name, scenes in ours.items()
                   if GROUPS[name].board == board and not GROUPS[name].gpu_bound for scene, milliseconds in scenes.items()]
    return max(statistics.median(differences), 0.0) if differences else 0.0


class Row:
    def __init__(self, scene, published, ours, idle):
        self.scene, self.published, self.milliseconds = scene, published, ours + idle
        self.error = 1000 / self.milliseconds / published - 1

    def text(self):
        return (f'| {self.scene} | {self.published:.0f} | {1000 / self.milliseconds:.0f} | {1000 / self.published:.2f} | '
                f'{self.milliseconds:.2f} | {100 * self.error:+.0f} % |')


def rows_of(ours, published, idle):
    return [Row(scene, published[scene], ours[scene], idle) for scene in ours]


def mean_error(rows):
    return statistics.mean(abs(row.error) for row in rows)


def section(name, rows, idle):
    group = GROUPS[name]
    lines = [f'## {name}', '', f'Published: {group.source}.', f'Here: `--gpu {group.gpu}` at {group.clock} MHz, Mesa {group.mesa}. '
             f'{group.conditions}.', '', f'Added to each frame: {"nothing" if group.gpu_bound else f"{idle:.2f} ms"}.', '']
    return [*lines, '| scene | published (frames/s) | here | published (ms) | here | error |', '| --- |' + ' ---: |' * 5,
            *(row.text() for row in rows), '', f'Mean error: {100 * mean_error(rows):.0f} %.', '']


def status_section(by_group):
    """What tile status gains, which no clock decides."""
    on, off = ({row.scene: row for row in by_group[name]} for name in ('nanoultra-ts', 'nanoultra-no-ts'))
    lines = ['## Tile status on and off', '', 'The ratio of the frame rates of the first two groups. It depends on how the driver '
             'clears: [timing_vivante.md](../develop/timing_vivante.md) has', 'those with the sources nearest to the Mesa that was measured.', '',
             '| scene | published | here | error |', '| --- |' + ' ---: |' * 3]
    for scene in on:
        published = on[scene].published / off[scene].published
        here = off[scene].milliseconds / on[scene].milliseconds
        lines.append(f'| {scene} | {published:.2f} | {here:.2f} | {100 * (here / published - 1):+.0f} % |')
    return [*lines, '']


def has_status_section(by_group):
    return {'nanoultra-ts', 'nanoultra-no-ts'} <= set(by_group)


def page(by_group, idle, commit):
    every = [row for rows in by_group.values() for row in rows]
    lines = ['# Cycles of the Vivante chips against silicon', '',
             f'Made by `scripts/measure/vivante/accuracy.py CYCLORAMA docs/results/accuracy_vivante.md` with commit {commit}:',
             'frame rates of glmark2 that were measured on real chips and published, and those of the timing machine. What the',
             'model is, and is not: [timing_vivante.md](../develop/timing_vivante.md).', '',
             'Cycles are those in which the GPU has work. What a frame takes besides (processor, kernel, X11) is one constant for',
             'all figures of a board, the median of the differences; nothing where frames overlap.', '',
             f'Mean error over these {len(every)} figures: {100 * mean_error(every):.0f} %; largest: '
             f'{100 * max(abs(row.error) for row in every):.0f} %.', '']
    for name, rows in by_group.items():
        lines += section(name, rows, idle[GROUPS[name].board])
    lines += status_section(by_group)
    lines += ['## Not compared', '', 'Runs of the vendor\'s driver (the other scenes of the GC2000\'s, the GC7000UL\'s image '
              'conversions, OpenCL on the', 'GC7000L): another driver\'s command streams are up to twice as fast or as slow. '
              'glmark2 on a GC860 (JZ4770, Mesa 20.0.2):', 'the chip has one stream, so that Mesa copies the vertices of each frame '
              'into one with the processor (`dump` of a', 'record on `gc860` shows a new address for each), which takes most of '
              'a frame there. Its fill test is one of the', '[rates](rates_vivante.md). Runs with the display\'s synchronisation.']
    return lines


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('\nThe published')[0])
    parser.add_argument('cyclorama', type=pathlib.Path)
    parser.add_argument('output')
    parser.add_argument('--group', action='append', choices=GROUPS)
    parser.add_argument('--set', action='append', default=[])
    parser.add_argument('--mesa')
    parser.add_argument('-j', '--jobs', type=int, default=2)
    arguments = parser.parse_args()
    if (arguments.group or arguments.set or arguments.mesa) and arguments.output != '-':
        parser.error('--group, --set and --mesa do not give the whole page: write to -')
    published = {name: scenes for name, scenes in figures().items() if not arguments.group or name in arguments.group}
    for name in published:
        GROUPS[name].mesa = arguments.mesa or GROUPS[name].mesa
    ours = {}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for name, scenes in published.items():
            ours[name] = dict(zip(scenes, pool.map(lambda scene: frame_milliseconds(arguments, GROUPS[name], scene), scenes)))
    idle = {GROUPS[name].board: idle_milliseconds(GROUPS[name].board, ours, published) for name in ours}
    by_group = {name: rows_of(ours[name], published[name], idle[GROUPS[name].board]) for name in ours}
    for name, rows in by_group.items():
        print('\n'.join(section(name, rows, idle[GROUPS[name].board])))
    if has_status_section(by_group):
        print('\n'.join(status_section(by_group)))
    if arguments.output != '-':
        text = '\n'.join(page(by_group, idle, measured.commit(arguments.cyclorama))) + '\n'
        pathlib.Path(arguments.output).write_text(text)


if __name__ == '__main__':
    main()
