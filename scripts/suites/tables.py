# SPDX-License-Identifier: MIT
"""The tables of results in docs/results/conformance_FAMILY.md."""
import collections
import pathlib

from lib import glmark2_scenes, report_section
from suites import glmark2_tables

DOCS = pathlib.Path(__file__).resolve().parents[2] / 'docs/results'
RULE = [
    'A test counts where the driver does not skip it, the lists that are applied do not name it, and it passes, or',
    "Mesa's llvmpipe or lavapipe does. The lists are Mesa's of what the real chip fails, or fails at times. Tests that take a",
    'board too long are left out on all chips of a family, as Mesa leaves them out.']
HEAD = ('| chip | commit | configuration | tests | lists | share run | not on the lists | not skipped | count | pass | share | '
        'crash or do not end |')
GROUP_PARTS = 4


def row(result):
    column = result.column
    return (f'| {result.title} | {column.commit} | {column.configuration} | {result.suite.release} | {result.lists} | '
            f'{result.suite.sampled()} | {len(result.ours)} | {len(result.ran)} | {len(result.counted)} | '
            f'{len(result.counted) - len(result.failing)} | '
            f'{100 * result.share:.2f} % | {len(result.ends)} |')


def causes(results):
    """The failures by their cause in the list of exceptions."""
    failures = collections.defaultdict(list)
    for result in results:
        for name in sorted(result.failing):
            failures[result.listed.get(name, 'not listed'), result.title].append(name)
    return ['| cause | on | tests | for example |', '| --- | --- | ---: | --- |',
            *(f'| {cause} | {title} | {len(names)} | {names[0]} |' for (cause, title), names in sorted(failures.items()))]


def findings(results):
    lines = ['| finding | ' + ' | '.join(result.title for result in results) + ' | for example |',
             '| --- |' + ' ---: |' * len(results) + ' --- |']
    for finding in sorted({name for result in results for name in result.findings}):
        tests = [result.findings.get(finding, []) for result in results]
        example = min((name for names in tests for name in names), key=lambda name: (len(name), name))
        lines.append(f'| `{finding}` | ' + ' | '.join(str(len(names)) for names in tests) + f' | {example} |')
    return lines


def beyond_gpu(results):
    """The tests that do not count as the GPU cannot do what they ask for, by what that is."""
    tests = collections.defaultdict(set)
    for result in results:
        for reason, names in result.beyond_gpu.items():
            tests[reason].update((name, result.title) for name in names)
    if not tests:
        return []
    return ['Tests that do not pass, and ask for what the GPU itself cannot do (`virgl-beyond-gpu`); they do not count:', '',
            '| what it cannot do | tests | which |', '| --- | ---: | --- |',
            *(f'| {reason} | {len(names)} | {", ".join(f"`{name}`" for name, _ in sorted(names))} |'
              for reason, names in sorted(tests.items())), '']


def section(results):
    """All that is said of a suite."""
    return [f'Made by `scripts/measure/conformance.py --suite {results[0].suite.name}`.', *RULE, '',
            HEAD, '| --- | --- | --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |', *map(row, results), '',
            'Those that fail are listed by name in tests/data/conformance_failures.txt. By cause:', '', *causes(results), '',
            *beyond_gpu(results),
            'Findings (docs/reference/findings.md), by the number of tests, or of processes of many tests, that raise them:', '',
            *findings(results)]


def heading(suite_title, titles):
    """The heading of a suite's section: that of one chip alone names the chip, and stays when another is measured."""
    return ', '.join([suite_title, *titles]) if len(titles) == 1 else suite_title


def write(folder, family, results):
    """The section of a suite in the document of a family."""
    path, suite = folder / f'conformance_{family.name}.md', results[0].suite
    beginning = [f'# Conformance of {family.title}', '',
                 'Made by `scripts/measure/conformance.py CYCLORAMA --suite NAME --gpu CHIP:MESA --report`, suite by suite.']
    if suite.name in glmark2_scenes.PROGRAMS:
        report_section.replace(path, beginning, *glmark2_tables.section(results))
    else:
        title = heading(suite.title, [result.title for result in results])
        report_section.replace(path, beginning, title, section(results))


def group_of(name):
    """The part of a test's name by which its failures are counted."""
    separator = '@' if '@' in name else '.'
    parts = name.split(separator)
    return separator.join(parts[:min(GROUP_PARTS, max(1, len(parts) - 1))])


def groups(results):
    """Failures by group, the largest first, with how each ended, an example, and its last words."""
    lines = []
    for result in results:
        lines += [f'# {result.suite.title}, {result.title}', '',
                  f'Commit {result.column.commit}: {len(result.counted)} tests count, {len(result.failing)} fail.', '',
                  '| group | fail | count | ends | for example | it says |', '| --- | ---: | ---: | --- | --- | --- |']
        counted = collections.Counter(map(group_of, result.counted))
        failing = collections.defaultdict(list)
        for name in sorted(result.failing):
            failing[group_of(name)].append(name)
        for group, names in sorted(failing.items(), key=lambda item: (-len(item[1]), item[0])):
            ends = collections.Counter(result.ran[name]['result'] for name in names)
            words = ' '.join(result.ran[names[0]]['words'].split())[-160:].replace('|', '/')
            lines.append(f'| {group} | {len(names)} | {counted[group]} | ' +
                         ', '.join(f'{count} {end}' for end, count in ends.items()) + f' | {names[0]} | {words} |')
        lines += ['', 'Findings:', '']
        lines += [*(f'- `{finding}`: {len(names)}' for finding, names in sorted(result.findings.items())), '']
    return lines
