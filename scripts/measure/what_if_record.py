#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the estimates of a report, what changes of the GPU would save, against runs with these changes.

usage: what_if_record.py CYCLORAMA SCENE_WRITER DOCUMENT.md
SCENE_WRITER is the build's examples/attila_scene. Each workload runs once with --report, and again with each change that the
report names. Writes one section of the document, with what it was measured with. Exit 1 where the median error of the
estimates is above its limit.
"""
import argparse
import json
import pathlib
import sqlite3
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from lib import measured, report_section  # noqa: E402


PROJECT = pathlib.Path(__file__).resolve().parents[2]
TITLE = 'The record of the estimates'
# The median error, as a part of the gain of the run, of the changes that count.
LIMIT_OF_ERROR = 0.25
# Number of changes that count for it, each of another kind: of the workloads the one for which its estimate is the largest.
COUNTED = 10
# The file, and the options that give its configuration. The first has no file: SCENE_WRITER makes it.
WORKLOADS = {
    '`examples/attila_scene`': (None, ()),
    '`examples/gles_scene/gc2000.cyc`': ('examples/gles_scene/gc2000.cyc', ('--gpu', 'gc2000')),
    '`medley-gc2000.cyc`': ('tests/golden/captures/medley-gc2000.cyc', ('--gpu', 'gc2000')),
    '`medley-gc7000l.cyc`': ('tests/golden/captures/medley-gc7000l.cyc', ('--gpu', 'gc7000l')),
}

ESTIMATES = '''SELECT title, (SELECT group_concat(setting, ' ') FROM change_settings WHERE change = changes.id),
    coalesce((SELECT sum(cycles * saved) FROM change_effects JOIN operation_limits USING (cause) WHERE change = changes.id), 0)
    FROM changes ORDER BY id'''


def cycles_of(cyclorama, workload, folder, *options):
    subprocess.run([cyclorama, 'run', workload, '--mode', 'timing', '--out', folder, *options], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return json.loads((folder / 'summary.json').read_text())['cycles']


class Change:
    """A change of a workload's GPU: what it was estimated to save, and what it saved, as parts of the time."""

    def __init__(self, workload, title, settings, estimate, gain):
        self.workload, self.title, self.settings, self.estimate, self.gain = workload, title, settings, estimate, gain

    @property
    def error(self):
        return abs(self.estimate - self.gain) / abs(self.gain) if self.gain else float('inf')

    def row(self, counted):
        error = f'{100 * self.error:.0f} %' if counted else ''
        return (f'| {self.workload} | {self.title} | `{self.settings}` | {100 * self.estimate:.1f} % | {100 * self.gain:.1f} % | '
                f'{error} |')


def measure(cyclorama, title, workload, options, folder):
    """The changes of a workload."""
    whole = cycles_of(cyclorama, workload, folder / 'report', '--report', *options)
    with sqlite3.connect(folder / 'report/report.sqlite') as database:
        estimates = database.execute(ESTIMATES).fetchall()
    changes = []
    for change, settings, saved in estimates:
        sets = [word for setting in settings.split(' ') for word in ('--set', setting)]
        cycles = cycles_of(cyclorama, workload, folder / 'changed', *options, *sets)
        changes.append(Change(title, change, settings, saved / whole, (whole - cycles) / whole))
        print(changes[-1].row(True), flush=True)
    return changes


def counted_of(changes):
    """The changes that count: of each kind the one with the largest estimate, and of these those with the largest."""
    largest = {}
    for change in changes:
        if change.title not in largest or change.estimate > largest[change.title].estimate:
            largest[change.title] = change
    return sorted(largest.values(), key=lambda change: -change.estimate)[:COUNTED]


def section(commit, configurations, changes, counted, error):
    hashes = [f'{title}: {value}' for title, value in configurations.items()]
    ordered = sorted(changes, key=lambda change: -change.estimate)
    return [f'Made by `scripts/measure/what_if_record.py` with commit {commit}; configurations:', *(f'{line},' for line in hashes[:-1]),
            f'{hashes[-1]}. Estimate and run are parts of the cycles of the run without the change. The error is the',
            'distance between them as a part of what the run saved. It is given for ten changes, each of another kind: of the',
            'workloads the one for which the estimate of the change is the largest. The median of these errors is '
            f'{100 * error:.0f} %.', '',
            '| workload | change | setting | estimate | run | error |', '| --- | --- | --- | ---: | ---: | ---: |',
            *(change.row(change in counted) for change in ordered)]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('\nSCENE_WRITER')[0])
    parser.add_argument('cyclorama', type=pathlib.Path)
    parser.add_argument('scene_writer', type=pathlib.Path)
    parser.add_argument('document', type=pathlib.Path)
    arguments = parser.parse_args()
    cyclorama = arguments.cyclorama.resolve()
    changes, configurations = [], {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        scene = folder / 'scene.agp.gz'
        subprocess.run([arguments.scene_writer, scene], check=True, stdout=subprocess.DEVNULL)
        for title, (workload, options) in WORKLOADS.items():
            configurations[title] = measured.configuration(cyclorama, *options)
            changes += measure(cyclorama, title, PROJECT / workload if workload else scene, options, folder)
    counted = counted_of(changes)
    error = statistics.median(change.error for change in counted)
    report_section.replace(arguments.document, ['# Report pages: where the time of a run goes'], TITLE,
                           section(measured.commit(cyclorama), configurations, changes, counted, error))
    if error > LIMIT_OF_ERROR:
        sys.exit(f'the median error is {100 * error:.0f} %')


if __name__ == '__main__':
    main()
