# SPDX-License-Identifier: MIT
"""Tables of tests of VK-GL-CTS in Mesa's suites. A program or list that is not where the table says, which is its place in the
container of Mesa's CI, is looked for in folders of builds."""
import html
import pathlib
import re
import tempfile

from lib import exec_runs
from suites import deqp, lists, processes, table_run

# What a module says of the driver, by the name of its tests' first word: the tests that print it, and where in their output.
VULKAN = 'dEQP-VK'
TEXT = re.compile(r'<Text>(.*?)</Text>', re.DOTALL)
DEVICE_NAME = re.compile(r'^deviceName: .*$', re.MULTILINE)


class Run(table_run.ModuleRun):
    dialect = deqp.DIALECT

    def __init__(self, table, context):
        super().__init__(table, context)
        self.renderer_check = lists.expression(table.renderer_check, f'{table.place}: renderer_check')
        wanted = context.settings['version_check'] or table.version_check
        self.version_check = lists.expression(wanted, f'{table.place}: version_check')
        self.program = self.find(table.deqp).resolve()
        self.lists = [self.find(path, deqp.list_places(pathlib.PurePath(path).name)) for path in table.caselists]

    def select(self):
        """The tests that are to run, after the checks of the driver."""
        names = self.chosen([name for path in self.lists for name in lists.names(path)])
        if names and (self.renderer_check.pattern or self.version_check.pattern):
            self.check(names[0].partition('.')[0])
        return names

    def command(self, device, case_list, folder):
        """For deqp.Group: what to start, and the variables to set."""
        return self.words(device, case_list, folder, deqp.QUIET)

    def words(self, device, case_list, folder, options):
        words = [self.program, f'--deqp-caselist-file={case_list}', *self.table.deqp_args, *options]
        program = self.context.settings['program']
        return exec_runs.arguments(program, words, folder, device.gpu, None, device.options), {**deqp.SURFACELESS, **self.table.env}

    def check(self, first):
        """Ends the program where the driver is not the one that the table is for."""
        vulkan = first == VULKAN
        tests = ['info.device'] if vulkan else ['info.renderer', 'info.version']
        log = self.log_of([f'{first}.{test}' for test in tests])
        found = DEVICE_NAME.findall(log) if vulkan else [html.unescape(text) for text in TEXT.findall(log)]
        if len(found) < len(tests):
            raise SystemExit(f'{self.table.place}: {self.program} does not name its driver ({first}.{tests[0]}):\n{log}')
        for what, words, pattern in zip(('renderer', 'version'), found, (self.renderer_check, self.version_check)):
            print(f'{what}: {words}', flush=True)
            if not pattern.search(words):
                hint = '; a release has no commit in it: --version-check names another' if what == 'version' else ''
                raise SystemExit(f'{self.table.place}: {what}_check {pattern.pattern} does not fit {words}{hint}')

    def log_of(self, names):
        """The log of tests; what they print where there is none."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / 'tests.txt').write_text('\n'.join(names) + '\n')
            command, variables = self.words(self.context.device, folder / 'tests.txt', folder,
                                            (f'--deqp-log-filename={folder}/log.qpa', '--deqp-shadercache=disable'))
            with (folder / 'output').open('w+', errors='replace') as output:
                process = processes.start(command, self.program.parent, variables, stdout=output, stderr=output)
                processes.wait(process, self.cpu_seconds, self.deadline)
            log = folder / 'log.qpa'
            text = log.read_text(errors='replace') if log.exists() else ''
            return text if '#endTestCaseResult' in text else (folder / 'output').read_text(errors='replace')[-deqp.LAST_WORDS:]
