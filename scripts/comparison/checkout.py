# SPDX-License-Identifier: MIT
"""A checkout whose history is bisected: git's own bisection, in a working tree beside that of the user, which stays as it is."""
from __future__ import annotations

import os
import pathlib
import re
import subprocess
from dataclasses import dataclass

# Names of places that a caller of ours may have set for its own repository.
OF_CALLER = ('GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_COMMON_DIR', 'GIT_OBJECT_DIRECTORY')
COMMIT = r'[0-9a-f]{40,64}'


@dataclass(frozen=True)
class Step:
    """Where a bisection is: a commit to test, or its end."""
    next: str | None
    # The first bad commit, or those of which any may be it, as those between them were skipped.
    found: tuple[str, ...]
    # What git says of the rest.
    said: str


class Checkout:
    def __init__(self, source: pathlib.Path, tree: pathlib.Path) -> None:
        """`tree` is the place of the working tree, which start() makes."""
        self.source, self.tree = source, tree
        if not source.is_dir():
            raise SystemExit(f'{source}: there is no such folder')
        inside = self.git('rev-parse', '--show-toplevel')
        if inside.returncode != 0:
            raise SystemExit(f'{source}: no checkout of git: {first_line(inside.stderr)}')
        self.top = pathlib.Path(inside.stdout.strip()).resolve()

    def git(self, *words: str, tree: bool = False) -> subprocess.CompletedProcess[str]:
        """Hooks of the user's repository are for the user's work."""
        environment = {name: value for name, value in os.environ.items() if name not in OF_CALLER} | {'LC_ALL': 'C'}
        place = self.tree if tree else self.source
        command = ['git', '-C', str(place), '-c', 'core.hooksPath=/dev/null', '-c', 'advice.detachedHead=false', *words]
        try:
            return subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors='replace',
                                  check=False)
        except OSError as error:
            raise SystemExit(f'git cannot be started: {error.strerror}') from None

    def done(self, *words: str, tree: bool = False) -> str:
        """What git prints. SystemExit where it refuses."""
        result = self.git(*words, tree=tree)
        if result.returncode != 0:
            raise SystemExit(f'{self.source}: git {words[0]}: {first_line(result.stderr or result.stdout)}')
        return result.stdout

    def commit(self, revision: str) -> str:
        result = self.git('rev-parse', '--verify', '--quiet', '--end-of-options', f'{revision}^{{commit}}')
        if result.returncode != 0:
            raise SystemExit(f'{self.source}: there is no revision {revision}')
        return result.stdout.strip()

    def subject(self, commit: str) -> str:
        return self.done('log', '-1', '--format=%h %s', commit).strip()

    def details(self, commit: str) -> str:
        return self.done('log', '-1', '--format=%H%n%an, %ad%n%s', '--date=short', commit).strip()

    def parents(self, commit: str) -> list[str]:
        return self.done('log', '-1', '--format=%P', commit).split()

    def start(self, good: str, bad: str) -> Step:
        """Makes the working tree where it is not there, and begins a bisection in it."""
        if not (self.tree / '.git').exists():
            self.done('worktree', 'add', '--force', '--detach', str(self.tree), good)
        self.git('bisect', 'reset', tree=True)
        # The tree then stays at what was built last: files keep their times, and little is built anew.
        return self.step('start', '--no-checkout', bad, good)

    def step(self, *words: str) -> Step:
        result = self.git('bisect', *words, tree=True)
        said = result.stdout + result.stderr
        first = re.search(rf'^({COMMIT}) is the first bad commit$', said, re.MULTILINE)
        if first:
            return Step(None, (first[1],), said)
        left = re.search(rf"There are only 'skip'ped commits left to test\..*?:\n((?:{COMMIT}\n)+)", said, re.DOTALL)
        if left:
            return Step(None, tuple(left[1].split()), said)
        if result.returncode != 0:
            raise SystemExit(f'{self.source}: git bisect {words[0]}: {" ".join(said.split())[:400]}')
        return Step(self.done('rev-parse', 'BISECT_HEAD', tree=True).strip(), (), first_line(said))

    def check_out(self, commit: str) -> None:
        self.done('checkout', '--quiet', '--force', '--detach', commit, tree=True)

    def remove(self) -> None:
        """The working tree, and what the repository knows of it."""
        if self.tree.exists():
            self.git('bisect', 'reset', tree=True)
            self.done('worktree', 'remove', '--force', '--force', str(self.tree))


def first_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[0].strip() if lines else 'it says nothing'
