#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds what ctest ran to what the sources of the tests have: no suite is missing and no test was skipped.

usage: suites.py [--may-skip REGEX] [--without FOLDER | --only FOLDER] JUNIT...
JUNIT are the files of `ctest --output-junit`, of one or more runs that together are to be whole. --may-skip names the
tests (SUITE.TEST) that may have been skipped, or not be there. The suites whose sources are in FOLDER, named from the
root of the repository, need not be there: another run has them. With --only no others need to be.
"""
import argparse
import pathlib
import re
import sys
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUITE = re.compile(r'^TEST(?:_F|_P)?\(\s*(\w+)\s*,', re.MULTILINE)


def suites():
    """The suites of GoogleTest in tests/, each with the source that has it."""
    found = {}
    for source in sorted((ROOT / 'tests').rglob('*_test.cpp')):
        for suite in SUITE.findall(source.read_text()):
            found.setdefault(suite, source.relative_to(ROOT))
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('junit', nargs='+', type=pathlib.Path)
    parser.add_argument('--may-skip', default='(?!)')
    folders = parser.add_mutually_exclusive_group()
    folders.add_argument('--without', type=pathlib.PurePath)
    folders.add_argument('--only', type=pathlib.PurePath, default=pathlib.PurePath('tests'))
    arguments = parser.parse_args()
    may_skip = re.compile(arguments.may_skip)
    ran, skipped = set(), {}
    for path in arguments.junit:
        for test in xml.etree.ElementTree.parse(path).iter('testcase'):
            # A test with a parameter is PREFIX/SUITE.TEST/PARAMETER, and "  # GetParam() = ..." may follow.
            name = test.attrib['name'].split('  #')[0]
            if test.attrib['status'] in ('run', 'fail'):
                ran.add(name)
            else:
                skipped[name] = test.findtext('system-out', '')
    ran_suites = {suite for name in ran for suite in name.split('.')[0].split('/')}
    faults = [f'{name} was skipped: {" ".join(output.split())[:300]}' for name, output in sorted(skipped.items())
              if name not in ran and not may_skip.search(name)]
    faults += [f'no test of {suite} ran ({source})' for suite, source in suites().items()
               if suite not in ran_suites and not may_skip.search(suite)
               and arguments.only in source.parents and arguments.without not in source.parents]
    if not ran:
        faults.append('no test ran')
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f'{len(ran)} tests ran, {len(skipped)} were skipped, of {len(ran_suites & suites().keys())} suites')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
