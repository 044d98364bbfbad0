# SPDX-License-Identifier: MIT
"""What a comparison reads of the report of a timed run (docs/reference/report_file.md): its frames with the work in them, the
programs that ran, and the findings."""
from __future__ import annotations

import contextlib
import pathlib
import re
import sqlite3
import urllib.parse
from dataclasses import dataclass, field
from typing import Any, Iterator

NAME = 'report.sqlite'
APPLICATION = 0x4379636C
VERSION = 13
# What is paired one by one; of other work a frame has sums by kind.
PAIRED = ('draw', 'dispatch')
# Passes over parts of a picture: a draw is executed in each.
PARTS = ('binning', 'bin')


@dataclass(frozen=True)
class Instruction:
    text: str
    # Groups of threads that executed it, and the estimate of the cycles that threads waited at it, summed over threads.
    issued: int
    waited: int


@dataclass(frozen=True)
class Program:
    number: int
    stage: str
    registers: int
    instructions: tuple[Instruction, ...]

    @property
    def issued(self) -> int:
        return sum(instruction.issued for instruction in self.instructions)

    @property
    def waited(self) -> int:
        return sum(instruction.waited for instruction in self.instructions)


@dataclass
class Work:
    """A draw or a dispatch: all of its executions, where a picture is drawn in parts."""
    kind: str
    # Its place among those of its kind in the frame, from 0.
    number: int
    title: str
    cycles: int = 0
    executions: int = 0
    # Numbers of the programs that it ran, without repetition.
    programs: list[int] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f'{self.kind} {self.number}'


@dataclass
class Sum:
    count: int = 0
    cycles: int = 0


@dataclass
class Frame:
    # None: after the last frame.
    number: int | None
    cycles: int
    works: list[Work] = field(default_factory=list)
    others: dict[str, Sum] = field(default_factory=dict)


@dataclass(frozen=True)
class Finding:
    identifier: str
    severity: str
    sentence: str
    count: int


@dataclass
class Run:
    frames: list[Frame]
    # What came after the last frame; None where nothing did.
    rest: Frame | None
    programs: dict[int, Program]
    findings: dict[str, Finding]
    configuration: str


class Damaged(Exception):
    """A row that is not as the report's documentation says."""


def whole(value: Any, place: str) -> int:
    if not isinstance(value, int):
        raise Damaged(f'{place} is no whole number: {value!r}')
    return value


def text(value: Any, place: str) -> str:
    if not isinstance(value, str):
        raise Damaged(f'{place} is no text: {value!r}')
    return value


def without_address(title: str) -> str:
    return re.sub(r' at 0x[0-9a-f]+$', '', title)


