# SPDX-License-Identifier: MIT
"""Runs of workloads: steps, and what can be looked at between them."""
from __future__ import annotations

import dataclasses
import os
import typing
import warnings
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from cyclorama import _core
from cyclorama.configuration import Configuration, CycloramaWarning, Parameter, Value, _chips_folder, _value_of

Memory = typing.Literal['dram', 'system', 'on_chip']


@dataclasses.dataclass(frozen=True)
class Counter:
    """Something that a machine counts."""
    name: str
    unit: str
    sentence: str
    """What it counts."""
    total: int
    """Since the start of the run: the amount, or of an average the sum of its samples."""
    samples: int
    """Samples of an average; else 0."""
    average: bool

    @property
    def value(self) -> float | int:
        """The amount, or the mean of the samples (0 without any)."""
        if not self.average:
            return self.total
        return self.total / self.samples if self.samples else 0.0

    def since(self, before: Counter) -> Counter:
        """What was counted after an earlier reading of the same counter."""
        return dataclasses.replace(self, total=self.total - before.total, samples=self.samples - before.samples)


class Counters(Mapping[str, float]):
    """A reading of all counters of a machine: `counters[name]` is a value, `counters.of(name)` all that is known."""

    def __init__(self, counters: dict[str, Counter]) -> None:
        self._counters = counters

    def __getitem__(self, name: str) -> float:
        return self._counters[name].value

    def __iter__(self) -> Iterator[str]:
        return iter(self._counters)

    def __len__(self) -> int:
        return len(self._counters)

    def of(self, name: str) -> Counter:
        """The counter of a name. Raises KeyError if there is none."""
        return self._counters[name]

    def since(self, before: Counters) -> Counters:
        """What was counted after an earlier reading."""
        return Counters({name: counter.since(before._counters[name]) if name in before else counter
                         for name, counter in self._counters.items()})

    def array(self, names: Sequence[str] | None = None) -> npt.NDArray[np.float64]:
        """The values of some counters, or of all in their order."""
        return np.array([self[name] for name in (self if names is None else names)], dtype=np.float64)

    def __repr__(self) -> str:
        return f'<Counters: {len(self)}>'


@dataclasses.dataclass(frozen=True)
class Frame:
    """A frame that was presented."""
    number: int
    """Its own number in the workload."""
    cycles: int | None
    """GPU cycles that it took; None without time."""
    activities: dict[str, int]
    """Cycles by what they were spent on; empty without time."""
    traffic: dict[str, tuple[int, int]]
    """Bytes read and written by each user of memory; empty without time."""
    pixels: npt.NDArray[np.uint8] = dataclasses.field(repr=False)
    """Height x width x 4 (red, green, blue, 255), rows from the top. In place, read-only."""


@dataclasses.dataclass(frozen=True)
class Finding:
    """What a real chip would choke on, or the simulator does not do (docs/reference/findings.md)."""
    identifier: str
    severity: str
    """`note`, `slow`, `corruption` or `hang`."""
    sentence: str
    hint: str
    place: str
    """Of the first in the workload."""
    detail: str
    count: int


