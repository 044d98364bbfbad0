#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs clang-tidy over all sources of src, tests, examples and bench, and what they include of them, on all processors.

usage: lint.py [--changed] [REGEX]
With an expression only over the sources whose path matches it. With --changed only over what changed in the day before the
last commit, or is not committed: sources, and for each header one source that includes it. What else a changed header
affects is found without --changed. A history that does not reach back a day, or a change of the rules, selects all sources.

Reads the compile commands of build/lint, which it configures. Sources are looked at as a grouped build compiles them,
several as one translation unit: most of the time goes into the headers of libraries, which then count once. Sources that do
not compile together (helpers of one name) are parted. Without --changed clang reads each source but the tests' by itself,
too: in a grouped build one may use what another includes.
A group that was clean is not looked at again until one of its sources, a header of ours that they include, the compile
command, .clang-tidy or clang-tidy's version changes: build/lint/clean holds what it was clean with. Exit 1 where one is not
clean.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / 'build/lint'
CLEAN = BUILD / 'clean'
PRECOMPILED = re.compile(r'-Winvalid-pch( -Xclang \S+){4}')
OURS = tuple(f'{ROOT}/{folder}/' for folder in ('src', 'tests', 'examples', 'bench'))
# Four times CMAKE_UNITY_BUILD_BATCH_SIZE in CMakePresets.json: quarters of a group compile together. 40 sources of the timing
# machine take one and a half times as long as ten.
GROUP = 40
INCLUDE = re.compile(r'^#include "([^"]+)"', flags=re.M)
# Compilers' warnings are errors.
DOES_NOT_COMPILE = '[clang-diagnostic-'
# Lines in which clang counts the warnings of system headers that it does not show.
COUNTS = re.compile(r'^\d+ (warnings?|errors?).*generated\.\n|^Suppressed .*\n|^Use -header-filter.*\n', flags=re.M)


def digest(*parts):
    return hashlib.sha256('\0'.join(parts).encode()).hexdigest()


def folder_of(source):
    """The folder of ours in which a source is; clang-tidy's rules may differ between them."""
    return pathlib.Path(source).relative_to(ROOT).parts[0]


class Unit:
    """Sources that one command looks at, and the record of what they were clean with."""

    def __init__(self, sources, words, rules, included):
        self.sources, self.words, self.rules, self.included = sources, words, rules, included
        self.path = CLEAN / folder_of(sources[0]) / f'{type(self).__name__}-{digest(*sources)}.cpp'
        self.record = self.path.with_suffix('.json')

    def run(self, *command):
        return subprocess.run(command, cwd=BUILD, capture_output=True, text=True)

    def was_clean(self):
        """Whether nothing has changed since the sources were last clean."""
        try:
            record = json.loads(self.record.read_text())
            return record['key'] == digest(*self.words, self.rules) and all(
                digest(pathlib.Path(path).read_text()) == content for path, content in record['files'].items())
        except (OSError, ValueError, KeyError):
            return False

    def note_clean(self):
        files = {path: digest(pathlib.Path(path).read_text()) for path in sorted(self.included.closure(self.sources))}
        self.record.write_text(json.dumps({'key': digest(*self.words, self.rules), 'files': files}))

    def check(self):
        """(number of sources looked at, messages about those that are not clean)."""
        if self.was_clean():
            return 0, []
        texts = self.look()
        if not texts:
            self.note_clean()
        return len(self.sources), texts


class Group(Unit):
    """Sources of one compile command, which clang-tidy looks at as one translation unit."""

    def look(self):
        self.path.write_text(''.join(f'#include "{source}"  // NOLINT(bugprone-suspicious-include)\n' for source in self.sources))
        done = self.run('clang-tidy', '--quiet', str(self.path), '--', *self.words[1:], '-Wfatal-errors')
        if DOES_NOT_COMPILE in done.stdout and len(self.sources) > 1:
            middle = len(self.sources) // 2
            halves = (Group(half, self.words, self.rules, self.included) for half in (self.sources[:middle], self.sources[middle:]))
            return [text for half in halves for text in half.check()[1]]
        said = done.stdout + COUNTS.sub('', done.stderr) if done.returncode != 0 or done.stdout.strip() else ''
        return [said] if said else []


class Alone(Unit):
    """One source, which is to compile without what others include."""

    def look(self):
        done = self.run(*self.words, '-fsyntax-only', *self.sources)
        return [done.stderr] if done.returncode != 0 else []


def commands():
    """(target, words that compile it) of all sources of ours, by path; of a source of two targets those of one."""
    found = {}
    for entry in json.loads((BUILD / 'compile_commands.json').read_text()):
        if entry['file'].startswith(OURS):
            # With precompiled headers the checks would look at all of them for each source.
            words = shlex.split(PRECOMPILED.sub('', entry['command']))
            output = words.index('-o')
            target = re.search(r'CMakeFiles/(.*?)\.dir/', words[output + 1])[1]
            found[entry['file']] = target, words[next(n for n, word in enumerate(words) if 'clang++' in word):output]
    return found


