# SPDX-License-Identifier: MIT
"""Which tests count, and which of these pass.

A test counts where the driver does not skip it, Mesa's lists for the chip (mesa_lists.py) do not name it, and it passes, or the
reference driver passes it; where the lists name only some subtests, by the others. So the reference runs only what a chip does
not pass. What counts must pass, but for the exceptions (exceptions.py). A test that does not pass and asks for what the GPU
itself cannot do, with any driver (the finding virgl-beyond-gpu), does not count either: it is named with the reason.
"""
import collections
import re

PASSED = ('pass', 'warn')
ENDED_BADLY = ('crash', 'timeout')
NOT_RUN = ('skip', 'missing')


def needs_reference(record):
    """Whether a test that ran does not pass, wholly or in one of its subtests."""
    if record['result'] in NOT_RUN:
        return False
    return record['result'] not in PASSED or any(result not in (*PASSED, 'skip') for result in record['subtests'].values())


class Verdict:
    """Whether a test counts, and whether it passes. `theirs` is None where the reference did not have to run.

    Subtests that the driver has not (of more samples than it offers, say) do not count where the test came to its end, and
    fails by others that it has.
    """

    def __init__(self, ours, theirs, lists):
        name = ours['test']
        if theirs is None:
            self.counts, self.passes, self.ended_badly = not ours.get('refused'), True, False
            self.beyond_gpu = ''
            return
        self.ended_badly = ours['result'] in ENDED_BADLY
        absent = None if self.ended_badly or all(result in PASSED for result in ours['subtests'].values()) else 'skip'
        parts = [part for part, result in theirs['subtests'].items()
                 if result in PASSED and ours['subtests'].get(part, absent) != 'skip' and not lists.names(f'{name}@{part}')]
        in_part = len(parts) < len(theirs['subtests'])
        self.counts = bool(parts) if in_part else theirs['result'] in PASSED
        self.counts = self.counts and not ours.get('refused')
        if in_part:
            self.passes = not self.ended_badly and all(ours['subtests'].get(part) in PASSED for part in parts)
        else:
            self.passes = ours['result'] in PASSED
        self.beyond_gpu = ours.get('beyond_gpu', '') if self.counts and not self.passes and not self.ended_badly else ''
        self.counts = self.counts and not self.beyond_gpu


class Result:
    """All tests of a suite on one chip with one version of Mesa."""

    def __init__(self, suite, column, ours, reference, lists, listed):
        self.suite, self.column, self.ours, self.lists = suite, column, ours, lists.description
        self.listed = listed
        self.ran = {name: record for name, record in ours.items() if record['result'] not in NOT_RUN}
        self.missing = {name for name, record in ours.items() if record['result'] == 'missing'}
        verdicts = {name: Verdict(record, reference[name] if needs_reference(record) else None, lists)
                    for name, record in self.ran.items() if not lists.names(name)}
        self.counted = {name for name, verdict in verdicts.items() if verdict.counts}
        self.failing = {name for name in self.counted if not verdicts[name].passes}
        self.ends = {name for name in self.counted if verdicts[name].ended_badly}
        # Tests by what they ask for and the GPU cannot do.
        self.beyond_gpu = collections.defaultdict(list)
        for name, verdict in verdicts.items():
            if verdict.beyond_gpu:
                self.beyond_gpu[re.sub(r'^TGSI line \d+: ', '', verdict.beyond_gpu)].append(name)
        self.findings = collections.defaultdict(list)
        # A test that the driver skips may be the last of its process, and has what all of them raised.
        for name, record in sorted(ours.items()):
            for finding in record['findings']:
                self.findings[finding].append(name)

    @property
    def title(self):
        return f'{self.column.gpu}, Mesa {self.column.mesa}'

    @property
    def share(self):
        return 1 - len(self.failing) / len(self.counted) if self.counted else 0

    def good(self):
        """Prints what is wrong."""
        print(f'{self.suite.title}, {self.title}: {len(self.counted)} tests count, '
              f'{len(self.counted) - len(self.failing)} pass ({100 * self.share:.2f} %), {len(self.ends)} crash or do not end')
        for reason, names in sorted(self.beyond_gpu.items()):
            print(f'  beyond the GPU, {reason}: {len(names)}')
        fresh = sorted(self.failing - self.listed.keys())
        mended = sorted(name for name in self.listed if name in self.counted - self.failing)
        for name in fresh:
            print(f'  {self.ran[name]["result"]}, not listed: {name}')
        for name in mended:
            print(f'  passes, take it off the list: {name}')
        for name in sorted(self.missing):
            print(f'  not in the module: {name}')
        return not fresh and not mended and not self.ends and not self.missing
