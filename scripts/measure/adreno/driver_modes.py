#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs tests of VK-GL-CTS in every mode of an Adreno driver, and compares their results and pictures to the bit.

usage: driver_modes.py CYCLORAMA --deqp DIR [--suite NAME]... [--driver freedreno|turnip]... [--mesa VERSION]... [--gpu NAME]
                       [--tests N] [--jobs N] [--modes NAME...]
Of each suite (deqp-gles2, deqp-gles3, deqp-gles31, deqp-vk; default: the first three) the N tests (default 100) with the least
hashes of their names run, with each Mesa (default 25.0.7 and 22.3.6) and driver: freedreno by FD_MESA_DEBUG, or Turnip, below
zink for OpenGL ES, by TU_DEBUG. What the driver skips does not run in its modes. The pictures are those in the module's
log; tests that log none are compared by their result.
DIR has a built VK-GL-CTS. Exit 1 where a mode differs from the driver's own choice, 2 where a module does not run.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from lib import exec_runs  # noqa: E402
from suites import deqp  # noqa: E402


DRIVERS = {'freedreno': ('msm', 'FD_MESA_DEBUG', ('sysmem', 'gmem', 'nobin', 'nolrz', 'noubwc')),
           'turnip': ('zink', 'TU_DEBUG', ('sysmem', 'gmem', 'forcebin', 'nobin', 'nolrz', 'noubwc'))}
OWN_CHOICE = 'none'
SKIPPED = 'NotSupported'
# Pictures in the log, and nothing else that costs time.
LOGGED = ('--deqp-log-images=enable', '--deqp-log-shader-sources=disable', '--deqp-log-flush=disable',
          '--deqp-shadercache=disable')
SECONDS = 3600
PER_PROCESS = 100
CASE = re.compile(r'^#beginTestCaseResult (\S+)\n(.*?)^#(?:end|terminate)TestCaseResult', re.MULTILINE | re.DOTALL)
RESULT = re.compile(r'<Result StatusCode="(\w+)"')
IMAGE = re.compile(r'<Image Name="([^"]*)".*?>(.*?)</Image>', re.DOTALL)
Outcome = collections.namedtuple('Outcome', 'result pictures')
Column = collections.namedtuple('Column', 'suite driver mesa')


def read_log(path):
    """The outcomes of a log's tests by their names."""
    found = {}
    for name, text in CASE.findall(path.read_text(errors='replace')):
        result = RESULT.search(text)
        pictures = [(image, hashlib.sha256(data.encode()).hexdigest()) for image, data in IMAGE.findall(text)]
        found[name] = Outcome(result[1] if result else 'Crash', pictures)
    return found


class Module:
    """A module's program and those of its tests that are run."""

    def __init__(self, name, folder, count):
        self.name, self.kind = name, deqp.MODULES[name]
        self.program = deqp.find(folder, (self.kind.program,)).resolve()
        # By name, as a module builds only those branches of its tree of tests that a process asks for.
        self.tests = sorted(deqp.sample(deqp.read_list(deqp.find(folder, self.kind.lists)), 1)[:count])
        self.vulkan = self.kind.options == ()

    def process(self, arguments, column, mode, tests):
        """The outcomes of the tests that one process comes to."""
        preset, variable, _ = DRIVERS[column.driver]
        with tempfile.TemporaryDirectory() as folder:
            cases, log = pathlib.Path(folder, 'tests.txt'), pathlib.Path(folder, 'log.qpa')
            cases.write_text('\n'.join(tests) + '\n')
            command = ['env', f'{variable}={mode}', *([] if self.vulkan else [f'MESA_LOADER_DRIVER_OVERRIDE={preset}']),
                       self.program, f'--deqp-caselist-file={cases}', f'--deqp-log-filename={log}', *self.kind.options, *LOGGED]
            started = exec_runs.arguments(arguments.cyclorama, command, folder, arguments.gpu, None, ['--mesa', column.mesa])
            subprocess.run(started, cwd=self.program.parent, env={**os.environ, **deqp.SURFACELESS}, timeout=SECONDS,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            return read_log(log) if log.exists() else {}

    def run(self, arguments, column, mode, tests):
        """The outcomes of tests. A process that ends early is followed by one that starts after its last test."""
        outcomes, left = {}, tests
        while left:
            found = self.process(arguments, column, mode, left[:PER_PROCESS])
            if not found:
                raise SystemExit(f'{self.program} runs no test in mode {mode}')
            outcomes.update(found)
            left = [test for test in left if test not in outcomes]
        return outcomes


def compare(wanted, found, mode):
    """What differs between two runs, in words."""
    lines = []
    for test, own in wanted.items():
        other = found[test]
        if own.result != other.result:
            lines.append(f'{mode}: {test}: {other.result} for {own.result}')
        elif own.pictures != other.pictures:
            names = sorted({image for pair in set(own.pictures) ^ set(other.pictures) for image in pair[:1]})
            lines.append(f'{mode}: {test}: {", ".join(names)}')
    return lines


def check(arguments, module, column):
    """Runs all modes; the lines that say what differs."""
    everything = module.run(arguments, column, OWN_CHOICE, module.tests)
    wanted = {test: outcome for test, outcome in everything.items() if outcome.result != SKIPPED}
    lines = []
    for mode in DRIVERS[column.driver][2]:
        if not arguments.modes or mode in arguments.modes:
            lines += compare(wanted, module.run(arguments, column, mode, list(wanted)), mode)
    pictures = sum(len(outcome.pictures) for outcome in wanted.values())
    shown = sum(1 for outcome in wanted.values() if outcome.pictures)
    print(f'{column.suite}, {column.driver} {column.mesa}: {len(wanted)} tests, {shown} with {pictures} pictures, and '
          f'{len(everything) - len(wanted)} that the driver skips; {len(lines)} differences', *lines, sep='\n  ', flush=True)
    return lines


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('\nOf each')[0])
    parser.add_argument('cyclorama', type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument('--deqp', type=pathlib.Path, required=True)
    parser.add_argument('--suite', action='append', choices=deqp.MODULES)
    parser.add_argument('--driver', action='append', choices=DRIVERS)
    parser.add_argument('--mesa', action='append')
    parser.add_argument('--gpu', default='a630')
    parser.add_argument('--tests', type=int, default=100)
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--modes', nargs='+')
    arguments = parser.parse_args()

    modules = [Module(name, arguments.deqp, arguments.tests)
               for name in arguments.suite or ('deqp-gles2', 'deqp-gles3', 'deqp-gles31')]
    work = [(module, Column(module.name, driver, mesa)) for mesa in arguments.mesa or ('25.0.7', '22.3.6')
            for driver in arguments.driver or DRIVERS for module in modules if driver == 'turnip' or not module.vulkan]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        differences = list(pool.map(lambda pair: check(arguments, *pair), work))
    sys.exit(1 if any(differences) else 0)


if __name__ == '__main__':
    main()
