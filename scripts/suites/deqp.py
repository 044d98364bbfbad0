# SPDX-License-Identifier: MIT
"""Runs the tests of a module of VK-GL-CTS, many in a process, each process under a `cyclorama exec` of its own or with a
software driver of the system's Mesa. Where one crashes, hangs or takes too long, a new process continues after that test."""
import concurrent.futures
import functools
import glob
import hashlib
import os
import pathlib
import queue
import re
import subprocess
import tempfile
import threading
import time

from lib import exec_runs
from suites import lists, mesa_lists, processes, records

# As Mesa's own tests run the modules (deqp-freedreno-a630.toml, deqp-etnaviv-gc2000.toml): pictures of 256x256 points in a
# pbuffer. Without logs, which are not read here.
OPENGL = ('--deqp-surface-width=256', '--deqp-surface-height=256', '--deqp-surface-type=pbuffer', '--deqp-visibility=hidden',
          '--deqp-gl-config-name=rgba8888d24s8ms0')
QUIET = ('--deqp-log-filename=/dev/null', '--deqp-log-images=disable', '--deqp-log-shader-sources=disable',
         '--deqp-log-flush=disable', '--deqp-shadercache=disable')


class Module:
    """A program of VK-GL-CTS, the list of tests that an implementation must pass, and the share of it that is run here."""

    def __init__(self, title, program, lists, options, one_in):
        self.title, self.program, self.lists, self.options, self.one_in = title, program, lists, options, one_in


# Where lists are that Mesa's CI has in a folder `mustpass`, in sources and builds of VK-GL-CTS.
FOLDERS_OF_LISTS = ('mustpass', 'aosp_mustpass/main', 'khronos_mustpass/main')
OTHER_NAMES = {'vk-main.txt': ('vulkancts/mustpass/main/vk-default.txt',)}


def list_places(name):
    """The ends of the paths at which a list is, by the name of its file in Mesa's CI."""
    return (*(f'{folder}/{name}' for folder in FOLDERS_OF_LISTS), *OTHER_NAMES.get(name, ()))


MODULES = {
    'deqp-gles2': Module('dEQP-GLES2', 'deqp-gles2', list_places('gles2-main.txt'), OPENGL, 1),
    'deqp-gles3': Module('dEQP-GLES3', 'deqp-gles3', list_places('gles3-main.txt'), OPENGL, 5),
    'deqp-gles31': Module('dEQP-GLES31', 'deqp-gles31', list_places('gles31-main.txt'), OPENGL, 5),
    'deqp-vk': Module('dEQP-VK', 'deqp-vk', list_places('vk-main.txt'), (), 15),
}
SURFACELESS = {'EGL_PLATFORM': 'surfaceless'}
RESULTS = {'Pass': 'pass', 'QualityWarning': 'warn', 'CompatibilityWarning': 'warn', 'Waiver': 'warn', 'NotSupported': 'skip',
           'Crash': 'crash', 'Timeout': 'timeout'}
ENDS = re.compile(r'  (Pass|Fail|QualityWarning|CompatibilityWarning|Waiver|NotSupported|Pending|ResourceError|InternalError|'
                  r'Crash|Timeout|DeviceLost) \((.*)$')


class Dialect:
    """How a program prints its tests: expressions for the line that begins a test, with its name, and for the one that ends it, with
    its result and what more there is to say; the results by their names; and expressions for the line after the last test, and for a
    later one that says that not all have run."""

    def __init__(self, begins, ends, results, done, aborted='(?!)'):
        self.begins, self.ends, self.results = re.compile(begins), re.compile(ends), results
        self.done, self.aborted = re.compile(done), re.compile(aborted)


DIALECT = Dialect(r"Test case '(.+)'\.\.$", ENDS, RESULTS, 'DONE!', 'Test run was ABORTED!')
# Processes in a row that run no test, after which the module counts as one that does not start.
MOST_STARTS = 3
LAST_WORDS = 1500
REFERENCES = {True: ('mesa-vulkan-drivers', 'lavapipe'), False: ('libgl1-mesa-dri', 'llvmpipe')}


def hash_of(name):
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], 'big')


def sample(names, one_in):
    """Those whose hash is a multiple of `one_in`, in an order of chance that is always the same: the first of them, however
    many, are a fair sample."""
    ordered = sorted((hash_of(name), name) for name in names)
    return [name for number, name in ordered if number % one_in == 0]


@functools.cache
def found(root, ends):
    """A file below a folder, whose path ends with the first of these that any ends with; None if none does."""
    paths = {}
    for folder, folders, files in os.walk(root, followlinks=True):
        folders[:] = sorted(name for name in folders if name != '.git')
        for end in ends:
            path = pathlib.Path(folder, end.rsplit('/', 1)[-1])
            if path.name in files and path.as_posix().endswith(f'/{end}') and (path.suffix == '.txt' or os.access(path, os.X_OK)):
                paths.setdefault(end, path)
    return next((paths[end] for end in ends if end in paths), None)


def find(root, ends):
    """The same, where one is to be there."""
    path = found(root, ends)
    if not path:
        raise SystemExit(f'{root}: no {" nor ".join(ends)} in it')
    return path


def reference_version(vulkan):
    """The reference driver and its version."""
    package, driver = REFERENCES[vulkan]
    return f'{driver} {mesa_lists.package_version(package)}'


