#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how fast captures run in the timing machine, against the functional one, and how much memory they need.

usage: timed_speed.py CYCLORAMA DOCUMENT.md CAPTURE... [--rounds N]
The machines take turns. Processor time is that of the whole process, user and system, and memory the most that it had
resident, both as the kernel counts them: medians of all rounds. Writes one section of the document, with what it was measured
with. Exit 1 where a capture is slower or needs more than the limits.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import typing

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from lib import measured, report_section  # noqa: E402


TITLE = 'The timing machine'
# A timed run takes at most this many times the processor time of the functional one,
LIMIT_OF_RATIO = 12
# simulates at least this many cycles in a second of it,
LEAST_RATE = 1.5e6
# and has at most this many bytes more.
LIMIT_OF_BYTES = 400 << 20
# Seconds: what a timed run takes at least whose rate and ratio are held to the limits.
SHORTEST = 1
KIBIBYTE = 1024


class Cost(typing.NamedTuple):
    """Seconds of processor time, and bytes resident at most."""
    seconds: float
    memory: float


def run(arguments, capture, mode):
    """The cost of a run and its summary."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen([arguments.cyclorama, 'run', capture, '--mode', mode, '--out', folder],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f'{capture}: the run with --mode {mode} fails')
        summary = json.loads((pathlib.Path(folder) / 'summary.json').read_text())
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss * KIBIBYTE), summary


class Measured(typing.NamedTuple):
    capture: str
    cycles: int
    timed: Cost
    functional: Cost

    @property
    def rate(self):
        return self.cycles / self.timed.seconds

    @property
    def ratio(self):
        return self.timed.seconds / self.functional.seconds

    @property
    def added(self):
        return self.timed.memory - self.functional.memory

    @property
    def within(self):
        slow = self.timed.seconds >= SHORTEST and (self.rate < LEAST_RATE or self.ratio > LIMIT_OF_RATIO)
        return not slow and self.added <= LIMIT_OF_BYTES


def measure(arguments, capture):
    costs = {'timing': [], 'functional': []}
    cycles = 0
    for _ in range(arguments.rounds):
        for mode, made in costs.items():
            cost, summary = run(arguments, capture, mode)
            made.append(cost)
            cycles = summary['cycles'] or cycles
    medians = (Cost(*map(statistics.median, zip(*made))) for made in costs.values())
    return Measured(capture, cycles, *medians)


def row(each):
    return (f'| `{each.capture}` | {each.cycles / 1e6:.2f} | {each.timed.seconds:.2f} | {each.rate / 1e6:.2f} | '
            f'{each.functional.seconds:.2f} | {each.ratio:.1f} | {each.timed.memory / (1 << 20):.0f} | '
            f'{each.added / (1 << 20):.0f} |')


def section(arguments, load, rows):
    return [f'Made by `scripts/measure/timed_speed.py CYCLORAMA {arguments.document} CAPTURE...` with commit '
            f'{measured.commit(arguments.cyclorama)},', f'medians of {arguments.rounds} rounds, on {os.cpu_count()} processor '
            f'cores; load average at the start: {load:.1f}. Processor seconds, user and', 'system, and the most memory that '
            'was resident, of the whole process; the memory of the functional run is that of the', "program's buffers and of "
            f'what both machines have. Asked are {LEAST_RATE / 1e6} million cycles a second on one core, at most '
            f'{LIMIT_OF_RATIO} times', f'the functional run, and at most {LIMIT_OF_BYTES >> 20} MiB more.', '',
            '| capture | million cycles | timed (s) | million cycles a second | functional (s) | timed / functional | '
            'memory (MiB) | more than functional |', '| --- |' + ' ---: |' * 7, *map(row, rows)]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('\nThe machines')[0])
    parser.add_argument('cyclorama', type=pathlib.Path)
    parser.add_argument('document', type=pathlib.Path)
    parser.add_argument('captures', nargs='+')
    parser.add_argument('--rounds', type=int, default=7)
    arguments = parser.parse_args()
    load = os.getloadavg()[0]
    rows = []
    for capture in arguments.captures:
        rows.append(measure(arguments, capture))
        print(row(rows[-1]), flush=True)
    report_section.replace(arguments.document, ['# Speed'], TITLE, section(arguments, load, rows))
    beyond = [each.capture for each in rows if not each.within]
    if beyond:
        sys.exit('beyond the limits: ' + ', '.join(beyond))


if __name__ == '__main__':
    main()