class Reader:
    """Reads the tables of a database that is a report."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self.database = database

    def rows(self, query: str) -> Iterator[tuple[Any, ...]]:
        yield from self.database.execute(query)

    def read(self) -> Run:
        self.check_version()
        meta = {text(key, 'meta, key'): text(value, f'meta, {key}') for key, value in self.rows('SELECT key, value FROM meta')}
        if 'error' in meta:
            raise Damaged(f'the run failed: {meta["error"]}')
        if meta.get('mode') != 'timing':
            raise Damaged(f'the run has no cycles: its mode is {meta.get("mode")}, not timing')
        programs = self.programs()
        frames = self.frames()
        self.add_works(frames, programs)
        ordered = [frames[number] for number in sorted(frames)]
        return Run([frame for frame in ordered if frame.number is not None],
                   next((frame for frame in ordered if frame.number is None), None),
                   programs, self.findings(), meta.get('config_hash', ''))

    def check_version(self) -> None:
        (application,), = self.rows('PRAGMA application_id')
        if application != APPLICATION:
            raise Damaged(f'no report: its application id is 0x{application:08x}')
        (version,), = self.rows('PRAGMA user_version')
        if version != VERSION:
            raise Damaged(f'a report of version {version}; this program reads version {VERSION}')

    def programs(self) -> dict[int, Program]:
        instructions: dict[int, list[Instruction]] = {}
        waits = 'turn_cycles + result_cycles + texture_cycles + output_cycles'
        for program, number, line, issued, waited in self.rows(
                f'SELECT program, instruction, text, issues, {waits} FROM program_instructions ORDER BY program, instruction'):
            place = f'program_instructions, {program}, {number}'
            instructions.setdefault(whole(program, place), []).append(
                Instruction(text(line, place), whole(issued, place), whole(waited, place)))
        found = {}
        for number, stage, registers in self.rows('SELECT id, stage, registers FROM programs ORDER BY id'):
            place = f'programs, row {number}'
            found[whole(number, place)] = Program(number, text(stage, place), whole(registers, place),
                                                  tuple(instructions.pop(number, ())))
        if instructions:
            raise Damaged(f'program_instructions: there is no program {min(instructions)}')
        return found

    def frames(self) -> dict[int, Frame]:
        found = {}
        for row, number, first, end in self.rows('SELECT id, number, first_cycle, end_cycle FROM frames'):
            place = f'frames, row {row}'
            cycles = whole(end, f'{place}, end_cycle') - whole(first, f'{place}, first_cycle')
            found[whole(row, place)] = Frame(None if number is None else whole(number, place), cycles)
        return found

    def add_works(self, frames: dict[int, Frame], programs: dict[int, Program]) -> None:
        used: dict[int, list[int]] = {}
        for operation, program in self.rows('SELECT operation, program FROM operation_programs ORDER BY operation, program'):
            if program not in programs:
                raise Damaged(f'operation_programs: operation {operation} ran program {program}, which is not there')
            used.setdefault(operation, []).append(program)
        parts: dict[tuple[int, int, str, int], Work] = {}
        pictures = self.pictures()
        for row, frame_row, kind, title, offset, first, end, part in self.rows(
                'SELECT id, frame, kind, title, offset, share_first_cycle, share_end_cycle, pass FROM operations ORDER BY id'):
            place = f'operations, row {row}'
            if frame_row not in frames:
                raise Damaged(f'{place}: there is no frame {frame_row}')
            frame = frames[frame_row]
            cycles = whole(end, f'{place}, share_end_cycle') - whole(first, f'{place}, share_first_cycle')
            if text(kind, f'{place}, kind') not in PAIRED:
                other = frame.others.setdefault(kind, Sum())
                other.count += 1
                other.cycles += cycles
                continue
            key = (frame_row, pictures.get(part, -1), kind, whole(offset, place))
            work = parts.get(key) if part in pictures else None
            if work is None:
                number = sum(before.kind == kind for before in frame.works)
                work = parts[key] = Work(kind, number, without_address(text(title, f'{place}, title')))
                frame.works.append(work)
            work.cycles += cycles
            work.executions += 1
            work.programs += [program for program in used.get(row, ()) if program not in work.programs]

    def pictures(self) -> dict[int, int]:
        """The number of the picture of each pass over a part: a binning pass, or a part that was there already, begins one."""
        found: dict[int, int] = {}
        picture, before = 0, None
        seen: set[tuple[Any, ...]] = set()
        for number, frame, kind, *area in self.rows('SELECT id, frame, kind, x, y, width, height FROM passes ORDER BY id'):
            if kind in PARTS:
                if kind == 'binning' or before != frame or (kind, *area) in seen:
                    picture, seen = picture + 1, set()
                seen.add((kind, *area))
                found[number] = picture
            before = frame if kind in PARTS else None
        return found

    def findings(self) -> dict[str, Finding]:
        """Those of a kind are one."""
        found: dict[str, Finding] = {}
        for row, identifier, severity, sentence, count in self.rows(
                'SELECT id, identifier, severity, sentence, count FROM findings ORDER BY id'):
            place = f'findings, row {row}'
            before = found[identifier].count if identifier in found else 0
            found[identifier] = Finding(text(identifier, place), text(severity, place), text(sentence, place),
                                        before + whole(count, place))
        return found


def read(folder: pathlib.Path) -> Run:
    """The run whose results are in a folder. SystemExit, with file and reason, for what is none."""
    path = folder / NAME
    if not path.is_file():
        raise SystemExit(f'{path}: there is no such report; `--report` writes it')
    try:
        with contextlib.closing(sqlite3.connect(f'file:{urllib.parse.quote(str(path.absolute()))}?mode=ro', uri=True)) as database:
            # Titles are as the workload has them.
            database.text_factory = lambda content: content.decode(errors='replace')
            return Reader(database).read()
    except (sqlite3.Error, Damaged, OverflowError) as error:
        raise SystemExit(f'{path}: {error}') from None
