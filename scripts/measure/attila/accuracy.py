#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs reference cases of ATTILA in the timing machine and writes docs/results/accuracy_attila.md: cycles and every counter
against ATTILA's, and how cycles move when one parameter changes.

usage: accuracy.py CYCLORAMA CASES_DIR OUTPUT.md [--jobs N] [--record]
CASES_DIR holds cases.csv (scene, config, trace, stats, cycles), traces/, configs/ and stats/ (ATTILA's statistics of the
frame, one column a counter), and matrix.csv (scene, section, parameter, value, result, cycles; result is ok, refused or
stuck; rows without a parameter are the base).
tests/data/attila_matrix_points.csv lists the points of the matrix that do not give ATTILA's cycles, each with what ATTILA
and this program give, and the reason, or the sentence with which this program refuses it; --record renews it, with the
reason `not known` for points that run and that it did not list like that. Exit 1 where a case or a counter is not ATTILA's,
or a point neither gives ATTILA's cycles nor is as it is listed.
"""
import argparse
import collections
import concurrent.futures
import csv
import gzip
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from lib import measured  # noqa: E402


POINTS = pathlib.Path(__file__).resolve().parents[3] / 'tests/data/attila_matrix_points.csv'
PAGE = 'docs/results/accuracy_attila.md'
COLUMNS = ('scene', 'section', 'parameter', 'value', 'attila', 'ours', 'reason')
UNKNOWN = 'not known'
REFUSED = 'refused'


def table(lines):
    """The counters of the last row of a statistics table."""
    rows = [line.rstrip('\n').rstrip(';').split(';') for line in lines if line.strip()]
    return dict(zip(rows[0], rows[-1]))


def run_case(program, cases, row):
    """Cycles and counters of a case in the timing machine."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, 'run', cases / 'traces' / row['trace'], '--config', cases / 'configs' / row['config'],
                        '--mode', 'timing', '--frames', '1', '--out', folder], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        folder = pathlib.Path(folder)
        counters = folder / 'stats.frames.csv'
        return (json.loads((folder / 'summary.json').read_text())['cycles'],
                table(counters.read_text().splitlines()) if counters.exists() else {})


def error(ours, theirs):
    """The difference as a share of ATTILA's value; None where a value is no number."""
    try:
        a, b = float(ours), float(theirs)
    except ValueError:
        return None
    return 0.0 if a == b else abs(a - b) / abs(b) if b else float('inf')


class Cases:
    """All of cases.csv."""

    def __init__(self, program, cases, pool):
        self.configurations = collections.defaultdict(list)  # name -> [(error, scene, ours, theirs)]
        self.counters = collections.defaultdict(list)  # counter -> [(error, scene, configuration, ours, theirs)]
        self.missing = collections.Counter()
        with open(cases / 'cases.csv') as file:
            rows = list(csv.DictReader(file))
        for row, (cycles, ours) in zip(rows, pool.map(lambda row: run_case(program, cases, row), rows)):
            theirs = int(row['cycles'])
            config = row['config'].removesuffix('.ini')
            self.configurations[config].append((abs(cycles / theirs - 1), row['scene'], cycles, theirs))
            with gzip.open(cases / 'stats' / row['stats'], 'rt') as file:
                self.compare(row['scene'], config, ours, table(file))
        self.every = [case for results in self.configurations.values() for case in results]
        self.pairs = [pair for results in self.counters.values() for pair in results]

    def compare(self, scene, config, ours, theirs):
        for name, value in theirs.items():
            if name not in ours:
                self.missing[name] += 1
                continue
            e = error(ours[name], value)
            if e is not None:
                self.counters[name].append((e, scene, config, ours[name], value))

    def equal(self):
        return all(case[0] == 0 for case in self.every) and all(pair[0] == 0 for pair in self.pairs) and not self.missing

    def summary(self):
        return (f'{sum(c[0] == 0 for c in self.every)} of {len(self.every)} cases equal to the cycle; '
                f'{sum(pair[0] == 0 for pair in self.pairs)} of {len(self.pairs)} counter pairs equal; '
                f'{len(self.missing)} counters missing')

    def lines(self):
        lines = ['## Cycles', '', '| configuration | cases | equal to the cycle | median error | largest error |',
                 '| --- | --- | --- | --- | --- |']
        for config, results in sorted(self.configurations.items()) + [('all', self.every)]:
            errors = [case[0] for case in results]
            lines.append(f'| {config} | {len(results)} | {sum(e == 0 for e in errors)} | '
                         f'{100 * statistics.median(errors):.2f} % | {100 * max(errors):.2f} % |')
        lines += [f'\n- {scene}, {config}: {ours} cycles, ATTILA {theirs}'
                  for config, results in sorted(self.configurations.items()) for e, scene, ours, theirs in results if e > 0]
        within = sum(pair[0] <= 0.02 for pair in self.pairs)
        equal = sum(pair[0] == 0 for pair in self.pairs)
        lines += ['', '## Counters', '',
                  f'{len(self.pairs)} pairs of a counter and a case: {equal} are equal '
                  f'({100 * equal / len(self.pairs):.2f} %), {within} within 2 % '
                  f'({100 * within / len(self.pairs):.2f} %).', '',
                  '| counter beyond 2 % | cases | worst case | ours | ATTILA |', '| --- | --- | --- | --- | --- |']
        for name, results in sorted(self.counters.items()):
            beyond = [pair for pair in results if pair[0] > 0.02]
            if beyond:
                worst = max(beyond)
                lines.append(f'| `{name}` | {len(beyond)} of {len(results)} | {worst[1]}, {worst[2]} | {worst[3]} | '
                             f'{worst[4]} |')
        if self.missing:
            lines += ['', 'Counters of ATTILA that are missing: '
                      + ', '.join(f'`{name}`' for name in sorted(self.missing)) + '.']
        return lines


