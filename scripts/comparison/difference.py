# SPDX-License-Identifier: MIT
"""What differs between two runs of one program: cycles by frame and draw, shader programs by instruction, findings."""
from __future__ import annotations

import collections
from dataclasses import dataclass, field
from typing import Any

from comparison import pairing
from comparison.run_report import Finding, Frame, Instruction, Program, Run, Sum, Work

# Findings that make a run worse than one without them.
SEVERE = ('hang', 'corruption')


@dataclass(frozen=True)
class Change:
    before: int
    after: int

    @property
    def more(self) -> int:
        return self.after - self.before

    @property
    def percent(self) -> float:
        if self.more == 0:
            return 0.0
        return 100.0 * self.more / self.before if self.before > 0 else float('inf')

    def pair(self) -> list[int]:
        return [self.before, self.after]


def sum_of(changes: Any) -> Change:
    changes = list(changes)
    return Change(sum(change.before for change in changes), sum(change.after for change in changes))


@dataclass(frozen=True)
class WorkDifference:
    """A draw and its partner, or all other work of a kind in a frame."""
    frame: int | None
    name: str
    title: str
    cycles: Change
    # How many there are on each side.
    count: Change

    def as_json(self) -> dict[str, Any]:
        return {'frame': self.frame, 'name': self.name, 'title': self.title, 'cycles': self.cycles.pair(), 'count': self.count.pair()}


@dataclass(frozen=True)
class FrameDifference:
    number: int | None
    cycles: Change
    works: list[WorkDifference]
    paired: list[tuple[Work | None, Work | None]]

    @property
    def unpaired(self) -> Change:
        return Change(sum(after is None for _, after in self.paired), sum(before is None for before, _ in self.paired))

    def as_json(self) -> dict[str, Any]:
        return {'number': self.number, 'cycles': self.cycles.pair(), 'without_partner': self.unpaired.pair(),
                'works': [work.as_json() for work in self.works]}


@dataclass(frozen=True)
class InstructionDifference:
    # Numbers in the listings.
    numbers: tuple[int | None, int | None]
    texts: tuple[str | None, str | None]
    issued: Change
    waited: Change

    @property
    def weight(self) -> int:
        return abs(self.issued.more) + abs(self.waited.more)

    def as_json(self) -> dict[str, Any]:
        return {'instruction': list(self.numbers), 'text': list(self.texts), 'issued': self.issued.pair(), 'waited': self.waited.pair()}


@dataclass(frozen=True)
class ShaderDifference:
    stage: str
    # None: this side has no such program.
    programs: tuple[Program | None, Program | None]
    # Names of the frame and the draw that ran it first, and how many did.
    first: str
    uses: int
    instructions: list[InstructionDifference]

    def amount(self, name: str) -> Change:
        return Change(*(getattr(program, name) if program else 0 for program in self.programs))

    @property
    def length(self) -> Change:
        return Change(*(len(program.instructions) if program else 0 for program in self.programs))

    @property
    def same(self) -> bool:
        before, after = self.programs
        return bool(before and after and before.registers == after.registers and before.instructions == after.instructions)

    @property
    def weight(self) -> int:
        return abs(self.amount('issued').more) + abs(self.amount('waited').more)

    def as_json(self) -> dict[str, Any]:
        return {'stage': self.stage, 'programs': [program.number if program else None for program in self.programs],
                'first': self.first, 'uses': self.uses, 'length': self.length.pair(),
                **{name: self.amount(name).pair() for name in ('registers', 'issued', 'waited')},
                'instructions': [instruction.as_json() for instruction in self.instructions]}


@dataclass
class ProgramDifference:
    """Two runs of a program that a corpus names."""
    name: str
    frames: list[FrameDifference]
    shaders: list[ShaderDifference]
    new_findings: list[Finding]
    gone_findings: list[Finding]
    notes: list[str] = field(default_factory=list)

    @property
    def cycles(self) -> Change:
        return sum_of(frame.cycles for frame in self.frames)

    @property
    def works(self) -> list[WorkDifference]:
        """Those that differ."""
        return [work for frame in self.frames for work in frame.works if work.cycles.more or work.count.more]

    @property
    def severe(self) -> list[Finding]:
        return [finding for finding in self.new_findings if finding.severity in SEVERE]

    @property
    def same(self) -> bool:
        return not (self.works or self.shaders or self.new_findings or self.gone_findings or self.notes or
                    any(frame.cycles.more for frame in self.frames))

    def regressed(self, threshold: float) -> bool:
        return self.cycles.more > 0 and self.cycles.percent > threshold or bool(self.severe)

    def as_json(self) -> dict[str, Any]:
        return {'name': self.name, 'cycles': self.cycles.pair(), 'frames': [frame.as_json() for frame in self.frames],
                'shader_programs': [shader.as_json() for shader in self.shaders],
                **{f'{key}_findings': [vars(finding) for finding in findings]
                   for key, findings in (('new', self.new_findings), ('gone', self.gone_findings))},
                'notes': self.notes}


def works_of(frame: Frame, partner: Frame, paired: list[tuple[Work | None, Work | None]]) -> list[WorkDifference]:
    found = []
    for before, after in paired:
        shown = before or after
        assert shown
        name = shown.name if not (before and after) or before.number == after.number else f'{before.name} ({after.number} after)'
        found.append(WorkDifference(frame.number, name, shown.title,
                                    Change(before.cycles if before else 0, after.cycles if after else 0),
                                    Change(before.executions if before else 0, after.executions if after else 0)))
    for kind in sorted(frame.others.keys() | partner.others.keys()):
        before_sum, after_sum = frame.others.get(kind, Sum()), partner.others.get(kind, Sum())
        found.append(WorkDifference(frame.number, f'all of {kind}', '', Change(before_sum.cycles, after_sum.cycles),
                                    Change(before_sum.count, after_sum.count)))
    return found


