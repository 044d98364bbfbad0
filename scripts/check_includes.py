#!/usr/bin/env python3
"""Holds the sources to the design: a part includes only itself and the parts below it (docs/design.md).

usage: check_includes.py [SOURCE_DIR]
Prints each include that points upward or sideways; exit 1 if there is one.
"""
import pathlib
import re
import sys

BELOW = {
    'sim': set(),
    'func': set(),
    'isa': set(),
    'gpu': {'func'},
    'mem': {'sim'},
    'frontend': {'gpu', 'isa', 'func', 'sim'},
    'machine': {'gpu', 'func', 'isa', 'sim', 'mem'},
    'results': {'sim'},
    'workload': {'frontend', 'gpu', 'isa', 'func', 'sim'},
    'device': {'frontend', 'machine', 'gpu', 'isa', 'func', 'sim', 'mem'},
    'cli': {'device', 'workload', 'results', 'machine', 'frontend', 'gpu', 'isa', 'func', 'sim', 'mem'},
}
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"/]+)/')

root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent / 'src')
bad = 0
for path in sorted(root.rglob('*')):
    if path.suffix not in ('.h', '.cpp'):
        continue
    part = path.relative_to(root).parts[0]
    if part not in BELOW:
        print(f'{path}: unknown part {part}')
        bad += 1
        continue
    for number, line in enumerate(path.read_text().splitlines(), 1):
        match = INCLUDE.match(line)
        if match and match[1] != part and match[1] not in BELOW[part]:
            print(f'{path}:{number}: {part} must not include {match[1]}')
            bad += 1
sys.exit(1 if bad else 0)