class Point:
    """One row of matrix.csv: what ATTILA gave, and what is given here: cycles, or `refused` with the sentence."""

    def __init__(self, row):
        self.row = row
        self.key = (row['scene'], row['section'], row['parameter'], row['value'])
        self.attila = row['cycles'] if row['result'] == 'ok' else row['result']
        self.ours = self.message = self.sentence = None

    def run(self, program, cases):
        row = self.row
        change = ['--set', f"{row['section']}.{row['parameter']}={row['value']}"] if row['parameter'] else []
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([program, 'run', cases / 'traces' / f"{row['scene']}.agp.gz", '--config',
                                   cases / 'configs' / 'base.ini', '--mode', 'timing', '--frames', '1', '--out', folder,
                                   *change], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            if done.returncode == 0:
                self.ours = str(json.loads((pathlib.Path(folder) / 'summary.json').read_text())['cycles'])
            else:
                self.ours = REFUSED if done.returncode == 2 else f'fails ({done.returncode})'
                lines = [line for line in done.stderr.splitlines() if line.startswith('cyclorama: ')]
                self.message = lines[-1].removeprefix('cyclorama: ') if lines else 'no sentence'
                # All parameters of the rule follow its name, with the files that they come from.
                self.sentence = self.message.split(']: ')[0] + (']' if ']: ' in self.message else '')
        return self

    def equal(self):
        """Both run, and take the same cycles."""
        return self.ours == self.attila and self.ours.isdigit()

    def names_the_parameter(self):
        return self.message is not None and self.row['parameter'] in self.message

    def reason(self, listed):
        """Why it does not give ATTILA's cycles, as listed for exactly this outcome."""
        expected = listed.get(self.key)
        if expected is None or (expected['attila'], expected['ours']) != (self.attila, self.ours):
            return UNKNOWN
        if self.sentence is not None and expected['reason'] != self.sentence:
            return UNKNOWN
        return expected['reason']


def read_points():
    if not POINTS.exists():
        return {}
    with POINTS.open() as file:
        return {tuple(row[name] for name in COLUMNS[:4]): row for row in csv.DictReader(file)}


def record_points(points, listed):
    with POINTS.open('w', newline='') as file:
        writer = csv.writer(file, lineterminator='\n')
        writer.writerow(COLUMNS)
        for point in points:
            if not point.equal():
                writer.writerow([*point.key, point.attila, point.ours, point.sentence or point.reason(listed)])


class Matrix:
    """All of matrix.csv."""

    def __init__(self, points, listed):
        self.points, self.listed = points, listed
        self.ran = [point for point in points if point.row['result'] == 'ok']
        self.others = [point for point in points if point.row['result'] != 'ok']
        self.differ = [point for point in points if not point.equal()]
        self.unknown = [point for point in self.differ if point.reason(listed) == UNKNOWN]
        self.bases = {point.row['scene']: int(point.attila) for point in points if not point.row['parameter']}

    def move(self, point, cycles):
        return int(cycles) / self.bases[point.row['scene']] - 1 if cycles.isdigit() else float('nan')

    def outdated(self):
        """Listed points that give ATTILA's cycles now, or are no longer in the matrix."""
        return sorted(set(self.listed) - {point.key for point in self.differ})

    def lines(self):
        equal = [point for point in self.ran if point.equal()]
        moves = [(self.move(point, point.attila), self.move(point, point.ours)) for point in self.ran]
        moved = [(theirs, ours) for theirs, ours in moves if abs(theirs) > 0.01]
        still = [(theirs, ours) for theirs, ours in moves if abs(theirs) <= 0.01]
        refused = [point for point in self.others if point.ours == REFUSED]
        named = sum(point.names_the_parameter() for point in refused)
        runs = sum(point.ours.isdigit() for point in self.others)
        lines = ['## One parameter at a time', '',
                 f'{len(self.points) - len(self.bases)} changes of one parameter of the base configuration and '
                 f'{len(self.bases)} base cases. Of {len(self.ran)} that ATTILA runs, {len(equal)} are equal to the cycle. '
                 f'Where ATTILA\'s count moves by more than 1 % ({len(moved)} points), ours moves the same way in '
                 f'{sum(a * b > 0 for a, b in moved)} and by the same amount within a quarter of the move in '
                 f'{sum(abs(b - a) <= 0.25 * abs(a) for a, b in moved)}; of {len(still)} others '
                 f'{sum(abs(b) <= 0.01 for _, b in still)} stay within 1 %.', '',
                 f'ATTILA refuses {sum(point.attila == REFUSED for point in self.others)} settings, and gets stuck on '
                 f'{sum(point.attila == "stuck" for point in self.others)}. Of these {len(self.others)}, {named} are '
                 f'refused here with a sentence that names the changed parameter, {len(refused) - named} are refused with '
                 f'another sentence, {runs} run, and {len(self.others) - len(refused) - runs} fail. ATTILA\'s own messages '
                 'are not among the reference data.', '',
                 '| scene | change | ATTILA | ours | reason |', '| --- | --- | --- | --- | --- |']
        lines += [f"| {point.row['scene']} | `{point.row['section']}.{point.row['parameter']}={point.row['value']}` | "
                  f'{100 * self.move(point, point.attila):+.1f} % | {100 * self.move(point, point.ours):+.1f} % | '
                  f'{point.reason(self.listed)} |' for point in self.differ if point.row['result'] == 'ok']
        lines += ['', '| scene | change | ATTILA | ours | sentence, or reason |', '| --- | --- | --- | --- | --- |']
        lines += [f"| {point.row['scene']} | `{point.row['section']}.{point.row['parameter']}={point.row['value']}` | "
                  f'{point.attila} | {point.ours}{" cycles" if point.ours.isdigit() else ""} | '
                  f'{point.reason(self.listed)} |' for point in self.others]
        return lines


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('\nCASES_DIR')[0])
    parser.add_argument('cyclorama', type=pathlib.Path)
    parser.add_argument('cases', type=pathlib.Path)
    parser.add_argument('output', type=pathlib.Path)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--record', action='store_true')
    arguments = parser.parse_args()
    program, cases = arguments.cyclorama.resolve(), arguments.cases

    lines = ['# Cycles and counters of the ATTILA GPU against its own simulator', '',
             f'Made by `scripts/measure/attila/accuracy.py CYCLORAMA CASES_DIR {PAGE}`',
             f'with commit {measured.commit(program)} and cases {measured.cases(cases)}: cycles and counters of the timing machine '
             'against those of', 'ATTILA\'s simulator, over its reference traces.', '']
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        all_cases = Cases(program, cases, pool)
        lines += all_cases.lines()
        failed = not all_cases.equal()
        if (cases / 'matrix.csv').exists():
            with open(cases / 'matrix.csv') as file:
                points = [Point(row) for row in csv.DictReader(file)]
            points = list(pool.map(lambda point: point.run(program, cases), points))
            if arguments.record:
                record_points(points, read_points())
            matrix = Matrix(points, read_points())
            lines += ['', *matrix.lines()]
            for point in matrix.unknown:
                print(f'not known: {" ".join(point.key)}: ATTILA {point.attila}, ours {point.ours} '
                      f'{point.sentence or ""}')
            for key in matrix.outdated():
                print(f'listed, but ATTILA\'s now: {" ".join(key)}')
            failed = failed or bool(matrix.unknown or matrix.outdated())
    arguments.output.write_text('\n'.join(lines) + '\n')
    print(all_cases.summary())
    sys.exit(failed)


if __name__ == '__main__':
    main()
