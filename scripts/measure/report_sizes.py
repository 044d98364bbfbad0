#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the reports, pages and Perfetto traces of the bundled workloads, and what recording costs.

usage: report_sizes.py CYCLORAMA SCENE_WRITER DOCUMENT.md [--rounds N]
SCENE_WRITER is the build's examples/attila_scene. Each workload runs with and without --report in turns; the cost is the
time that passes, and beside it processor time, user and system, each the least of all rounds. A comparison of two runs, and a
report of 2,000 draws of made-up numbers, have sizes alone. Writes one section of the document, with what it was measured with.
Needs Debian's glmark2-es2-drm, and Mesa from scripts/setup/mesa. Exit 1 where a report costs or takes more than its limit.
"""
import argparse
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from lib import glmark2_scenes, measured, processor_time, report_section  # noqa: E402


PROJECT = pathlib.Path(__file__).resolve().parents[2]
TITLE = 'Sizes and costs'
MEGABYTE = 1e6
# A report takes at most this much more time that passes, on two processor cores, and this many bytes for a frame of 640x480
# and of 100 draws.
LIMIT_OF_COST = 1.15
# Seconds: what a run takes at least whose cost is held to the limit.
SHORTEST = 1
LIMIT_OF_BYTES = 20 * MEGABYTE
GC2000 = 'examples/gles_scene/gc2000.cyc'
GLMARK2 = glmark2_scenes.command('shadow', 4)
# The title in the table, the command of cyclorama, and its words. {scene} is replaced by the trace that SCENE_WRITER makes.
WORKLOADS = {
    'attila': ('`examples/attila_scene`', 'run', ('{scene}', '--mode', 'timing')),
    'gc2000': (f'`{GC2000}`', 'run', (GC2000, '--mode', 'timing')),
    'functional': (f'`{GC2000}`, functional', 'run', (GC2000,)),
    'gc7000l': ('`tests/golden/captures/medley-gc7000l.cyc`', 'run',
                ('tests/golden/captures/medley-gc7000l.cyc', '--mode', 'timing')),
    'a630': ('`examples/vulkan_scene/a630.cyc`, functional', 'run', ('examples/vulkan_scene/a630.cyc',)),
    'glmark2': (f'`{GLMARK2[0]} -b {GLMARK2[-1]}` on gc7000l, {glmark2_scenes.DISPLAY}', 'exec',
                ('--gpu', 'gc7000l', '--mode', 'timing', *glmark2_scenes.exec_options(), '--', *GLMARK2)),
}
# What the second run of the comparison changes.
CHANGE = ('--set', 'FRAGMENTSHADER.TextureCacheLines=4')
MADE_UP = ('--frames', '4', '--draws', '500', '--seed', '3')


class Sizes:
    """Bytes of a folder's report, of its page and, of a timed run, of its Perfetto trace, and what the report holds."""

    def __init__(self, cyclorama, *folders):
        page = folders[0] / 'page.html'
        subprocess.run([cyclorama, 'report', *folders, '-o', page], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        self.page = page.stat().st_size
        self.report = sum((folder / 'report.sqlite').stat().st_size for folder in folders)
        with sqlite3.connect(folders[0] / 'report.sqlite') as database:
            self.frames, self.operations, self.draws, self.cycles = database.execute(
                'SELECT (SELECT count(*) FROM frames WHERE number IS NOT NULL), count(*), count(draw), max(end_cycle) '
                'FROM operations').fetchone()
        self.trace = None
        if self.cycles is not None:
            trace = folders[0] / 'trace.pftrace'
            subprocess.run([cyclorama, 'report', *folders, '--perfetto', trace], check=True, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
            self.trace = trace.stat().st_size


class Seconds:
    """Of a run: those that pass, and those of processors. What is smaller of two counts, each on its own."""

    def __init__(self, passing=float('inf'), processor=float('inf')):
        self.passing, self.processor = passing, processor

    def least(self, other):
        return Seconds(min(self.passing, other.passing), min(self.processor, other.processor))


def seconds(command, words, folder, *options):
    """`command` is the program and what it is to do. The words are relative to the project."""
    before, start = processor_time.of_children(), time.monotonic()
    subprocess.run([*command, '--out', folder, *options, *words], check=True, cwd=PROJECT, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    return Seconds(time.monotonic() - start, processor_time.of_children() - before)


def measure(command, words, rounds, folder):
    """The sizes of a workload's report, and the least seconds without and with it."""
    without = with_report = Seconds()
    for _ in range(rounds):
        without = without.least(seconds(command, words, folder / 'without'))
        with_report = with_report.least(seconds(command, words, folder / 'with', '--report'))
    return Sizes(command[0], folder / 'with'), without, with_report


def row(title, sizes, without=None, with_report=None):
    cycles = '' if sizes.cycles is None else f'{sizes.cycles / 1e6:.1f}'
    trace = '' if sizes.trace is None else f'{sizes.trace / MEGABYTE:.1f}'
    cost = ' | | |' if without is None else (
        f'{without.passing:.2f} | {with_report.passing:.2f} | {with_report.passing / without.passing:.2f} | '
        f'{with_report.processor / without.processor:.2f}')
    return (f'| {title} | {sizes.frames} | {sizes.operations:,} | {sizes.draws:,} | {cycles} | '
            f'{sizes.report / MEGABYTE:.1f} | {sizes.page / MEGABYTE:.1f} | {trace} | {cost} |')


def beyond(costs):
    """Titles of what costs or takes more than its limit."""
    slow = [title for title, (_, without, with_report) in costs.items()
            if without.passing >= SHORTEST and with_report.passing > LIMIT_OF_COST * without.passing]
    large = [title for title, (sizes, _, _) in costs.items()
             if sizes.report > LIMIT_OF_BYTES * sizes.frames * max(1, sizes.draws / sizes.frames / 100)]
    return slow + large


def section(conditions, rows):
    return [f'Made by `scripts/measure/report_sizes.py` with commit {conditions["commit"]}: seconds that pass, and the ratio of '
            f'processor seconds', f'(user and system), each the least of {conditions["rounds"]} rounds, on '
            f'{conditions["cores"]} processor cores; load average at the start: {conditions["load"]}. A timed run unless it',
            'says otherwise.', '',
            '| run | frames | operations | draws | cycles (millions) | report (MB) | page (MB) | Perfetto trace (MB) | '
            'run without (s) | with | with / without | of processor time |', '| --- |' + ' ---: |' * 11, *rows]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('\nSCENE_WRITER')[0])
    parser.add_argument('cyclorama', type=pathlib.Path)
    parser.add_argument('scene_writer', type=pathlib.Path)
    parser.add_argument('document', type=pathlib.Path)
    parser.add_argument('--rounds', type=int, default=5)
    arguments = parser.parse_args()
    cyclorama = arguments.cyclorama.resolve()
    conditions = {'commit': measured.commit(cyclorama), 'rounds': arguments.rounds, 'cores': os.cpu_count(),
                  'load': f'{os.getloadavg()[0]:.1f}'}
    costs, rows = {}, []

    def add(*cells):
        rows.append(row(*cells))
        print(rows[-1], flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        scene = folder / 'scene.agp.gz'
        subprocess.run([arguments.scene_writer, scene], check=True, stdout=subprocess.DEVNULL)
        for key, (title, command, words) in WORKLOADS.items():
            words = [word.replace('{scene}', str(scene)) for word in words]
            costs[title] = measure((cyclorama, command), words, arguments.rounds, folder / key)
            add(title, *costs[title])
        seconds((cyclorama, 'run'), (GC2000, '--mode', 'timing'), folder / 'changed', '--report', *CHANGE)
        add(f'`{GC2000}` beside the same with `{" ".join(CHANGE)}`',
            Sizes(cyclorama, folder / 'gc2000/with', folder / 'changed'))
        subprocess.run([sys.executable, PROJECT / 'web/tests/make_report.py', folder / 'made', *MADE_UP], check=True)
        add('2,000 draws of made-up numbers', Sizes(cyclorama, folder / 'made'))
    report_section.replace(arguments.document, ['# Report pages: where the time of a run goes'], TITLE, section(conditions, rows))
    too_much = beyond(costs)
    if too_much:
        sys.exit('beyond its limit: ' + ', '.join(too_much))


if __name__ == '__main__':
    main()
