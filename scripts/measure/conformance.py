#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds simulated chips of all families to suites of tests: modules of VK-GL-CTS, piglit, glmark2.

usage: conformance.py CYCLORAMA --suite NAME... --gpu CHIP:MESA... [--deqp DIR] [--tests REGEX]... [--listed] [--one-in N]
                   [--most N] [--frames N] [--replay MODE]... [--out DIR] [-j N] [--cpu-seconds N]
                   [--stop-after SECONDS] [--groups FILE.md] [--report [DIR]] [--exceptions FILE]
Suites: deqp-gles2 (all of its must-pass list), deqp-gles3 and deqp-gles31 (1 test in 5, by a hash of the name), deqp-vk
(1 in 15), of the VK-GL-CTS that is built in the folder DIR, its lists being there, too; piglit (Debian's, profile `gpu`);
glmark2 (its default scenes with OpenGL ES 2, held to llvmpipe's pictures; with --replay recorded, and replayed in a mode of
`cyclorama run`) and glmark2-gl (the same with OpenGL 2).
--one-in says another share, --most how many tests at most.
A test counts where the driver does not skip it, Mesa's lists of what the real chip fails (of this version;
scripts/suites/mesa_lists.py) do not name it, and it passes, or Mesa's llvmpipe or lavapipe does; where the lists name only some
subtests, by the others. A test that fails and asks for what the GPU itself cannot do, with any driver, does not count: it
is recognized by the finding virgl-beyond-gpu, and named with the reason. What counts must pass; exceptions are listed by name, with their cause, in
tests/data/conformance_failures.txt, which may only shrink.
Prints how many pass, each that fails and is not listed, and each listed one that passes. --listed runs only what is listed.
Results stay as comma-separated values in DIR/SUITE (by default in the cache folder), each with what it was measured with, and a
later run of the same program, configuration and tests continues from there; --stop-after ends one early (exit 3). --groups writes
the failures by group; --report writes the suite's section of conformance_FAMILY.md in DIR (docs/results), one of its own where a single
chip was measured. Exit 1 where a failure is not listed, a listed test passes, or one crashes or hangs. Needs Mesa from
scripts/setup/mesa (for chips that the system's Mesa drives, MESA is its version) and the packages of
`scripts/setup/install_dependencies programs conformance`.
"""
import argparse
import collections
import importlib
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from lib import glmark2_scenes, measured  # noqa: E402
from suites import deqp, exceptions, mesa_lists, processes, records, tables, verdict  # noqa: E402


MODULES = {'piglit': 'piglit', **dict.fromkeys(glmark2_scenes.PROGRAMS, 'glmark2'), **dict.fromkeys(deqp.MODULES, 'deqp')}
# The share that has to pass, with all that is listed, where it is known what passes.
REQUIRED = {('piglit', 'gc2000'): 0.97, ('piglit', 'gc7000l'): 0.95,
            ('piglit', 'attila'): 0.97, ('deqp-gles2', 'attila'): 0.97}


class Column:
    """A chip with a version of Mesa, and what it is measured with."""

    def __init__(self, program, gpu, mesa):
        self.gpu, self.mesa, self.family = gpu, mesa, mesa_lists.family_of(gpu)
        self.options = ['--mesa', mesa_lists.wish(self.family, mesa)]
        self.commit, self.configuration = measured.commit(program), measured.configuration(program, '--gpu', gpu)


def parse():
    cache = pathlib.Path(os.environ.get('XDG_CACHE_HOME') or pathlib.Path.home() / '.cache')
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('Suites:')[0])
    parser.add_argument('cyclorama', type=pathlib.Path)
    parser.add_argument('--suite', action='append', required=True, choices=sorted(MODULES))
    parser.add_argument('--gpu', action='append', required=True)
    parser.add_argument('--deqp', type=pathlib.Path)
    parser.add_argument('--tests', action='append')
    parser.add_argument('--listed', action='store_true')
    parser.add_argument('--one-in', type=int)
    parser.add_argument('--most', type=int)
    parser.add_argument('--frames', type=int, default=3)
    parser.add_argument('--replay', action='append', choices=('functional', 'timing'), default=[])
    parser.add_argument('--out', default=cache / 'cyclorama/conformance', type=pathlib.Path)
    parser.add_argument('-j', '--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--cpu-seconds', type=int, default=300)
    parser.add_argument('--stop-after', type=float, default=float('inf'))
    parser.add_argument('--groups', type=pathlib.Path)
    parser.add_argument('--report', type=pathlib.Path, nargs='?', const=tables.DOCS)
    parser.add_argument('--exceptions', type=pathlib.Path, default=exceptions.LIST)
    arguments = parser.parse_args()
    if arguments.report and (arguments.tests or arguments.listed):
        parser.error('--report is for what a suite has, not for some of it by name')
    arguments.cyclorama = arguments.cyclorama.resolve()
    return arguments


def run(arguments, suite, column, names, label, version, deadline):
    """The records of tests by name; ends the program where there is more to do."""
    store = records.Store(arguments.out / suite.name / f'{label}.csv', version)
    left = [name for name in names if name not in store.known]
    complete = suite.run(column, left, store, arguments.jobs, deadline)
    if not complete:
        undone = sum(name not in store.known for name in left)
        print(f'{suite.title}, {label}: {len(left) - undone} tests done, {undone} left')
        sys.exit(3)
    return {name: store.known[name] for name in names}


def measure(arguments, suite, column, deadline):
    """A suite on a chip."""
    lists = mesa_lists.MesaLists(column.gpu, column.mesa)
    listed = exceptions.read(arguments.exceptions, column.gpu, column.mesa, suite.name)
    patterns = [re.compile(pattern, re.IGNORECASE) for pattern in arguments.tests or ['']]

    def wanted(name):
        return (name in listed or not arguments.listed) and any(p.search(name) for p in patterns) and not lists.names(name)

    names = suite.select(wanted)[:arguments.most]
    version = (column.commit, column.configuration, suite.release)
    ours = run(arguments, suite, column, names, f'{column.gpu}-{column.mesa}', version, deadline)
    needed = [name for name in names if verdict.needs_reference(ours[name])]
    reference = run(arguments, suite, None, needed, 'reference', (suite.reference_version(), '-', suite.release), deadline)
    return verdict.Result(suite, column, ours, reference, lists, listed)


def report(folder, results):
    """Writes a suite's section of each family's document."""
    families = collections.defaultdict(list)
    for result in results:
        families[result.column.family].append(result)
    for family, rows in families.items():
        tables.write(folder, family, rows)


def main():
    arguments = parse()
    # exec lays out folders, which on a disk's file system can take longer than a test.
    if os.access('/dev/shm', os.W_OK):
        os.environ.setdefault('TMPDIR', '/dev/shm')
    deadline = processes.Deadline(arguments.stop_after)
    columns = [Column(arguments.cyclorama, *column.split(':', 1)) for column in arguments.gpu]
    good, measurements = True, []
    for name in dict.fromkeys(arguments.suite):
        suite = importlib.import_module(f'suites.{MODULES[name]}').Suite(name, arguments)
        results = [measure(arguments, suite, column, deadline) for column in columns]
        for result in results:
            good = result.good() and good
            required = 0 if arguments.listed else REQUIRED.get((name, result.column.gpu), 0)
            good = good and result.share >= required
        if arguments.report:
            report(arguments.report, results)
        measurements += results
    if arguments.groups:
        arguments.groups.write_text('\n'.join(tables.groups(measurements)) + '\n')
    sys.exit(not good)


if __name__ == '__main__':
    main()
