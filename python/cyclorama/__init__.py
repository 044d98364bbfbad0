# SPDX-License-Identifier: MIT
"""Cyclorama from Python: run a workload on a simulated GPU, stop where you like, and look.

    import cyclorama

    run = cyclorama.Run("scene.agp.gz", mode="timing")
    run.to_frame(1)
    print(run.cycle, run.counters["Batches_CP"])
    picture = run.frames[0].pixels              # height x width x 4, uint8

What is refused raises Error, a machine that makes no progress Deadlock, both with the words of the program `cyclorama`.
docs/guide/python.md goes through all of it.
"""

from cyclorama import _core
from cyclorama._core import Deadlock, Error
from cyclorama.configuration import Configuration, CycloramaWarning, Parameter, chips
from cyclorama.run import Counter, Counters, Draw, Finding, Frame, Run, Target
from cyclorama.sweeps import Measurement, sweep

__all__ = ['Configuration', 'Counter', 'Counters', 'CycloramaWarning', 'Deadlock', 'Draw', 'Error', 'Finding', 'Frame',
           'Measurement', 'Parameter', 'Run', 'Target', 'chips', 'sweep', 'version']


Error.__doc__ = 'A workload, a configuration or an output that is refused: which, where in it, and why.'
Deadlock.__doc__ = 'Nothing can happen any more though the work is not done: who waits for whom, and since which cycle.'
for _exception in (Error, Deadlock):
    _exception.__module__ = 'cyclorama'


def version() -> str:
    """The version of the simulator, and how it was built."""
    return _core.version()
