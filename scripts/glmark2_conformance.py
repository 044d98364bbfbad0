#!/usr/bin/env python3
"""Runs glmark2's default scenes on simulated GPUs and with Mesa's llvmpipe, and writes docs/conformance_vivante.md.

usage: glmark2_conformance.py CYCLORAMA OUTPUT.md [--gpu NAME]... [--mesa VERSION]... [--frames N] [--scene PREFIX] [--keep DIR]
Needs Debian's glmark2-es2-drm, python3-numpy and python3-pil, and Mesa from scripts/mesa.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

import exec_runs
import picture_difference

# glmark2 2023.01's default list (src/default-benchmarks.h), in its order.
SCENES = '''
build:use-vbo=false
build:use-vbo=true
texture:texture-filter=nearest
texture:texture-filter=linear
texture:texture-filter=mipmap
shading:shading=gouraud
shading:shading=blinn-phong-inf
shading:shading=phong
shading:shading=cel
bump:bump-render=high-poly
bump:bump-render=normals
bump:bump-render=height
effect2d:kernel=0,1,0;1,-4,1;0,1,0;
effect2d:kernel=1,1,1,1,1;1,1,1,1,1;1,1,1,1,1;
pulsar:light=false:quads=5:texture=false
desktop:blur-radius=5:effect=blur:passes=1:separable=true:windows=4
desktop:effect=shadow:windows=4
buffer:columns=200:interleave=false:update-dispersion=0.9:update-fraction=0.5:update-method=map
buffer:columns=200:interleave=false:update-dispersion=0.9:update-fraction=0.5:update-method=subdata
buffer:columns=200:interleave=true:update-dispersion=0.9:update-fraction=0.5:update-method=map
ideas:speed=duration
jellyfish
terrain
shadow
refract
conditionals:fragment-steps=0:vertex-steps=0
conditionals:fragment-steps=5:vertex-steps=0
conditionals:fragment-steps=0:vertex-steps=5
function:fragment-complexity=low:fragment-steps=5
function:fragment-complexity=medium:fragment-steps=5
loop:fragment-loop=false:fragment-steps=5:vertex-steps=5
loop:fragment-steps=5:fragment-uniform=false:vertex-steps=5
loop:fragment-steps=5:fragment-uniform=true:vertex-steps=5
'''.split()
REQUIRED = 0.99
# What Mesa's driver says where a program does not fit the chip, as it would on the board.
REFUSED = 'compiled shaders are not okay'
# The clock goes on by this from frame to frame, whatever a frame takes, so that the scenes move alike.
FRAME_MILLISECONDS = 100


def frames(program, scene, count, folder, gpu, software, options):
    command = ['glmark2-es2-drm', '--swap-mode', 'fifo', '-b', f'{scene}:nframes={count}']
    exec_options = ['--display', '320x240', '--frame-time', str(FRAME_MILLISECONDS), *options]
    done = exec_runs.run(program, command, folder, gpu, software, exec_options)
    return done, picture_difference.frames(folder)


def measure(program, scene, count, gpu, options, folder):
    """The smallest share of the pixels of a frame within 8 of 255, what there is to remark, and whether it counts."""
    try:
        _, theirs = frames(program, scene, count, folder / 'llvmpipe', gpu, True, options)
        done, ours = frames(program, scene, count, folder / 'simulated', gpu, False, options)
    except subprocess.TimeoutExpired:
        return 0.0, 'does not end', True
    remarks = [f'{name} ({count})' for name, count in exec_runs.findings(folder / 'simulated').items()]
    refused = REFUSED in done.stdout
    if refused:
        remarks.insert(0, 'Mesa refuses a program that is too long for the chip')
    if done.returncode != 0:
        remarks.insert(0, f'exit status {done.returncode}')
    common = sorted(ours.keys() & theirs.keys())
    if len(common) < count:
        return 0.0, ', '.join([f'{len(ours)} of {count} frames', *remarks]), True
    return min(picture_difference.share_within(ours[n], theirs[n]) for n in common), ', '.join(remarks), not refused


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('\n')[0])
    parser.add_argument('cyclorama', type=pathlib.Path)
    parser.add_argument('output', type=pathlib.Path)
    parser.add_argument('--gpu', action='append')
    parser.add_argument('--mesa', action='append')
    parser.add_argument('--frames', type=int, default=3)
    parser.add_argument('--scene', default='')
    parser.add_argument('--keep', type=pathlib.Path)
    arguments = parser.parse_args()

    columns = [(gpu, mesa) for gpu in arguments.gpu or ['gc2000'] for mesa in arguments.mesa or ['22.3.6']]
    scenes = [scene for scene in SCENES if scene.startswith(arguments.scene)]
    rows = {scene: [] for scene in scenes}
    for gpu, mesa in columns:
        for number, scene in enumerate(scenes):
            with tempfile.TemporaryDirectory() as temporary:
                folder = pathlib.Path(temporary)
                if arguments.keep:
                    folder = arguments.keep / f'{gpu}-{mesa}' / f'{number:02}-{scene.split(":")[0]}'
                result = measure(arguments.cyclorama, scene, arguments.frames, gpu, ['--mesa', mesa], folder)
            rows[scene].append(result)
            print(f'{gpu} {mesa} {scene}: {100 * result[0]:.2f} % {result[1]}', flush=True)

    lines = ['# Conformance of the Vivante GPUs', '',
             'The scenes of glmark2-es2-drm (its default list) at 320x240: the smallest share of the pixels of the first '
             f'{arguments.frames} frames', 'that are within 8 of 255 of what Mesa\'s llvmpipe draws, and the findings with their counts; '
             'made by', '`scripts/glmark2_conformance.py`. llvmpipe runs without half floats and with exact texture filters '
             '(`scripts/exec_runs.py`).', '',
             '| scene | ' + ' | '.join(f'{gpu}, Mesa {mesa}' for gpu, mesa in columns) + ' |',
             '| --- |' + ' --- |' * len(columns)]
    for scene, results in rows.items():
        cells = (f'{100 * share:.2f} %' + (f' ({remark})' if remark else '') for share, remark, _ in results)
        lines.append(f'| {scene} | ' + ' | '.join(cells) + ' |')
    arguments.output.write_text('\n'.join(lines) + '\n')
    sys.exit(any(counts and share < REQUIRED for results in rows.values() for share, _, counts in results))


main()
