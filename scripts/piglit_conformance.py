#!/usr/bin/env python3
"""Runs piglit on simulated GPUs and holds the result to tests/data/piglit_vivante_failures.txt.

usage: piglit_conformance.py CYCLORAMA [--gpu NAME]... [--mesa VERSION] [--tests REGEX]... [--out DIR] [--jobs N]
A test counts where the driver advertises what it needs (it is not skipped), Mesa's llvmpipe passes it, and Mesa's own
lists of what the real GC2000 fails (src/etnaviv/ci, of this version) do not name it. Prints how many of these pass, each
that fails and is not listed, and each listed one that passes: the list may only shrink. Exit 1 where there are such, or
where less than 97 % pass. Needs Debian's piglit and Mesa from scripts/mesa.
"""
import argparse
import bz2
import json
import os
import pathlib
import shutil
import sys

import exec_runs

REQUIRED = 0.97
PASSED = ('pass', 'warn')
RUN = ('pass', 'warn', 'fail', 'crash', 'timeout')
# What a driver of OpenGL 2.1 and OpenGL ES 2.0 can have; the rest would only be skipped, test by test.
GROUPS = [r'^spec@!opengl 1\.', r'^spec@!opengl 2\.', r'^spec@glsl-1\.[12]0@', r'^spec@!opengl es 2', r'^spec@glsl-es-1\.00@',
          r'^spec@arb_(fragment|vertex)_(program|shader)@', r'^spec@arb_(depth_texture|occlusion_query|vertex_buffer_object)@',
          r'^spec@arb_(texture_cube_map|framebuffer_object|point_sprite|map_buffer_range|copy_buffer)@',
          r'^spec@ext_(framebuffer_object|packed_depth_stencil|texture_compression_s3tc|framebuffer_blit)@', r'^spec@oes_',
          r'^shaders@']
ROOT = pathlib.Path(__file__).parent.parent


def run_piglit(arguments, folder, gpu, software, selection):
    """The results of the selected tests as {name: result}."""
    if folder.exists():
        shutil.rmtree(folder)
    command = ['piglit', 'run', '--platform', 'gbm', '--jobs', str(arguments.jobs), '--timeout', '120', '--overwrite',
               *selection, 'gpu', str(folder / 'results')]
    done = exec_runs.run(arguments.cyclorama, command, folder, gpu, software,
                         [] if software else ['--mesa', arguments.mesa], timeout=None)
    results = folder / 'results' / 'results.json.bz2'
    if not results.exists():
        sys.exit(f'piglit failed:\n{done.stdout[-2000:]}')
    return {name: test['result'] for name, test in json.loads(bz2.open(results).read())['tests'].items()}


def known_of_the_real_chip(mesa):
    """The names in Mesa's lists for the GC2000, the one chip that it runs piglit on."""
    cache = pathlib.Path(os.environ.get('XDG_CACHE_HOME') or pathlib.Path.home() / '.cache')
    names = set()
    for path in (cache / 'cyclorama' / f'mesa-{mesa}' / 'share' / 'etnaviv-ci').glob('etnaviv-gc2000-*.txt'):
        for line in path.read_text().splitlines():
            if line.strip() and not line.startswith('#'):
                names.add(line.rsplit(',', 1)[0] if path.name.endswith('fails.txt') else line.strip())
    # A subtest's name goes on after its test's.
    return names | {name.rsplit('@', 1)[0] for name in names if name.count('@') > 2}


def expected_failures(gpu):
    listed = {}
    for line in (ROOT / 'tests/data/piglit_vivante_failures.txt').read_text().splitlines():
        if line.strip() and not line.startswith('#'):
            chip, rest = line.split(' ', 1)
            if chip == gpu:
                name, _, cause = rest.partition(' # ')
                listed[name.strip()] = cause
    return listed


def judge(gpu, simulated, reference, arguments):
    excluded = known_of_the_real_chip(arguments.mesa)
    counted = [name for name, result in simulated.items()
               if result in RUN and reference.get(name) in PASSED and name not in excluded]
    failing = {name for name in counted if simulated[name] not in PASSED}
    ends = [name for name, result in simulated.items() if result in ('crash', 'timeout')
            and reference.get(name) in PASSED and name not in excluded]
    listed = expected_failures(gpu)
    share = 1 - len(failing) / len(counted) if counted else 0
    print(f'{gpu}, Mesa {arguments.mesa}: {len(counted)} tests count, {len(counted) - len(failing)} pass '
          f'({100 * share:.1f} %), {len(ends)} crash or do not end')
    fresh = sorted(failing - listed.keys())
    mended = sorted(name for name in listed if simulated.get(name) in PASSED)
    for name in fresh:
        print(f'  {simulated[name]}, not listed: {name}')
    for name in mended:
        print(f'  passes, take it off the list: {name}')
    return share >= REQUIRED and not fresh and not mended and not ends


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('\n')[0])
    parser.add_argument('cyclorama', type=pathlib.Path)
    parser.add_argument('--gpu', action='append')
    parser.add_argument('--mesa', default='22.3.6')
    parser.add_argument('--tests', action='append')
    parser.add_argument('--out', default='out/piglit', type=pathlib.Path)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    arguments = parser.parse_args()

    good, reference = True, {}
    for gpu in arguments.gpu or ['gc2000', 'gc7000l']:
        selection = [word for group in arguments.tests or GROUPS for word in ('--include-tests', group)]
        simulated = run_piglit(arguments, arguments.out / gpu, gpu, False, selection)
        wanted = sorted(name for name, result in simulated.items() if result in RUN and name not in reference)
        if wanted:
            names = arguments.out / 'wanted.txt'
            names.write_text('\n'.join(wanted) + '\n')
            reference |= run_piglit(arguments, arguments.out / 'llvmpipe', gpu, True, ['--test-list', str(names.absolute())])
        good = judge(gpu, simulated, reference, arguments) and good
    sys.exit(not good)


main()
