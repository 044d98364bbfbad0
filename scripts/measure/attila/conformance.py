#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs reference cases of ATTILA in the functional machine and writes docs/results/frames_attila.md. Exit 1 where a frame is not
identical and no listed exception, or an exception is identical.

usage: conformance.py CYCLORAMA CASES_DIR OUTPUT.md
CASES_DIR holds cases.csv (scene, config, trace, frame), traces/, configs/ and frames/. Needs python3-numpy and python3-pil.
"""
import collections
import csv
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from lib import measured, picture_difference  # noqa: E402

if len(sys.argv) != 4:
    sys.exit(__doc__)
program, cases, output = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
exceptions = {}
listed = pathlib.Path(__file__).resolve().parents[3] / 'tests/data/attila_functional_exceptions.txt'
for line in listed.read_text().splitlines():
    if line.strip() and not line.startswith('#'):
        scene, config, reason = line.split(maxsplit=2)
        exceptions[scene, config] = reason


def identical(row, folder):
    """The share of the pixels that equal the reference, and the largest difference of a channel."""
    subprocess.run([program, 'run', cases / 'traces' / row['trace'], '--config', cases / 'configs' / row['config'],
                    '--frames', '1', '--out', folder], check=True, stderr=subprocess.DEVNULL)
    frame, reference = next(iter(sorted(pathlib.Path(folder).glob('frame*.png')))), cases / 'frames' / row['frame']
    differences = picture_difference.of_pixels(frame, reference)
    if differences is None:
        sys.exit(f'{frame} has another size than {reference}')
    return float((differences == 0).mean()), int(differences.max())


table = collections.defaultdict(list)
for row in csv.DictReader(open(cases / 'cases.csv')):
    with tempfile.TemporaryDirectory() as folder:
        table[row['config'].removesuffix('.ini')].append((row['scene'], *identical(row, folder)))

lines = ['# Frames of the ATTILA GPU against its own simulator', '',
         'Made by `scripts/measure/attila/conformance.py CYCLORAMA CASES_DIR docs/results/frames_attila.md`',
         f'with commit {measured.commit(program)} and cases {measured.cases(cases)}: frames of the functional machine against '
         'those of', 'ATTILA\'s simulator, over its reference traces. A case is identical where every pixel is.', '',
         '| configuration | cases | identical | others |', '| --- | --- | --- | --- |']
total = same = 0
for config, results in sorted(table.items()):
    others = [f'{scene} ({100 * share:.2f} % of the pixels, largest difference {most})'
              for scene, share, most in results if share < 1]
    total += len(results)
    same += len(results) - len(others)
    lines.append(f'| {config} | {len(results)} | {len(results) - len(others)} | {", ".join(others)} |')
lines += [f'| all | {total} | {same} | |', '', '## Known differences', '']
lines += [f'- **{scene}, {config}**: {reason}' for (scene, config), reason in exceptions.items()]
output.write_text('\n'.join(lines) + '\n')
print(f'{same} of {total} cases identical')
differing = {(scene, config) for config, results in table.items() for scene, share, _ in results if share < 1}
for scene, config in sorted(differing - exceptions.keys()):
    print(f'differs, and is no exception: {scene}, {config}')
for scene, config in sorted(exceptions.keys() - differing):
    print(f'is an exception, but identical: {scene}, {config}')
sys.exit(differing != exceptions.keys())
