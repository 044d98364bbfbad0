#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every command of docs/guide/driver_developers.md, one after the other, on a small case: a stand-in for Mesa of ten commits, of which
one has the GPU do more, and a stand-in for glmark2, which draws with what was built. Exit 77 without Meson.

usage: driver_developers_test.py CYCLORAMA
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[2]
PAGE = ROOT / 'docs/guide/driver_developers.md'
UPSTREAM = 'https://gitlab.freedesktop.org/mesa/mesa.git'

BUILD = """project('mesa', 'c', version : files('VERSION'), meson_version : '>= 0.60')
shared_library('EGL_mesa', 'egl.c', soversion : '0', install : true)
"""
COMMITS = 10
REGRESSION = 6

failed = []


def expect(held, text):
    if not held:
        failed.append(text)


def lay_out(folder):
    """Mesa's history: a tag where a release branched off, and main."""
    folder.mkdir()
    run('git', 'init', '-q', '-b', 'main', folder=folder)
    for number in range(1, COMMITS + 1):
        loads = 1000 if number < REGRESSION else 1500
        files = {'meson.build': BUILD, 'meson_options.txt': "option('llvm', type : 'boolean')\n", 'VERSION': '30.1.0-devel\n',
                 'egl.c': f'int loads_of_a_draw(void);\nint loads_of_a_draw(void) {{ return {loads}; }}\n'}
        for name, text in files.items():
            (folder / name).write_text(text)
        run('git', 'add', '.', folder=folder)
        run('git', 'commit', '-q', '--allow-empty', '-m', f'egl: change {number}', folder=folder)
        if number == 1:
            run('git', 'tag', '25.0-branchpoint', folder=folder)


def run(*words, folder, status=0):
    result = subprocess.run([str(word) for word in words], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    expect(result.returncode == status, f'{words}: {result.returncode}, not {status}\n{result.stdout}{result.stderr}')
    return result.stdout


def commands(text):
    """Those of the page's blocks of commands, each with what continues it."""
    for block in re.findall(r'^```sh\n(.*?)^```', text, re.MULTILINE | re.DOTALL):
        for command in block.replace('\\\n', ' ').splitlines():
            if command.split('#')[0].strip():
                yield command


cyclorama = pathlib.Path(sys.argv[1]).resolve()
if not all(shutil.which(name, path='/usr/bin') for name in ('meson', 'ninja', 'git')):
    print('Meson or git is not installed (Debian: meson, git)')
    sys.exit(77)
with tempfile.TemporaryDirectory() as temporary:
    base = pathlib.Path(temporary)
    programs = base / 'programs'
    programs.mkdir()
    # Nothing is installed by a test.
    (programs / 'dpkg-query').write_text('#!/bin/sh\necho install ok installed\n')
    (programs / 'dpkg-query').chmod(0o755)
    (programs / 'cyclorama').symlink_to(cyclorama)
    (programs / 'glmark2-es2-drm').symlink_to(ROOT / 'tests/scripts/drawing_program.py')
    environment = {
        **os.environ, 'HOME': temporary, 'XDG_CACHE_HOME': f'{base}/cache', 'PATH': f'{programs}:{os.environ["PATH"]}',
        'GIT_CONFIG_COUNT': '3', 'GIT_CONFIG_KEY_0': f'url.{base}/upstream.insteadOf', 'GIT_CONFIG_VALUE_0': UPSTREAM,
        'GIT_CONFIG_KEY_1': 'user.name', 'GIT_CONFIG_VALUE_1': 'A. U. Thor', 'GIT_CONFIG_KEY_2': 'user.email',
        'GIT_CONFIG_VALUE_2': 'author@example.org'}
    lay_out(base / 'upstream')
    work = base / 'work'
    work.mkdir()
    (work / 'scripts').symlink_to(ROOT / 'scripts')

    text = PAGE.read_text()
    said = {command: run('bash', '-euc', command, folder=work) for command in commands(text)}
    expect(len(said) > 8, f'the page has {len(said)} commands')
    for name in ('clone', 'setup/mesa --source', 'exec', 'compare', 'report', 'bisect'):
        expect(any(name in command for command in said), f'no command of the page has {name}')
    found = [output for command, output in said.items() if command.startswith('cyclorama bisect')]
    expect(found and all(f'`egl: change {REGRESSION}`' in output for output in found), f'bisect: {found}')
    comparison = (work / 'comparison.md').read_text()
    expect(re.search(r'\| all of flush|\| after the last frame, all of flush|\+500 \(', comparison), comparison)
    expect('Above the threshold' in comparison, comparison)
    expect(run('git', 'status', '--porcelain', folder=work / 'mesa') == '', 'the checkout is changed')
    expect(run('git', 'worktree', 'list', folder=work / 'mesa').count('\n') == 1, 'a working tree is left')

for line in failed:
    print(line)
print(f'{len(failed)} failed')
sys.exit(bool(failed))
