#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs glmark2's default scenes on simulated GPUs and with Mesa's llvmpipe, and writes docs/conformance_vivante.md's section
on them.

usage: glmark2_conformance.py CYCLORAMA OUTPUT.md [--gpu NAME]... [--mesa VERSION]... [--frames N] [--scene PREFIX]
                              [--replay MODE]... [--out DIR] [--stop-after SECONDS]
With --replay the scenes are recorded; a capture must give the same frames to the bit, and the same findings, in this
mode of `cyclorama run` (functional or timing), and `cyclorama dump` must know all that is in it. Results stay in DIR,
each with the program's commit and the configuration's hash, and a later run of the same program and configuration goes on from
there; --stop-after ends one early (exit 3), with the columns that are complete. Tables name what they were measured with. The page's
section `glmark2` is written without --replay, `glmark2, replayed` with it. Needs Debian's glmark2-es2-drm,
python3-numpy and python3-pil, and Mesa from scripts/mesa.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import time

import exec_runs
import glmark2_scenes
import measured
import picture_difference
import report_section

REQUIRED = 0.99
# What Mesa's driver says where a program does not fit the chip, as it would on the board.
REFUSED = 'compiled shaders are not okay'
# What glmark2 says of a scene that needs what the driver does not offer.
UNSUPPORTED = ': Unsupported'
DISPLAY = '320x240'
NOTES = '''(1) Mesa itself refuses a program that is too long for the chip, as it does on the board: `terrain` draws its height
map with a noise program of 410 instructions. Chips without the feature INSTRUCTION_CACHE keep programs in registers:
`etna_get_specs` (Mesa, src/gallium/drivers/etnaviv/etnaviv_screen.c) gives 256 instructions to each stage, half of the
512 that the GC2000 and the GC880 have and all of the GC400's, and `etna_compile_check_limits` (etnaviv_compiler_nir.c)
fails the program, whereupon `etna_draw_vbo` leaves the draw out ("compiled shaders are not okay"). So the height map
stays empty. With INSTRUCTION_CACHE set in the preset the same program compiles and runs. Such cells do not count.

(2) glmark2 itself skips the scene: `terrain` needs textures in vertex programs, and Mesa offers none on this chip
(`etna_determine_sampler_limits` in etnaviv_screen.c: model 0x400).
'''

REPLAY_NOTES = '''Where a scene draws the levels of mipmaps, Mesa 22.3.6 takes more cycles on the GC2000 than 25.0.7 does: `texture-filter=mipmap`,
`refract`, `terrain`. What two pixel pipes draw has a layout that this chip's texture units do not read, so Mesa keeps a second
copy of such a texture and brings it up to date by the resolve engine before it is sampled. 22.3.6 copies all levels each time
that one of them was drawn, 25.0.7 only those that changed (`etna_update_sampler_source` in etnaviv_texture.c,
`etna_copy_resource` in etnaviv_clear_blit.c). In the captures of `texture-filter=mipmap` that is 113 resolves against 21, in
those of `refract` 218 against 40; the cycles of the resolve engine, 5.55 against 1.31 million in `refract`, are all of the
difference. On the GC7000L 22.3.6 copies the texture of `texture-filter=mipmap` twice while it is uploaded, 25.0.7 once.
'''


class Stopped(Exception):
    """--stop-after is over."""


class Results:
    """What is known already of one program and configuration, each a line of JSON in a file: a run adds what is missing."""

    def __init__(self, folder, deadline, version):
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / 'results.jsonl'
        self.deadline = deadline
        self.version = list(version)
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        self.known = {tuple(line['of']): line['result'] for line in map(json.loads, lines)
                      if line.get('version') == self.version}

    def get(self, of, measure):
        """The result of `of` (strings), by `measure` where it is not known yet."""
        if of not in self.known:
            if time.monotonic() > self.deadline:
                raise Stopped
            self.known[of] = measure()
            with self.path.open('a') as file:
                file.write(json.dumps({'of': of, 'version': self.version, 'result': self.known[of]}) + '\n')
            print(' '.join(of), json.dumps(self.known[of]), flush=True)
        return self.known[of]


class Column:
    """A chip with a version of Mesa, and what it was measured with."""

    def __init__(self, gpu, mesa, commit, configuration):
        self.gpu, self.mesa, self.commit, self.configuration = gpu, mesa, commit, configuration

    @property
    def version(self):
        return self.commit, self.configuration


def draw(arguments, scene, folder, gpu, software, options):
    """Whether the scene's frames are in `folder` afterwards, or what went wrong; and what there is to remark."""
    for old in folder.glob('frame*.png'):
        old.unlink()
    try:
        done = exec_runs.run(arguments.cyclorama, glmark2_scenes.command(scene, arguments.frames), folder, gpu, software,
                             [*glmark2_scenes.exec_options(DISPLAY), *options])
    except subprocess.TimeoutExpired:
        return {'problem': 'does not end', 'skipped': False, 'refused': False, 'findings': {}}
    return {'problem': f'exit status {done.returncode}' if done.returncode != 0 else None,
            'skipped': UNSUPPORTED in done.stdout and not picture_difference.frames(folder),
            'refused': REFUSED in done.stdout, 'findings': exec_runs.findings(folder)}


