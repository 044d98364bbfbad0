# SPDX-License-Identifier: MIT
"""The programs that a comparison runs: a list of them in a file, or one on the command line, or a few that are there on most machines."""
from __future__ import annotations

import os
import pathlib
import re
import shlex
import shutil
from dataclasses import dataclass

# For the number of frames, in a word of a program.
FRAMES = '{frames}'
# Bundled examples, beside the program where it is built; and glmark2, where it is installed.
EXAMPLES = ('gles_scene --present --frames {frames}',)
SCENES = ('build:use-vbo=true', 'texture:texture-filter=linear', 'shading:shading=phong')
GLMARK2 = 'glmark2-es2-drm'


@dataclass(frozen=True)
class Entry:
    # What it is called in results.
    name: str
    words: tuple[str, ...]

    def command(self, frames: int) -> list[str]:
        return [word.replace(FRAMES, str(frames)) for word in self.words]


def folder_name(number: int, entry: Entry) -> str:
    """A name for the folder of its results."""
    return f'{number:02}-{re.sub(r"[^A-Za-z0-9.=_-]+", "-", entry.name).strip("-.")[:60]}'


def entry_of(words: list[str], folder: pathlib.Path, place: str) -> Entry:
    """A program with a slash in its name is found from a folder. SystemExit, with the place, where there is none."""
    name = shlex.join([os.path.basename(words[0]), *words[1:]])
    program = os.path.expanduser(words[0])
    if '/' in program:
        program = str(folder / program)
    if not shutil.which(program):
        raise SystemExit(f'{place}: there is no program {words[0]}')
    return Entry(name, (program, *words[1:]))


def lines_of(path: pathlib.Path) -> list[str]:
    try:
        return path.read_bytes().decode().splitlines()
    except OSError as error:
        raise SystemExit(f'{path}: {error.strerror}') from None
    except UnicodeDecodeError as error:
        raise SystemExit(f'{path}: byte {error.start} is no UTF-8') from None


def read(path: pathlib.Path) -> list[Entry]:
    """A program with its arguments in each line, in the quotes of a shell; `#` begins a comment."""
    found = []
    for number, line in enumerate(lines_of(path), 1):
        place = f'{path}:{number}'
        if '\0' in line:
            raise SystemExit(f'{place}: a NUL character')
        try:
            words = shlex.split(line, comments=True)
        except ValueError as error:
            raise SystemExit(f'{place}: {error}') from None
        if words:
            found.append(entry_of(words, path.absolute().parent, place))
    if not found:
        raise SystemExit(f'{path}: it names no program')
    return found


def bundled(program: pathlib.Path) -> list[Entry]:
    """Those of the small corpus that are there."""
    examples = program.parent / 'examples'
    found = [Entry(line, (str(examples / line.split()[0]), *line.split()[1:]))
             for line in EXAMPLES if os.access(examples / line.split()[0], os.X_OK)]
    if shutil.which(GLMARK2):
        for scene in SCENES:
            # It fills the display, but fails where that is as large as the window that it asked for.
            words = (GLMARK2, '--size', '1x1', '--swap-mode', 'fifo', '-b', f'{scene}:nframes={FRAMES}')
            found.append(Entry(f'{GLMARK2} -b {scene}', words))
    if not found:
        raise SystemExit(f'there is no {GLMARK2} (Debian: {GLMARK2}), and no bundled example beside {program}: --corpus, or a '
                         'program after --, says what draws')
    return found
