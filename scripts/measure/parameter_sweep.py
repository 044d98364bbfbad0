#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sets every parameter, one at a time, to values far from its default, and runs traces in the timing machine with each.

usage: parameter_sweep.py CYCLORAMA TRACE... [--set KEY=VALUE]... [--only PATTERN]... [--every N] [--jobs N] [--csv FILE]
    [--effects DIR] [--seconds S]
The values are the least of the range, 1, 2, 3, eight and 32 times the default, as far as they are within the range; the
other of TRUE and FALSE; each choice of a list. A run must
  end,
  be refused with a sentence that names the parameter (exit status 2),
  or lock up with a report that names who waits for what (exit status 1).
Everything else is printed and makes the script fail: faults of the program, signals, runs that take longer than --seconds.
A run that gives the cycles and the files of the run without the setting must say that the parameter is set in vain, if no
value and no trace of the sweep shows an effect of it; such parameters are printed as `without effect, and not named`, unless
--effects names a folder whose headers list them (tests/machine/parameter_effects): another workload shows theirs.
--set: settings of all runs, as "MEMORYCONTROLLER.MemoryControllerV2=FALSE" for the parameters of another model.
--only: parameters whose names contain the pattern; --every: each N-th value of the sweep, for a quick look.
"""
import argparse
import collections
import concurrent.futures
import csv
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass

PERFECTLY_FINE = ('ended', 'refused', 'locked up')


@dataclass
class Parameter:
    name: str      # SECTION.Key
    default: str
    values: str    # as docs/reference/parameters.md has them
    note: str


@dataclass
class Outcome:
    kind: str
    detail: str = ''
    cycles: int = 0
    digest: str = ''
    named: bool = False    # as set in vain
    warned: bool = False   # in any other way


def parameters(program):
    """All parameters, from the program's own documentation of them."""
    text = subprocess.run([program, 'config', '--document'], capture_output=True, text=True, check=True).stdout
    section = ''
    for line in text.splitlines():
        if match := re.fullmatch(r'## \[(\w+)\]', line):
            section = match[1]
        elif match := re.fullmatch(r'\| `(\w+)` \| (.*?) \| `(.*?)` \| (.*?) \| (.*) \|', line):
            yield Parameter(f'{section}.{match[1]}', match[3].strip('"'), match[4].strip(), match[5])


def values(parameter):
    """The values to set the parameter to."""
    text = parameter.values
    if text == 'TRUE or FALSE':
        return [{'TRUE': 'FALSE', 'FALSE': 'TRUE'}[parameter.default]]
    if text.startswith('at most'):
        return []
    choices = re.findall(r'(?:^|; )([\w+]+): ', text)
    if not choices and re.search(r' or \d+$', text):
        choices = re.findall(r'\d+', text)
    if choices:
        return [choice for choice in choices if choice != parameter.default]
    bounds = re.fullmatch(r'(\d+)\.\.(\d+)', text)
    if not bounds:
        sys.exit(f'{parameter.name}: the values {text} are not understood')
    least, most = map(int, bounds.groups())
    default = int(parameter.default, 0)
    wanted = [least, 1, 2, 3, 8 * default, 32 * default]
    return [str(value) for value in dict.fromkeys(wanted) if least <= value <= most and value != default]


def digest_of(folder):
    """Of what a run wrote, without its configuration, its summary and the times in it."""
    digest = hashlib.sha256()
    for file in sorted(pathlib.Path(folder).iterdir()):
        if file.name in ('config.ini', 'summary.json'):
            continue
        digest.update(file.name.encode() + b'\0' + file.read_bytes())
    return digest.hexdigest()


