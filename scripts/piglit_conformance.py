#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs piglit on simulated GPUs and holds the result to tests/data/piglit_vivante_failures.txt.

usage: piglit_conformance.py CYCLORAMA [--gpu NAME:MESA]... [--tests REGEX]... [--listed] [--out DIR] [--jobs N]
                             [--cpu-seconds N] [--stop-after SECONDS] [--report FILE.md]
The tests are those that Mesa's own tests run on the real GC2000: piglit's profile `gpu`, on GBM, a process a test. One counts
where the driver advertises what it needs (it is not skipped), Mesa's llvmpipe passes it, and, on the GC2000, Mesa's lists of
what the real one fails (src/etnaviv/ci, of this version of Mesa) do not name it; where they name only some subtests, by the
others. Mesa has such lists for no other chip: on those every test counts that does not take a board too long. Prints how many of these pass, each that fails and is not listed, and each listed one that passes: the list may only shrink.
Results stay in DIR, each with the program's commit and the configuration's hash, and a later run of the same program and
configuration goes on from there; --stop-after ends one early (exit 3). --listed leaves out those that
are not listed. Exit 1 where a failure is not listed, a listed test passes, one crashes or hangs, or fewer pass than REQUIRED says.
Needs Debian's piglit and waffle-utils, and Mesa from scripts/mesa.
"""
import argparse
import collections
import os
import pathlib
import re
import sys
import time

import measured
import piglit_runs
import report_section

# The chips and versions of Mesa that the list is for.
COLUMNS = ('gc2000:22.3.6', 'gc7000l:25.0.7')
# Draws 1.9 thousand million points: 73,730 times five draws of 5,120 (GL_MIN_MAP_BUFFER_ALIGNMENT is 4096). The list of Mesa
# 25.0.7 has it among those that take the real GC2000 too long; what it asks for is the same in 22.3.6.
TOO_LONG = 'spec@arb_map_buffer_alignment@arb_map_buffer_alignment-map-invalidate-range'
# The share that has to pass, by chip: on the GC2000 of what the real one passes, on others of everything.
REQUIRED = {'gc2000': 0.97, 'gc7000l': 0.95}
PASSED = ('pass', 'warn')
ENDED_BADLY = ('crash', 'timeout')
ROOT = pathlib.Path(__file__).parent.parent
LIST = ROOT / 'tests/data/piglit_vivante_failures.txt'


class RealChip:
    """What Mesa's lists for the GC2000, the one chip that it runs piglit on, say of a test: for the GC2000 all of them, for
    another chip only which tests take a board too long."""

    LISTED = 'gc2000'

    def __init__(self, gpu, mesa):
        cache = pathlib.Path(os.environ.get('XDG_CACHE_HOME') or pathlib.Path.home() / '.cache')
        folder = cache / 'cyclorama' / f'mesa-{mesa}' / 'share' / 'etnaviv-ci'

        def lines(kind):
            text = (folder / f'etnaviv-gc2000-{kind}.txt').read_text()
            return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith('#')]

        listed = gpu == self.LISTED
        self.lists = "the real GC2000's" if listed else 'none'
        self.fails = dict(line.lower().rsplit(',', 1) for line in lines('fails')) if listed else {}
        self.with_subtests = {name.rsplit('@', 1)[0] for name in self.fails}
        # Mesa's runner searches a name for the patterns. Those of flakes are whole names, and cover no longer ones here.
        self.skips = [re.compile(pattern, re.IGNORECASE) for pattern in [*lines('skips'), TOO_LONG]]
        self.flakes = [re.compile(pattern, re.IGNORECASE) for pattern in lines('flakes')] if listed else []

    def names(self, name):
        """Whether the test as a whole, or the subtest, is named. Mesa's runner writes a comma in a name as a hyphen."""
        name = name.lower().replace(',', '-')
        if any(pattern.search(name) for pattern in self.skips) or any(pattern.fullmatch(name) for pattern in self.flakes):
            return True
        return name in self.fails and (name not in self.with_subtests or self.fails[name] != 'fail')


