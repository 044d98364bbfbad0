# SPDX-License-Identifier: MIT
"""A table of a suite (suite_file.py) on a device: its tests in groups, each group's results beside what is expected, and run
again where they are not. deqp_table.py, gtest_table.py and piglit_table.py say how its kind of tests runs."""
import math
import os
import pathlib

from suites import deqp, expectations, lists, run_results, statuses


class Context:
    """What all tables of a run share. `device`: the chip and the options of exec; `settings`: those of ci.py."""

    def __init__(self, settings, device, files, results, deadline):
        self.settings, self.device, self.files = settings, device, files
        self.results, self.deadline = results, deadline


class Collected:
    """Records in the order in which they came; `seen` is called for each test that is new."""

    def __init__(self, seen=lambda: None):
        self.records, self.seen = {}, seen

    def add(self, entry):
        if entry['test'] not in self.records:
            self.seen()
        self.records[entry['test']] = entry


class TableRun:
    """`flags`: of the expressions in lists."""

    def __init__(self, table, context, flags=0):
        self.table, self.context, self.deadline = table, context, context.deadline
        self.expectations = expectations.Expectations(context.files, table, context.settings, flags)
        includes = (table.include, table.place), (context.settings['include'], '--include')
        self.includes = [[lists.expression(words, place, flags) for words in expressions]
                         for expressions, place in includes if expressions]
        # A simulated GPU is slower than the board that the table's limit is for.
        self.cpu_seconds = max(table.timeout, context.settings['timeout'])

    def chosen(self, names):
        """Tests of the whole list that this run is asked for: first every N-th, then those that the expressions include."""
        settings = self.context.settings
        first = self.table.fraction_start + settings['fraction_start'] - 2
        return [name for name in names[first::self.table.fraction * settings['fraction']]
                if all(any(pattern.search(name) for pattern in patterns) for patterns in self.includes)]

    def start(self, names):
        """Adds those that a list skips, and gives back the others in groups."""
        left = []
        for name in names:
            if self.expectations.skipped(self.table.prefix + name):
                self.context.results.see()
                self.context.results.add(self.table.prefix + name, run_results.Entry('Skip'))
            else:
                left.append(name)
        return self.groups(left)

    def run(self, group):
        """A group of tests; where any of the results is not good, it runs again up to the last of these, with the same tests
        before it, and what comes out differently is a flake."""
        records = self.attempt(group, Collected(self.context.results.see))
        if records is None:
            return
        found = {name: self.judged(record) for name, record in records.items()}
        bad = [place for place, name in enumerate(found) if any(self.unexpected(entry) for entry in found[name].values())]
        if bad:
            again = self.attempt(list(found)[:bad[-1] + 1], Collected())
            if again is None:
                return
            for name in again.keys() & found.keys():
                second = self.judged(again[name])
                for part, entry in found[name].items():
                    if part not in second or second[part].status != entry.status:
                        entry.status = 'Flake'
        for name, record in records.items():
            for part, entry in found[name].items():
                self.context.results.add(part, entry)
            self.context.results.add_findings(self.table.prefix + name, record['findings'])

    @staticmethod
    def unexpected(entry):
        """A test that the module does not have is not run again."""
        return entry.status not in statuses.GOOD and entry.status != 'Missing'

    def judged(self, record):
        """The entries of a record, of the test and of its subtests, by the name that files have for each."""
        name = self.table.prefix + record['test']
        parts = [(name, record['result'], record['seconds'])]
        parts += [(f'{name}@{part.replace(",", "-")}', result, 0.0) for part, result in record['subtests'].items()]
        return {part: run_results.Entry(self.expectations.judge(part, result), seconds, record['words'])
                for part, result, seconds in parts}

    def attempt(self, names, store):
        """Their records by name, or None where the run is over before."""
        return store.records if self.run_tests(names, store) else None


class ModuleRun(TableRun):
    """Of a program that runs many tests in a process, and prints them as its `dialect` says."""

    def find(self, name, others=()):
        """The file as it is named, or else in the folders of builds, by the end of its name or by another one."""
        path = pathlib.Path(name)
        if os.path.isfile(path):
            return path
        parts = [part for part in path.parts if part not in ('/', '..')]
        ends = ['/'.join(parts[first:]) for first in range(len(parts))]
        for folder in self.context.settings['deqp']:
            found = deqp.found(folder, (*ends[:-1], *others, ends[-1]))
            if found:
                return found
        folders = ', '.join(self.context.settings['deqp'])
        raise SystemExit(f'{self.table.place}: there is no {name}, and ' +
                         (f'none in {folders}' if folders else 'no --deqp names a folder of a built VK-GL-CTS'))

    def groups(self, names):
        # Neighbours by name share a process: see deqp.Suite.run().
        names = sorted(names)
        jobs = self.context.settings['jobs']
        size = max(1, min(self.table.tests_per_group, math.ceil(len(names) / jobs)))
        return [names[first:first + size] for first in range(0, len(names), size)]

    def run_tests(self, names, store):
        return deqp.Group(self, self.context.device, store, self.deadline).run(names)