class Target:
    """A buffer that a draw can change, as it is when its methods are called."""

    def __init__(self, core: _core.Target) -> None:
        self._core = core

    @property
    def aspect(self) -> str:
        """`colour` or `depth`."""
        return self._core.aspect

    @property
    def number(self) -> int:
        """The place of a colour buffer among those of the draw."""
        return self._core.number

    @property
    def address(self) -> int:
        """Of its first byte."""
        return self._core.address

    @property
    def format(self) -> str:
        """The format of its samples, as in reports."""
        return self._core.format

    def bytes(self) -> npt.NDArray[np.uint8]:
        """All of its bytes in the order of memory, in place and read-only: tiles as the chip lays them out, and without
        regard to tile status."""
        return self._core.bytes()

    def samples(self) -> npt.NDArray[np.unsignedinteger[typing.Any]]:
        """Its samples as stored, height x width x samples of a pixel, rows from the top of the picture; cleared tiles
        have their clear value."""
        return self._core.samples()

    def pixels(self) -> npt.NDArray[np.uint8]:
        """A colour buffer as a display shows it: height x width x 4 (red, green, blue, alpha as stored). Raises
        TypeError for a depth buffer."""
        if not self._core.has_colors:
            raise TypeError('a depth buffer has no colours')
        return self._core.pixels()

    def depth(self) -> npt.NDArray[np.float64]:
        """Depths from 0 (near) to 1, height x width x samples. Raises TypeError for a colour buffer."""
        samples = self._depths().astype(np.float64)
        return samples / (0xffff if self.format == 'Depth16' else 0xffffff)

    def stencil(self) -> npt.NDArray[np.uint8]:
        """Stencil values, height x width x samples. Raises TypeError for a buffer without."""
        if self._core.has_colors or self.format == 'Depth16':
            raise TypeError(f'{self.format} has no stencil values')
        samples = self.samples()
        return (samples & 0xff if self.format == 'Stencil8Depth24' else samples >> 24).astype(np.uint8)

    def _depths(self) -> npt.NDArray[np.unsignedinteger[typing.Any]]:
        """As stored: whole numbers up to 0xffff or 0xffffff."""
        if self._core.has_colors:
            raise TypeError(f'{self.format} has no depths')
        samples = self.samples()
        if self.format == 'Depth16':
            return samples
        words = samples.astype(np.uint32)
        return words >> np.uint32(8) if self.format == 'Stencil8Depth24' else words & np.uint32(0xffffff)

    def __repr__(self) -> str:
        return f'<Target: {self.aspect} {self.number}, {self.format}, at {self.address:#x}>'


@dataclasses.dataclass(frozen=True)
class Draw:
    """A draw that has just ended."""
    frame: int
    """Frames that the run had presented before it."""
    number: int
    """From 0 on in its frame, in the order in which draws end."""
    title: str
    """What it draws, in a few words."""
    cycle: int
    """The first cycle after it; 0 without time."""
    counters: Counters = dataclasses.field(repr=False)
    """What was counted since the draw before it ended, or since draws() began: what came between them, and of the next
    draw what was done beside it, count as well."""
    _core: _core.Draw = dataclasses.field(repr=False)

    def targets(self) -> list[Target]:
        """The buffers that it can change. Look before the run continues: they show what is in memory at the moment.
        None of draws that are operations of the chip's family (Adreno)."""
        return [Target(each) for each in self._core.targets()]

    def target(self, number: int = 0) -> Target:
        """One of its colour buffers. Raises KeyError where it has none of that number."""
        for each in self.targets():
            if each.aspect != 'depth' and each.number == number:
                return each
        raise KeyError(f'the draw has no colour buffer {number}')

    def state(self) -> dict[str, dict[str, str]]:
        """What it depends on, for people: topics, and names and values in each. Empty for draws that are operations of
        the chip's family (Adreno)."""
        topics: dict[str, dict[str, str]] = {}
        for topic, name, value in self._core.state():
            topics.setdefault(topic, {})[name] = value
        return topics


class _Frames(Sequence[Frame]):
    """The frames that a run has presented so far."""

    def __init__(self, core: _core.Simulation) -> None:
        self._core = core

    def __len__(self) -> int:
        return self._core.place[0]

    @typing.overload
    def __getitem__(self, index: int) -> Frame: ...

    @typing.overload
    def __getitem__(self, index: slice) -> list[Frame]: ...

    def __getitem__(self, index: int | slice) -> Frame | list[Frame]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(f'{len(self)} frames were presented so far')
        return Frame(*self._core.frame(index % len(self)))


