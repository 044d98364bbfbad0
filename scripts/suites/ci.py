#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a suite of Mesa's CI on a simulated chip: `cyclorama ci`, whose options it gets as JSON (src/cli/ci_command.h).

usage: ci.py SETTINGS
Exit 0 where all results are as Mesa's lists expect them, 1 where one is not, 2 where a file is refused or the suite cannot run.
"""
import concurrent.futures
import importlib
import json
import os
import pathlib
import signal
import sys

if sys.version_info < (3, 11):
    sys.exit('cyclorama: ci needs Python 3.11, which reads TOML')
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from suites import expectations, mesa_lists, processes, run_results, suite_file, table_run  # noqa: E402

RUNS = {suite_file.Deqp: 'deqp_table', suite_file.Piglit: 'piglit_table', suite_file.Gtest: 'gtest_table'}


class Device:
    """The simulated chip, and the options of `cyclorama exec` for it."""

    def __init__(self, settings):
        self.gpu = settings['gpu']
        mesa = settings['mesa']
        # Modules run in their own folders.
        wish = ['--mesa', os.path.abspath(mesa) if '/' in mesa else mesa] if mesa else []
        self.options = [*wish, *settings['exec']]


def gpu_version(settings):
    """The name of the device in Mesa's files."""
    if settings['gpu_version']:
        return settings['gpu_version']
    family = mesa_lists.family_of(settings['gpu'])
    if settings['gpu'] not in family.listed:
        raise SystemExit(f'Mesa has no lists for {settings["gpu"]}: --gpu-version names a device that it has, as '
                         f'{" or ".join(mesa_lists.gpu_versions())}')
    return f'{family.driver}-{family.listed[settings["gpu"]]}'


def folder_of_files(settings):
    """The folder with Mesa's files: it is named, or the suite's, or that of the Mesa that draws."""
    if settings['lists']:
        return pathlib.Path(settings['lists'])
    if os.path.exists(settings['suite']):
        return pathlib.Path(settings['suite']).absolute().parent
    folder = mesa_lists.ci_folder(settings['gpu'], settings['mesa'])
    if not folder:
        raise SystemExit(f'there is no {settings["suite"]}, and --lists names no folder of Mesa\'s sources with it')
    return folder


def suite_path(settings, folder):
    """The suite's file, which may be named without its folder, or by what DEQP_SUITE says in Mesa's CI."""
    name = settings['suite']
    if name.endswith(('.yml', '.yaml')):
        raise SystemExit(f'{name}: lists of traces, which piglit replays, are not supported; suites are deqp-NAME.toml')
    for path in (pathlib.Path(name), folder / name, folder / f'deqp-{name}.toml'):
        if os.path.isfile(path):
            return path
    there = sorted(path.name for path in folder.glob('deqp-*.toml'))
    raise SystemExit(f'there is no suite {name}; {folder} has {", ".join(there) or "none"}')


def tables_of(settings, suite):
    """The suite's tables, or those with the programs that are named."""
    tables = suite_file.read(suite)
    programs = list(dict.fromkeys(table.program for table in tables))
    for name in settings['tables']:
        if name not in programs:
            raise SystemExit(f'{suite} has no table with {name}; it has {", ".join(programs)}')
    return [table for table in tables if not settings['tables'] or table.program in settings['tables']]


def run_groups(groups, jobs, deadline):
    """Runs pairs of a table and a group of its tests. An error, or an interrupt, ends them all."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        try:
            for done in concurrent.futures.as_completed([pool.submit(run.run, group) for run, group in groups]):
                done.result()
        except BaseException:
            deadline.end()
            raise


def run(settings):
    """Whether all results are as they are expected."""
    folder = folder_of_files(settings)
    suite = suite_path(settings, folder)
    files = expectations.Files(folder, gpu_version(settings))
    deadline = processes.Deadline()
    results = run_results.Results(sys.stdout)
    context = table_run.Context(settings, Device(settings), files, results, deadline)
    runs = [importlib.import_module(f'suites.{RUNS[type(table)]}').Run(table, context)
            for table in tables_of(settings, suite)]
    output = pathlib.Path(settings['output'])
    output.mkdir(parents=True, exist_ok=True)
    chosen = [each.select() for each in runs]
    results.total = sum(map(len, chosen))
    print(f'{suite.name} on {settings["gpu"]} as {files.gpu_version}: {results.total} tests, {settings["jobs"]} at a time', flush=True)
    if not results.total:
        raise SystemExit(f'{suite}: no test is chosen')
    try:
        for each, names in zip(runs, chosen):
            run_groups([(each, group) for group in each.start(names)], settings['jobs'], deadline)
    finally:
        # Also what there is where the run ends early.
        results.write(output, suite.stem)
    results.summary()
    return results.good()


def end(number, _):
    sys.exit(128 + number)


def main():
    # exec lays out folders, which on a disk's file system can take longer than a test.
    if os.access('/dev/shm', os.W_OK):
        os.environ.setdefault('TMPDIR', '/dev/shm')
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)
    try:
        good = run(json.loads(sys.argv[1]))
    except SystemExit as refusal:
        if not isinstance(refusal.code, str):
            raise
        print(f'cyclorama: {refusal.code}', file=sys.stderr)
        sys.exit(2)
    sys.exit(not good)


if __name__ == '__main__':
    main()
