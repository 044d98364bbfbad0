# SPDX-License-Identifier: MIT
"""Runs tests of Debian's piglit, each under a `cyclorama exec` of its own: with Mesa's driver on a simulated GPU, or with
Mesa's llvmpipe on the same virtual display.

Piglit's own framework says which tests a profile has, skips those whose requirements the driver does not advertise, and
judges what a test prints. Only how a test is started is ours: a crash or hang of the simulator is the result of one test, as
are its findings.
"""
import concurrent.futures
import gzip
import hashlib
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree

from lib import exec_runs
from suites import deqp, mesa_lists, processes, records

PIGLIT = pathlib.Path('/usr/lib/x86_64-linux-gnu/piglit')
if not PIGLIT.exists():
    sys.exit('install piglit and waffle-utils')
sys.path.insert(0, str(PIGLIT))
os.environ['PIGLIT_NO_WINDOW'] = '1'

from framework import profile, wflinfo  # noqa: E402
from framework.exceptions import PiglitFatalError  # noqa: E402
from framework.options import OPTIONS  # noqa: E402
from framework.test import base, opengl  # noqa: E402

PLATFORM = 'gbm'
OPTIONS.env['PIGLIT_PLATFORM'] = PLATFORM
PROFILE = 'gpu'
KINDS = ('core', 'compat', 'es1', 'es2')
# The versions up to which a driver of OpenGL 2.1 and OpenGL ES 2.0 may have tests that are not skipped.
VERSIONS = {'opengl': 2.1, 'opengl es': 2.0, 'glsl': 1.2, 'glsl-es': 1.0}
VENDORS = ('arb', 'ext', 'oes', 'nv', 'amd', 'ati', 'khr', 'apple', 'intel', 'mesa', 'angle', 'sgis')


class Suite:
    name, title = 'piglit', 'Piglit'

    def __init__(self, _, arguments):
        self.cyclorama, self.cpu_seconds = pathlib.Path(arguments.cyclorama).resolve(), arguments.cpu_seconds
        self.one_in = arguments.one_in or 1
        self.release = mesa_lists.package_version('piglit')

    def reference_version(self):
        return deqp.reference_version(vulkan=False)

    def sampled(self):
        return f'1 in {self.one_in}' if self.one_in > 1 else 'all'

    def select(self, wanted):
        """The names of the profile's tests for which wanted(name) holds."""
        self.tests = tests_of_profile(wanted)
        return deqp.sample(self.tests, self.one_in)

    def run(self, column, names, store, jobs, deadline):
        """Runs tests with the driver of a column, or of the reference (None). Whether all of them have run."""
        if not names:
            return True
        runner = Runner(self.cyclorama, column, self.cpu_seconds)
        runner.check()
        use(runner)

        def one(item):
            if deadline.passed():
                return False
            store.add(runner.run(*item))
            return True

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            return all(list(pool.map(one, in_order([(name, self.tests[name]) for name in names]))))