def groups(sources, of_source, rules, included):
    """The sources of each target and command, in the order in which a grouped build takes them."""
    together = {}
    for source in sorted(sources):
        target, words = of_source[source]
        together.setdefault((folder_of(source), target, *words), []).append(source)
    return [Group(members[first:first + GROUP], words, rules, included) for (_, _, *words), members in together.items()
            for first in range(0, len(members), GROUP)]


def alone(sources, of_source, rules, included):
    """Each source but the tests', which share a precompiled header."""
    return [Alone([source], of_source[source][1], rules, included) for source in sorted(sources) if folder_of(source) != 'tests']


def git(*words):
    return subprocess.run(('git', *words), cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()


def changed_files():
    """Paths of what differs from the newest commit that is at least a day older than the last one; None if there is none."""
    day_before = int(git('log', '-1', '--format=%ct')[0]) - 24 * 3600
    base = git('rev-list', '-1', f'--before={day_before}', 'HEAD')
    if not base:
        return None
    paths = git('diff', '--name-only', base[0]) + git('ls-files', '--others', '--exclude-standard')
    return {f'{ROOT}/{path}' for path in paths}


class Includes:
    """What our files include of each other, whatever conditions an #include is under."""

    def __init__(self):
        files = {str(path) for folder in OURS for kind in ('*.h', '*.cpp') for path in pathlib.Path(folder).rglob(kind)}
        self.of, self.by = {}, {}
        for file in sorted(files):
            for name in INCLUDE.findall(pathlib.Path(file).read_text()):
                places = (f'{folder}{name}' for folder in (*OURS, f'{os.path.dirname(file)}/'))
                included = next((place for place in places if place in files), None)
                if included:
                    self.of.setdefault(file, []).append(included)
                    self.by.setdefault(included, []).append(file)

    def closure(self, sources):
        """The sources and all files that they include, directly or not."""
        found, new = set(), set(sources)
        while new:
            found |= new
            new = {path for file in new for path in self.of.get(file, ())} - found
        return found


def nearest(header, of_file, wanted, sources):
    """The source that includes a header by the fewest steps, one of those that are wanted anyway before others; or None."""
    seen = level = {header}
    while level:
        level = {file for path in level for file in of_file.get(path, ())} - seen
        seen = seen | level
        found = level & wanted or level & sources
        if found:
            return min(found)
    return None


def changed(sources, included):
    """Of all sources those that changed, and one for each changed header that any includes; all, where that is unknown."""
    paths = changed_files()
    if paths is None or any(path.endswith('/.clang-tidy') for path in paths):
        return sources
    wanted = sources & paths
    for header in sorted(path for path in paths if path.startswith(OURS) and path.endswith('.h')):
        wanted.add(nearest(header, included.by, wanted, sources))
    return wanted - {None}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--changed', action='store_true')
    parser.add_argument('wanted', nargs='?', default=re.compile(''), type=re.compile)
    arguments = parser.parse_args()
    began = time.monotonic()
    subprocess.run(['cmake', '--preset', 'lint'], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(['cmake', '--build', BUILD, '--target', 'shader_headers'], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    # For editors: this build alone knows the command of every source.
    link = ROOT / 'compile_commands.json'
    link.unlink(missing_ok=True)
    link.symlink_to(BUILD / 'compile_commands.json')
    subprocess.run(['ninja', '-C', BUILD, 'cyclorama_commit'], check=True, stdout=subprocess.DEVNULL)
    rules = subprocess.run(['clang-tidy', '--version'], check=True, capture_output=True, text=True).stdout
    rules += (ROOT / '.clang-tidy').read_text()
    for folder in OURS:
        copy = CLEAN / pathlib.Path(folder).name / '.clang-tidy'
        copy.parent.mkdir(parents=True, exist_ok=True)
        own = pathlib.Path(folder) / '.clang-tidy'
        copy.write_text(own.read_text() if own.exists() else 'InheritParentConfig: true\n')
        rules += copy.read_text()
    of_source = commands()
    sources = {source for source in of_source if arguments.wanted.search(source)}
    included = Includes()
    if arguments.changed:
        sources = changed(sources, included)
    units = groups(sources, of_source, rules, included)
    if not arguments.changed:
        units += alone(sources, of_source, rules, included)
    looked_at = unclean = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for looked, texts in pool.map(Unit.check, units):
            looked_at += looked
            unclean += len(texts)
            print(*texts, sep='\n', end='\n' if texts else '', flush=True)
    total = sum(len(unit.sources) for unit in units)
    print(f'{len(sources)} of {len(of_source)} sources in {len(units)} units, {looked_at} of {total} looked at, {unclean} not clean, '
          f'in {time.monotonic() - began:.0f} s')
    return 1 if unclean else 0


if __name__ == '__main__':
    sys.exit(main())
