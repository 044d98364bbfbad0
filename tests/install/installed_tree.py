#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Installs a build into a prefix, moves it, and uses it from there.

usage: installed_tree.py BUILD_DIR SOURCE_DIR
"""
import filecmp
import os
import pathlib
import subprocess
import sys
import tempfile

build, source = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])


def output_of(*command, **variables):
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, **variables})
    if result.returncode:
        sys.exit(f'{command}: exit {result.returncode}\n{result.stdout}{result.stderr}')
    return result.stdout


def expect(condition, message):
    if not condition:
        sys.exit(message)


with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    output_of('cmake', '--install', build, '--prefix', folder / 'first')
    prefix = (folder / 'first').rename(folder / 'moved')
    files = [path for path in prefix.rglob('*') if path.is_file()]
    named = [str(path.relative_to(prefix)) for path in files
             if any(str(place).encode() in path.read_bytes() for place in (source, build))]
    expect(not named, f'name the place of the sources or of the build: {named}')

    chips = {path.name for path in (prefix / 'share/cyclorama/chips').iterdir()}
    expect(chips == {path.name for path in (source / 'chips').glob('*.ini')}, f'chips: {sorted(chips)}')
    for place in ('share/man/man1/cyclorama.1', 'share/bash-completion/completions/cyclorama',
                  'share/zsh/vendor-completions/_cyclorama', 'share/cyclorama/scripts/setup/mesa', 'share/cyclorama/report.html',
                  'share/doc/cyclorama/copyright'):
        expect((prefix / place).is_file(), f'{place} is missing')

    program = folder / 'cyclorama'  # a link to it, as a package manager may make
    program.symlink_to(prefix / 'bin/cyclorama')
    capture = prefix / 'share/cyclorama/examples/gc2000.cyc'
    output_of(program, 'run', capture, '--out', 'installed')
    output_of(build / 'cyclorama', 'run', capture, '--out', 'built')
    expect(filecmp.cmp(folder / 'installed/frame0000.png', folder / 'built/frame0000.png', shallow=False),
           'the installed program draws another picture')
    expect('DRAW_PRIMITIVES' in output_of(program, 'dump', capture), 'the dump has no draw')
    expect(output_of(program, '--version') == output_of(build / 'cyclorama', '--version'), 'the versions differ')

    # A Mesa by its name alone is enough for a program that does not draw.
    (folder / 'mesa/lib').mkdir(parents=True)
    (folder / 'mesa/lib/libEGL_mesa.so.0').touch()
    preloaded = output_of(program, 'exec', '--mesa', folder / 'mesa', '--', 'sh', '-c', 'cat /proc/self/maps')
    expect(str(prefix / 'lib') in preloaded and 'libcyclorama_drm.so' in preloaded, 'exec preloads no library')

    # A suite of Mesa's CI, on a module that draws nothing.
    subprocess.run([sys.executable, source / 'tests/scripts/stand_ins.py', folder], check=True)
    output_of(program, 'ci', '--gpu', 'gc2000', '--mesa', folder / 'install', '--lists', folder / 'mesa/src/etnaviv/ci', '--suite',
              'deqp-etnaviv-gc2000.toml', '--deqp', folder / 'vk-gl-cts/build', '--out', folder / 'results')
    rows = (folder / 'results/results.csv').read_text().splitlines()
    expect(sum(',Pass,' in row for row in rows) == 40, f'the results of a suite: {rows}')

    # Two runs of the capture, which are the same.
    for name in ('one', 'two'):
        output_of(program, 'run', capture, '--mode', 'timing', '--report', '--out', name)
    expect('No change: ' in output_of(program, 'compare', 'one', 'two'), 'two runs are not the same')

    # LD_PRELOAD cannot name it there: refused, not ignored.
    prefix = prefix.rename(folder / 'with space')
    refused = subprocess.run([prefix / 'bin/cyclorama', 'exec', '--mesa', folder / 'mesa', '--', 'true'],
                             capture_output=True, text=True)
    expect(refused.returncode == 2 and 'cannot be preloaded' in refused.stderr, refused.stderr)
print(f'{len(files)} files installed, moved and used')