class Suite:
    PER_PROCESS = 250
    dialect = DIALECT

    def __init__(self, name, arguments):
        module = MODULES[name]
        self.name, self.title, self.module = name, module.title, module
        if not arguments.deqp:
            raise SystemExit(f'{name} needs --deqp, the folder of a built VK-GL-CTS')
        self.program = find(arguments.deqp, (module.program,)).resolve()
        self.one_in = arguments.one_in or module.one_in
        self.listed = lists.names(find(arguments.deqp, module.lists))
        self.cyclorama = pathlib.Path(arguments.cyclorama).resolve()
        self.cpu_seconds = arguments.cpu_seconds
        self.vulkan = module.options == ()
        self.release = self.said_release()

    def said_release(self):
        """The release of VK-GL-CTS that the module says it is of."""
        done = subprocess.run([self.program, '--deqp-caselist-file=/dev/null', '--deqp-log-filename=/dev/null'],
                              cwd=self.program.parent, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        said = re.search(r'dEQP Core (\S+)', done.stdout)
        return said[1] if said else hashlib.sha256(self.program.read_bytes()).hexdigest()[:12]

    def select(self, wanted):
        return [name for name in sample(self.listed, self.one_in) if wanted(name)]

    def sampled(self):
        return f'1 in {self.one_in}' if self.one_in > 1 else 'all'

    def reference_version(self):
        return reference_version(self.vulkan)

    def run(self, column, tests, store, jobs, deadline):
        """Runs tests with the driver of a column, or of the reference (None). Whether all of them have run."""
        # Neighbours by name share processes: a module makes those branches of its tree that the list names, and for tests from
        # all of its branches takes longer for that than for the tests.
        tests = sorted(tests)
        groups = [tests[first:first + self.PER_PROCESS] for first in range(0, len(tests), self.PER_PROCESS)]
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            return all(list(pool.map(lambda group: Group(self, column, store, deadline).run(group), groups)))

    def command(self, column, case_list, folder):
        """What to start, and the variables to set."""
        words = [self.program, f'--deqp-caselist-file={case_list}', *self.module.options, *QUIET]
        if column:
            return exec_runs.arguments(self.cyclorama, words, folder, column.gpu, None, column.options), SURFACELESS
        if self.vulkan:
            return words, {'VK_DRIVER_FILES': ':'.join(glob.glob('/usr/share/vulkan/icd.d/lvp_icd*.json'))}
        return words, {**SURFACELESS, 'LIBGL_ALWAYS_SOFTWARE': '1', 'GALLIUM_DRIVER': 'llvmpipe'}


class Group:
    """Tests that share processes."""

    def __init__(self, suite, column, store, deadline):
        self.suite, self.column, self.store, self.deadline = suite, column, store, deadline

    def run(self, tests):
        """Whether all have run, before the deadline."""
        left, idle_starts = list(tests), 0
        while left:
            if self.deadline.passed():
                return False
            process = Process(self, left)
            process.run()
            left = [name for name in left if name not in process.done]
            if process.stopped:
                continue
            if process.complete:
                for name in left:
                    self.store.add(records.record(name, 'missing', 0))
                return True
            idle_starts = 0 if process.done else idle_starts + 1
            if idle_starts == MOST_STARTS:
                raise SystemExit(f'{self.suite.program} does not start:\n{process.words}')
        return True


class Process:
    """One process of a group: the results of as many of its tests as it comes to."""

    def __init__(self, group, tests):
        self.group, self.tests, self.done = group, tests, set()
        self.complete = self.stopped = False
        self.current, self.began = None, 0.0

    def run(self):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile('w+', errors='replace') as self.errors:
            case_list = pathlib.Path(folder, 'tests.txt')
            case_list.write_text('\n'.join(self.tests) + '\n')
            command, variables = self.group.suite.command(self.group.column, case_list, folder)
            self.process = processes.start(command, self.group.suite.program.parent, variables, stdout=subprocess.PIPE,
                                           stderr=self.errors)
            self.last = None
            ended_by = self.follow()
            self.process.wait()
            self.errors.seek(0)
            self.words = self.errors.read()[-LAST_WORDS:]
            findings = exec_runs.findings(folder)
            if self.current and not self.stopped:
                self.keep(records.record(self.current, ended_by, time.monotonic() - self.began, words=self.words))
            if self.last and findings:
                # What a process found cannot be assigned to its tests.
                self.group.store.add({**self.last, 'findings': findings})

    def follow(self):
        """Reads what the process prints until it ends, or is killed; how the test under way has ended, then."""
        lines = queue.Queue()
        threading.Thread(target=self.read_into, args=(lines,), daemon=True).start()
        watch = processes.Watch(self.process.pid, self.group.suite.cpu_seconds)
        while True:
            try:
                line = lines.get(timeout=processes.POLL_SECONDS)
            except queue.Empty:
                self.stopped = self.group.deadline.passed()
                if self.stopped or watch.over():
                    processes.kill(self.process.pid)
                    return 'timeout'
                continue
            if line is None:
                return 'crash'
            if self.take(line.rstrip('\n')):
                watch.restart()

    def read_into(self, lines):
        for line in self.process.stdout:
            lines.put(line)
        lines.put(None)

    def take(self, line):
        """Whether a test begins or ends with the line."""
        dialect = self.group.suite.dialect
        begins, ends = dialect.begins.match(line), dialect.ends.match(line)
        if begins:
            self.current, self.began = begins[1], time.monotonic()
        elif ends and self.current:
            result = dialect.results.get(ends[1], 'fail')
            words = '' if result in ('pass', 'skip') else f'{ends[1]}: {ends[2].removesuffix(")")}'
            self.keep(records.record(self.current, result, time.monotonic() - self.began, words=words))
            self.current = None
        self.complete = (self.complete or bool(dialect.done.match(line))) and not dialect.aborted.match(line)
        return bool(begins or ends)

    def keep(self, entry):
        self.done.add(entry['test'])
        self.last = entry
        self.group.store.add(entry)
