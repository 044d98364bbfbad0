# SPDX-License-Identifier: MIT
"""Runs tests of Debian's piglit, each under a `cyclorama exec` of its own: with Mesa's driver on a simulated GPU, or with
Mesa's llvmpipe on the same virtual display.

Piglit's own framework says which tests a profile has, skips those whose requirements the driver does not advertise, and
judges what a test prints. Only how a test is started is ours: its time is the processor's, the simulator's included, so that
a busy machine fails no test; and a crash or hang of the simulator is the result of one test, as are its findings.
"""
import concurrent.futures
import gzip
import hashlib
import json
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

import exec_runs

PIGLIT = pathlib.Path('/usr/lib/x86_64-linux-gnu/piglit')
if not PIGLIT.exists():
    sys.exit('install piglit and waffle-utils')
sys.path.insert(0, str(PIGLIT))
os.environ['PIGLIT_NO_WINDOW'] = '1'
# exec lays out folders, which on a disk's file system can take longer than a test.
if os.access('/dev/shm', os.W_OK):
    os.environ.setdefault('TMPDIR', '/dev/shm')

from framework import profile, wflinfo  # noqa: E402
from framework.options import OPTIONS  # noqa: E402
from framework.test import base, opengl  # noqa: E402

PLATFORM = 'gbm'
OPTIONS.env['PIGLIT_PLATFORM'] = PLATFORM
# A test that uses no processor for this long waits for something that will not come.
IDLE_SECONDS = 180
LAST_WORDS = 1500
KINDS = ('core', 'compat', 'es1', 'es2')


class Runner:
    """One driver: a simulated chip's, or the reference's."""

    def __init__(self, cyclorama, gpu, mesa, software, cpu_seconds):
        self.cyclorama, self.gpu, self.software = pathlib.Path(cyclorama).resolve(), gpu, software
        self.options = [] if software else ['--mesa', mesa]
        self.cpu_seconds = cpu_seconds
        self.local = threading.local()

    def start(self, command, folder, environment):
        arguments = exec_runs.arguments(self.cyclorama, command, folder, self.gpu, self.software, self.options)
        limit = ['prlimit', f'--cpu={self.cpu_seconds}:{self.cpu_seconds + 5}']
        return subprocess.Popen(
            [*limit, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors='replace',
            cwd=folder, env={**os.environ, **OPTIONS.env, **environment}, start_new_session=True)

    def requirements(self, options):
        """What wflinfo prints; piglit decides by it which tests it does not even start."""
        with tempfile.TemporaryDirectory() as folder:
            process = self.start(['wflinfo', '--platform', PLATFORM, *options], folder, {})
            out, _ = process.communicate(timeout=600)
            if process.returncode != 0:
                raise wflinfo.StopWflinfo('Called')
            return out

    def run_command(self, test, **others):
        """In the place of piglit's Test._run_command."""
        command = [str(word) for word in others.get('_command', test.command)]
        if not pathlib.Path(command[0]).exists():
            raise base.TestRunError('Test executable not found.\n', 'skip')
        with tempfile.TemporaryDirectory() as folder:
            process = self.start(command, folder, {key: str(value) for key, value in test.env.items()})
            out, err = wait(process)
            self.local.findings = exec_runs.findings(folder)
        test.result.pid.append(process.pid)
        test.result.out, test.result.err = out, err
        code = process.returncode
        if code is None or code == -signal.SIGXCPU or code in (128 + signal.SIGXCPU, -signal.SIGKILL, 128 + signal.SIGKILL):
            raise base.TestRunError(f'used {self.cpu_seconds} s of the processor, or nothing for {IDLE_SECONDS} s\n', 'timeout')
        # exec ends with 128 + n where signal n ended the program; piglit tells a crash by Python's -n.
        test.result.returncode = 128 - code if code > 128 else code

    def run(self, name, test):
        self.local.findings = {}
        before = time.monotonic()
        try:
            test.run()
        except Exception as error:  # a test whose output cannot be judged
            test.result.result, test.result.err = 'fail', repr(error)
        result = test.result
        record = {'name': name, 'result': str(result.result), 'wall': round(time.monotonic() - before, 2),
                  'subtests': {key: str(value) for key, value in result.subtests.items()},
                  'findings': self.local.findings}
        if record['result'] not in ('pass', 'skip'):
            record.update(out=result.out[-LAST_WORDS:], err=result.err[-LAST_WORDS:], command=str(result.command))
        return record


def wait(process):
    """The output of a process that may take long, but not do nothing; killed, it has no return code."""
    used, since = -1.0, time.monotonic()
    while True:
        try:
            return process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            now = processor_time(process.pid)
            if now - used > 0.1:
                used, since = now, time.monotonic()
            elif time.monotonic() - since > IDLE_SECONDS:
                break
    for member in session(process.pid):
        try:
            os.kill(member, signal.SIGKILL)
        except ProcessLookupError:
            pass
    return process.communicate()


def session(leader):
    """The processes of a session; a test may have made a session of its own only by its parent's death."""
    members = []
    for entry in pathlib.Path('/proc').iterdir():
        if entry.name.isdigit():
            try:
                if os.getsid(int(entry.name)) == leader:
                    members.append(int(entry.name))
            except OSError:
                pass
    return members


def processor_time(leader):
    total = 0
    for member in session(leader):
        try:
            fields = pathlib.Path(f'/proc/{member}/stat').read_text().rsplit(')', 1)[1].split()
            total += sum(int(field) for field in fields[11:15])
        except OSError:
            pass
    return total / os.sysconf('SC_CLK_TCK')


def select(profile_name, wanted):
    """The tests of a profile as [(name, test)], those for which wanted(name) holds."""
    whole = profile.load_test_profile(profile_name)
    tests = []
    for part in getattr(whole, '_profiles', [whole]):
        with gzip.open(part.filename, 'rt') as file:
            for _, element in xml.etree.ElementTree.iterparse(file):
                if element.tag == 'Test':
                    name = element.attrib['name'].lower()
                    if wanted(name):
                        tests.append((name, profile.make_test(element)))
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


# The versions up to which a driver of OpenGL 2.1 and OpenGL ES 2.0 may have tests that are not skipped.
VERSIONS = {'opengl': 2.1, 'opengl es': 2.0, 'glsl': 1.2, 'glsl-es': 1.0}
VENDORS = ('arb', 'ext', 'oes', 'nv', 'amd', 'ati', 'khr', 'apple', 'intel', 'mesa', 'angle', 'sgis')


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


def read_records(path, version):
    """What a file holds of one version (the program's commit, the configuration's hash), one record a line, as {name: record};
    the last one counts."""
    if not path.exists():
        return {}
    records = map(json.loads, path.read_text().splitlines())
    return {record['name']: record for record in records if record.get('version') == list(version)}


def run_all(runner, tests, records, version, jobs, deadline):
    """Runs tests and appends their records to the file, until the deadline. Whether all of them have run."""
    if not tests:
        return True
    use(runner)
    lock = threading.Lock()
    records.parent.mkdir(parents=True, exist_ok=True)
    with records.open('a') as file, concurrent.futures.ThreadPoolExecutor(jobs) as pool:

        def one(item):
            if time.monotonic() > deadline:
                return False
            record = {**runner.run(*item), 'version': list(version)}
            with lock:
                file.write(json.dumps(record) + '\n')
                file.flush()
            return True

        return all(list(pool.map(one, in_order(tests))))
