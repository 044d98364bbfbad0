#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The commit that a build records: in a clone git's, in an archive that git made the archive's, else "unknown".

usage: recorded_commit.py SOURCE_DIR
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

script = pathlib.Path(sys.argv[1]) / 'cmake/record_commit.cmake'


def git(*words):
    return subprocess.run(['git', '-c', 'user.name=test', '-c', 'user.email=test@example.org', *words], cwd=folder,
                          check=True, capture_output=True, text=True).stdout.strip()


def recorded():
    subprocess.run(['cmake', '-D', f'SOURCE_DIR={folder}', '-D', f'OUTPUT={folder}/out/commit.h', '-P',
                    folder / 'cmake/record_commit.cmake'], check=True)
    return (folder / 'out/commit.h').read_text().split('"')[1]


def expect(wanted):
    if recorded() != wanted:
        sys.exit(f'recorded {recorded()}, not {wanted}')


with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    (folder / 'cmake').mkdir()
    shutil.copy(script, folder / 'cmake')
    archived = folder / 'cmake/archived_commit.txt'
    shutil.copy(script.with_name('archived_commit.txt'), archived)
    expect('unknown')
    written = (folder / 'out/commit.h').stat().st_mtime_ns
    expect('unknown')
    if (folder / 'out/commit.h').stat().st_mtime_ns != written:
        sys.exit('a header that is up to date is written again')

    archived.write_text('0123abc\n')
    expect('0123abc')

    git('init', '-q')
    git('add', 'cmake')
    git('commit', '-q', '-m', 'one')
    commit = git('rev-parse', '--short=12', 'HEAD')
    expect(commit)
    archived.write_text('changed\n')
    expect(f'{commit}-dirty')
    git('commit', '-q', '-a', '-m', 'two')
    git('tag', 'v1.2')
    expect('v1.2')
print('the commit is recorded in a clone, from an archive, and without both')
