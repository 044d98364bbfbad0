#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the cycles of two Mesas, or of two runs or captures: `cyclorama compare`, whose options it gets as JSON
(src/cli/compare_command.h).

usage: compare.py SETTINGS
Exit 0 where nothing costs more than the threshold allows, 1 where something does or has a new finding of a hang or corruption, 2 where
something is refused or does not run.
"""
from __future__ import annotations

import functools
import json
import pathlib
import sys
from typing import Any, Callable

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from comparison import corpus, difference, entrance, merge_request, run_report, runs  # noqa: E402

SIDES = ('before', 'after')


def compare_folders(folders: list[tuple[str, pathlib.Path, pathlib.Path]], most_frames: int | None) -> list[difference.ProgramDifference]:
    return [difference.of_runs(name, run_report.read(before), run_report.read(after), most_frames) for name, before, after in folders]


def runs_in(folder: pathlib.Path) -> dict[str, pathlib.Path]:
    """The results in a folder: its own, or those of the folders in it, by name."""
    if (folder / run_report.NAME).exists():
        return {'': folder}
    found = {path.name: path for path in sorted(folder.iterdir()) if (path / run_report.NAME).exists()}
    if not found:
        raise SystemExit(f'{folder}: neither it nor a folder in it has a {run_report.NAME}')
    return found


def of_results(before: pathlib.Path, after: pathlib.Path) -> list[tuple[str, pathlib.Path, pathlib.Path]]:
    found = runs_in(before), runs_in(after)
    if found[0].keys() != found[1].keys():
        alone = [f'{folder / name}' for side, folder in enumerate((before, after)) for name in found[side].keys() - found[1 - side].keys()]
        raise SystemExit(f'{sorted(alone)[0]}: the other folder has no run of this name')
    return [(name or after.name, found[0][name], found[1][name]) for name in found[0]]


def of_captures(settings: dict[str, Any], output: pathlib.Path) -> list[tuple[str, pathlib.Path, pathlib.Path]]:
    runner = runs.Runner(entrance.machine_of(settings))
    before, after = folders = [output / side for side in SIDES]
    runs.together(runner, [functools.partial(runner.replay, place, folder) for place, folder in zip(settings['words'], folders)],
                  settings['jobs'])
    return [(pathlib.Path(settings['words'][1]).name, before, after)]


def of_programs(settings: dict[str, Any], output: pathlib.Path) -> list[tuple[str, pathlib.Path, pathlib.Path]]:
    entries = entrance.entries_of(settings)
    runner = runs.Runner(entrance.machine_of(settings))
    calls: list[Callable[[], None]] = []
    folders: list[tuple[str, pathlib.Path, pathlib.Path]] = []
    for number, entry in enumerate(entries, 1):
        places = [output / side / corpus.folder_name(number, entry) for side in SIDES]
        folders.append((entry.name, places[0], places[1]))
        for mesa, place in zip((settings['mesa'], settings['with']), places):
            calls.append(functools.partial(runner.exec, runs.mesa_of(mesa), entry.command(entrance.frames_to_draw(settings)), place))
    runs.together(runner, calls, settings['jobs'])
    return folders


def folders_of(settings: dict[str, Any], output: pathlib.Path) -> list[tuple[str, pathlib.Path, pathlib.Path]]:
    """The folders with the results to compare, by the name of what ran; makes the runs that are asked for."""
    if settings['with']:
        if not settings['mesa'] or not settings['gpu']:
            raise SystemExit('--with is the second of two Mesas: --mesa names the first, --gpu the chip')
        return of_programs(settings, output)
    places = tuple(pathlib.Path(word) for word in settings['words'])
    if len(places) != 2 or settings['corpus'] or settings['mesa']:
        raise SystemExit('two Mesas are to be named, --mesa and --with, or the folders of two runs, or two captures')
    for place in places:
        if not place.exists():
            raise SystemExit(f'{place}: there is no such folder or capture')
    if all(place.is_dir() for place in places):
        if settings['gpu']:
            raise SystemExit('--gpu goes with runs that are to be made; the folders have theirs')
        return of_results(*places)
    if any(place.is_dir() for place in places):
        raise SystemExit(f'{places[0]} and {places[1]}: one is a folder of results, the other a capture')
    return of_captures(settings, output)


def sides_of(settings: dict[str, Any]) -> merge_request.Sides:
    names = (settings['mesa'], settings['with']) if settings['with'] else settings['words']
    before, after = (entrance.label(name) for name in names)
    return merge_request.Sides(settings['gpu'] or 'the chip', before, after, settings['threshold'])


def run(settings: dict[str, Any]) -> int:
    output = pathlib.Path(settings['output'])
    folders = folders_of(settings, output)
    programs = compare_folders(folders, settings['frames'] or None)
    sides = sides_of(settings)
    regressed = any(program.regressed(settings['threshold']) for program in programs)
    text = merge_request.text(programs, sides)
    machine_text = json.dumps({'format': 1, **vars(sides), 'regressed': regressed,
                               'programs': [program.as_json() for program in programs]}, indent=1) + '\n'
    if settings['with'] or not pathlib.Path(settings['words'][0]).is_dir():
        (output / 'comparison.md').write_text(text)
        (output / 'comparison.json').write_text(machine_text)
    sys.stdout.write(machine_text if settings['json'] else text)
    return int(regressed)


if __name__ == '__main__':
    entrance.enter(run)
