# SPDX-License-Identifier: MIT
"""Timed runs of microbenchmarks that print the work of a repetition: a rate is that work by the cycles that a long run and a
short one differ by, for each repetition."""
import configparser
import csv
import json
import pathlib
import re
import sys
import tempfile

from lib import exec_runs

SHORT_RUN, LONG_RUN = 1, 3
EVERY_STATISTIC = ('SIMULATOR.PerCycleStatistics=TRUE', 'SIMULATOR.StatisticsRate=100000')


class Benchmark:
    """How a program is run: the simulator, the words of the program and its benchmark, the chip, the version of Mesa, settings,
    variables of its environment, and the statistics that are summed, as patterns of their columns."""

    def __init__(self, cyclorama, command, gpu, mesa, settings=(), environment=(), statistics=()):
        self.cyclorama, self.command, self.gpu, self.mesa = cyclorama, list(command), gpu, mesa
        self.settings, self.environment, self.statistics = list(settings), tuple(environment), tuple(statistics)

    def run(self, repetitions):
        """Cycles, the sums of statistics, what the program printed, and the clock in MHz."""
        command = [*(('env', *self.environment) if self.environment else ()), *self.command, repetitions]
        settings = [*(EVERY_STATISTIC if self.statistics else ()), *self.settings]
        options = ['--mode', 'timing', '--mesa', self.mesa, *(word for value in settings for word in ('--set', value))]
        with tempfile.TemporaryDirectory() as name:
            done = exec_runs.run(self.cyclorama, command, name, self.gpu, options=options, timeout=3600)
            if done.returncode != 0:
                sys.exit(f'{" ".join(map(str, command))} on {self.gpu} failed:\n{done.stdout}')
            folder = pathlib.Path(name)
            cycles = json.loads((folder / 'summary.json').read_text())['cycles']
            configuration = configparser.ConfigParser(strict=False, interpolation=None)
            configuration.read_string((folder / 'config.ini').read_text())
            sums = [self.sum(folder, pattern) for pattern in self.statistics]
        return cycles, sums, done.stdout, configuration.getint('GPU', 'GPUClock')

    @staticmethod
    def sum(folder, pattern):
        with (folder / 'stats.cycles.csv').open() as file:
            rows = list(csv.DictReader(file, delimiter=';'))
        return sum(float(row[column]) for row in rows for column in rows[0] if re.fullmatch(pattern, column))

    def measure(self):
        short, long = self.run(SHORT_RUN), self.run(LONG_RUN)

        def each(of_long, of_short):
            return (of_long - of_short) / (LONG_RUN - SHORT_RUN)

        said = re.search(r'^([0-9.e+]+) (\w+) a repetition$', long[2], re.MULTILINE)
        return Rate(float(said[1]), said[2], each(long[0], short[0]), long[3], list(map(each, long[1], short[1])))


class Rate:
    """Work and cycles of a repetition, the clock of the GPU in MHz, and what statistics counted."""

    def __init__(self, work, unit, cycles, clock, counted):
        self.work, self.unit, self.cycles, self.clock, self.counted = work, unit, cycles, clock, counted
        self.per_cycle = work / cycles
        self.per_second = self.per_cycle * clock * 1e6


def quantity(value):
    """Three digits."""
    return f'{value:.{max(0, 2 - len(str(int(value))) + 1)}f}' if value >= 1 else f'{value:.3g}'
