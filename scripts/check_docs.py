#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the examples of the documentation.

usage: check_docs.py CYCLORAMA SCENE_WRITER FILE...
In a block that begins with ```console, a line `$ COMMAND` is run, in a folder that holds scene.agp.gz; the lines after it
must be found in its output, in this order, each as a part of a line. Prints what fails; exit 1 if anything does.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

cyclorama, scene_writer, *files = sys.argv[1:]
cyclorama, scene_writer = os.path.abspath(cyclorama), os.path.abspath(scene_writer)
files = [pathlib.Path(name).resolve() for name in files]


def examples(path):
    """Yields (line number, command, expected lines) of each example."""
    inside, command, expected = False, None, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        text = line.strip()
        if inside and text.startswith('```'):
            if command:
                yield *command, expected
            inside, command, expected = False, None, []
        elif text == '```console':
            inside = True
        elif inside and text.startswith('$ '):
            if command:
                yield *command, expected
            command, expected = (number, text[2:]), []
        elif inside and text:
            expected.append(text)


def fold(text):
    return re.sub(r'\s+', ' ', text)


failed = ran = 0
with tempfile.TemporaryDirectory() as folder:
    subprocess.run([scene_writer, 'scene.agp.gz'], cwd=folder, check=True)
    for path in files:
        for number, command, expected in examples(path):
            words = shlex.split(command)
            words[0] = {'cyclorama': cyclorama}.get(words[0], words[0])
            result = subprocess.run(words, cwd=folder, capture_output=True, text=True)
            ran += 1
            output = iter([fold(line) for line in (result.stdout + result.stderr).splitlines()])
            missing = [line for line in expected if not any(fold(line) in out for out in output)]
            if result.returncode or missing:
                failed += 1
                print(f'{path.name}:{number}: {command}: exit {result.returncode}, not found: {missing}')
print(f'{ran} examples, {failed} failed')
sys.exit(1 if failed or not ran else 0)
