# SPDX-License-Identifier: MIT
"""Timed runs with reports: programs with a Mesa, or captures."""
from __future__ import annotations

import concurrent.futures
import os
import pathlib
import subprocess
import threading
from dataclasses import dataclass
from typing import Callable, Sequence

from comparison import run_report
from suites import processes

# Of the output of what failed.
LINES_SHOWN = 8


@dataclass(frozen=True)
class Machine:
    """The simulator, and its options for the chip."""
    program: str
    options: tuple[str, ...]
    display: str
    frame_time: float


class Runner:
    """Runs one of the simulator's commands at a time, or several; ended, it ends them all."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.lock = threading.Lock()
        self.running: set[int] = set()
        self.ended = False

    def exec(self, mesa: str, command: Sequence[str], folder: pathlib.Path) -> None:
        """Runs a program with a Mesa."""
        self.run(['exec', *self.machine.options, '--mesa', mesa, '--discard-frames', '--display', self.machine.display,
                  '--frame-time', f'{self.machine.frame_time:g}'], ['--', *command], folder)

    def replay(self, capture: str, folder: pathlib.Path) -> None:
        self.run(['run', capture, *self.machine.options], [], folder)

    def run(self, words: list[str], last: list[str], folder: pathlib.Path) -> None:
        """A timed run with a report into a folder. SystemExit where it fails."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / run_report.NAME).unlink(missing_ok=True)
        log = folder / 'log'
        command = [self.machine.program, *words, '--mode', 'timing', '--report', '--out', str(folder), *last]
        with log.open('w') as output:
            with self.lock:
                if self.ended:
                    raise SystemExit('ended')
                process = processes.start(command, None, {}, stdout=output, stderr=output, stdin=subprocess.DEVNULL)
                self.running.add(process.pid)
            processes.wait(process, float('inf'))
            with self.lock:
                self.running.discard(process.pid)
        if process.returncode != 0:
            said = log.read_text(errors='replace').splitlines()[-LINES_SHOWN:]
            end = ('did nothing for some minutes and was ended' if process.returncode is None
                   else f'ended with the status {process.returncode}')
            raise SystemExit('\n  '.join([f'{folder}: {(last or words)[1]} {end}; {log} ends with:', *said]))

    def end(self) -> None:
        with self.lock:
            self.ended = True
            running = list(self.running)
        for leader in running:
            processes.kill(leader)


def together(runner: Runner, calls: Sequence[Callable[[], None]], jobs: int) -> None:
    """Makes all calls, some at a time. The first that fails, or an interrupt, ends the others."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        try:
            for done in concurrent.futures.as_completed([pool.submit(call) for call in calls]):
                done.result()
        except BaseException:
            runner.end()
            raise


def mesa_of(wish: str) -> str:
    """A Mesa as `exec` takes it; a folder whole, as programs may run elsewhere."""
    return os.path.abspath(wish) if '/' in wish else wish
