# SPDX-License-Identifier: MIT
"""Results of tests in files of comma-separated values, one row a test, each with what it was measured with."""
import csv
import json
import threading

# `commit` and `configuration` are the program's (measured.py), or the reference driver's version and "-"; `tests` is the
# release of the suite. `seconds` are of the clock on the wall. `details` is JSON: what a suite knows beyond the result.
COLUMNS = ('commit', 'configuration', 'tests', 'test', 'result', 'seconds', 'details')
csv.field_size_limit(1 << 24)


class Store:
    """One file: the results of a driver on a suite. A run adds what is missing of its own version; the last row of a test
    counts."""

    def __init__(self, path, version):
        self.path, self.version = path, list(version)
        self.lock = threading.Lock()
        self.known = {}
        if path.exists():
            with path.open(newline='') as file:
                for row in csv.DictReader(file):
                    if [row['commit'], row['configuration'], row['tests']] == self.version:
                        self.known[row['test']] = record(row['test'], row['result'], float(row['seconds']),
                                                         **json.loads(row['details']))

    def add(self, entry):
        details = {key: value for key, value in entry.items() if key not in ('test', 'result', 'seconds') and value}
        with self.lock:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            fresh = not self.path.exists()
            with self.path.open('a', newline='') as file:
                writer = csv.writer(file)
                if fresh:
                    writer.writerow(COLUMNS)
                writer.writerow([*self.version, entry['test'], entry['result'], entry['seconds'],
                                 json.dumps(details, sort_keys=True)])
            self.known[entry['test']] = entry


def record(test, result, seconds, subtests=None, findings=None, words='', **more):
    """`result`: pass, warn, fail, crash, timeout, skip or missing; `subtests`: name -> result; `findings`: identifier -> count;
    `words`: the last that the test said."""
    return {'test': test, 'result': result, 'seconds': round(seconds, 2), 'subtests': subtests or {},
            'findings': findings or {}, 'words': words, **more}
