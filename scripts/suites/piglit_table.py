# SPDX-License-Identifier: MIT
"""Tables of piglit's tests in Mesa's suites, which Debian's piglit has, on GBM. Names are in small letters, as in Mesa's lists,
with hyphens for commas."""
import re

from suites import piglit, table_run

PLATFORMS = ('PIGLIT_PLATFORM', 'WAFFLE_PLATFORM')


class Run(table_run.TableRun):
    def __init__(self, table, context):
        super().__init__(table, context, re.IGNORECASE)
        for name in PLATFORMS:
            if table.env.get(name, piglit.PLATFORM) != piglit.PLATFORM:
                raise SystemExit(f'{table.place}: {name} {table.env[name]} is not supported: {piglit.PLATFORM} is')
        self.tests = {}

    def select(self):
        names = []
        piglit.tests_of_profile(names.append, self.table.profile)
        chosen = dict.fromkeys(self.chosen([plain(name) for name in names]))
        found = piglit.tests_of_profile(lambda name: plain(name) in chosen, self.table.profile)
        self.tests = {plain(name): test for name, test in found.items()}
        return list(chosen)

    def groups(self, names):
        if names:
            settings = self.context.settings
            self.runner = piglit.Runner(settings['program'], self.context.device, self.cpu_seconds, self.table.env, self.deadline)
            self.runner.check()
            piglit.use(self.runner)
        return [[name] for name in names]

    def run_tests(self, names, store):
        for name in names:
            if self.deadline.passed():
                return False
            store.add(self.runner.run(name, self.tests[name]))
        return not self.deadline.passed()


def plain(name):
    return name.replace(',', '-')
