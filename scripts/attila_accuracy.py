#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs reference cases of ATTILA in the timing machine and writes docs/accuracy.md: cycles and every counter
against ATTILA's, and how cycles move when one parameter changes.

usage: attila_accuracy.py CYCLORAMA CASES_DIR OUTPUT.md
CASES_DIR holds cases.csv (scene, config, trace, stats, cycles), traces/, configs/ and stats/ (ATTILA's statistics of the
frame, one column a counter), and matrix.csv (scene, section, parameter, value, result, cycles; result is ok, refused or
stuck; rows without a parameter are the base).
"""
import collections
import csv
import gzip
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

# Why a point of the matrix is not equal, by parameter.
OTHER_TRACE = ('ATTILA\'s count is of a trace that its driver wrote for this value; here it is the trace of the base '
               'configuration')
REASONS = {
    'ScanHeight': OTHER_TRACE + ', whose buffers overlap once their tiles are larger',
    'TextureBlockDimension': OTHER_TRACE,
    'TextureSuperBlockDimension': OTHER_TRACE,
    'VectorALUConfig': OTHER_TRACE + ': programs are compiled for the ALUs',
    'ForceFP16ColorBuffer': OTHER_TRACE + ': the parameter is the driver\'s, no part of the hardware looks at it',
    'ReadBufferLines': 'ATTILA\'s loader takes this value for WriteBufferLines and the other way round',
    'V2BankSelectionPolicy': 'ATTILA\'s random numbers differ from run to run, and so do its cycles',
    'VectorExplicitBlock': 'the programs of the trace mark no point to wait at: ATTILA goes on with what was in the '
                           'register before the texel came, and draws another picture',
}

if len(sys.argv) != 4:
    sys.exit(__doc__)
program, cases, output = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])


def table(lines):
    """The counters of the last row of a statistics table."""
    rows = [line.rstrip('\n').rstrip(';').split(';') for line in lines if line.strip()]
    return dict(zip(rows[0], rows[-1]))


def run(row):
    """Cycles and counters of a case in the timing machine."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, 'run', cases / 'traces' / row['trace'], '--config', cases / 'configs' / row['config'],
                        '--mode', 'timing', '--frames', '1', '--out', folder], check=True, stderr=subprocess.DEVNULL)
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


configurations = collections.defaultdict(list)
counters = collections.defaultdict(list)  # (counter) -> [(error, scene, configuration, ours, theirs)]
missing = collections.Counter()
for row in csv.DictReader(open(cases / 'cases.csv')):
    cycles, ours = run(row)
    config = row['config'].removesuffix('.ini')
    configurations[config].append((abs(cycles / int(row['cycles']) - 1), row['scene'], cycles, int(row['cycles'])))
    with gzip.open(cases / 'stats' / row['stats'], 'rt') as file:
        theirs = table(file)
    for name, value in theirs.items():
        if name not in ours:
            missing[name] += 1
            continue
        e = error(ours[name], value)
        if e is not None:
            counters[name].append((e, row['scene'], config, ours[name], value))

every = [case for results in configurations.values() for case in results]
pairs = [pair for results in counters.values() for pair in results]
lines = ['# Accuracy', '',
         'Cycles and counters of the timing machine against ATTILA\'s own simulator, over its reference traces; made by',
         '`scripts/attila_accuracy.py`.', '', '## Cycles', '',
         '| configuration | cases | equal to the cycle | median error | largest error |',
         '| --- | --- | --- | --- | --- |']
for config, results in sorted(configurations.items()) + [('all', every)]:
    errors = [case[0] for case in results]
    lines.append(f'| {config} | {len(results)} | {sum(e == 0 for e in errors)} | '
                 f'{100 * statistics.median(errors):.2f} % | {100 * max(errors):.2f} % |')
lines += [f'\n- {scene}, {config}: {ours} cycles, ATTILA {theirs}'
          for config, results in sorted(configurations.items()) for e, scene, ours, theirs in results if e > 0]
