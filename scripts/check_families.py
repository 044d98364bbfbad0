#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the common parts to naming no GPU family, in code, text or comment (docs/design.md, "Families").

usage: check_families.py [PROJECT_DIR] [--write]
Every folder of src/families/, and of tests/families/, has a file NAMES: a regular expression a line, without case, for the
words by which the family, its drivers and its chips are known. No source outside of src/families/ may match one, nor may a
family's sources match those of another. tests/data/family_names.txt lists how many lines of which file still do: it may only shrink.
Prints each line beyond what is listed, and each entry that is too high; exit 1 if there is one. --write lists what is
there now, and refuses to let an entry grow.
"""
import pathlib
import re
import sys

ONE_LIST = pathlib.PurePath('families/registry.cpp')


def family_words(project):
    """Family -> the compiled expression of all its words."""
    return {path.parent.name: re.compile('|'.join(f'(?:{word})' for word in path.read_text().split()), re.IGNORECASE)
            for path in sorted(project.glob('*/families/*/NAMES'))}


def matches(project, words):
    """(path below src/ or tests/, line number, line) of each line that names a family which its folder is not."""
    # Tests may name all families; a family's sources among them are no tests.
    for path in [*sorted((project / 'src').rglob('*')), *sorted(project.glob('tests/families/*/**/*'))]:
        relative = pathlib.PurePath(*path.relative_to(project).parts[1:])
        if path.suffix not in ('.h', '.cpp') or relative == ONE_LIST:
            continue
        own = relative.parts[1] if relative.parts[0] == 'families' and len(relative.parts) > 2 else None
        others = [expression for family, expression in words.items() if family != own]
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if any(expression.search(line) for expression in others):
                yield relative.as_posix(), number, line.strip()


def main():
    write = '--write' in sys.argv
    folders = [argument for argument in sys.argv[1:] if argument != '--write']
    project = pathlib.Path(folders[0]) if folders else pathlib.Path(__file__).parent.parent
    ledger = project / 'tests/data/family_names.txt'
    listed = {}
    if ledger.exists():
        listed = {name: int(count) for name, count in (line.split() for line in ledger.read_text().splitlines())}
    found = {}
    for name, number, line in matches(project, family_words(project)):
        found.setdefault(name, []).append(f'src/{name}:{number}: {line}')
    problems = []
    for name in sorted(found.keys() | listed.keys()):
        lines, allowed = found.get(name, []), listed.get(name, 0)
        if len(lines) > allowed:
            problems += lines
            problems.append(f'src/{name}: {len(lines)} lines name a GPU family; {allowed} may')
        elif len(lines) < allowed and not write:
            problems.append(f'src/{name}: {len(lines)} lines name a GPU family, and {allowed} are listed in {ledger.name}:'
                            ' run scripts/check_families.py --write')
    grown = any(len(lines) > listed.get(name, 0) for name, lines in found.items())
    if write and (not ledger.exists() or not grown):
        ledger.write_text(''.join(f'{name} {len(lines)}\n' for name, lines in sorted(found.items())))
        return 0
    print(*problems, sep='\n', end='\n' if problems else '')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
