# SPDX-License-Identifier: MIT
"""Tables of programs with tests of GoogleTest in Mesa's suites."""
import pathlib
import re
import tempfile

from lib import exec_runs
from suites import deqp, processes, table_run

DIALECT = deqp.Dialect(r'\[ RUN      \] (\S+)$', r'\[ *(OK|FAILED|SKIPPED) +\] (\S.*) \(\d+ ms\)$', {'OK': 'pass', 'SKIPPED': 'skip'},
                       r'\[==========\] \d+ tests? .* ran\.')


class Run(table_run.ModuleRun):
    dialect = DIALECT

    def __init__(self, table, context):
        super().__init__(table, context)
        self.program = self.find(table.gtest).resolve()

    def words(self, options, folder):
        """The words and variables of a process of the program on the device."""
        device, program = self.context.device, self.context.settings['program']
        words = [self.program, *options, *self.table.gtest_args]
        return exec_runs.arguments(program, words, folder, device.gpu, None, device.options), self.table.env

    def select(self):
        """The tests that the program says it has, with what is chosen of them."""
        with tempfile.TemporaryDirectory() as folder, open(f'{folder}/output', 'w+', errors='replace') as output:
            command, variables = self.words(['--gtest_list_tests'], folder)
            process = processes.start(command, self.program.parent, variables, stdout=output, stderr=output)
            processes.wait(process, self.cpu_seconds, self.deadline)
            text = pathlib.Path(folder, 'output').read_text(errors='replace')
        names = listed(text)
        if process.returncode != 0 or not names:
            raise SystemExit(f'{self.table.place}: {self.program} does not list its tests:\n{text[-deqp.LAST_WORDS:]}')
        return self.chosen(names)

    def command(self, _, case_list, folder):
        """For deqp.Group."""
        # A filter on the command line could be too long.
        flags = pathlib.Path(folder, 'flags')
        flags.write_text(f'--gtest_filter={":".join(case_list.read_text().split())}\n')
        return self.words([f'--gtest_flagfile={flags}'], folder)


def listed(text):
    """The names in what --gtest_list_tests prints: suites, and their tests, which are indented; a parameter is after a #."""
    names, suite = [], None
    for line in text.splitlines():
        word = line.partition('#')[0].rstrip()
        if re.fullmatch(r'[\w/]+\.', word):
            suite = word
        elif suite and re.fullmatch(r'  [\w/]+', word):
            names.append(suite + word.strip())
    return names
