#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the sources and docs/develop/design.md to the parts that CMakeLists.txt lists.

usage: includes.py [PROJECT_DIR]
A part is a folder of src/. Its row `cyclorama_part(FOLDER ... PARTS ...)` names the parts below it; it may include itself,
those, and what they in turn may include. `cyclorama_families(... PARTS ...)` is such a row for every folder of src/families
and of tests/families, which the table calls families/NAME. Prints each include that points elsewhere, each source outside
of all parts, and each difference between the rows and the table of parts in docs/develop/design.md; exit 1 if there is one.
"""
import pathlib
import re
import sys

# The programs, the Python module, and the list of families, which no row describes: they may include everything.
PROGRAMS = {'cli', 'families', 'glplayer', 'python'}

# With a folder: those without one are written by the build.
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+/[^"]+)"')
ROW = re.compile(r'^cyclorama_(part|families)\(([^)]*)\)', re.MULTILINE)
ANY_FAMILY = 'families/NAME'
KEYWORDS = {'WITHOUT', 'PARTS', 'LIBRARIES'}
TABLE_ROW = re.compile(r'^\| `([^`]+)` \|.*\| ([^|]*) \|$')


def declared_parts(project):
    """The parts of CMakeLists.txt, in its order: folder -> the folders directly below it."""
    parts = {}
    for kind, arguments in ROW.findall((project / 'CMakeLists.txt').read_text()):
        words = arguments.split()
        if kind == 'families':
            words.insert(0, ANY_FAMILY)
        keyword, below = '', []
        for word in words[1:]:
            if word in KEYWORDS:
                keyword = word
            elif keyword == 'PARTS':
                below.append(word)
        parts[words[0]] = below
    return parts


def reachable(parts, folder):
    """The folder and everything that it may include."""
    found = {folder}
    for below in parts[folder]:
        found |= reachable(parts, below)
    return found


def part_of(parts, path):
    """The part whose folder holds a path below src/; the deepest such folder, or nothing."""
    holders = [folder for folder in parts if path.startswith(folder + '/')]
    return max(holders, key=len, default=None)


def with_families(project, parts):
    """The parts with each family's folder in place of the row that stands for all."""
    below = parts[ANY_FAMILY]
    folders = [path for path in project.glob('*/families/*') if path.is_dir()]
    return {name: value for name, value in parts.items() if name != ANY_FAMILY} | {
        f'families/{folder.name}': below for folder in folders}


def include_problems(project, parts):
    parts = with_families(project, parts)
    allowed = {folder: reachable(parts, folder) for folder in parts}
    allowed |= {program: set(parts) | PROGRAMS for program in PROGRAMS}
    known = dict.fromkeys(allowed)
    for path in [*sorted((project / 'src').rglob('*')), *sorted(project.glob('tests/families/*/**/*'))]:
        if path.suffix not in ('.h', '.cpp'):
            continue
        part = part_of(known, '/'.join(path.relative_to(project).parts[1:]))
        if part is None:
            yield f'{path}: is in no part'
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            target = part_of(known, match[1])
            if target not in allowed[part]:
                yield f'{path}:{number}: {part} must not include {match[1]}'


def table_problems(project, parts):
    """Differences between the rows and the table under "The parts" in docs/develop/design.md."""
    section = (project / 'docs/develop/design.md').read_text().split('## The parts', 1)[1].split('\n## ', 1)[0]
    table = {match[1]: match[2] for match in map(TABLE_ROW.match, section.splitlines()) if match}
    for folder, below in parts.items():
        documented = table.pop(folder, None)
        expected = ' '.join(f'`{name}`' for name in below) or 'nothing'
        if documented != expected:
            yield f'docs/develop/design.md: the row of {folder} says {documented}, CMakeLists.txt {expected}'
    for folder in table.keys() - PROGRAMS:
        yield f'docs/develop/design.md: {folder} is no part of CMakeLists.txt'


def main():
    project = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2])
    parts = declared_parts(project)
    problems = [*include_problems(project, parts), *table_problems(project, parts)]
    print(*problems, sep='\n', end='\n' if problems else '')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
