#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the project's pages together.

usage: docs.py [PROJECT_DIR]
docs/README.md is the index: it links to every page below docs/. The target of a link exists in the project, and so does the
heading that it names. A page that a source, a script or another page mentions as docs/… exists; FAMILY is any name in it. A
page that a command writes begins, after its title, with "Made by `COMMAND`": all of docs/results but those that PROSE names,
and those of GENERATED. A source with its folder, or a folder, in backquotes is the end of a path in the project: `rb/plain_depths.h`,
`rb/`, `gras/lrz_*`; so in docs/develop, and in the first columns of the tables of SOURCES.md. NAME and PART are any name. The rows of a
SOURCES.md that says "Sorted by file" are in the order of their first columns. A test in backquotes on a page, `SUITE.TEST`, `SUITE.*`, or
`.TEST` after another of its suite, is one of GoogleTest in tests/, if the suite is one or ends in Test.
Prints what breaks a rule; exit 1 if anything does.
"""
import fnmatch
import os
import pathlib
import re
import sys

INDEX = 'docs/README.md'
# Pages of results that no command writes.
PROSE = {'docs/results/driver_bugs.md', 'docs/results/status.md'}
# Pages elsewhere that one does.
GENERATED = {f'docs/reference/{name}.md' for name in ('parameters', 'statistics', 'isa_attila', 'isa_ir3', 'isa_vivante')}
# Its pages are made up.
TESTS = 'tests/scripts/'
# Folders that hold no texts of the project.
LEFT_OUT = {'build', 'out', 'node_modules', '.git', '__pycache__'}
TEXTS = {'.cpp', '.h', '.md', '.py', '.txt', '.csv', '.ini', '.ts', '.mjs', '.cmake', '.ipynb', ''}

LINK = re.compile(r'\[[^\]]*\]\(([^)\s]+)\)')
MENTION = re.compile(r'(?<![\w/.])docs/[\w/]+\.(?:md|1)\b')
FENCE = re.compile(r'^```.*?^```', re.MULTILINE | re.DOTALL)
CODE = re.compile(r'`[^`\n]*`')
SOURCE = re.compile(r'`([\w*]+(?:/[\w*.]+)*/(?:[\w*]+\.(?:h|cpp|py)|\w*\*)?)`')
TEST = re.compile(r'^TEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\)', re.MULTILINE)
TEST_NAME = re.compile(r'`([A-Z]\w*)?\.([A-Z]\w*|\*)`')
MADE_BY = re.compile(r'# [^\n]+\n\nMade by `[^`]+`')


def files(project):
    """The project's texts, as paths below it."""
    for folder, folders, names in os.walk(project):
        folders[:] = sorted(set(folders) - LEFT_OUT)
        for name in sorted(names):
            path = pathlib.Path(folder, name)
            if path.suffix in TEXTS and not path.is_symlink():
                yield path.relative_to(project).as_posix()


def text_of(project, name):
    return (project / name).read_text(errors='replace')


def anchors(text):
    """The names by which a page's headings are linked to, as GitHub makes them."""
    found = set()
    for heading in re.findall(r'^#+ (.*)$', FENCE.sub('', text), re.MULTILINE):
        found.add(re.sub(r'[^\w\- ]', '', heading.lower()).replace(' ', '-'))
    return found


def links(text):
    """The targets of a page's links, without those in code and those that leave the project."""
    return [target for target in LINK.findall(CODE.sub('', FENCE.sub('', text))) if '://' not in target]


def resolved(page, target):
    """(path below the project, heading) of a link's target."""
    path, _, heading = target.partition('#')
    return os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page, heading


def link_problems(project, pages):
    for page in pages:
        for target in links(text_of(project, page)):
            path, heading = resolved(page, target)
            if not (project / path).exists():
                yield f'{page}: there is no {target}'
            elif heading and heading not in anchors(text_of(project, path)):
                yield f'{page}: {path} has no heading #{heading}'


def index_problems(project, pages):
    if INDEX not in pages:
        yield f'{INDEX} is missing'
        return
    named = {resolved(INDEX, target)[0] for target in links(text_of(project, INDEX))}
    for page in pages:
        if page.startswith('docs/') and page != INDEX and page not in named:
            yield f'{INDEX} does not name {page}'


def mention_problems(project, names):
    for name in names:
        if name.startswith(TESTS):
            continue
        for mention in sorted(set(MENTION.findall(text_of(project, name)))):
            if not list(project.glob(mention.replace('FAMILY', '*'))):
                yield f'{name}: there is no {mention}'


def beginning_problems(project, pages):
    for page in pages:
        generated = page in GENERATED or (page.startswith('docs/results/') and page not in PROSE)
        if generated and not MADE_BY.match(text_of(project, page)):
            yield f'{page}: does not begin with the command that makes it: "Made by `COMMAND`"'


def source_problems(project, names, pages):
    folders = {f'{parent}/' for name in names for parent in pathlib.PurePath(name).parents}
    for page in pages:
        text = FENCE.sub('', text_of(project, page))
        if page.endswith('/SOURCES.md'):
            text = '\n'.join(line.split('|')[1] for line in text.splitlines() if line.startswith('|'))
        elif not page.startswith('docs/develop/'):
            continue
        for path in SOURCE.findall(text):
            pattern = '*/' + path.replace('NAME', '*').replace('PART', '*')
            if not any(fnmatch.fnmatch('/' + each, pattern) for each in (folders if path.endswith('/') else names)):
                yield f'{page}: there is no {path}'


def test_problems(project, names, pages):
    tests = {test for name in names if name.startswith('tests/') and name.endswith('.cpp')
             for test in TEST.findall(text_of(project, name))}
    suites = {suite for suite, _ in tests}
    for page in pages:
        last = ''
        for suite, test in TEST_NAME.findall(text_of(project, page)):
            last = suite or last
            if last not in suites and not last.endswith('Test'):
                continue
            if (last, test) not in tests and (test != '*' or last not in suites):
                yield f'{page}: there is no test {last}.{test}'


def order_problems(project, pages):
    for page in pages:
        text = text_of(project, page)
        if not page.endswith('/SOURCES.md') or 'Sorted by file' not in text:
            continue
        files = [line.split('|')[1].strip() for line in text.splitlines() if line.startswith('| `')]
        for before, after in zip(files, files[1:]):
            if after < before:
                yield f'{page}: {after} comes after {before}'


def main():
    project = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
    names = list(files(project))
    pages = [name for name in names if name.endswith('.md')]
    problems = [*index_problems(project, pages), *link_problems(project, pages), *mention_problems(project, names),
                *beginning_problems(project, pages), *source_problems(project, names, pages),
                *order_problems(project, pages), *test_problems(project, names, pages)]
    print(*problems, sep='\n', end='\n' if problems else '')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
