# SPDX-License-Identifier: MIT
"""Runs of one workload on many configurations."""
from __future__ import annotations

import concurrent.futures
import dataclasses
import multiprocessing
import os
import typing
from collections.abc import Callable, Iterable, Iterator

from cyclorama.configuration import Configuration
from cyclorama.run import Counters, Run

Measured = typing.TypeVar('Measured')


@dataclasses.dataclass(frozen=True)
class Measurement:
    """What a run came to."""
    cycles: int
    frames: list[int | None]
    """Cycles of each frame."""
    counters: Counters


def measure(run: Run) -> Measurement:
    """Finishes a run: its cycles and counters."""
    run.finish()
    return Measurement(run.cycle, [frame.cycles for frame in run.frames], run.counters)


def _execute(workload: str, configuration: Configuration, options: dict[str, typing.Any],
             measure_run: Callable[[Run], Measured]) -> Measured:
    with Run(workload, configuration, **options) as run:
        return measure_run(run)


@typing.overload
def sweep(workload: str | os.PathLike[str], configurations: Iterable[Configuration], *,
          processes: int | None = None, **options: typing.Any) -> Iterator[Measurement]: ...


@typing.overload
def sweep(workload: str | os.PathLike[str], configurations: Iterable[Configuration], measure: Callable[[Run], Measured],
          *, processes: int | None = None, **options: typing.Any) -> Iterator[Measured]: ...


def sweep(workload: str | os.PathLike[str], configurations: Iterable[Configuration],
          measure: Callable[[Run], typing.Any] = measure, *, processes: int | None = None,
          **options: typing.Any) -> Iterator[typing.Any]:
    """Runs a workload on each of some configurations, in processes beside each other, and gives what `measure` returns
    of each, in their order.

        machines = [Configuration("gc2000", settings={"GPU.MemoryClock": clock}) for clock in (200, 400, 800)]
        cycles = [each.cycles for each in sweep("gc2000.cyc", machines, frames=1)]

    `measure` gets a Run at its start; it has to be a function of a module, and what it returns to be picklable. By
    default it finishes the run and returns a Measurement. `options` are those of Run; `processes` limits how many run at
    a time, by default one for each core. What a run raises, sweep raises in its place.
    """
    # New processes: one that was forked would have the threads' locks of this one, and none of its threads.
    context = multiprocessing.get_context('spawn')
    all_configurations = list(configurations)
    count = max(1, min(processes or os.cpu_count() or 1, len(all_configurations)))
    with concurrent.futures.ProcessPoolExecutor(count, mp_context=context) as pool:
        futures = [pool.submit(_execute, os.fspath(workload), configuration, options, measure)
                   for configuration in all_configurations]
        try:
            for future in futures:
                yield future.result()
        finally:
            for future in futures:
                future.cancel()
