#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds the commit of a checkout of Mesa since which programs cost more: `cyclorama bisect`, whose options it gets as JSON
(src/cli/compare_command.h).

usage: bisect_mesa.py SETTINGS
Exit 0 where the first bad commit is found, 1 where it is one of several of which the others cannot be tested, 2 where something is
refused, or the bad revision does not cost more than the good one.
"""
from __future__ import annotations

import functools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from comparison import checkout, corpus, difference, entrance, journal, merge_request, run_report, runs  # noqa: E402
from suites import processes  # noqa: E402

# States of a revision that was tested.
RAN, BROKEN = 'ran', 'broken'


class Broken(Exception):
    """A revision that is not built, or whose programs do not end well."""


@dataclass(frozen=True)
class Symptom:
    """What makes a revision bad: more cycles of a program than a limit, or else findings that the good one has not."""
    program: int
    limit: float
    findings: frozenset[str]

    def shows(self, compared: difference.ProgramDifference) -> bool:
        if self.findings:
            return any(finding.identifier in self.findings for finding in compared.new_findings)
        return compared.cycles.after > self.limit


def symptom_of(compared: list[difference.ProgramDifference], threshold: float | None) -> Symptom:
    """By the program that costs most more; half of that is the limit where the user names no threshold."""
    at, worst = max(enumerate(compared), key=lambda each: each[1].cycles.percent)
    before, after = worst.cycles.before, worst.cycles.after
    limit = (before + after) / 2 if threshold is None else before * (1 + threshold / 100)
    if after > limit:
        return Symptom(at, limit, frozenset())
    for number, each in enumerate(compared):
        if each.severe:
            return Symptom(number, 0, frozenset(finding.identifier for finding in each.severe))
    less = 'costs no more' if threshold is None else f'does not cost {threshold:g} % more'
    raise SystemExit(f'the bad revision {less} than the good one: {worst.name} takes {after:,} cycles, and {before:,} with the good one')


class Bisection:
    def __init__(self, settings: dict[str, Any], output: pathlib.Path) -> None:
        self.settings, self.output = settings, output
        self.checkout = checkout.Checkout(pathlib.Path(settings['source']).resolve(), output / 'checkout')
        if output.is_relative_to(self.checkout.top):
            raise SystemExit(f'{output} is in the checkout, which is left as it is: --out takes another')
        self.good, self.bad = (self.checkout.commit(settings[name]) for name in ('good', 'bad'))
        self.entries = entrance.entries_of(settings)
        self.runner = runs.Runner(entrance.machine_of(settings))
        output.mkdir(parents=True, exist_ok=True)
        self.journal = journal.Journal(output, self.bindings())

    def bindings(self) -> dict[str, Any]:
        version = subprocess.run([self.settings['program'], '--version'], capture_output=True, text=True, check=False).stdout.split()
        names = ('gpu', 'set', 'frames', 'display', 'frame_time', 'threshold', 'build')
        return {'source': str(self.checkout.top), 'good': self.good, 'bad': self.bad, 'programs': [list(entry.words) for entry in self.entries],
                **{name: self.settings[name] for name in names}, 'simulator': ' '.join(version)}

    def folders(self, revision: str) -> list[pathlib.Path]:
        return [self.output / 'runs' / revision[:12] / corpus.folder_name(number, entry) for number, entry in enumerate(self.entries, 1)]

    def say(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    def build(self, revision: str) -> None:
        self.checkout.check_out(revision)
        prefix = self.output / 'mesa'
        own = shlex.split(self.settings['build'])
        command = [*own, str(self.checkout.tree), str(prefix)] if own else \
            [self.settings['mesa_script'], '--source', str(self.checkout.tree), '--prefix', str(prefix)]
        log = self.output / 'runs' / revision[:12] / 'build.log'
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open('w') as output:
            try:
                process = processes.start(command, None, {}, stdout=output, stderr=output, stdin=subprocess.DEVNULL)
            except OSError as error:
                raise SystemExit(f'--build: {command[0]}: {error.strerror}') from None
            try:
                status = process.wait()
            except BaseException:
                processes.kill(process.pid)
                raise
        if status != 0:
            raise Broken(f'is not built: {reason_in(log)}; see {log}')

    def run(self, revision: str) -> None:
        calls = [functools.partial(self.runner.exec, str(self.output / 'mesa'), entry.command(entrance.frames_to_draw(self.settings)), folder)
                 for entry, folder in zip(self.entries, self.folders(revision))]
        try:
            runs.together(self.runner, calls, self.settings['jobs'])
        except SystemExit as refusal:
            if not isinstance(refusal.code, str):
                raise
            self.runner = runs.Runner(self.runner.machine)
            raise Broken(refusal.code) from None

    def test(self, revision: str) -> None:
        """Builds and runs a revision, unless that was done before. Broken where it cannot be."""
        known = self.journal.revisions.get(revision)
        if known is None:
            self.say(f'{self.checkout.subject(revision)}: building and running')
            try:
                self.build(revision)
                self.run(revision)
                self.journal.note(revision, RAN)
            except Broken as broken:
                self.journal.note(revision, BROKEN, str(broken))
            known = self.journal.revisions[revision]
        if known['state'] != RAN:
            raise Broken(known['reason'])

    def compared(self, before: str, after: str) -> list[difference.ProgramDifference]:
        return [difference.of_runs(entry.name, run_report.read(old), run_report.read(new), self.settings['frames'] or None)
                for entry, old, new in zip(self.entries, self.folders(before), self.folders(after))]

    def ends(self) -> Symptom:
        """What the bad revision shows and the good one does not."""
        for name, revision in (('good', self.good), ('bad', self.bad)):
            try:
                self.test(revision)
            except Broken as broken:
                # It may be the machine that lacks something: the next call tries again.
                self.journal.revisions.pop(revision)
                self.journal.write()
                raise SystemExit(f'the {name} revision {self.settings[name]}: {broken}') from None
        symptom = symptom_of(self.compared(self.good, self.bad), self.settings['threshold'])
        self.say(f'bad is: {self.entries[symptom.program].name} ' + (f'has {", ".join(sorted(symptom.findings))}' if symptom.findings else
                                                                    f'takes more than {symptom.limit:,.0f} cycles'))
        return symptom

    def verdict(self, revision: str, symptom: Symptom) -> str:
        try:
            self.test(revision)
        except Broken as broken:
            self.say(f'{self.checkout.subject(revision)}: skipped: {broken}')
            return 'skip'
        compared = self.compared(self.good, revision)[symptom.program]
        word = 'bad' if symptom.shows(compared) else 'good'
        self.say(f'{self.checkout.subject(revision)}: {word}, {compared.cycles.after:,} cycles ({merge_request.percent(compared.cycles)})')
        return word

    def search(self) -> tuple[str, ...]:
        """The first bad commit, or those of which one is it."""
        step = self.checkout.start(self.good, self.bad)
        symptom = self.ends()
        while step.next:
            self.say(step.said)
            step = self.checkout.step(self.verdict(step.next, symptom), step.next)
        return step.found

    def end(self) -> None:
        self.checkout.remove()
        self.journal.end()

    def base(self, commit: str) -> str:
        """A parent that ran, to compare a commit with; else the good revision."""
        return next((parent for parent in self.checkout.parents(commit) if self.journal.revisions.get(parent, {}).get('state') == RAN), self.good)

    def report(self, found: tuple[str, ...]) -> str:
        if len(found) > 1:
            subjects = [f'- {merge_request.plain(self.checkout.subject(commit))}' for commit in found]
            if len(subjects) > 30:
                subjects = [*subjects[:29], f'- and {len(subjects) - 29} more']
            return '\n'.join(['The first bad commit is one of these; those that are not named bad could not be tested:', '', *subjects]) + '\n'
        commit, = found
        base = self.base(commit)
        compared = self.compared(base, commit)
        sides = merge_request.Sides(self.settings['gpu'], base[:12], commit[:12], self.settings['threshold'] or 0)
        name, author, subject = self.checkout.details(commit).split('\n')
        return merge_request.text(compared, sides, [f'First bad commit: {name}', f'{merge_request.plain(author)}: {merge_request.code(subject)}'])


def reason_in(log: pathlib.Path) -> str:
    """The first line about an error, or else the last one."""
    lines = [line.strip() for line in log.read_text(errors='replace').splitlines() if line.strip()]
    errors = [line for line in lines if re.search(r'\b(error|lacks):', line, re.IGNORECASE)]
    return (errors or lines[-1:] or ['it says nothing'])[0][:200]


def default_output(settings: dict[str, Any]) -> pathlib.Path:
    cache = os.environ.get('XDG_CACHE_HOME') or os.path.join(os.path.expanduser('~'), '.cache')
    return pathlib.Path(cache, 'cyclorama/bisections', f'{pathlib.Path(settings["source"]).resolve().name}-{settings["gpu"]}')


def run(settings: dict[str, Any]) -> int:
    output = pathlib.Path(settings['output']).absolute() if settings['output'] else default_output(settings)
    bisection = Bisection(settings, output.resolve())
    try:
        found = bisection.search()
    except SystemExit as end:
        if not isinstance(end.code, str):
            bisection.say(f'stopped; the same command continues. Its files are in {output}')
        else:
            bisection.end()
        raise
    text = bisection.report(found)
    (output / 'report.md').write_text(text)
    bisection.end()
    if settings['json']:
        text = json.dumps({'format': 1, 'first_bad': list(found), 'revisions': bisection.journal.revisions}, indent=1) + '\n'
    sys.stdout.write(text)
    return int(len(found) > 1)


if __name__ == '__main__':
    entrance.enter(run)
