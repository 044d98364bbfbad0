# SPDX-License-Identifier: MIT
"""The results of a run of suites of Mesa's CI: counted while it runs, and in the files that CI reads: results.csv and failures.csv
as deqp-runner 0.20 writes them, and junit.xml."""
import collections
import re
import threading
import time
import xml.etree.ElementTree

from suites import statuses

STATUS_SECONDS = 10
SLOWEST = 5
# How many names of a kind the summary prints.
NAMES = 25
# Characters that XML 1.0 (section 2.2) has no way to write.
NOT_XML = re.compile('[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]')


class Entry:
    """A test, or one of its subtests: status and seconds on the wall; `words` are the last that it said, of one that is not good."""

    def __init__(self, status, seconds=0.0, words=''):
        self.status, self.seconds, self.words = status, seconds, words


class Results:
    """All tests by name. Several threads add."""

    def __init__(self, out):
        self.total, self.ran, self.out, self.entries = 0, 0, out, {}
        self.findings = []  # (test, identifier, count)
        self.lock, self.began, self.printed = threading.Lock(), time.monotonic(), time.monotonic()

    def add(self, name, entry):
        with self.lock:
            # Two tables with tests of the same names: what is bad is not covered.
            known = self.entries.get(name)
            if known and known.status not in statuses.GOOD:
                return
            self.entries[name] = entry

    def see(self):
        """Counts a test that has run, whose result comes with those of its group."""
        with self.lock:
            self.ran += 1
            if time.monotonic() - self.printed > STATUS_SECONDS:
                self.print_status()

    def add_findings(self, name, found):
        with self.lock:
            self.findings += [(name, identifier, count) for identifier, count in sorted(found.items())]

    def counts(self):
        counts = collections.Counter(statuses.kind(entry.status) for entry in self.entries.values())
        return ', '.join(f'{kind}: {counts[kind]}' for kind in statuses.COUNTED if counts[kind] or kind == 'Pass')

    def print_status(self):
        spent = time.monotonic() - self.began
        left = f', Remaining: {duration(spent * (self.total - self.ran) / self.ran)}' if self.ran else ''
        print(f'{self.counts()}, Run: {self.ran} of {self.total}, Duration: {duration(spent)}{left}', file=self.out, flush=True)
        self.printed = time.monotonic()

    def bad(self):
        """Those that fail the run, by name."""
        return {name: entry for name, entry in sorted(self.entries.items()) if entry.status not in statuses.GOOD}

    def good(self):
        return not self.bad()

    def summary(self):
        """Prints what there is to look at."""
        self.print_status()
        timed = [item for item in self.entries.items() if item[1].seconds]
        slow = sorted(timed, key=lambda item: -item[1].seconds)[:SLOWEST]
        print_list(self.out, 'Slowest tests:', [f'{name} ({entry.seconds:.2f}s)' for name, entry in slow], 'results.csv')
        for title, status in (('Some known flakes found:', 'KnownFlake'), ('Some new flakes found:', 'Flake')):
            names = sorted(name for name, entry in self.entries.items() if entry.status == status)
            print_list(self.out, title, names, 'results.csv')
        found = collections.Counter()
        for _, identifier, count in self.findings:
            found[identifier] += count
        print_list(self.out, 'Findings about the driver:', [f'{name}: {count}' for name, count in sorted(found.items())],
                   'findings.csv')
        print_list(self.out, 'Unexpected results:', [f'{name},{entry.status}' for name, entry in self.bad().items()], 'failures.csv')

    def write(self, folder, suite):
        """The files; `suite` is the name that junit.xml has for all."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / 'results.csv').write_text(''.join(
            f'{name},{entry.status},{entry.seconds:.3f}\n' for name, entry in sorted(self.entries.items())))
        (folder / 'failures.csv').write_text(''.join(f'{name},{entry.status}\n' for name, entry in self.bad().items()))
        (folder / 'findings.csv').write_text('test,finding,count\n' + ''.join(
            f'{name},{identifier},{count}\n' for name, identifier, count in sorted(self.findings)))
        junit(self.entries, suite).write(folder / 'junit.xml', encoding='utf-8', xml_declaration=True)


def print_list(out, title, lines, file):
    if lines:
        more = [f'... and more (see {file})'] if len(lines) > NAMES else []
        print(f'\n{title}', *(f'  {line}' for line in [*lines[:NAMES], *more]), sep='\n', file=out, flush=True)


def duration(seconds):
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f'{hours}:{minutes:02}:{seconds:02}' if hours else f'{minutes}:{seconds:02}' if minutes else str(seconds)


def junit(entries, suite):
    """The results as JUnit's: a suite of cases; each that fails the run has the element `failure`, and each that was not run
    `skipped`."""
    bad = sum(entry.status not in statuses.GOOD for entry in entries.values())
    skipped = sum(entry.status == 'Skip' for entry in entries.values())
    counts = {'tests': str(len(entries)), 'failures': str(bad), 'errors': '0',
              'time': f'{sum(entry.seconds for entry in entries.values()):.3f}'}
    root = xml.etree.ElementTree.Element('testsuites', counts)
    parent = xml.etree.ElementTree.SubElement(root, 'testsuite', {'name': writable(suite), **counts, 'skipped': str(skipped)})
    for name, entry in sorted(entries.items()):
        group, _, last = name.rpartition('@' if '@' in name else '.')
        case = xml.etree.ElementTree.SubElement(parent, 'testcase', {
            'classname': writable(group or suite), 'name': writable(last), 'time': f'{entry.seconds:.3f}'})
        if entry.status == 'Skip':
            xml.etree.ElementTree.SubElement(case, 'skipped')
        elif entry.status not in statuses.GOOD:
            failure = xml.etree.ElementTree.SubElement(case, 'failure', {'type': entry.status,
                                                                         'message': writable(f'{name}: {entry.status}')})
            failure.text = writable(entry.words)
    return xml.etree.ElementTree.ElementTree(root)


def writable(text):
    return NOT_XML.sub('\ufffd', text)
