# SPDX-License-Identifier: MIT
"""What a bisection knows of revisions, in a file: the same command continues after an interruption, and another one is refused."""
from __future__ import annotations

import fcntl
import json
import os
import pathlib
from typing import Any

NAME = 'bisection.json'


class Journal:
    def __init__(self, folder: pathlib.Path, bindings: dict[str, Any]) -> None:
        """Takes up what an earlier call with the same bindings left; SystemExit where the folder is another's that has not ended."""
        self.path = folder / NAME
        self.lock = (folder / 'lock').open('w')
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SystemExit(f'{folder}: another bisection is at work there') from None
        self.bindings = bindings
        self.revisions: dict[str, dict[str, Any]] = {}
        self.ended = False
        earlier = self.earlier()
        if earlier.get('bindings') == bindings:
            self.revisions = earlier['revisions']
        elif earlier and not earlier['ended']:
            raise SystemExit(f'{self.path}: of another bisection that has not ended ({self.unlike(earlier["bindings"])}): '
                             f'--out takes another folder, or remove {self.path}')

    def earlier(self) -> dict[str, Any]:
        if not self.path.exists():
            return {}
        try:
            found = json.loads(self.path.read_bytes())
            whole = isinstance(found['bindings'], dict) and isinstance(found['ended'], bool) and all(
                isinstance(known['state'], str) and isinstance(known['reason'], str) for known in found['revisions'].values())
        except (ValueError, LookupError, TypeError, AttributeError):
            whole = False
        if not whole:
            raise SystemExit(f'{self.path}: damaged; remove it to begin anew')
        return dict(found)

    def unlike(self, other: dict[str, Any]) -> str:
        name = next((name for name in self.bindings if other.get(name) != self.bindings[name]), 'bindings')
        return f'{name}: {other.get(name)}, not {self.bindings[name]}'

    def note(self, revision: str, state: str, reason: str = '') -> None:
        self.revisions[revision] = {'state': state, 'reason': reason}
        self.write()

    def end(self) -> None:
        self.ended = True
        self.write()

    def write(self) -> None:
        """Whole, or as it was."""
        part = self.path.with_suffix('.part')
        part.write_text(json.dumps({'bindings': self.bindings, 'ended': self.ended, 'revisions': self.revisions}, indent=1) + '\n')
        os.replace(part, self.path)
