# SPDX-License-Identifier: MIT
"""What a test's result is called by deqp-runner, which Mesa's CI runs tests with: the result alone, and beside what a list of
expected results (a baseline) says of the test. The names and the rules are those of deqp-runner 0.20 (its README, and
src/runner_results.rs)."""

# Results of a test alone (records.py), by their names in files.
OUTCOMES = {'pass': 'Pass', 'warn': 'Warn', 'fail': 'Fail', 'crash': 'Crash', 'timeout': 'Timeout', 'skip': 'Skip',
            'missing': 'Missing'}
IMPROVEMENT = 'UnexpectedImprovement'
ALL = (*OUTCOMES.values(), 'Flake', 'KnownFlake', 'ExpectedFail', f'{IMPROVEMENT}(STATUS)')
GOOD = frozenset({'Pass', 'Skip', 'Warn', 'Flake', 'KnownFlake', 'ExpectedFail'})
# In the order in which a summary counts them.
COUNTED = ('Pass', 'Fail', 'Crash', IMPROVEMENT, 'ExpectedFail', 'Warn', 'Skip', 'Timeout', 'Missing', 'Flake', 'KnownFlake')

# By a result, the expected results that make it an expected failure, and those that make it an improvement. A failure where a
# crash is expected is an improvement, whose list has to be changed.
EXPECTED = {'Fail': {'Fail', 'ExpectedFail'}, 'Crash': {'Crash', 'ExpectedFail'}, 'Timeout': {'Timeout'}, 'Warn': {'Warn'}}
IMPROVED = {'Fail': {'Crash', 'Timeout'}, 'Pass': {'Fail', 'Crash', 'Missing', 'Timeout'}, 'Warn': {'Fail', 'Crash'},
            'Skip': {'Fail', 'Crash', 'Missing', 'Timeout'}}


def inner(status):
    """The result that an improvement is one to, or None of another status."""
    return status[len(IMPROVEMENT) + 1:-1] if status.startswith(f'{IMPROVEMENT}(') and status.endswith(')') else None


def is_status(words):
    return words in ALL[:-1] or inner(words) in OUTCOMES.values()


def kind(status):
    """The name under which a summary counts a status."""
    return IMPROVEMENT if inner(status) else status


def outcome(result):
    """The name of a result of records.py, or of piglit, which has others that all mean a failure."""
    return OUTCOMES.get(result, 'Fail')


def compared(outcome, expected):
    """The status of a result beside the expected one, which is None where no list names the test."""
    if expected in EXPECTED.get(outcome, ()):
        return 'ExpectedFail'
    return f'{IMPROVEMENT}({outcome})' if expected in IMPROVED.get(outcome, ()) else outcome