class Runner:
    """One driver: that of a column's chip, or the reference's."""

    def __init__(self, cyclorama, column, cpu_seconds, variables=None, deadline=None):
        self.cyclorama, self.column, self.cpu_seconds = cyclorama, column, cpu_seconds
        self.variables, self.deadline = variables or {}, deadline
        self.local = threading.local()

    def start(self, command, folder, environment):
        options = self.column.options if self.column else []
        gpu = self.column.gpu if self.column else exec_runs.ANY_GPU
        software = None if self.column else 'vivante'
        arguments = exec_runs.arguments(self.cyclorama, command, folder, gpu, software, options)
        limit = ['prlimit', f'--cpu={self.cpu_seconds}:{self.cpu_seconds + 5}']
        return processes.start([*limit, *arguments], folder, {**OPTIONS.env, **self.variables, **environment}, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE)

    def requirements(self, options):
        """What wflinfo prints; piglit decides by it which tests it does not even start."""
        with tempfile.TemporaryDirectory() as folder:
            process = self.start(['wflinfo', '--platform', PLATFORM, *options], folder, {})
            out, _ = process.communicate(timeout=600)
            if process.returncode != 0:
                raise wflinfo.StopWflinfo('Called')
            return out

    def check(self):
        """Ends the program where the driver does not start: piglit would skip each of its tests."""
        try:
            self.requirements(['--api', 'gl'])
        except wflinfo.StopWflinfo:
            raise SystemExit(f'no OpenGL {"on " + self.column.gpu if self.column else "with llvmpipe"}: wflinfo fails')

    def run_command(self, test, **others):
        """In the place of piglit's Test._run_command."""
        command = [str(word) for word in others.get('_command', test.command)]
        if not pathlib.Path(command[0]).exists():
            raise base.TestRunError('Test executable not found.\n', 'skip')
        with tempfile.TemporaryDirectory() as folder:
            process = self.start(command, folder, {key: str(value) for key, value in test.env.items()})
            out, err = processes.wait(process, float('inf'), self.deadline)
            self.local.findings = exec_runs.findings(folder)
            self.local.beyond_gpu = exec_runs.beyond_gpu(folder)
        test.result.pid.append(process.pid)
        test.result.out, test.result.err = out, err
        code = process.returncode
        if code is None or code == -signal.SIGXCPU or code in (128 + signal.SIGXCPU, -signal.SIGKILL, 128 + signal.SIGKILL):
            raise base.TestRunError(f'used {self.cpu_seconds} s of the processor, or nothing for '
                                    f'{processes.IDLE_SECONDS} s\n', 'timeout')
        # exec ends with 128 + n where signal n ended the program; piglit recognizes a crash by Python's -n.
        test.result.returncode = 128 - code if code > 128 else code

    def run(self, name, test):
        self.local.findings, self.local.beyond_gpu = {}, ''
        before = time.monotonic()
        try:
            test.run()
        except Exception as error:  # a test whose output cannot be judged
            test.result.result, test.result.err = 'fail', repr(error)
        result = test.result
        words, more = '', {}
        if str(result.result) not in ('pass', 'skip'):
            words = result.out[-deqp.LAST_WORDS:] + result.err[-deqp.LAST_WORDS:]
            more = {'command': str(result.command), 'beyond_gpu': self.local.beyond_gpu}
        shown = 'skip' if str(result.result) == 'notrun' else str(result.result)
        return records.record(name, shown, time.monotonic() - before, findings=self.local.findings, words=words,
                              subtests={key: str(value) for key, value in result.subtests.items()}, **more)


def tests_of_profile(wanted, name=PROFILE):
    """The tests of a profile, by their names in small letters, for which wanted(name) holds."""
    try:
        whole = profile.load_test_profile(name)
    except PiglitFatalError as error:
        raise SystemExit(f'piglit has no profile {name}: {error}') from None
    tests = {}
    for part in getattr(whole, '_profiles', [whole]):
        if not hasattr(part, 'filename'):
            raise SystemExit(f'the profile {name} of piglit is not supported: a program makes its list of tests')
        with gzip.open(part.filename, 'rt') as file:
            for _, element in xml.etree.ElementTree.iterparse(file):
                if element.tag == 'Test':
                    name = element.attrib['name'].lower()
                    if wanted(name):
                        tests[name] = profile.make_test(element)
                    element.clear()
    return tests


def use(runner):
    """From now on tests run with this driver."""
    base.Test._run_command = lambda test, *_, **others: runner.run_command(test, **others)
    wflinfo.WflInfo._WflInfo__shared_state = {}
    wflinfo.WflInfo._WflInfo__call_wflinfo = staticmethod(runner.requirements)
    opengl.FastSkip.info = wflinfo.WflInfo()
    for kind in KINDS:
        getattr(opengl.FastSkip.info, kind)


def will_run(name, test, extensions):
    """Whether a test that piglit does not skip by itself looks like one that does not skip itself, either."""
    parts = name.split('@')
    if parts[0] != 'spec' or isinstance(test, opengl.FastSkipMixin):
        return True
    version = re.fullmatch(r'!?(.+)[ -](\d\.\d+)', parts[1])
    if version:
        return float(version[2]) <= VERSIONS.get(version[1], 9)
    return 'gl_' + parts[1] in extensions or parts[1].split('_')[0] not in VENDORS


def in_order(tests):
    """Those first that will probably run; else in an order of chance, always the same, so that a part is a fair sample."""
    info = opengl.FastSkip.info
    extensions = {name.lower() for kind in KINDS for name in getattr(info, kind).extensions}
    return sorted(tests, key=lambda item: (not will_run(*item, extensions), hashlib.sha256(item[0].encode()).digest()))
