# SPDX-License-Identifier: MIT
"""What Mesa expects of the tests on a device, from files in its sources as its CI takes them (.gitlab-ci/deqp-runner.sh):
NAME-fails.txt are results, NAME-flakes.txt and NAME-skips.txt expressions that are searched for in tests' names, NAME being
`all`, the driver and the device (GPU_VERSION), and skips also in GPU_VERSION-slow-skips.txt, but in full runs. A suite's tables
name more of them."""
import os
import pathlib
import re

from suites import lists, statuses

# Mesa's CI has the files of all drivers in a folder of this name.
INSTALL = 'install'


class Files:
    """The folder of Mesa's files, and the device."""

    def __init__(self, folder, gpu_version):
        self.folder, self.gpu_version = folder, gpu_version
        self.names = list(dict.fromkeys(('all', gpu_version.partition('-')[0], gpu_version)))

    def of(self, kind):
        """Those of a kind that there are."""
        paths = [self.folder / f'{name}-{kind}.txt' for name in self.names]
        return [path for path in paths if path.exists()]

    def named(self, name, place):
        """The file that a suite names: beside the suite where it is one of CI's folder, or else as it is written."""
        parts = pathlib.PurePath(name).parts
        path = self.folder / parts[-1] if INSTALL in parts[:-1] else pathlib.Path(name)
        if not os.path.exists(path):
            raise SystemExit(f'{place}: {name}: there is no {path}')
        return path


class Expectations:
    """What is expected of a table's tests. `settings` are those of the whole run (ci.py)."""

    def __init__(self, files, table, settings, flags=0):
        fold = str.lower if flags & re.IGNORECASE else str
        skips = files.of('skips') + ([] if settings['full'] else files.of('slow-skips'))
        skips += [files.named(name, table.place) for name in table.skips] + list(map(pathlib.Path, settings['skips']))
        flakes = files.of('flakes') + [files.named(name, table.place) for name in table.flakes]
        flakes += list(map(pathlib.Path, settings['flakes']))
        self.fold = fold
        self.skips = [each for path in dict.fromkeys(map(absolute, skips)) for each in lists.expressions(path, flags)]
        self.flakes = [each for path in dict.fromkeys(map(absolute, flakes)) for each in lists.expressions(path, flags)]
        fails = [files.named(table.baseline, table.place)] if table.baseline else files.of('fails')
        self.expected = {}
        for path in [*fails, *map(pathlib.Path, settings['baseline'])]:
            # An earlier run's file names improvements: what a test gave then.
            self.expected |= {fold(name): statuses.inner(status) or status for name, status in lists.results(path).items()}

    def skipped(self, name):
        return any(pattern.search(name) for pattern in self.skips)

    def judge(self, name, result):
        """The status of a result of records.py."""
        status = statuses.compared(statuses.outcome(result), self.expected.get(self.fold(name)))
        known = status not in statuses.GOOD and any(pattern.search(name) for pattern in self.flakes)
        return 'KnownFlake' if known else status


def absolute(path):
    return pathlib.Path(os.path.abspath(path))
