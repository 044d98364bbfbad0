# SPDX-License-Identifier: MIT
"""Which draw of one run is which of another, and which instruction.

Both are compared by what they are, without what a driver chooses: a draw by its kind, its title and the stages of its programs, an
instruction by its opcode. Those that are the same at the beginning and at the end are pairs; between them the longest stretches that are
the same, and around these what is left, in order; where one side has more of that, its last ones have no partner.
"""
from __future__ import annotations

import difflib
import re
from typing import Callable, Hashable, Iterator, Sequence, TypeVar

from comparison.run_report import Instruction, Program, Work

Item = TypeVar('Item')

# Flags before an opcode, as (sy)(nop3).
FLAGS = re.compile(r'^(?:\([^)]*\)\s*)+')


def pairs_of(before: Sequence[Item], after: Sequence[Item], key: Callable[[Item], Hashable],
             key_after: Callable[[Item], Hashable] | None = None) -> Iterator[tuple[Item | None, Item | None]]:
    """Pairs in order; None for a partner that is not there. `key_after` is the key of those after, where it is another."""
    keys = [key(item) for item in before], [(key_after or key)(item) for item in after]
    least = min(len(before), len(after))
    start = next((at for at in range(least) if keys[0][at] != keys[1][at]), least)
    end = next((at for at in range(least - start) if keys[0][-1 - at] != keys[1][-1 - at]), least - start)
    yield from zip(before[:start], after[:start])
    middle = before[start:len(before) - end], after[start:len(after) - end]
    matcher = difflib.SequenceMatcher(None, keys[0][start:len(before) - end], keys[1][start:len(after) - end], autojunk=False)
    for _, first, first_end, second, second_end in matcher.get_opcodes():
        old, new = middle[0][first:first_end], middle[1][second:second_end]
        common = min(len(old), len(new))
        yield from zip(old, new)
        yield from ((item, None) for item in old[common:])
        yield from ((None, item) for item in new[common:])
    yield from zip(before[len(before) - end:], after[len(after) - end:])


def opcode(instruction: Instruction) -> str:
    words = FLAGS.sub('', instruction.text).split()
    return words[0] if words else ''


def work_key(programs: dict[int, Program]) -> Callable[[Work], Hashable]:
    return lambda work: (work.kind, work.title, tuple(sorted(programs[number].stage for number in work.programs)))
