# SPDX-License-Identifier: MIT
"""What `cyclorama compare` and `cyclorama bisect` share: their options, and how they end."""
from __future__ import annotations

import json
import os
import pathlib
import signal
import sys
from typing import Any, Callable

from comparison import corpus, runs

# What {frames} is where --frames is not given: the first frame loads what later ones use.
FRAMES = 2


def machine_of(settings: dict[str, Any]) -> runs.Machine:
    chip = ['--gpu', settings['gpu']] if settings['gpu'] else []
    sets = [word for setting in settings['set'] for word in ('--set', setting)]
    return runs.Machine(settings['program'], (*chip, *sets), settings['display'], settings['frame_time'])


def frames_to_draw(settings: dict[str, Any]) -> int:
    return settings['frames'] or FRAMES


def entries_of(settings: dict[str, Any]) -> list[corpus.Entry]:
    """The programs that the command line asks for."""
    if settings['corpus']:
        if settings['words']:
            raise SystemExit('--corpus names the programs; there is none to be after it')
        return corpus.read(pathlib.Path(settings['corpus']))
    if settings['words']:
        return [corpus.entry_of(settings['words'], pathlib.Path.cwd(), 'after --')]
    return corpus.bundled(pathlib.Path(settings['program']))


def label(name: str) -> str:
    """A version, or the last part of a path."""
    return pathlib.Path(name).name or name


def end(number: int, _: Any) -> None:
    sys.exit(128 + number)


def enter(run: Callable[[dict[str, Any]], int]) -> None:
    """Runs with the settings of the command line, and ends the process with the status that it gives, or with 2 where something is refused."""
    # exec lays out folders, which on a disk's file system can take long.
    if os.access('/dev/shm', os.W_OK):
        os.environ.setdefault('TMPDIR', '/dev/shm')
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)
    try:
        status = run(json.loads(sys.argv[1]))
    except SystemExit as refusal:
        if not isinstance(refusal.code, str):
            raise
        print(f'cyclorama: {refusal.code}', file=sys.stderr)
        status = 2
    except OSError as error:
        print(f'cyclorama: {error.filename or "a file"}: {error.strerror}', file=sys.stderr)
        status = 2
    sys.exit(status)
