#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the examples of the documentation, and compares its excerpts with their sources.

usage: examples.py CYCLORAMA SCENE_WRITER FILE...
In a block that begins with ```console, a line `$ COMMAND` is run, in a folder that holds scene.agp.gz and the project's
folders examples and tests. The lines after it must be found in its output, in this order, each as a part of a line; a line
`...` is any lines. Each line of the block after a line `<!-- tested, after: COMMAND -->` is run as a command too, after
COMMAND, which stands in for commands before the block that need a Mesa. In a block that begins with ```LANGUAGE FILE, the
lines must be found in that file of the project, one after the other; a line `...` is any lines in between. Blanks at the
ends of lines do not count. Prints what fails; exit 1 if anything does.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parents[2]

cyclorama, scene_writer, *files = sys.argv[1:]
cyclorama, scene_writer = os.path.abspath(cyclorama), os.path.abspath(scene_writer)
files = [pathlib.Path(name).resolve() for name in files]


def examples(path):
    """Yields (line number, command, expected lines) of each example."""
    inside, command, expected = False, None, []
    awaited = plain = False  # a block without expected lines is to come; this is it
    for number, line in enumerate(path.read_text().splitlines(), 1):
        text = line.strip()
        if match := re.fullmatch(r'<!-- tested, after: (.+) -->', text):
            awaited = True
            yield number, match[1], []
        elif plain and text.startswith('```'):
            plain = False
        elif plain and text:
            yield number, text, []
        elif awaited and text.startswith('```'):
            awaited, plain = False, True
        elif inside and text.startswith('```'):
            if command:
                yield *command, expected
            inside, command, expected = False, None, []
        elif text == '```console':
            inside = True
        elif inside and text.startswith('$ '):
            if command:
                yield *command, expected
            command, expected = (number, text[2:]), []
        elif inside and text and text != '...':
            expected.append(text)


def excerpts(path):
    """Yields (line number, file, lines) of each excerpt."""
    start, name, lines = 0, None, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        text = line.strip()
        if name and text.startswith('```'):
            yield start, name, lines
            name, lines = None, []
        elif name:
            lines.append(text)
        elif match := re.fullmatch(r'```\w+ (\S+)', text):
            start, name = number, match[1]


def missing_piece(lines, source):
    """The first piece of an excerpt, between its `...`, that the source does not have after the one before; None if it has all."""
    at = 0
    for piece in re.split(r'^\.\.\.$', '\n'.join(lines), flags=re.MULTILINE):
        piece = piece.strip('\n')
        found = source.find(f'\n{piece}\n', at) if piece else at
        if found < 0:
            return piece
        at = found + len(piece)
    return None


def fold(text):
    return re.sub(r'\s+', ' ', text)


failed = ran = 0
with tempfile.TemporaryDirectory() as folder:
    subprocess.run([scene_writer, 'scene.agp.gz'], cwd=folder, check=True)
    for name in ('examples', 'tests'):
        pathlib.Path(folder, name).symlink_to(PROJECT / name)
    for path in files:
        for number, command, expected in examples(path):
            words = shlex.split(command, comments=True)
            words[0] = {'cyclorama': cyclorama}.get(words[0], words[0])
            result = subprocess.run(words, cwd=folder, capture_output=True, text=True)
            ran += 1
            output = iter([fold(line) for line in (result.stdout + result.stderr).splitlines()])
            missing = [line for line in expected if not any(fold(line) in out for out in output)]
            if result.returncode or missing:
                failed += 1
                print(f'{path.name}:{number}: {command}: exit {result.returncode}, not found: {missing}')
for path in files:
    for number, name, lines in excerpts(path):
        ran += 1
        source = PROJECT / name
        text = source.read_text() if source.exists() else ''
        piece = missing_piece(lines, '\n' + '\n'.join(line.strip() for line in text.splitlines()) + '\n')
        if piece is not None:
            failed += 1
            print(f'{path.name}:{number}: not found in {name}: {piece}')
print(f'{ran} examples, {failed} failed')
sys.exit(1 if failed or not ran else 0)