class Run:
    """A workload on a simulated GPU, from its start. It runs in steps:

        run = Run("gc2000.cyc")
        run.to_draw(3)
        run.to_cycle(100_000)
        run.finish()

    Between steps everything can be looked at: counters, memory, the targets of the last draw, frames, findings. Arrays
    of memory and frames are views without copies, which keep what they view alive. `with Run(...) as run:` writes the
    files of an output folder even where the block ends early. A run is to be used by one thread at a time.
    """

    def __init__(self, workload: str | os.PathLike[str], configuration: Configuration | None = None, *,
                 mode: typing.Literal['timing', 'functional'] = 'timing', frames: int | None = None,
                 start_frame: int | None = None, out: str | os.PathLike[str] | None = None,
                 report: bool = False) -> None:
        """`workload` is a file that `cyclorama run` takes. Without a configuration of a chip or file it runs on the chip
        that it was recorded on. `frames` and `start_frame` replace SIMULATOR.SimFrames (0 for all) and
        SIMULATOR.StartFrame. `out` is a folder for the files of `cyclorama run --out`, `report` adds a report there.
        Raises Error for what is refused; what is inadvisable is a CycloramaWarning."""
        if mode not in ('timing', 'functional'):
            raise _core.Error(f"mode: '{mode}' is neither timing nor functional")
        choice = configuration or Configuration()
        self._core = _core.Simulation(workload=os.fspath(workload), machine=choice._choice(), chips=_chips_folder(),
                                      timed=mode == 'timing', frames=frames, start_frame=start_frame,
                                      folder=None if out is None else os.fspath(out), report=report)
        for warning in self._core.warnings:
            warnings.warn(warning, CycloramaWarning, stacklevel=2)

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def to_frame(self, frames: int) -> bool:
        """Runs until `frames` frames have been presented since the start. False where the run has ended."""
        return not self._core.advance(frames, _core.never, _core.never)

    def to_draw(self, draws: int) -> bool:
        """Runs until `draws` draws have ended since the start. False where the run has ended."""
        return not self._core.advance(_core.never, draws, _core.never)

    def to_cycle(self, cycle: int) -> bool:
        """Runs until the first `cycle` GPU cycles are over. False where the run has ended. In functional mode, in
        which no time passes, to the end."""
        return not self._core.advance(_core.never, _core.never, cycle)

    def finish(self) -> None:
        """Runs to the end of the workload, or to the limit of its frames."""
        self._core.advance(_core.never, _core.never, _core.never)

    def close(self) -> None:
        """Ends the run where it is, and writes the files of its output folder. What it holds can still be looked at."""
        self._core.close()

    def draws(self) -> Iterator[Draw]:
        """Runs from draw to draw, to the end; each is given when it has ended."""
        before = self.counters
        while True:
            draws = self.draw
            self.to_draw(draws + 1)
            core = self._core.last_draw()
            if self.draw == draws or core is None:
                return
            now = self.counters
            yield Draw(core.frame, core.number, core.title, self.cycle, now.since(before), core)
            before = now

    @property
    def ended(self) -> bool:
        """The run is at its end."""
        return self._core.ended

    @property
    def frame(self) -> int:
        """Frames that were presented so far."""
        return self._core.place[0]

    @property
    def draw(self) -> int:
        """Draws that have ended so far."""
        return self._core.place[1]

    @property
    def cycle(self) -> int:
        """GPU cycles so far; 0 in functional mode."""
        return self._core.place[2]

    @property
    def frames(self) -> Sequence[Frame]:
        """The frames that were presented so far, in their order."""
        return _Frames(self._core)

    @property
    def counters(self) -> Counters:
        """What the machine has counted so far."""
        return Counters({each[0]: Counter(*each) for each in self._core.counters()})

    @property
    def findings(self) -> list[Finding]:
        """What was found so far, one for each kind."""
        return [Finding(*each) for each in self._core.findings()]

    @property
    def configuration(self) -> dict[str, Value]:
        """All parameters of the run, SECTION.Key, as they came to be."""
        return {each[0]: _value_of(each[1], each[2]) for each in self._core.configuration.parameters()}

    def parameter(self, name: str) -> Parameter:
        """A parameter of the run, with its unit and meaning."""
        return Parameter._of(self._core.configuration.parameter(name))

    def memory(self, address: int, size: int, memory: Memory = 'dram') -> npt.NDArray[np.uint8]:
        """`size` bytes of the GPU's memory from `address` on: in place and read-only, so that the array shows what later
        steps write. Raises Error where they are not all in memory."""
        return self._core.memory(getattr(_core.MemoryKind, memory), address, size)

    def last_draw(self) -> Draw | None:
        """The draw that ended last, with the counters of the whole run so far; None before the first."""
        core = self._core.last_draw()
        return None if core is None else Draw(core.frame, core.number, core.title, self.cycle, self.counters, core)