def run(program, trace, settings, key, seconds):
    folder = tempfile.mkdtemp(prefix='sweep')
    command = [program, 'run', trace, '--mode', 'timing', '--out', folder, '--frames', '1']
    for setting in settings:
        command += ['--set', setting]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
        return outcome_of(done, folder, key)
    except subprocess.TimeoutExpired:
        return Outcome('took too long', f'more than {seconds} s')
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def outcome_of(done, folder, key):
    lines = done.stderr.splitlines()
    name = key.partition('=')[0]
    of_key = [line for line in lines if line.startswith('warning:') and name.partition('.')[2] in line]
    named = any('set in vain' in line or 'not modelled' in line for line in of_key)
    outcome = Outcome('ended', named=named, warned=bool(of_key) and not named)
    errors = [line for line in lines if line.startswith('cyclorama: ')]
    error = errors[-1].removeprefix('cyclorama: ') if errors else ''
    if done.returncode == 0:
        summary = json.loads(pathlib.Path(folder, 'summary.json').read_text())
        outcome.cycles = summary.get('cycles', 0)
        outcome.digest = digest_of(folder)
    elif done.returncode == 2:
        outcome.kind = 'refused' if name.partition('.')[2] in error else 'refused without its name'
        outcome.detail = error
    elif done.returncode == 1 and re.match(r'nothing (can happen any more|moved in clock domain)', error):
        waits = [line.strip() for line in lines if re.match(r'  \S.*: .*, since ', line)]
        outcome.kind = 'locked up' if waits else 'locked up without an explanation'
        outcome.detail = '; '.join(waits[:3])
    else:
        outcome.kind = 'fault'
        outcome.detail = f'exit {done.returncode}: {error or " ".join(lines[-2:])}'
    return outcome


def effects(folder):
    """The parameters that the tables of tests/machine/parameter_effects show an effect of."""
    text = ' '.join(file.read_text() for file in pathlib.Path(folder).glob('*.h'))
    return set(re.findall(r'[A-Z]+\.\w+', text))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('program')
    parser.add_argument('traces', nargs='+')
    parser.add_argument('--set', action='append', default=[])
    parser.add_argument('--only', action='append', default=[])
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--seconds', type=float, default=300)
    parser.add_argument('--effects')
    parser.add_argument('--csv')
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    known = [p for p in parameters(program) if not options.only or any(word in p.name for word in options.only)]
    points = [(p, value, trace) for p in known for value in values(p) for trace in options.traces][::options.every]

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        bases = {trace: pool.submit(run, program, trace, options.set, '', options.seconds) for trace in options.traces}
        runs = [(p, value, trace,
                 pool.submit(run, program, trace, [*options.set, f'{p.name}={value}'], f'{p.name}={value}', options.seconds))
                for p, value, trace in points]
        bases = {trace: base.result() for trace, base in bases.items()}
        results = [(p, value, trace, future.result()) for p, value, trace, future in runs]
    for trace, base in bases.items():
        if base.kind != 'ended':
            sys.exit(f'{trace} without a setting: {base.kind}: {base.detail}')

    if options.csv:
        with open(options.csv, 'w', newline='') as file:
            writer = csv.writer(file)
            writer.writerow(('parameter', 'value', 'trace', 'outcome', 'cycles', 'in vain', 'warned', 'detail'))
            for p, value, trace, outcome in results:
                writer.writerow((p.name, value, pathlib.Path(trace).name, outcome.kind, outcome.cycles, outcome.named,
                                 outcome.warned, outcome.detail))
    failed = [(p, value, trace, outcome) for p, value, trace, outcome in results if outcome.kind not in PERFECTLY_FINE]
    for p, value, trace, outcome in failed:
        print(f'{p.name}={value}, {pathlib.Path(trace).name}: {outcome.kind}: {outcome.detail}')
    shown = effects(options.effects) if options.effects else set()
    silent = []
    for p in known:
        own = [(trace, outcome) for q, _, trace, outcome in results if q is p]
        changed = any(o.kind != 'ended' or (o.cycles, o.digest) != (bases[t].cycles, bases[t].digest) for t, o in own)
        if own and not changed and not all(o.named or o.warned for _, o in own) and p.name not in shown:
            silent.append(p.name)
    for name in silent:
        print(f'{name}: without effect, and not named')
    counts = collections.Counter(outcome.kind for _, _, _, outcome in results)
    foreseen = sum(o.warned for _, _, _, o in results if o.kind == 'locked up')
    print(f'{len(known)} parameters, {len(results)} runs: ' + ', '.join(f'{n} {kind}' for kind, n in counts.most_common()))
    print(f'{foreseen} of {counts["locked up"]} lock-ups were warned of; '
          f'{sum(o.named for _, _, _, o in results)} runs named the setting as in vain')
    sys.exit(1 if failed or silent else 0)


if __name__ == '__main__':
    main()
