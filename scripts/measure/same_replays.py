#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records glmark2's scenes and tests of VK-GL-CTS, and holds replays of captures to each other: of both machines, and of two
builds of the program.

usage: same_replays.py record CYCLORAMA FOLDER --gpu CHIP... [--mesa VERSION]... [--driver native|zink]... [--driver-mode NAME]...
                       [--scenes REGEX] [--frames N] [--display WxH] [--suite MODULE... --deqp DIR [--most N]] [-j N]
       same_replays.py compare CYCLORAMA CAPTURE|FOLDER... [--base CYCLORAMA] [--machine functional|timing]... [-j N]
                       [--deqp DIR] [--report DOCUMENT.md]
`record` writes a capture for each scene, chip, version of Mesa, driver and mode of the driver, but for those that FOLDER has.
Modes are words of TU_DEBUG and FD_MESA_DEBUG, as `sysmem`; none by default. It names scenes that the driver does not offer.
With --suite (deqp-gles2, deqp-gles3, deqp-gles31, deqp-vk) it records tests of a VK-GL-CTS that is built in DIR, each a capture:
the N (default 100) whose names have the least hashes, but for those that Mesa's lists for the chip name. They must pass.
`compare` replays captures in the functional and in the timing machine: frames and buffers are equal to the bit, findings are the
same, at the same places, as often. A test that leaves other buffers may, where shaders' order is free: with --deqp it runs in the
timing machine as well, and counts apart where it passes. With --base, an older build is held to: frames, buffers, findings,
cycles, and the statistics that both have.
With --report it writes a section of the document for scenes and one for tests: for each chip, Mesa, driver and mode how many
captures are equal, and their cycles and bytes of memory, which say what a mode costs.
Prints a line for each capture that differs and counts the others. Exit 1 where one differs, or there is none.
"""
import argparse
import concurrent.futures
import csv
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import typing

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from lib import exec_runs, glmark2_scenes, measured, report_section  # noqa: E402
from suites import deqp, recorded_tests  # noqa: E402

TITLE = 'Replays in both machines'
SETTING = ('chip', 'Mesa', 'driver', 'mode')
TITLE_OF_TESTS = 'Tests of VK-GL-CTS in both machines'
MEBIBYTE = 1 << 20

DRIVERS = {'native': (), 'zink': ('MESA_LOADER_DRIVER_OVERRIDE=zink',)}
# Variables of Mesa's drivers that take words for how they draw: Turnip's and freedreno's.
MODE_VARIABLES = ('TU_DEBUG', 'FD_MESA_DEBUG')
# The outcome of a recording that the driver has no feature for.
NOT_OFFERED = 'not offered'
# The finding about a submission that left other bytes than when it was recorded (docs/reference/findings.md).
REPLAY_DIFFERS = 'replay-differs'
# Seconds for a run.
TIMEOUT = 3600
# First words of the names of captures' scenes, which a name without a mode has in its place.
SCENE_NAMES = {re.match(r'[a-z0-9]+', scene)[0] for scene in glmark2_scenes.SCENES}


def parse():
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('`record`')[0])
    commands = parser.add_subparsers(dest='command', required=True)
    record = commands.add_parser('record')
    record.add_argument('cyclorama', type=pathlib.Path)
    record.add_argument('folder', type=pathlib.Path)
    record.add_argument('--gpu', action='append', required=True)
    record.add_argument('--mesa', action='append')
    record.add_argument('--driver', action='append', choices=DRIVERS)
    record.add_argument('--driver-mode', action='append')
    record.add_argument('--scenes', default='')
    record.add_argument('--frames', type=int, default=1)
    record.add_argument('--display', default='64x48')
    record.add_argument('--suite', action='append', choices=sorted(deqp.MODULES))
    record.add_argument('--most', type=int, default=100)
    compare = commands.add_parser('compare')
    compare.add_argument('cyclorama', type=pathlib.Path)
    compare.add_argument('capture', type=pathlib.Path, nargs='+')
    compare.add_argument('--base', type=pathlib.Path)
    compare.add_argument('--machine', action='append', choices=('functional', 'timing'))
    compare.add_argument('--report', type=pathlib.Path)
    for command in (record, compare):
        command.add_argument('--deqp', type=pathlib.Path)
        command.add_argument('-j', '--jobs', type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    if arguments.command == 'record' and arguments.suite and not arguments.deqp:
        parser.error('--suite needs --deqp, the folder of a built VK-GL-CTS')
    return arguments


class Recording(typing.NamedTuple):
    """`scene`: one of glmark2's, or the name of a test of VK-GL-CTS."""
    gpu: str
    mesa: str
    driver: str
    mode: str | None
    scene: str

    def name(self):
        words = [self.gpu, self.mesa, self.driver, *filter(None, [self.mode]), re.sub(r'[^\w.-]+', '_', self.scene)]
        return '-'.join(words) + '.cyc'

    def variables(self):
        modes = [f'{name}={self.mode}' for name in MODE_VARIABLES] if self.mode else []
        return [*DRIVERS[self.driver], *modes]