class Verdict:
    """Whether a test counts, and whether it passes."""

    def __init__(self, ours, theirs, real_chip):
        name = ours['name']
        parts = [part for part, result in theirs['subtests'].items()
                 if result in PASSED and ours['subtests'].get(part) != 'skip' and not real_chip.names(f'{name}@{part}')]
        in_part = len(parts) < len(theirs['subtests'])
        self.counts = bool(parts) if in_part else theirs['result'] in PASSED
        self.ended_badly = ours['result'] in ENDED_BADLY
        if in_part:
            self.passes = not self.ended_badly and all(ours['subtests'].get(part) in PASSED for part in parts)
        else:
            self.passes = ours['result'] in PASSED


def listed_failures(gpu, mesa):
    """The names of the list, for this chip, each with its cause."""
    listed = {}
    for line in LIST.read_text().splitlines():
        if line.strip() and not line.startswith('#'):
            chip, version, rest = line.split(' ', 2)
            if (chip, version) == (gpu, mesa):
                name, _, cause = rest.partition(' # ')
                listed[name.strip()] = cause
    return listed


class Result:
    """All tests of one chip."""

    def __init__(self, gpu, mesa, version, ours, reference):
        real_chip = RealChip(gpu, mesa)
        self.commit, self.configuration = version
        self.lists = real_chip.lists
        self.gpu, self.mesa, self.listed = gpu, mesa, listed_failures(gpu, mesa)
        self.asked = len(ours)
        self.ran = {name: record for name, record in ours.items() if record['result'] not in ('skip', 'notrun')}
        verdicts = {name: Verdict(record, reference[name], real_chip)
                    for name, record in self.ran.items() if name in reference and not real_chip.names(name)}
        self.counted = {name for name, verdict in verdicts.items() if verdict.counts}
        self.failing = {name for name in self.counted if not verdicts[name].passes}
        self.ends = {name for name in self.counted if verdicts[name].ended_badly}
        self.findings = collections.defaultdict(list)
        for name, record in sorted(self.ran.items()):
            for finding in record['findings']:
                self.findings[finding].append(name)

    @property
    def share(self):
        return 1 - len(self.failing) / len(self.counted) if self.counted else 0

    def good(self):
        """Prints what is wrong."""
        print(f'{self.title}: {len(self.counted)} tests count, {len(self.counted) - len(self.failing)} pass '
              f'({100 * self.share:.2f} %), {len(self.ends)} crash or do not end')
        fresh = sorted(self.failing - self.listed.keys())
        mended = sorted(name for name in self.listed if name in self.counted - self.failing)
        for name in fresh:
            print(f'  {self.ran[name]["result"]}, not listed: {name}')
        for name in mended:
            print(f'  passes, take it off the list: {name}')
        return not fresh and not mended and not self.ends

    @property
    def title(self):
        return f'{self.gpu}, Mesa {self.mesa}'

    def row(self):
        return (f'| {self.title} | {self.commit} | {self.configuration} | {self.lists} | {self.asked} | {len(self.ran)} | {len(self.counted)} | '
                f'{len(self.counted) - len(self.failing)} | {100 * self.share:.2f} % | {len(self.ends)} |')