def replay(arguments, mode, folder):
    """What is wrong with the capture of a folder in a mode, and what the machine took for it."""
    out = folder / mode
    for old in out.glob('frame*.png'):
        old.unlink()
    try:
        done = subprocess.run([arguments.cyclorama, 'run', folder / 'capture.cyc', '--mode', mode, '--out', out],
                              timeout=3600, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    except subprocess.TimeoutExpired:
        return {'problem': 'does not end', 'cycles': 0}
    if done.returncode != 0:
        return {'problem': done.stdout.strip().splitlines()[-1], 'cycles': 0}
    recorded, replayed = picture_difference.frames(folder / 'simulated'), picture_difference.frames(out)
    problem = None
    if recorded.keys() != replayed.keys():
        problem = f'{len(replayed)} of {len(recorded)} frames'
    else:
        differing = [n for n in recorded if not picture_difference.same(recorded[n], replayed[n])]
        if differing:
            problem = f'{len(differing)} frames differ'
        elif exec_runs.findings(out) != exec_runs.findings(folder / 'simulated'):
            problem = 'other findings'
    return {'problem': problem, 'cycles': json.loads((out / 'summary.json').read_text()).get('cycles') or 0}


def dump(arguments, folder):
    """What is wrong with the capture's text."""
    with subprocess.Popen([arguments.cyclorama, 'dump', folder / 'capture.cyc'], stdout=subprocess.PIPE,
                          text=True) as process:
        unknown = sum(bool(re.search(r'\bunknown\b', line)) for line in process.stdout)
    if process.returncode != 0:
        return {'problem': 'fails'}
    return {'problem': f'{unknown} unknown commands or registers' if unknown else None}


class Cell:
    """A scene on a chip with a version of Mesa."""

    def __init__(self, arguments, results, scene, gpu, mesa, number):
        folder = arguments.out / f'{number:02}-{gpu}-{mesa}'
        options = ['--mesa', mesa]
        if arguments.replay:
            folder.mkdir(parents=True, exist_ok=True)
            options += ['--record', folder / 'capture.cyc']
        of = (gpu, mesa, scene)
        self.drawn = results.get((*of, 'recorded' if arguments.replay else 'drawn'),
                                 lambda: draw(arguments, scene, folder / 'simulated', gpu, False, options))
        self.share, self.cycles, self.wrong = None, None, []
        if self.drawn['problem']:
            self.wrong.append(self.drawn['problem'])
        if self.drawn['skipped']:
            return
        self.share = results.get((*of, 'share'), lambda: self.share_of(arguments, folder / 'simulated', number))
        if self.share < REQUIRED and not self.drawn['refused']:
            self.wrong.append(f'less than {100 * REQUIRED:.0f} %')
        for mode in arguments.replay:
            replayed = results.get((*of, mode), lambda: replay(arguments, mode, folder))
            self.wrong += [f'replay ({mode}): {replayed["problem"]}'] if replayed['problem'] else []
            self.cycles = replayed['cycles'] or self.cycles
        if arguments.replay:
            problem = results.get((*of, 'dump'), lambda: dump(arguments, folder))['problem']
            self.wrong += [f'dump: {problem}'] if problem else []

    @staticmethod
    def share_of(arguments, folder, number):
        """The smallest share of the pixels of a frame within 8 of 255."""
        ours = picture_difference.frames(folder)
        theirs = picture_difference.frames(arguments.out / f'{number:02}-llvmpipe')
        if len(ours) != arguments.frames or ours.keys() != theirs.keys():
            return 0.0
        return min(picture_difference.share_within(ours[n], theirs[n]) for n in ours)

    def shown(self):
        share = 'skipped (2)' if self.share is None else f'{100 * self.share:.2f}'
        return share + (' (1)' if self.drawn['refused'] else '') + ''.join(f'; {what}' for what in self.wrong)

    def shown_replay(self):
        if self.share is None:
            return 'skipped (2)'
        return '; '.join([f'{(self.cycles or 0) / 1e6:.2f}', *self.wrong])


def version_rows(columns):
    """The last rows of a table: what its columns were measured with."""
    return ['| *commit* | ' + ' | '.join(column.commit for column in columns) + ' |',
            '| *configuration* | ' + ' | '.join(column.configuration for column in columns) + ' |']


def table(columns, rows, mesa, cell):
    chosen = [number for number, column in enumerate(columns) if column.mesa == mesa]
    return ['| scene | ' + ' | '.join(columns[n].gpu for n in chosen) + ' |', '| --- |' + ' ---: |' * len(chosen),
            *(f'| {scene} | ' + ' | '.join(cell(cells[n]) for n in chosen) + ' |' for scene, cells in rows.items()),
            *version_rows([columns[n] for n in chosen]), '']


def section(arguments, columns, rows):
    lines = [f'The scenes of glmark2-es2-drm (its default list) at {DISPLAY}: the smallest share of the pixels of the '
             f'first {arguments.frames} frames', 'that are within 8 of 255 of what Mesa\'s llvmpipe draws; made by '
             f'`scripts/glmark2_conformance.py`. llvmpipe runs without', 'half floats and with exact texture filters '
             f'(`scripts/exec_runs.py`). Findings are below.', '']
    for mesa in dict.fromkeys(column.mesa for column in columns):
        lines += [f'### Mesa {mesa}', '', *table(columns, rows, mesa, Cell.shown)]
    lines += [*NOTES.splitlines(), '', '### Findings', '', '| scene | finding (count), in all columns |', '| --- | --- |']
    for scene, cells in rows.items():
        counts = collections.Counter()
        for cell in cells:
            counts.update(cell.drawn['findings'])
        lines.append(f'| {scene} | ' + ', '.join(f'{name} ({count})' for name, count in counts.items()) + ' |')
    return lines


def replay_section(arguments, columns, rows):
    cells = [cell for column in rows.values() for cell in column if not cell.drawn['skipped']]
    good = sum(not cell.wrong for cell in cells)
    lines = [f'The same scenes were recorded (`exec --record`). Of {len(cells)} captures {good} gave the same '
             f'{arguments.frames} frames to the bit, and the same', f'findings, in `cyclorama run` '
             f'({" and ".join(arguments.replay)}), and `cyclorama dump` knew all that is in them; made by',
             '`scripts/glmark2_conformance.py --replay`.']
    if 'timing' in arguments.replay:
        lines.append("The tables give millions of cycles of the chip's clock, "
                     '[as the timing machine estimates them](timing_vivante.md).')
    for mesa in dict.fromkeys(column.mesa for column in columns):
        lines += ['', f'### Replayed, Mesa {mesa}', '', *table(columns, rows, mesa, Cell.shown_replay)[:-1]]
    return [*lines, '', *REPLAY_NOTES.splitlines()] if 'timing' in arguments.replay else lines


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('\nWith')[0])
    parser.add_argument('cyclorama', type=pathlib.Path)
    parser.add_argument('output', type=pathlib.Path)
    parser.add_argument('--gpu', action='append')
    parser.add_argument('--mesa', action='append')
    parser.add_argument('--frames', type=int, default=3)
    parser.add_argument('--scene', default='')
    parser.add_argument('--replay', action='append', choices=('functional', 'timing'), default=[])
    parser.add_argument('--out', default='out/glmark2', type=pathlib.Path)
    parser.add_argument('--stop-after', type=float, default=float('inf'))
    arguments = parser.parse_args()

    commit = measured.commit(arguments.cyclorama)
    columns = [Column(gpu, mesa, commit, measured.configuration(arguments.cyclorama, '--gpu', gpu))
               for mesa in arguments.mesa or ['22.3.6'] for gpu in arguments.gpu or ['gc2000']]
    arguments.out /= f'{arguments.frames}-frames'
    deadline = time.monotonic() + arguments.stop_after
    scenes = [(number, scene) for number, scene in enumerate(glmark2_scenes.SCENES) if scene.startswith(arguments.scene)]
    complete, rows = [], {scene: [] for _, scene in scenes}
    reference = Results(arguments.out, deadline, (commit, measured.configuration(arguments.cyclorama, '--gpu', 'gc2000')))
    for column in columns:
        results = Results(arguments.out, deadline, column.version)
        try:
            for number, scene in scenes:
                reference.get(('llvmpipe', scene),
                              lambda: draw(arguments, scene, arguments.out / f'{number:02}-llvmpipe', 'gc2000', True, []))
            cells = [Cell(arguments, results, scene, column.gpu, column.mesa, number) for number, scene in scenes]
        except Stopped:
            print(f'{column.gpu}, Mesa {column.mesa}: there is more to do')
            continue
        complete.append(column)
        for (_, scene), cell in zip(scenes, cells):
            rows[scene].append(cell)
    if not complete:
        sys.exit(3)
    if arguments.replay:
        report_section.replace(arguments.output, 'glmark2, replayed', replay_section(arguments, complete, rows))
    else:
        report_section.replace(arguments.output, 'glmark2', section(arguments, complete, rows))
    if complete != columns:
        sys.exit(3)
    sys.exit(any(cell.wrong for cells in rows.values() for cell in cells))


if __name__ == '__main__':
    main()
