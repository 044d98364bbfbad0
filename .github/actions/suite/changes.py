#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Says in Markdown, in at most 40 lines, which results of a suite are not as Mesa's lists, or a baseline, say.

usage: changes.py RESULTS TITLE
RESULTS is the folder of `cyclorama ci`: results.csv and failures.csv, lines of TEST,STATUS[,SECONDS]. TITLE names the suite and
the chip.
"""
import collections
import csv
import pathlib
import sys

# Lines of tests that a comment names.
MOST = 30


def rows(path):
    """[test, status, ...] of each line."""
    with open(path, newline='', encoding='utf-8') as lines:
        return [row for row in csv.reader(lines) if row]


def changes(results, title):
    failures = rows(results / 'failures.csv')
    counts = collections.Counter(row[1] for row in rows(results / 'results.csv'))
    said = ', '.join(f'{count:,} {status}' for status, count in counts.most_common())
    changed = f'{len(failures):,} changed' if failures else 'nothing changed'
    lines = [f'**{title}**: {changed} of {sum(counts.values()):,} results ({said})']
    if failures:
        lines += ['', '| test | result |', '| --- | --- |']
        lines += [f'| `{row[0]}` | {row[1]} |' for row in failures[:MOST]]
    if len(failures) > MOST:
        lines += ['', f'and {len(failures) - MOST:,} more, in failures.csv']
    return '\n'.join(lines) + '\n'


if __name__ == '__main__':
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.stdout.write(changes(pathlib.Path(sys.argv[1]), sys.argv[2]))
