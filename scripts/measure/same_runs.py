#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds runs of glmark2's scenes to each other: a live run depends on its program alone, not on how fast or how busy the host
is, so that each gives the same frames, all of them, and the same cycles.

usage: same_runs.py CYCLORAMA [--gpu CHIP]... [--mode MODE]... [--mesa VERSION] [--runs N] [--frames N] [--scenes REGEX]
                 [--display WxH] [-j N]
By default ten runs of four frames of each scene on the gc2000 in both machines, as many at once as twice the processors: each is
the others' load. The scenes do not wait for their flips, but poll for them (glmark2's swap mode `immediate`). Prints a line
for each scene that differs, and how many do not. Exit 1 where one differs, or has not all of its frames. Needs Mesa from
scripts/setup/mesa and Debian's glmark2-es2-drm.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import random
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from lib import exec_runs, glmark2_scenes  # noqa: E402



def parse():
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('By default')[0])
    parser.add_argument('cyclorama', type=pathlib.Path)
    parser.add_argument('--gpu', action='append')
    parser.add_argument('--mode', action='append', choices=('functional', 'timing'))
    parser.add_argument('--mesa', default='25.0.7')
    parser.add_argument('--runs', type=int, default=10)
    parser.add_argument('--frames', type=int, default=4)
    parser.add_argument('--scenes', default='')
    parser.add_argument('--display', default='64x48')
    parser.add_argument('-j', '--jobs', type=int, default=2 * (os.cpu_count() or 1))
    return parser.parse_args()


def outcome(arguments, gpu, mode, scene):
    """What a run gave: the hashes of its frames and its cycles; what went wrong, as text; or None if the driver does
    not offer what the scene needs."""
    command = ['glmark2-es2-drm', '--size', '1x1', '--swap-mode', 'immediate', '-b', f'{scene}:nframes={arguments.frames}']
    with tempfile.TemporaryDirectory() as folder:
        done = exec_runs.run(arguments.cyclorama.resolve(), command, folder, gpu, None,
                             [*glmark2_scenes.exec_options(arguments.display), '--mode', mode, '--mesa', arguments.mesa], 3600)
        frames = sorted(pathlib.Path(folder).glob('frame*.png'))
        if glmark2_scenes.UNSUPPORTED in done.stdout and not frames:
            return None
        if done.returncode != 0:
            return f'exit status {done.returncode}'
        if len(frames) != arguments.frames:
            return f'{len(frames)} frames'
        cycles = json.loads(pathlib.Path(folder, 'summary.json').read_text()).get('cycles')
        return tuple(hashlib.sha256(path.read_bytes()).hexdigest() for path in frames), cycles


def main():
    arguments = parse()
    scenes = [scene for scene in glmark2_scenes.SCENES if re.search(arguments.scenes, scene)]
    settings = [(gpu, mode, scene) for gpu in arguments.gpu or ['gc2000'] for mode in arguments.mode or ['functional', 'timing']
                for scene in scenes]
    # In an order of chance: a scene's runs meet other loads.
    runs = settings * arguments.runs
    random.Random(1).shuffle(runs)
    found = {setting: [] for setting in settings}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for setting, result in zip(runs, pool.map(lambda setting: outcome(arguments, *setting), runs)):
            found[setting].append(result)
    different = lacking = 0
    for setting, results in found.items():
        kinds = {}
        for result in results:
            kinds[result] = kinds.get(result, 0) + 1
        if set(kinds) == {None}:
            lacking += 1
            print(f'{" ".join(setting)}: not offered by the driver')
            continue
        if len(kinds) == 1 and not isinstance(results[0], str):
            continue
        different += 1
        said = ['not offered' if result is None else result if isinstance(result, str) else f'{len(result[0])} frames, {result[1]} cycles' for result in kinds]
        print(f'{" ".join(setting)}: ' + '; '.join(f'{count} of {len(results)}: {text}' for text, count in
                                                  zip(said, kinds.values())))
    ran = len(settings) - lacking
    print(f'{ran - different} of {ran} are the same in {arguments.runs} runs')
    sys.exit(different != 0)


if __name__ == '__main__':
    main()