def run_test(arguments, recording, options):
    """How a test ended under exec, and all that was printed."""
    words = recorded_tests.command(arguments.deqp, recording.scene, recording.variables())
    with tempfile.TemporaryDirectory() as folder:
        done = exec_runs.run(arguments.cyclorama, words, folder, recording.gpu, None,
                             ['--mesa', recording.mesa, '--discard-frames', *options], TIMEOUT)
    return recorded_tests.result(done.stdout), done.stdout


def run_scene(arguments, recording, options):
    """As run_test()."""
    words = ['env', *recording.variables(), *glmark2_scenes.command(recording.scene, arguments.frames)]
    with tempfile.TemporaryDirectory() as folder:
        done = exec_runs.run(arguments.cyclorama, words, folder, recording.gpu, None,
                             [*glmark2_scenes.exec_options(arguments.display), '--mesa', recording.mesa, '--discard-frames',
                              *options], TIMEOUT)
    if glmark2_scenes.UNSUPPORTED in done.stdout:
        return 'skip', done.stdout
    return 'fail' if done.returncode != 0 else 'pass', done.stdout


def record(arguments, recording):
    """What went wrong or is not offered, as text; None where the capture is there."""
    target = arguments.folder / recording.name()
    if target.exists():
        return None
    unfinished = target.with_suffix('.part')
    run = run_test if recorded_tests.is_test(recording.scene) else run_scene
    result, output = run(arguments, recording, ['--record', unfinished])
    if result in ('pass', 'warn'):
        unfinished.rename(target)
        return None
    unfinished.unlink(missing_ok=True)
    return NOT_OFFERED if result == 'skip' else f'{result}: {output[-300:]}'


class Replay(typing.NamedTuple):
    """What a replay gave. `error`: what went wrong instead, as text. `buffers`: what is in each, by its number; empty of a build
    that does not say."""
    error: str | None
    frames: tuple
    buffers: dict
    findings: tuple
    cycles: int | None
    bytes: int
    statistics: dict


def table(path):
    """The rows of a table of a run, the first of them names; one without names where there is none, as of no frame."""
    return list(csv.reader(path.read_text().splitlines() if path.exists() else [], delimiter=';')) or [[]]


@functools.cache
def buffer_options(program):
    """Options of `run` that have a build write hashes of buffers: some older builds always do, others never."""
    text = subprocess.run([program, 'run', '--help'], stdout=subprocess.PIPE, text=True).stdout
    return ('--buffers',) if '--buffers' in text else ()


def replay(program, capture, machine):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, 'run', capture, '--mode', machine, *buffer_options(program), '--out', folder],
                              timeout=TIMEOUT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace')
        folder = pathlib.Path(folder)
        path = folder / 'summary.json'
        if done.returncode != 0 or not path.exists():
            return Replay(f'exit status {done.returncode}: {done.stdout[-300:]}', (), {}, (), None, 0, {})
        summary = json.loads(path.read_text())
        frames = tuple(hashlib.sha256(picture.read_bytes()).hexdigest() for picture in sorted(folder.glob('frame*.png')))
        head, *rows = table(folder / 'stats.frames.csv')
        columns = {name: [row[place] for row in rows] for place, name in enumerate(head)}
        buffers = {row[0]: tuple(row[1:]) for row in table(folder / 'buffers.csv')[1:]}
    findings = tuple((finding['identifier'], finding['place'], finding['count']) for finding in summary.get('findings', []))
    moved = sum(unit['read'] + unit['written'] for frame in summary['frames'] for unit in frame.get('memory', {}).values())
    return Replay(None, frames, buffers, findings, summary.get('cycles'), moved, columns)


