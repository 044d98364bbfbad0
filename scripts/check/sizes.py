#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds headers to 200 lines and classes to 30 data members.

usage: sizes.py [PROJECT_DIR]
A header of src/ may be longer if its first comment says why: `Long because: REASON`. Data members are those of each object
of a class, whose nested classes count apart; static members do not count, nor do parameters (sim::Parameter): a class of
them is the table of a section of configuration files. Prints what is too large and then the ten largest headers and
classes; exit 1 if anything is too large. Needs universal-ctags.
"""
import collections
import json
import pathlib
import re
import subprocess
import sys

MOST_LINES = 200
MOST_MEMBERS = 30
LISTED = 10
REASON = 'Long because: '

CTAGS = ['ctags', '--recurse', '--languages=C++', '--langmap=C++:+.h', '--kinds-C++=csum', '--fields=+KZP',
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


def classes(source):
    """(data members, path below src/, name) of each class that has any."""
    done = subprocess.run(CTAGS, cwd=source, capture_output=True, text=True, check=True)
    members = collections.Counter()
    for line in done.stdout.splitlines():
        tag = json.loads(line)
        declaration = tag['pattern'].removeprefix('/^').split(r'\/\/')[0]
        if tag['kind'] == 'member' and not NOT_COUNTED.search(declaration):
            members[pathlib.PurePath(tag['path']).as_posix(), tag['scope']] += 1
    for (path, name), count in sorted(members.items()):
        yield count, path, name


def print_largest(what, rows):
    print(f'The largest {what}:')
    for row in sorted(rows, key=lambda row: (-row[0], row[1:]))[:LISTED]:
        print(f'{row[0]:5} {" ".join(row[1:])}')


def main():
    project = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
    source = project / 'src'
    all_headers, all_classes = list(headers(source)), list(classes(source))
    problems = [f'src/{path}: {lines} lines; at most {MOST_LINES}, or its first comment says "{REASON}…"'
                for lines, path, reason in all_headers if lines > MOST_LINES and not reason]
    problems += [f'src/{path}: {name} has {members} data members; at most {MOST_MEMBERS}'
                 for members, path, name in all_classes if members > MOST_MEMBERS]
    for problem in problems:
        print(problem)
    print_largest('headers, in lines', [(lines, path) for lines, path, _ in all_headers])
    print_largest('classes, in data members', all_classes)
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
