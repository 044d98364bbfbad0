#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records glmark2's scenes, and holds replays of captures to each other: of both machines, and of two builds of the program.

usage: same_replays.py record CYCLORAMA FOLDER --gpu CHIP... [--mesa VERSION]... [--driver native|zink]... [--driver-mode NAME]...
                       [--scenes REGEX] [--frames N] [--display WxH] [-j N]
       same_replays.py compare CYCLORAMA CAPTURE|FOLDER... [--base CYCLORAMA] [--machine functional|timing]... [-j N]
                       [--report DOCUMENT.md]
`record` writes a capture for each scene, chip, version of Mesa, driver and mode of the driver, but for those that FOLDER has.
Modes are words of TU_DEBUG and FD_MESA_DEBUG, as `sysmem`; none by default. It names scenes that the driver does not offer.
`compare` replays captures in the functional and in the timing machine: frames are equal to the bit, findings are the same, at the
same places, as often. With --base, an older build is held to: frames, findings, cycles, and the statistics that both have.
With --report it writes a section of the document: for each chip, Mesa, driver and mode how many captures are equal, and their
cycles and bytes of memory, which say what a mode costs.
Prints a line for each capture that differs and counts the others. Exit 1 where one differs, or there is none.
"""
import argparse
import concurrent.futures
import csv
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

TITLE = 'Replays in both machines'
MEBIBYTE = 1 << 20

DRIVERS = {'native': (), 'zink': ('MESA_LOADER_DRIVER_OVERRIDE=zink',)}
# Variables of Mesa's drivers that take words for how they draw: Turnip's and freedreno's.
MODE_VARIABLES = ('TU_DEBUG', 'FD_MESA_DEBUG')
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
    compare = commands.add_parser('compare')
    compare.add_argument('cyclorama', type=pathlib.Path)
    compare.add_argument('capture', type=pathlib.Path, nargs='+')
    compare.add_argument('--base', type=pathlib.Path)
    compare.add_argument('--machine', action='append', choices=('functional', 'timing'))
    compare.add_argument('--report', type=pathlib.Path)
    for command in (record, compare):
        command.add_argument('-j', '--jobs', type=int, default=os.cpu_count() or 1)
    return parser.parse_args()


class Recording(typing.NamedTuple):
    gpu: str
    mesa: str
    driver: str
    mode: str | None
    scene: str

    def name(self):
        words = [self.gpu, self.mesa, self.driver, *filter(None, [self.mode]), re.sub(r'[^\w.-]+', '_', self.scene)]
        return '-'.join(words) + '.cyc'


def record(arguments, recording):
    """What went wrong or is not offered, as text; None where the capture is there."""
    target = arguments.folder / recording.name()
    if target.exists():
        return None
    variables = list(DRIVERS[recording.driver])
    if recording.mode:
        variables += [f'{name}={recording.mode}' for name in MODE_VARIABLES]
    command = ['env', *variables, *glmark2_scenes.command(recording.scene, arguments.frames)]
    unfinished = target.with_suffix('.part')
    with tempfile.TemporaryDirectory() as folder:
        done = exec_runs.run(arguments.cyclorama, command, folder, recording.gpu, None,
                             [*glmark2_scenes.exec_options(arguments.display), '--mesa', recording.mesa, '--discard-frames',
                              '--record', unfinished], TIMEOUT)
    if glmark2_scenes.UNSUPPORTED in done.stdout:
        unfinished.unlink(missing_ok=True)
        return 'not offered'
    if done.returncode != 0:
        return f'exit status {done.returncode}: {done.stdout[-300:]}'
    unfinished.rename(target)
    return None


class Replay(typing.NamedTuple):
    """What a replay gave. `error`: what went wrong instead, as text."""
    error: str | None
    frames: tuple
    findings: tuple
    cycles: int | None
    bytes: int
    statistics: dict


def replay(program, capture, machine):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, 'run', capture, '--mode', machine, '--out', folder], timeout=TIMEOUT,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace')
        folder = pathlib.Path(folder)
        path = folder / 'summary.json'
        if done.returncode != 0 or not path.exists():
            return Replay(f'exit status {done.returncode}: {done.stdout[-300:]}', (), (), None, 0, {})
        summary = json.loads(path.read_text())
        frames = tuple(hashlib.sha256(picture.read_bytes()).hexdigest() for picture in sorted(folder.glob('frame*.png')))
        table = folder / 'stats.frames.csv'
        columns = {}
        if table.exists():
            head, *rows = csv.reader(table.read_text().splitlines(), delimiter=';')
            columns = {name: [row[place] for row in rows] for place, name in enumerate(head)}
    findings = tuple((finding['identifier'], finding['place'], finding['count']) for finding in summary.get('findings', []))
    moved = sum(unit['read'] + unit['written'] for frame in summary['frames'] for unit in frame.get('memory', {}).values())
    return Replay(None, frames, findings, summary.get('cycles'), moved, columns)


def differences(one, other, timed):
    """What two replays differ in. `timed`: both are of the timing machine."""
    if one.error or other.error:
        return [text for text in (one.error, other.error) if text]
    found = [name for name in ('frames', 'findings') if getattr(one, name) != getattr(other, name)]
    if timed:
        found += [f'{other.cycles} cycles, not {one.cycles}'] if one.cycles != other.cycles else []
        found += [f'statistic {name}' for name in one.statistics.keys() & other.statistics.keys()
                  if one.statistics[name] != other.statistics[name]][:3]
    return found


class Compared(typing.NamedTuple):
    """`text`: what the replays of a capture differ in, or nothing; cycles and bytes of memory of the timed one."""
    text: str
    cycles: int
    bytes: int


def compare(arguments, capture):
    machines = arguments.machine or ('functional', 'timing')
    runs = {machine: replay(arguments.cyclorama, capture, machine) for machine in machines}
    found = []
    first = runs[machines[0]]
    for machine, run in runs.items():
        found += [f'{machine}: {text}' for text in differences(first, run, False)]
        if arguments.base:
            base = replay(arguments.base, capture, machine)
            found += [f'{machine}, base and now: {text}' for text in differences(base, run, machine == 'timing')]
    return Compared(', '.join(found), runs[machines[-1]].cycles or 0, runs[machines[-1]].bytes)


def setting_of(capture):
    """The chip, Mesa, driver and mode that a capture of `record` was made with; the mode is empty without one."""
    words = capture.name.split('-')
    mode = words[3] if len(words) > 4 and re.fullmatch(r'(no)?[a-z]+', words[3]) and words[3] not in SCENE_NAMES else ''
    return (*words[:3], mode)


def rows_of(captures, results):
    """A row of the report for each setting."""
    settings = {}
    for capture, result in zip(captures, results):
        settings.setdefault(setting_of(capture), []).append(result)
    for setting, each in sorted(settings.items()):
        same = sum(not result.text for result in each)
        yield (f'| {" | ".join(word or "-" for word in setting)} | {same} of {len(each)} | '
               f'{sum(result.cycles for result in each) / 1e6:.1f} | '
               f'{sum(result.bytes for result in each) / MEBIBYTE:.0f} |')


def report(arguments, captures, results):
    lines = [f'Made by `scripts/measure/same_replays.py compare CYCLORAMA FOLDER --report {arguments.report}`', 'with commit '
             f"{measured.commit(arguments.cyclorama)}: captures of glmark2's scenes, a frame each, replayed in the functional and "
             'in the timing machine.', 'Equal are those of which frames and findings are the same to the bit. Cycles and bytes '
             'of memory are the sums over the', 'scenes, which say what a mode of the driver (TU_DEBUG, FD_MESA_DEBUG) costs '
             'against another in the same column.', '', '| chip | Mesa | driver | mode | equal | million cycles | MiB moved |',
             '| --- | --- | --- | --- | ---: | ---: | ---: |', *rows_of(captures, results)]
    report_section.replace(arguments.report, [], TITLE, lines)


def jobs(arguments):
    """(what a job is of, how it is done): each gives what is wrong, or nothing."""
    if arguments.command == 'compare':
        captures = [path for given in arguments.capture for path in (sorted(given.glob('*.cyc')) if given.is_dir() else [given])]
        return captures, compare
    arguments.folder.mkdir(parents=True, exist_ok=True)
    return [Recording(gpu, mesa, driver, mode, scene)
            for gpu in arguments.gpu for mesa in arguments.mesa or ['25.0.7'] for driver in arguments.driver or ['native']
            for mode in arguments.driver_mode or [None]
            for scene in glmark2_scenes.SCENES if re.search(arguments.scenes, scene)], record


def text_of(result):
    return result.text if isinstance(result, Compared) else result


def main():
    arguments = parse()
    arguments.cyclorama = arguments.cyclorama.resolve()
    work, do = jobs(arguments)
    results = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for what, result in zip(work, pool.map(lambda one: do(arguments, one), work)):
            results.append(result)
            if text_of(result):
                print(f'{what.name() if isinstance(what, Recording) else what.name}: {text_of(result)}', flush=True)
    wrong = sum(text_of(result) not in (None, '', 'not offered') for result in results)
    print(f'{len(work) - wrong} of {len(work)} without a difference' if do is compare else
          f'{len(work) - wrong} of {len(work)} recorded or not offered')
    if do is compare and arguments.report:
        report(arguments, work, results)
    sys.exit(bool(wrong) or not work)


if __name__ == '__main__':
    main()