def report(results):
    lines = ["Debian's piglit, profile `gpu` on GBM, a process a test, as Mesa's own tests run it on a real GC2000; made by",
             "`scripts/piglit_conformance.py`. A test counts where the driver advertises what it needs (it is not skipped),",
             "llvmpipe passes it, and the lists that are applied do not name it: Mesa's of what the real GC2000 fails, or fails at",
             'times. Tests that take a board too long are left out on all chips, as Mesa leaves them out, and with them',
             f"{TOO_LONG.rsplit('@', 1)[1]} (1.9 thousand million points).", '',
             '| chip | commit | configuration | lists | not on the lists | not skipped | count | pass | share | '
             'crash or do not end |', '| --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |']
    lines += [result.row() for result in results]
    lines += ['', 'Those that fail stand by name in tests/data/piglit_vivante_failures.txt. By cause:', '',
              '| cause | on | tests | for example |', '| --- | --- | ---: | --- |']
    failures = collections.defaultdict(list)
    for result in results:
        for name in sorted(result.failing):
            failures[result.listed.get(name, 'not listed'), result.title].append(name)
    lines += [f'| {cause} | {title} | {len(names)} | {names[0]} |' for (cause, title), names in sorted(failures.items())]
    lines += ['', 'Findings (docs/findings.md), by the number of tests that raise them:', '',
              '| finding | ' + ' | '.join(result.title for result in results) + ' | for example |',
              '| --- |' + ' ---: |' * len(results) + ' --- |']
    for finding in sorted({name for result in results for name in result.findings}):
        tests = [result.findings.get(finding, []) for result in results]
        example = min((name for names in tests for name in names), key=lambda name: (len(name), name))
        lines.append(f'| `{finding}` | ' + ' | '.join(str(len(names)) for names in tests) + f' | {example} |')
    return lines


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('The tests')[0])
    parser.add_argument('cyclorama', type=pathlib.Path)
    parser.add_argument('--gpu', action='append')
    parser.add_argument('--profile', default='gpu')
    parser.add_argument('--tests', action='append')
    parser.add_argument('--listed', action='store_true')
    parser.add_argument('--out', default='out/piglit', type=pathlib.Path)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--cpu-seconds', type=int, default=300)
    parser.add_argument('--stop-after', type=float, default=float('inf'))
    parser.add_argument('--report', type=pathlib.Path)
    arguments = parser.parse_args()
    deadline = time.monotonic() + arguments.stop_after
    patterns = [re.compile(pattern, re.IGNORECASE) for pattern in arguments.tests or ['']]
    columns = [column.split(':', 1) for column in arguments.gpu or COLUMNS]

    commit = measured.commit(arguments.cyclorama)

    def run(gpu, mesa, version, software, wanted, records):
        done = piglit_runs.read_records(records, version)
        left = piglit_runs.select(arguments.profile, lambda name: name not in done and wanted(name))
        runner = piglit_runs.Runner(arguments.cyclorama, gpu, mesa, software, arguments.cpu_seconds)
        complete = piglit_runs.run_all(runner, left, records, version, arguments.jobs, deadline)
        now = piglit_runs.read_records(records, version)
        if not complete:
            print(f'{"llvmpipe" if software else f"{gpu}, Mesa {mesa}"}: {len(now) - len(done)} tests done, '
                  f'{len(left) + len(done) - len(now)} left')
            sys.exit(3)
        return now

    results = []
    for gpu, mesa in columns:
        real_chip, listed = RealChip(gpu, mesa), listed_failures(gpu, mesa)
        version = [commit, measured.configuration(arguments.cyclorama, '--gpu', gpu)]
        ours = run(gpu, mesa, version, False, lambda name: (name in listed or not arguments.listed) and any(p.search(name) for p in patterns)
                   and not real_chip.names(name), arguments.out / f'{gpu}-{mesa}.jsonl')
        needed = {name for name, record in ours.items() if record['result'] not in ('skip', 'notrun')}
        reference = run(gpu, mesa, version, True, lambda name: name in needed, arguments.out / f'llvmpipe-{gpu}.jsonl')
        results.append(Result(gpu, mesa, version, ours, reference))
    good = all([result.good() and (arguments.listed or result.share >= REQUIRED.get(result.gpu, 0.95)) for result in results])
    if arguments.report:
        report_section.replace(arguments.report, 'Piglit', report(results))
    sys.exit(not good)


if __name__ == '__main__':
    main()
