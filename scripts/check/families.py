#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the common parts to naming no GPU family, in code, text or comment (docs/develop/design.md, "Families").

usage: families.py [PROJECT_DIR]
Every folder of src/families/, and of tests/families/, has a file NAMES: a regular expression a line, without case, for the
words by which the family, its drivers and its chips are known. No source outside of src/families/ may match one, nor may a
family's sources match those of another. Prints each line that does; exit 1 if there is one.
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
    """(path, line number, line) of each line that names a family which its folder is not."""
    # Tests may name all families; a family's sources among them are no tests.
    for path in [*sorted((project / 'src').rglob('*')), *sorted(project.glob('tests/families/*/**/*'))]:
        relative = pathlib.PurePath(*path.relative_to(project).parts[1:])
        if path.suffix not in ('.h', '.cpp') or relative == ONE_LIST:
            continue
        own = relative.parts[1] if relative.parts[0] == 'families' and len(relative.parts) > 2 else None
        others = [expression for family, expression in words.items() if family != own]
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if any(expression.search(line) for expression in others):
                yield path.relative_to(project).as_posix(), number, line.strip()


def main():
    project = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
    named = 0
    for path, number, line in matches(project, family_words(project)):
        print(f'{path}:{number}: names a GPU family: {line}')
        named += 1
    return 1 if named else 0


if __name__ == '__main__':
    sys.exit(main())