def differences(one, other, timed):
    """What two replays differ in. `timed`: both are of the timing machine."""
    if one.error or other.error:
        return [text for text in (one.error, other.error) if text]
    findings = [[finding for finding in run.findings if finding[0] != REPLAY_DIFFERS] for run in (one, other)]
    found = (['frames'] if one.frames != other.frames else []) + (['findings'] if findings[0] != findings[1] else [])
    if timed:
        found += [f'{other.cycles} cycles, not {one.cycles}'] if one.cycles != other.cycles else []
        found += [f'statistic {name}' for name in one.statistics.keys() & other.statistics.keys()
                  if one.statistics[name] != other.statistics[name]][:3]
    return found


def differences_of_memory(one, other):
    """What two replays left else in memory."""
    names = {**one.buffers, **other.buffers} if one.buffers and other.buffers else ()
    found = [name for name in names if one.buffers.get(name) != other.buffers.get(name)]
    found = [f'{len(found)} buffers, as {" ".join(found[:3])}'] if found else []
    submissions = [[finding for finding in run.findings if finding[0] == REPLAY_DIFFERS] for run in (one, other)]
    return found + (['buffers between submissions'] if submissions[0] != submissions[1] else [])


class Compared(typing.NamedTuple):
    """`text`: what the replays of a capture differ in, or nothing. `free`: they differ in memory, and the test passes in the
    timing machine. Cycles and bytes of memory are the timed replay's."""
    text: str
    free: bool
    cycles: int
    bytes: int


def passes_in_time(arguments, capture):
    test = scene_of(capture)
    if not arguments.deqp or not recorded_tests.is_test(test):
        return False
    gpu, mesa, driver, mode = setting_of(capture)
    return run_test(arguments, Recording(gpu, mesa, driver, mode, test), ['--mode', 'timing'])[0] in ('pass', 'warn')


def compare(arguments, capture):
    machines = arguments.machine or ('functional', 'timing')
    runs = {machine: replay(arguments.cyclorama, capture, machine) for machine in machines}
    first, last = runs[machines[0]], runs[machines[-1]]
    found = []
    for machine, run in runs.items():
        found += [f'{machine}: {text}' for text in differences(first, run, False)]
        if arguments.base:
            base = replay(arguments.base, capture, machine)
            found += [f'{machine}, base and now: {text}'
                      for text in differences(base, run, machine == 'timing') + differences_of_memory(base, run)]
    memory = differences_of_memory(first, last)
    free = bool(memory) and not found and passes_in_time(arguments, capture)
    return Compared(', '.join(found + ([] if free else memory)), free, last.cycles or 0, last.bytes)


def setting_of(capture):
    """The chip, Mesa, driver and mode that a capture of `record` was made with; the mode is empty without one."""
    words = capture.name.split('-')
    mode = words[3] if len(words) > 4 and re.fullmatch(r'(no)?[a-z]+', words[3]) and words[3] not in SCENE_NAMES else ''
    return (*words[:3], mode)


def scene_of(capture):
    """The scene, or the test's name, as the name of a capture has it."""
    words = [word for word in setting_of(capture) if word]
    return capture.stem.split('-', len(words))[-1]


def rows_of(compared, key):
    """A row of the report for each setting."""
    settings = {}
    for capture, result in compared:
        settings.setdefault(key(capture), []).append(result)
    for setting, each in sorted(settings.items()):
        same = sum(not result.text and not result.free for result in each)
        cycles = f'{sum(result.cycles for result in each) / 1e6:.1f}'
        # Bytes of memory are those of frames, which tests do not show.
        cells = ([str(sum(result.free for result in each)), cycles] if len(setting) > len(SETTING) else
                 [cycles, f'{sum(result.bytes for result in each) / MEBIBYTE:.0f}'])
        yield ' '.join(f'| {word or "-"}' for word in (*setting, f'{same} of {len(each)}', *cells)) + ' |'


