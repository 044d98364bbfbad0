#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads every suite and every list of Mesa's CI that scripts/setup/mesa keeps beside a Mesa: `cyclorama ci` refuses none of them but
those of skqp, by that name. Exit 77 where there is no Mesa."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / 'scripts'))

from suites import lists, mesa_lists, suite_file  # noqa: E402

# What reads a file, by the end of its name; skqp's lists of failures have differences of pixels for results.
READERS = {'.toml': suite_file.read, '-fails.txt': lists.results, '-flakes.txt': lists.expressions, '-skips.txt': lists.expressions}
OTHERS = 'skqp'

read, faults = 0, []
for folder in sorted(mesa_lists.cache_folder().glob('mesa-*/share/*')):
    for path in sorted([*folder.glob('*.toml'), *folder.glob('*.txt'), *folder.glob('ci/*.toml'), *folder.glob('ci/*.txt')]):
        reader = next((READERS[end] for end in READERS if path.name.endswith(end)), None)
        if not reader:
            continue
        try:
            read += bool(reader(path)) or path.suffix == '.txt'
        except SystemExit as refusal:
            if OTHERS not in path.name:
                faults.append(str(refusal))
print(*faults, f'{read} files of Mesa are read', sep='\n')
if not read and not faults:
    sys.exit(77)
sys.exit(bool(faults))
