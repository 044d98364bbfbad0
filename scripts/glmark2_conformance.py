#!/usr/bin/env python3
"""Runs glmark2's default scenes on simulated GPUs and with Mesa's llvmpipe, and writes docs/conformance_vivante.md's section
on them.

usage: glmark2_conformance.py CYCLORAMA OUTPUT.md [--gpu NAME]... [--mesa VERSION]... [--frames N] [--scene PREFIX]
                              [--replay MODE]... [--keep DIR]
With --replay the scenes are recorded; a capture must give the same frames to the bit in this mode of `cyclorama run`
(functional or timing), and `cyclorama dump` must know all that is in it. Needs Debian's glmark2-es2-drm, python3-numpy
and python3-pil, and Mesa from scripts/mesa.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import exec_runs
import glmark2_scenes
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


def frames(arguments, scene, folder, gpu, software, options):
    for old in folder.glob('frame*.png'):
        old.unlink()
    done = exec_runs.run(arguments.cyclorama, glmark2_scenes.command(scene, arguments.frames), folder, gpu, software,
                         [*glmark2_scenes.exec_options(DISPLAY), *options])
    return done, picture_difference.frames(folder)


def replay_problems(arguments, capture, recorded, folder):
    """What is wrong with a capture, as sentences."""
    problems = []
    for mode in arguments.replay:
        out = folder / mode
        done = subprocess.run([arguments.cyclorama, 'run', capture, '--mode', mode, '--out', out], timeout=3600,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        replayed = picture_difference.frames(out)
        if done.returncode != 0:
            problems.append(f'replay ({mode}): {done.stdout.strip().splitlines()[-1]}')
        elif recorded.keys() != replayed.keys():
            problems.append(f'replay ({mode}): {len(replayed)} of {len(recorded)} frames')
        else:
            differing = [n for n in recorded if not picture_difference.same(recorded[n], replayed[n])]
            problems += [f'replay ({mode}): {len(differing)} frames differ'] if differing else []
    with subprocess.Popen([arguments.cyclorama, 'dump', capture], stdout=subprocess.PIPE, text=True) as dump:
        unknown = sum(bool(re.search(r'\bunknown\b', line)) for line in dump.stdout)
    if dump.returncode != 0:
        problems.append('dump fails')
    if unknown:
        problems.append(f'dump: {unknown} unknown commands or registers')
    return problems


def measure(arguments, scene, gpu, mesa, theirs, folder):
    """The smallest share of the pixels of a frame within 8 of 255 (None: glmark2 skips the scene), what there is to
    remark, and what is wrong."""
    options = ['--mesa', mesa]
    capture = folder / 'capture.cyc'
    if arguments.replay:
        options += ['--record', capture]
    try:
        done, ours = frames(arguments, scene, folder / 'simulated', gpu, False, options)
        wrong = replay_problems(arguments, capture, ours, folder) if arguments.replay else []
    except subprocess.TimeoutExpired:
        return 0.0, [], ['does not end']
    remarks = [f'{name} ({count})' for name, count in exec_runs.findings(folder / 'simulated').items()]
    refused = REFUSED in done.stdout
    if refused:
        remarks.insert(0, 'Mesa refuses a program that is too long for the chip')
    if done.returncode != 0:
        wrong.insert(0, f'exit status {done.returncode}')
    if UNSUPPORTED in done.stdout and not ours:
        return None, remarks, wrong
    if len(ours) != arguments.frames or ours.keys() != theirs.keys():
        return 0.0, remarks, [f'{len(ours)} of {arguments.frames} frames, {len(theirs)} of llvmpipe', *wrong]
    share = min(picture_difference.share_within(ours[n], theirs[n]) for n in ours)
    if share < REQUIRED and not refused:
        wrong.insert(0, f'less than {100 * REQUIRED:.0f} %')
    return share, remarks, wrong


def shown(share):
    return 'skipped (2)' if share is None else f'{100 * share:.2f}'


def section(arguments, columns, rows):
    replayed = (f' Each was recorded, and its capture gave the same frames to the bit in `cyclorama run` '
                f'({" and ".join(arguments.replay)}).') if arguments.replay else ''
    lines = [f'The scenes of glmark2-es2-drm (its default list) at {DISPLAY}: the smallest share of the pixels of the '
             f'first {arguments.frames} frames', 'that are within 8 of 255 of what Mesa\'s llvmpipe draws; made by '
             f'`scripts/glmark2_conformance.py`. llvmpipe runs without', 'half floats and with exact texture filters '
             f'(`scripts/exec_runs.py`).{replayed} Findings are below.', '']
    for mesa in dict.fromkeys(mesa for _, mesa in columns):
        lines += [f'### Mesa {mesa}', '']
        chosen = [number for number, column in enumerate(columns) if column[1] == mesa]
        lines += ['| scene | ' + ' | '.join(columns[n][0] for n in chosen) + ' |',
                  '| --- |' + ' ---: |' * len(chosen)]
        for scene, results in rows.items():
            cells = []
            for share, remarks, wrong in (results[n] for n in chosen):
                cells.append(shown(share) + (' (1)' if remarks and remarks[0].startswith('Mesa') else '')
                             + ''.join(f'; {what}' for what in wrong))
            lines.append(f'| {scene} | ' + ' | '.join(cells) + ' |')
        lines.append('')
    lines += [*NOTES.splitlines(), '', '### Findings', '', '| scene | finding (count), in all columns |', '| --- | --- |']
    for scene, results in rows.items():
        counts = {}
        for _, remarks, _ in results:
            for name, count in re.findall(r'([a-z0-9-]+) \((\d+)\)', ' '.join(remarks)):
                counts[name] = counts.get(name, 0) + int(count)
        lines.append(f'| {scene} | ' + ', '.join(f'{name} ({count})' for name, count in counts.items()) + ' |')
    return lines


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('\nWith')[0])
    parser.add_argument('cyclorama', type=pathlib.Path)
    parser.add_argument('output', type=pathlib.Path)
    parser.add_argument('--gpu', action='append')
    parser.add_argument('--mesa', action='append')
    parser.add_argument('--frames', type=int, default=3)
    parser.add_argument('--scene', default='')
    parser.add_argument('--replay', action='append', choices=('functional', 'timing'), default=[])
    parser.add_argument('--keep', type=pathlib.Path)
    arguments = parser.parse_args()

    columns = [(gpu, mesa) for mesa in arguments.mesa or ['22.3.6'] for gpu in arguments.gpu or ['gc2000']]
    rows = {}
    for number, scene in enumerate(glmark2_scenes.SCENES):
        if not scene.startswith(arguments.scene):
            continue
        rows[scene] = []
        with tempfile.TemporaryDirectory() as temporary:
            folder = (arguments.keep or pathlib.Path(temporary)) / f'{number:02}-{scene.split(":")[0]}'
            _, theirs = frames(arguments, scene, folder / 'llvmpipe', 'gc2000', True, [])
            for gpu, mesa in columns:
                result = measure(arguments, scene, gpu, mesa, theirs, folder / f'{gpu}-{mesa}')
                rows[scene].append(result)
                print(f'{gpu} {mesa} {scene}: {shown(result[0])} % {", ".join(result[2] + result[1])}', flush=True)
    report_section.replace(arguments.output, 'glmark2', section(arguments, columns, rows))
    sys.exit(any(wrong for results in rows.values() for _, _, wrong in results))


main()
