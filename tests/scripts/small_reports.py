# SPDX-License-Identifier: MIT
"""Reports of a few draws, written out by hand, for tests of what reads them."""
import dataclasses
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / 'web/tests'))

import make_report  # noqa: E402


@dataclasses.dataclass
class Operation:
    cycles: int
    title: str = '3 vertices: triangles'
    kind: str = 'draw'
    programs: tuple = ()
    # A pass of the report, and the place in the stream; None: no pass, and the next place.
    part: int | None = None
    offset: int | None = None


@dataclasses.dataclass
class Program:
    # Each is a text, the groups of threads that executed it, and the cycles that these waited.
    instructions: list
    stage: str = 'fragment'
    registers: int = 2


def make(folder, frames, programs=(), findings=(), passes=(), rest=(), **meta):
    """Frames are lists of operations, findings pairs of identifier and severity, passes rows (frame, kind, x, y, width, height); `rest` is
    what comes after the last frame."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    report = make_report.Report(folder / 'report.sqlite')
    for key, value in {'mode': 'timing', 'config_hash': '1', **meta}.items():
        report.add('meta', key, value)
    for number, program in enumerate(programs):
        report.number('programs', program.stage, program.registers, len(program.instructions))
        for at, (text, issued, waited) in enumerate(program.instructions):
            report.add('program_instructions', number, at, text, issued, 4 * issued, 0, waited, 0, 0)
    for row in passes:
        report.number('passes', *row)
    for identifier, severity in findings:
        report.number('findings', identifier, severity, f'there is {identifier}', '', 'draw 0', '', 1)
    cycle = 0
    for at, operations in enumerate([*frames, *([rest] if rest else [])]):
        first = cycle
        for operation in operations:
            number = len(report.rows.get('operations', []))
            report.number('operations', at, operation.kind, operation.title, None, number,
                          number if operation.offset is None else operation.offset, cycle, None, cycle + operation.cycles, cycle,
                          cycle + operation.cycles, None, operation.part)
            for program in operation.programs:
                report.add('operation_programs', number, program)
            cycle += operation.cycles
        report.number('frames', at if at < len(frames) else None, first, cycle, None, None, None)
    report.close()
    return folder
