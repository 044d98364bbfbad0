#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the sizes of headers, classes and functions of src/ to their limits.

usage: sizes.py [--shrink] [PROJECT_DIR]
Limits: 150 lines for a header, unless its first comment says why (`Long because: REASON`); 24 data members for a class; 60
lines for a function, from its name to its closing brace. Data members are those of each object of a class, whose nested
classes count apart; static members do not count, nor do parameters (sim::Parameter): a class of them is the table of a
section of configuration files.
scripts/check/size_exceptions lists what was larger when the limits came: kind, size, path below src/, name. A row is exact:
what grew is refused, what shrank has to be lowered or taken out, which --shrink does; rows are never added. Prints what is
refused and then the ten largest of each kind; exit 1 if anything is refused. Needs universal-ctags.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys

LIMITS = {'header': 150, 'class': 24, 'function': 60}
UNITS = {'header': 'lines', 'class': 'data members', 'function': 'lines'}
LISTED = 10
REASON = 'Long because: '

CTAGS = ['ctags', '--recurse', '--languages=C++', '--langmap=C++:+.h', '--kinds-C++=csumf', '--fields=+KZPneS',
         '--output-format=json', '-f', '-', '.']
NOT_COUNTED = re.compile(r'\bstatic\b|^\s*(?:sim::)?Parameter<')


def first_comment(text):
    """The lines of the comments that a header begins with."""
    lines = []
    for line in text.splitlines():
        if line.startswith('//'):
            lines.append(line.removeprefix('//').strip())
        elif line not in ('', '#pragma once'):
            break
    return lines


def headers(source):
    """(lines, path below src/, has a reason) of each header."""
    for path in sorted(source.rglob('*.h')):
        text = path.read_text()
        reason = any(line.startswith(REASON) and line != REASON.strip() for line in first_comment(text))
        yield len(text.splitlines()), path.relative_to(source).as_posix(), reason


def tags(source):
    done = subprocess.run(CTAGS, cwd=source, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def classes(found):
    """(kind, path below src/, name) -> data members of each class that has any."""
    members = collections.Counter()
    for tag in found:
        declaration = tag['pattern'].removeprefix('/^').split(r'\/\/')[0]
        if tag['kind'] == 'member' and not NOT_COUNTED.search(declaration):
            members['class', pathlib.PurePath(tag['path']).as_posix(), tag['scope'].removeprefix('cyclorama::')] += 1
    return members


def functions(found):
    """(kind, path below src/, name) -> lines of each function; of several of one name in a file, the longest."""
    lines = {}
    for tag in found:
        if tag['kind'] != 'function' or 'end' not in tag:
            continue
        scope = '' if '__anon' in tag.get('scope', '__anon') else tag['scope'] + '::'
        name = (scope + tag['name']).removeprefix('cyclorama::').replace(' ', '')
        key = 'function', pathlib.PurePath(tag['path']).as_posix(), name
        lines[key] = max(lines.get(key, 0), tag['end'] - tag['line'] + 1)
    return lines


def read_exceptions(file):
    """(kind, path, name) -> size."""
    rows = {}
    for line in file.read_text().splitlines() if file.exists() else []:
        if line.strip() and not line.startswith('#'):
            kind, size, path, *name = line.split()
            rows[kind, path, *name] = int(size)
    return rows


def shrink(file, sizes):
    """Lowers the rows of what shrank, and takes out those within the limits."""
    kept = [line for line in file.read_text().splitlines() if line.startswith('#')]
    for (kind, *place), size in read_exceptions(file).items():
        now = sizes.get((kind, *place), 0)
        if now > LIMITS[kind]:
            kept.append(' '.join([kind, str(min(size, now)), *place]))
    file.write_text('\n'.join(kept) + '\n')


def problems(sizes, allowed):
    for key, size in sorted(sizes.items()):
        kind, *place = key
        if size > allowed.get(key, LIMITS[kind]):
            yield f'src/{" ".join(place)}: {size} {UNITS[kind]}; at most {allowed.get(key, LIMITS[kind])}' + (
                f', or its first comment says "{REASON}…"' if kind == 'header' and key not in allowed else '')
    for key, size in sorted(allowed.items()):
        kind, *place = key
        if sizes.get(key, 0) < size:
            yield f'scripts/check/size_exceptions: {" ".join(place)} shrank to {sizes.get(key, 0)}: sizes.py --shrink'


def print_largest(kind, sizes):
    rows = sorted(((size, *place) for (of, *place), size in sizes.items() if of == kind), key=lambda row: (-row[0], row[1:]))
    plural = 'classes' if kind == 'class' else kind + 's'
    print(f'The largest {plural}, in {UNITS[kind]}:')
    for size, *place in rows[:LISTED]:
        print(f'{size:5} {" ".join(place)}')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--shrink', action='store_true')
    parser.add_argument('project', nargs='?', type=pathlib.Path, default=pathlib.Path(__file__).parents[2])
    arguments = parser.parse_args()
    source = arguments.project / 'src'
    found = tags(source)
    headers_found = list(headers(source))
    all_sizes = {('header', path): lines for lines, path, _ in headers_found} | classes(found) | functions(found)
    counted = all_sizes.keys() - {('header', path) for _, path, reason in headers_found if reason}
    sizes = {key: all_sizes[key] for key in counted}
    exceptions = arguments.project / 'scripts/check/size_exceptions'
    if arguments.shrink:
        shrink(exceptions, sizes)
    refused = list(problems(sizes, read_exceptions(exceptions)))
    print(*refused, sep='\n', end='\n' if refused else '')
    for kind in LIMITS:
        print_largest(kind, all_sizes)
    return 1 if refused else 0


if __name__ == '__main__':
    sys.exit(main())