def table_of(columns, numbers, rows):
    names = (*columns, *numbers)
    return [f'| {" | ".join(names)} |', '| ' + ' | '.join(['---'] * len(columns) + ['---:'] * len(numbers)) + ' |', *rows]


def report_scenes(arguments, compared, made):
    lines = [*made, "captures of glmark2's scenes, a frame each, replayed in the functional and in the timing machine.",
             'Equal are those of which frames, buffers and findings are the same to the bit. Cycles and bytes of memory are the sums '
             'over the', 'scenes, which say what a mode of the driver (TU_DEBUG, FD_MESA_DEBUG) costs against another in the same '
             'column.', '', *table_of(SETTING, ('equal', 'million cycles', 'MiB moved'), rows_of(compared, setting_of))]
    report_section.replace(arguments.report, [], TITLE, lines)


def report_tests(arguments, compared, made):
    free = [f'- {scene_of(capture)} ({" ".join(filter(None, setting_of(capture)))})' for capture, result in compared if result.free]
    lines = [*made, 'captures of tests of VK-GL-CTS, those with the least hashes of their names in each module, replayed in the '
             'functional and in the', 'timing machine. Equal are those that leave the same bytes in all buffers after each change by '
             'the program and at the end, and of', "which frames and findings are the same. Where shaders' order is free, a test may "
             'leave others: those that differ in buffers alone', 'and pass in the timing machine count by their verdict.', '',
             *table_of((*SETTING, 'module'), ('equal', 'by verdict', 'million cycles'),
                       rows_of(compared, lambda capture: (*setting_of(capture), scene_of(capture).split('.')[0])))]
    report_section.replace(arguments.report, [], TITLE_OF_TESTS, lines + (['', 'By their verdict:', '', *free] if free else []))


def report(arguments, captures, results):
    made = [f'Made by `scripts/measure/same_replays.py compare CYCLORAMA FOLDER --report {arguments.report}`',
            f'with commit {measured.commit(arguments.cyclorama)}:']
    compared = list(zip(captures, results))
    tests = [pair for pair in compared if recorded_tests.is_test(scene_of(pair[0]))]
    scenes = [pair for pair in compared if pair not in tests]
    if scenes:
        report_scenes(arguments, scenes, made)
    if tests:
        report_tests(arguments, tests, made)


def recordings(arguments):
    for gpu in arguments.gpu:
        for mesa in arguments.mesa or ['25.0.7']:
            scenes = [scene for scene in glmark2_scenes.SCENES if re.search(arguments.scenes, scene)]
            if arguments.suite:
                scenes = [test for suite in arguments.suite
                          for test in recorded_tests.chosen(suite, arguments.deqp, gpu, mesa, arguments.most)]
            for driver in arguments.driver or ['native']:
                for mode in arguments.driver_mode or [None]:
                    yield from (Recording(gpu, mesa, driver, mode, scene) for scene in scenes)


def jobs(arguments):
    """(what a job is of, how it is done): each gives what is wrong, or nothing."""
    if arguments.command == 'compare':
        captures = [path for given in arguments.capture for path in (sorted(given.glob('*.cyc')) if given.is_dir() else [given])]
        return captures, compare
    arguments.folder.mkdir(parents=True, exist_ok=True)
    return list(recordings(arguments)), record


def text_of(result):
    return result.text if isinstance(result, Compared) else result


def main():
    arguments = parse()
    # exec lays out folders, which on a disk's file system can take longer than a test.
    if os.access('/dev/shm', os.W_OK):
        os.environ.setdefault('TMPDIR', '/dev/shm')
    arguments.cyclorama = arguments.cyclorama.resolve()
    work, do = jobs(arguments)
    results = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for what, result in zip(work, pool.map(lambda one: do(arguments, one), work)):
            results.append(result)
            if text_of(result):
                print(f'{what.name() if isinstance(what, Recording) else what.name}: {text_of(result)}', flush=True)
    wrong = sum(text_of(result) not in (None, '', NOT_OFFERED) for result in results)
    print(f'{len(work) - wrong} of {len(work)} without a difference' if do is compare else
          f'{len(work) - wrong} of {len(work)} recorded or not offered')
    if do is compare and arguments.report:
        report(arguments, work, results)
    sys.exit(bool(wrong) or not work)


if __name__ == '__main__':
    main()
