# SPDX-License-Identifier: MIT
"""The text of a comparison for a merge request: Markdown of at most 40 lines, whatever was compared."""
from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Sequence

from comparison.difference import Change, InstructionDifference, ProgramDifference, ShaderDifference, WorkDifference

LINES = 40
# Of these a table has one at least, where there are any.
NOTES = 3
WIDTH = 60


@dataclass(frozen=True)
class Sides:
    """The names of what is compared, for people."""
    where: str
    before: str
    after: str
    threshold: float


@dataclass
class Table:
    head: list[str]
    rows: list[list[str]]
    shown: int = 0

    def text(self) -> list[str]:
        if not self.rows:
            return []
        rows = self.rows[:self.shown]
        if self.shown < len(self.rows):
            rows = [*rows, [f'and {len(self.rows) - self.shown} more', *[''] * (len(self.head) - 1)]]
        # A column without a value, as that of the program where there is one alone, is none.
        columns = [at for at in range(len(self.head)) if any(row[at] for row in rows)]
        marks = ['---' if at < 2 else '---:' for at in range(len(self.head))]
        return ['', *(f'| {" | ".join(row[at] for at in columns)} |' for row in (self.head, marks, *rows))]


def code(text: str) -> str:
    """Text of a driver or a program as code, on one line: never markup, however it is written. Of a long one the middle is left out: commands
    differ in their last words."""
    text = re.sub(r'[\s\x00-\x1f\x7f]+', ' ', text).strip().replace('`', "'")
    if len(text) > WIDTH:
        text = text[:WIDTH // 3] + '…' + text[-(WIDTH - WIDTH // 3 - 1):]
    return f'`{text}`'.replace('|', r'\|') if text else ''


def plain(text: str) -> str:
    """A name of ours, or an identifier: what might be markup is left out."""
    return re.sub(r'[^\w ,.:;/()=+%-]', '', text)[:2 * WIDTH]


def percent(change: Change) -> str:
    if change.more == 0:
        return '0'
    if math.isinf(change.percent):
        return 'new'
    if change.after == 0:
        return 'gone'
    # A small change is none that is 0.
    shown = f'{change.percent:+.2f} %'
    return shown if shown[1:] != '0.00 %' else f'{change.percent:+.1g} %'


def difference(change: Change) -> str:
    return f'{change.more:+,}' if change.more else '0'


def amounts(change: Change) -> str:
    return f'{change.before:,}' if change.more == 0 else f'{change.before:,} → {change.after:,}'


def frames_of(program: ProgramDifference) -> str:
    """The change of each frame."""
    numbered = [frame for frame in program.frames if frame.number is not None]
    if len(numbered) < 2:
        return str(len(numbered))
    if len({frame.cycles.percent for frame in numbered}) == 1:
        return f'{len(numbered)}, each {percent(numbered[0].cycles)}'
    shown = ', '.join(percent(frame.cycles) for frame in numbered[:4])
    return shown + (f', … ({len(numbered)})' if len(numbered) > 4 else '')


def cycles(change: Change, sides: tuple[bool, bool] = (True, True)) -> list[str]:
    """Three columns; nothing for a side that is not there."""
    return [f'{change.before:,}' if sides[0] else '', f'{change.after:,}' if sides[1] else '',
            difference(change) if not all(sides) else f'{difference(change)} ({percent(change)})' if change.more else '0']


def program_rows(programs: list[ProgramDifference]) -> list[list[str]]:
    ordered = sorted(programs, key=lambda each: -abs(each.cycles.percent))
    return [[code(each.name), frames_of(each), *(f'{value:,}' for value in each.cycles.pair()), percent(each.cycles)] for each in ordered]


def work_rows(programs: list[ProgramDifference]) -> list[list[str]]:
    found = [(program, work) for program in programs for work in program.works]

    def row(program: ProgramDifference, work: WorkDifference) -> list[str]:
        frame = 'after the last frame' if work.frame is None else f'frame {work.frame}'
        name = f'{frame}, {plain(work.name)}' + (f' {code(work.title)}' if work.title else '')
        count = amounts(work.count) if work.count.more or work.count.before != 1 else ''
        there = work.count.before > 0, work.count.after > 0
        return [name, code(program.name) if len(programs) > 1 else '', count, *cycles(work.cycles, there)]

    return [row(*each) for each in sorted(found, key=lambda each: -abs(each[1].cycles.more))]


def shader_name(shader: ShaderDifference) -> str:
    more = f' and {shader.uses - 1} more' if shader.uses > 1 else ''
    return f'{plain(shader.stage)} of {plain(shader.first)}{more}'


def shader_rows(programs: list[ProgramDifference]) -> list[list[str]]:
    found = [(program, shader) for program in programs for shader in program.shaders]

    def row(program: ProgramDifference, shader: ShaderDifference) -> list[str]:
        return [shader_name(shader), code(program.name) if len(programs) > 1 else '', amounts(shader.length),
                amounts(shader.amount('registers')), amounts(shader.amount('issued')), amounts(shader.amount('waited'))]

    return [row(*each) for each in sorted(found, key=lambda each: -each[1].weight)]


def instruction_rows(programs: list[ProgramDifference]) -> list[list[str]]:
    found = [(shader, instruction) for program in programs for shader in program.shaders for instruction in shader.instructions]

    def row(shader: ShaderDifference, instruction: InstructionDifference) -> list[str]:
        before, after = instruction.texts
        shown = code(after) if after is not None else f'gone: {code(before or "")}'
        if before is None:
            shown = f'new: {shown}'
        number = instruction.numbers[1] if after is not None else instruction.numbers[0]
        return [f'{number}: {shown}', shader_name(shader), amounts(instruction.issued), amounts(instruction.waited)]

    return [row(*each) for each in sorted(found, key=lambda each: -each[1].weight)]


def finding_lines(programs: list[ProgramDifference]) -> list[str]:
    found = [f'- **new finding** {plain(finding.identifier)} ({plain(finding.severity)}, {finding.count} times) in {code(program.name)}: '
             f'{plain(finding.sentence)}' for program in programs for finding in program.new_findings]
    found += [f'- finding that is gone: {plain(finding.identifier)} in {code(program.name)}'
              for program in programs for finding in program.gone_findings]
    found += [f'- {code(program.name)}: {plain(note)}' for program in programs for note in program.notes]
    if len(found) > NOTES:
        found = [*found[:NOTES - 1], f'- and {len(found) - NOTES + 1} more findings or notes']
    return found


def verdict(programs: list[ProgramDifference], sides: Sides) -> str:
    total = Change(sum(each.cycles.before for each in programs), sum(each.cycles.after for each in programs))
    frames = sum(frame.number is not None for each in programs for frame in each.frames)
    counted = f'{len(programs)} program{"s" * (len(programs) != 1)}, {frames} frame{"s" * (frames != 1)}'
    if all(each.same for each in programs):
        return f'No change: {counted}, exactly the same {total.before:,} cycles.'
    worse = [code(each.name) for each in programs if each.regressed(sides.threshold)]
    listed = ', '.join(worse[:4]) + (f' and {len(worse) - 4} more' if len(worse) > 4 else '')
    above = f'Above the threshold of {sides.threshold:g} %: {listed}.' if worse else \
        f'None above the threshold of {sides.threshold:g} %.'
    return f'{counted}: {amounts(total)} cycles, {percent(total)}. {above}'


def text(programs: list[ProgramDifference], sides: Sides, about: Sequence[str] = ()) -> str:
    """`about` are lines of its beginning. Tables share the lines that there are: a row for each in turn."""
    before, after = plain(sides.before), plain(sides.after)
    tables = [Table(['program', 'frames', before, after, 'change'], program_rows(programs)),
              Table(['work that changed most', 'of', 'executions', f'cycles, {before}', after, 'change'], work_rows(programs)),
              Table(['shader programs', 'of', 'instructions', 'registers', 'issued', 'cycles waited'], shader_rows(programs)),
              Table(['instructions', 'of', 'issued', 'cycles waited'], instruction_rows(programs))]
    notes = finding_lines(programs)
    title = f'### Cycles on {plain(sides.where)}: {before} → {after}'
    first = [title, '', *(line for each in about for line in (each, '')), verdict(programs, sides)]
    left = LINES - len(first) - (len(notes) + 1 if notes else 0)
    # The line that counts the rest takes one more.
    for table in tables:
        left -= 4 if table.rows else 0
    waiting = [table for table in tables if table.rows]
    while left > 0 and waiting:
        for table in list(waiting):
            if table.shown == len(table.rows):
                waiting.remove(table)
            elif left > 0:
                table.shown += 1
                left -= 1
    # The last row takes no more lines than the count of one.
    for table in tables:
        if table.shown == len(table.rows) - 1:
            table.shown += 1
    lines = [*first, *(line for table in tables for line in table.text()), *(['', *notes] if notes else [])]
    return '\n'.join(lines) + '\n'
