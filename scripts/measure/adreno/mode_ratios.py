#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a Vulkan program in the timing machine of an Adreno chip in modes of its driver, side by side: cycles and bytes of memory.

usage: mode_ratios.py CYCLORAMA DOCUMENT.md [--gpu NAME]... [--frame N] -- PROGRAM [ARGUMENT]...
Modes are words of TU_DEBUG: GMEM and memory, each as it is, without compression (noubwc) and without low resolution depth
(nolrz); GMEM also without a binning pass (nobin). The program shows its frames; counted is the one with that number from zero
(default 1). Beside it, ratios that sources state, of what anybody can run: glmark2's scene of textures with levels by freedreno
(words of FD_MESA_DEBUG). Writes two sections of the document, with what they were measured with. Exit 1 where a run without
compression moves no more bytes than the one with it, or takes fewer cycles, or a public ratio is missed by more than 15 points.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import typing

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from lib import exec_runs, glmark2_scenes, measured, report_section  # noqa: E402


TITLE = 'Modes of the driver'
PUBLIC_TITLE = 'Public ratios of modes'
MODES = ('gmem', 'gmem,noubwc', 'gmem,nolrz', 'gmem,nobin', 'sysmem', 'sysmem,noubwc', 'sysmem,nolrz')
SECONDS = 1200


class PublicRatio(typing.NamedTuple):
    """Frames a second with what a mode leaves out, by those without, of a scene of glmark2 with freedreno's OpenGL ES driver."""
    source: str
    gpu: str
    mode: str
    scene: str
    display: str
    gain: float


# The source names no size of the display and no chip; its author's was an a630. In this scene textures alone are compressed, as
# its target is shown: `noubwc` leaves out what the commit brought.
PUBLIC = (PublicRatio('Mesa 22d2cbe6856: textures with levels compressed, too', 'a630', 'noubwc', 'texture:texture-filter=mipmap',
                      '1280x720', 0.091),)
FARTHEST_POINTS = 15


class Frame(typing.NamedTuple):
    """Cycles, and bytes of memory by the unit that moved them."""
    cycles: int
    read: dict
    written: dict

    @property
    def bytes(self):
        return sum(self.read.values()) + sum(self.written.values())


def run(arguments, program, gpu, mode, variable='TU_DEBUG', options=()):
    """The frame of a program's run in a mode: words of an environment variable."""
    with tempfile.TemporaryDirectory() as folder:
        command = exec_runs.arguments(arguments.cyclorama, program, folder, gpu, options=('--mode', 'timing', *options))
        done = subprocess.run(command, env={**os.environ, variable: mode}, timeout=SECONDS, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors='replace')
        if done.returncode != 0:
            sys.exit(f'{gpu}, {mode}: the run fails\n{done.stdout}')
        frames = json.loads((pathlib.Path(folder) / 'summary.json').read_text())['frames']
    if len(frames) <= arguments.frame:
        sys.exit(f'{gpu}, {mode}: {len(frames)} frames were shown, none with the number {arguments.frame}')
    frame = frames[arguments.frame]
    memory = frame['memory']
    return Frame(frame['cycles'], *({unit: moved[way] for unit, moved in memory.items()} for way in ('read', 'written')))


def row(gpu, mode, frame, base):
    """`base`: the frame in the mode of the same targets as it is."""
    mebibytes = [sum(moved.get(unit, 0) for moved in (frame.read, frame.written)) / (1 << 20) for unit in ('UCHE', 'CCU')]
    return (f'| {gpu} | {mode} | {frame.cycles} | {frame.cycles / base.cycles:.3f} | {frame.bytes / (1 << 20):.2f} | '
            f'{frame.bytes / base.bytes:.3f} | {mebibytes[0]:.2f} | {mebibytes[1]:.2f} |')


def measure(arguments, gpu):
    """Rows of a table, and what is wrong."""
    frames = {mode: run(arguments, arguments.program, gpu, mode) for mode in MODES}
    rows, wrong = [], []
    for mode, frame in frames.items():
        base = frames[mode.split(',')[0]]
        rows.append(row(gpu, mode, frame, base))
        print(rows[-1], flush=True)
        if mode.endswith('noubwc') and (frame.bytes <= base.bytes or frame.cycles < base.cycles):
            wrong.append(f'{gpu}, {mode}')
    return rows, wrong


def section(arguments, rows):
    program = ' '.join([pathlib.Path(arguments.program[0]).name, *arguments.program[1:]])
    return [f'Made by `scripts/measure/adreno/mode_ratios.py CYCLORAMA {arguments.document} -- PROGRAM` with commit '
            f'{measured.commit(arguments.cyclorama)}: frame {arguments.frame} of', f'`{program}` by Turnip, with words of '
            'TU_DEBUG. Ratios are those to the mode of the same targets with nothing left out; bytes are', "all of memory's, "
            'and those of the unified cache and of the caches of colours and depth.', '',
            '| chip | mode | cycles | ratio | MiB | ratio | MiB of UCHE | MiB of CCU |', '| --- | --- |' + ' ---: |' * 6, *rows]


def measure_public(arguments, ratio):
    """A row of the table, and how many points ours is from the public one."""
    program = glmark2_scenes.command(ratio.scene, arguments.frame + 2)
    options = glmark2_scenes.exec_options(ratio.display)
    with_all, without = (run(arguments, program, ratio.gpu, mode, 'FD_MESA_DEBUG', options) for mode in ('', ratio.mode))
    ours = without.cycles / with_all.cycles - 1
    points = 100 * (ours - ratio.gain)
    text = (f'| {ratio.source} | {ratio.gpu}, {ratio.scene}, {ratio.display} | {100 * ratio.gain:+.1f} % | {100 * ours:+.1f} % | '
            f'{points:+.1f} | {with_all.cycles} | {without.cycles} | {without.bytes / with_all.bytes:.3f} |')
    print(text, flush=True)
    return text, points


def public_section(arguments, rows):
    return [f'Made by `scripts/measure/adreno/mode_ratios.py CYCLORAMA {arguments.document} -- PROGRAM` with commit '
            f'{measured.commit(arguments.cyclorama)}: gains in frames a second', f'that sources state, and ours in frame '
            f"{arguments.frame} of glmark2's scene by freedreno with and without what the mode leaves out. Sources name no size",
            'of the display.', '',
            '| source | here | public | ours | points | cycles | without | bytes without / with |',
            '| --- | --- |' + ' ---: |' * 6, *rows]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('\nModes')[0])
    parser.add_argument('cyclorama', type=pathlib.Path)
    parser.add_argument('document', type=pathlib.Path)
    parser.add_argument('--gpu', action='append')
    parser.add_argument('--frame', type=int, default=1)
    parser.add_argument('program', nargs='+')
    arguments = parser.parse_args()
    rows, wrong = [], []
    for gpu in arguments.gpu or ['a630']:
        found = measure(arguments, gpu)
        rows += found[0]
        wrong += found[1]
    report_section.replace(arguments.document, ['# Accuracy'], TITLE, section(arguments, rows))
    public = [measure_public(arguments, ratio) for ratio in PUBLIC]
    texts = [text for text, _ in public]
    report_section.replace(arguments.document, ['# Accuracy'], PUBLIC_TITLE, public_section(arguments, texts))
    if wrong:
        sys.exit('compression saves nothing: ' + ', '.join(wrong))
    if any(abs(points) > FARTHEST_POINTS for _, points in public):
        sys.exit(f'a public ratio is missed by more than {FARTHEST_POINTS} points')


if __name__ == '__main__':
    main()