def frame_difference(frame: Frame, partner: Frame, before: Run, after: Run) -> FrameDifference:
    pairs = pairing.pairs_of(frame.works, partner.works, pairing.work_key(before.programs), pairing.work_key(after.programs))
    paired = list(pairs)
    return FrameDifference(frame.number, Change(frame.cycles, partner.cycles), works_of(frame, partner, paired), paired)


def instruction_difference(pair: tuple[tuple[int, Instruction] | None, tuple[int, Instruction] | None]) -> InstructionDifference:
    numbers = tuple(side[0] if side else None for side in pair)
    texts = tuple(side[1].text if side else None for side in pair)
    return InstructionDifference((numbers[0], numbers[1]), (texts[0], texts[1]),
                                 Change(*(side[1].issued if side else 0 for side in pair)),
                                 Change(*(side[1].waited if side else 0 for side in pair)))


def instructions_of(before: Program | None, after: Program | None) -> list[InstructionDifference]:
    """Those that cost another amount, the largest differences first."""
    old, new = (list(enumerate(program.instructions)) if program else [] for program in (before, after))
    pairs = pairing.pairs_of(old, new, key=lambda numbered: pairing.opcode(numbered[1]))
    found = [instruction_difference(pair) for pair in pairs]
    return sorted((each for each in found if each.weight or None in each.texts), key=lambda each: -each.weight)


class ShaderUses:
    """Which shader programs the pairs of draws ran, and so which program of one run is which of the other."""

    def __init__(self, before: Run, after: Run) -> None:
        self.programs = before.programs, after.programs
        self.together: collections.Counter[tuple[int, int]] = collections.Counter()
        # By side and number: the name of the first use, and their count.
        self.first: dict[tuple[int, int], str] = {}
        self.uses: collections.Counter[tuple[int, int]] = collections.Counter()

    def add(self, frame: FrameDifference) -> None:
        for pair in frame.paired:
            for side, work in enumerate(pair):
                for number in work.programs if work else ():
                    self.first.setdefault((side, number), place_of(frame.number, work.name if work else ''))
                    self.uses[side, number] += 1
            before, after = pair
            if before and after:
                for stage in sorted({self.programs[0][number].stage for number in before.programs}):
                    self.together.update(zip(self.of_stage(0, before, stage), self.of_stage(1, after, stage)))

    def of_stage(self, side: int, work: Work, stage: str) -> list[int]:
        return [number for number in work.programs if self.programs[side][number].stage == stage]

    def pairs(self) -> list[tuple[int | None, int | None]]:
        """A program has one partner: that which takes its place in most draws."""
        partners: dict[int, int] = {}
        for (before, after), _ in sorted(self.together.items(), key=lambda item: (-item[1], item[0])):
            if before not in partners and after not in partners.values():
                partners[before] = after
        found: list[tuple[int | None, int | None]] = [(number, partners.get(number)) for side, number in sorted(self.uses) if side == 0]
        return found + [(None, number) for side, number in sorted(self.uses) if side == 1 and number not in partners.values()]

    def differences(self) -> list[ShaderDifference]:
        """Those that are not the same, the largest differences first."""
        found = []
        for before, after in self.pairs():
            programs = (None if before is None else self.programs[0][before], None if after is None else self.programs[1][after])
            shown = (0, before) if before is not None else (1, after or 0)
            difference = ShaderDifference(self.programs[shown[0]][shown[1]].stage, programs, self.first[shown], self.uses[shown],
                                          instructions_of(*programs))
            if not difference.same:
                found.append(difference)
        return sorted(found, key=lambda each: -each.weight)


def place_of(frame: int | None, name: str) -> str:
    return f'frame {frame}, {name}' if frame is not None else f'after the last frame, {name}'


def paired_frames(before: Run, after: Run, most: int | None) -> tuple[list[tuple[Frame, Frame]], list[str]]:
    """The frames that are compared, in pairs, and what is to be said of those that are not."""
    counts = [len(run.frames) for run in (before, after)]
    pairs = list(zip(before.frames[:most], after.frames[:most]))
    if most is not None and most <= min(counts):
        return pairs, []
    if counts[0] != counts[1]:
        return pairs, [f'{counts[0]} frames before, {counts[1]} after: the first {len(pairs)} are compared']
    if before.rest or after.rest:
        pairs.append((before.rest or Frame(None, 0), after.rest or Frame(None, 0)))
    return pairs, []


def of_runs(name: str, before: Run, after: Run, most_frames: int | None = None) -> ProgramDifference:
    pairs, notes = paired_frames(before, after, most_frames)
    frames = [frame_difference(*pair, before, after) for pair in pairs]
    uses = ShaderUses(before, after)
    for frame in frames:
        uses.add(frame)
        unpaired = frame.unpaired
        if unpaired.before or unpaired.after:
            notes.append(f'{place_of(frame.number, "draws")} without a partner: {unpaired.before} before, {unpaired.after} after')
    if before.configuration != after.configuration:
        notes.append('the parameters of the chip are not the same')
    return ProgramDifference(name, frames, uses.differences(),
                             [each for name, each in after.findings.items() if name not in before.findings],
                             [each for name, each in before.findings.items() if name not in after.findings], notes)