within = sum(pair[0] <= 0.02 for pair in pairs)
equal = sum(pair[0] == 0 for pair in pairs)
lines += ['', '## Counters', '',
          f'{len(pairs)} pairs of a counter and a case: {equal} are equal ({100 * equal / len(pairs):.2f} %), '
          f'{within} within 2 % ({100 * within / len(pairs):.2f} %).', '',
          '| counter beyond 2 % | cases | worst case | ours | ATTILA |', '| --- | --- | --- | --- | --- |']
for name, results in sorted(counters.items()):
    beyond = [pair for pair in results if pair[0] > 0.02]
    if beyond:
        worst = max(beyond)
        lines.append(f'| `{name}` | {len(beyond)} of {len(results)} | {worst[1]}, {worst[2]} | {worst[3]} | {worst[4]} |')
if missing:
    lines += ['', 'Counters of ATTILA that are not there: ' + ', '.join(f'`{name}`' for name in sorted(missing)) + '.']


def run_point(row):
    """Exit status and cycles of the base configuration with one parameter changed."""
    change = ['--set', f"{row['section']}.{row['parameter']}={row['value']}"] if row['parameter'] else []
    with tempfile.TemporaryDirectory() as folder:
        status = subprocess.run([program, 'run', cases / 'traces' / f"{row['scene']}.agp.gz", '--config',
                                 cases / 'configs' / 'base.ini', '--mode', 'timing', '--frames', '1', '--out', folder,
                                 *change], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
        summary = pathlib.Path(folder) / 'summary.json'
        return status, json.loads(summary.read_text())['cycles'] if status == 0 else None


def matrix(rows):
    """The section on matrix.csv."""
    bases = {row['scene']: int(row['cycles']) for row in rows if not row['parameter']}
    equal = moved = way = amount = still = stays = other = handled = 0
    points = []
    for row in rows:
        status, ours = run_point(row)
        if row['result'] != 'ok':
            other += 1
            handled += status in (0, 2)
            continue
        theirs, base = int(row['cycles']), bases[row['scene']]
        equal += ours == theirs
        move, our_move = theirs / base - 1, (ours or 0) / base - 1
        if abs(move) > 0.01:
            moved += 1
            way += move * our_move > 0
            amount += abs(our_move - move) <= 0.25 * abs(move)
        else:
            still += 1
            stays += abs(our_move) <= 0.01
        if ours != theirs:
            points.append((row, move, our_move))
    runs = sum(row['result'] == 'ok' for row in rows)
    lines = ['', '## One parameter at a time', '',
             f'{len(rows) - len(bases)} changes of one parameter of the base configuration and {len(bases)} base cases. '
             f'Of {runs} that ATTILA runs, {equal} are equal to the cycle. Where ATTILA\'s count moves by more than 1 % '
             f'({moved} points), ours moves the same way in {way} and by the same amount within a quarter of the move '
             f'in {amount}; of {still} others {stays} stay within 1 %. ATTILA refuses {other} settings, or gets stuck on '
             f'them; {handled} of them are refused with the reason here, or run.', '',
             '| scene | change | ATTILA | ours | reason |', '| --- | --- | --- | --- | --- |']
    lines += [f"| {row['scene']} | `{row['section']}.{row['parameter']}={row['value']}` | {100 * theirs:+.1f} % | "
              f"{100 * ours:+.1f} % | {REASONS.get(row['parameter'], 'not known')} |" for row, theirs, ours in points]
    return lines


if (cases / 'matrix.csv').exists():
    lines += matrix(list(csv.DictReader(open(cases / 'matrix.csv'))))
output.write_text('\n'.join(lines) + '\n')
print(f'{sum(c[0] == 0 for c in every)} of {len(every)} cases equal to the cycle; '
      f'{100 * within / len(pairs):.2f} % of {len(pairs)} counter pairs within 2 %; {len(missing)} counters missing')
