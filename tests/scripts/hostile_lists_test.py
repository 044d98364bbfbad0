#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Damaged suites and lists of Mesa's CI, in the readers of `cyclorama ci`: each is read, or refused with the name of the file.
    hostile_lists_test.py [SECONDS]
Without SECONDS as many of each kind as ./test has time for. The damage is chosen by numbers that are the same in each run."""
import pathlib
import random
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / 'scripts'))

from suites import expectations, lists, suite_file  # noqa: E402

SUITE = '''# A comment
version_check = "git"
[[deqp]]
deqp = "/deqp-gles/modules/gles2/deqp-gles2"
caselists = ["/deqp-gles/mustpass/gles2-main.txt", "more.txt"]
tests_per_group = 20
deqp_args = ["--deqp-surface-width=256", "--deqp-visibility=hidden"]
skips = ["/install/skips.txt"]
timeout = 60.0
[deqp.env]
ETNA_MESA_DEBUG = "deqp"
[[piglit]]
piglit_folder = "/piglit"
profile = "quick_gl"
process_isolation = true
include = ["spec@!opengl.*", 'a\\.b']
[[gtest]]
gtest = "/va/vaapi-fits"
fraction = 4
prefix = "g-"
'''
RESULTS = '''# Results
dEQP-GLES2.functional.clipping.line,Fail
spec@arb_map_buffer@a test with spaces,Crash
dEQP-GLES3.functional.fbo.blit,UnexpectedImprovement(Pass)

dEQP-VK.api.info,Timeout,1.5
'''
EXPRESSIONS = '''# Skips
dEQP-GLES[0-9]*.performance.*
dEQP-VK.(api|memory)\\..*(?:a|b){2,3}$
^spec@[^@]+@.*

glx@.*
'''
NAMES = '''dEQP-GLES2.info.vendor
# other.txt
other.txt
dEQP-GLES2.functional.a
'''


def read_suite(path):
    """A suite, and where the lists are that it names."""
    for table in suite_file.read(path):
        for name in (*table.skips, *table.flakes):
            expectations.Files(path.parent, 'etnaviv-gc2000').named(name, table.place)


READERS = (('suite.toml', SUITE, read_suite), ('fails.txt', RESULTS, lists.results),
           ('skips.txt', EXPRESSIONS, lists.expressions), ('names.txt', NAMES, lists.names))
# What the formats give a meaning to, and what numbers and nesting can exceed.
PIECES = [piece.encode() for piece in (
    '[[', ']]', '[', ']', '{', '}', '=', '.', ',', '"', "'", '"""', '\n', '\r\n', '#', '\\', '\\u0000', '\0', '\ufeff', '(', ')', '*', '+', '?',
    '(?P<a>', '(?<=', '{99999999999}', '|', '^', '$', '-1', '0', '1e400', 'nan', 'inf', '9' * 5000, '0x7fffffffffffffffff', 'true',
    '1979-05-27T07:32:00Z', 'timeout', 'caselists', 'env', 'other.txt', 'names.txt', '/', '..', ',Fail', ',Pass', '(Fail)', '[' * 3000,
    '(' * 3000, 'a.' * 3000)] + [b'\xff', b'\xc3', b'\xed\xa0\x80']
ROUNDS = 1500


def damaged(chance, content):
    for _ in range(chance.randint(1, 6)):
        begin = chance.randrange(len(content) + 1)
        end = min(len(content), begin + chance.choice((0, 0, 1, 2, 20, 200)))
        other = chance.randrange(len(content) + 1)
        inserted = chance.choice((chance.choice(PIECES), content[other:other + 40], bytes([chance.randrange(256)]), b''))
        content = content[:begin] + inserted + content[end:]
    return content


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 0
    faults, read, refused = [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / 'other.txt').write_text('dEQP-GLES2.functional.b\n')
        (folder / 'skips.txt').touch()
        began, number = time.monotonic(), 0
        while number < ROUNDS or time.monotonic() - began < seconds:
            for name, text, reader in READERS:
                chance = random.Random(f'{number} {name}')
                path = folder / name
                path.write_bytes(damaged(chance, text.encode()))
                try:
                    reader(path)
                    read += 1
                except SystemExit as refusal:
                    refused += 1
                    if not str(refusal.code).startswith(str(folder)):
                        faults.append(f'{name}, {number}: the refusal names no file: {str(refusal.code)[:200]}')
                except Exception as error:  # pylint: disable=broad-exception-caught
                    faults.append(f'{name}, {number}: {type(error).__name__}: {str(error)[:200]}')
            number += 1
    print(*faults[:20], f'{read} damaged files are read, {refused} refused', sep='\n')
    return bool(faults) or not read or not refused


if __name__ == '__main__':
    sys.exit(main())
