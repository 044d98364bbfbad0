#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`cyclorama exec` with a Mesa that is built with the address sanitizer, in programs that are not: its reports come, by name. A
library with a mistake stands in for Mesa.

usage: exec_sanitizer.py CYCLORAMA
"""
import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE = r'''
#include <stdlib.h>
extern "C" int overrun(int place) { char* block = (char*)malloc(16); int value = block[place]; free(block); return value; }
extern "C" void leak() { static void* volatile kept = malloc(100); kept = nullptr; }
'''
CALL = 'import ctypes, sys; library = ctypes.CDLL(sys.argv[1]); getattr(library, sys.argv[2])(int(sys.argv[3])); print("done")'


def run(prefix, function, number, **variables):
    """Calls the stand-in's function under exec; both outputs and the status."""
    environment = {name: value for name, value in os.environ.items() if name not in ('ASAN_OPTIONS', 'LSAN_OPTIONS', 'LD_PRELOAD')}
    return subprocess.run([sys.argv[1], 'exec', '--gpu', 'gc2000', '--mesa', f'{prefix}/', '--', '/usr/bin/python3', '-c', CALL,
                           f'{prefix}/lib/libEGL_mesa.so.0', function, str(number)],
                          env={**environment, **variables}, capture_output=True, text=True, check=False)


def expect(held, result):
    if not held:
        sys.exit(f'not as expected: status {result.returncode}\n{result.stdout}\n{result.stderr}')


with tempfile.TemporaryDirectory() as temporary:
    for kind, flags in (('asan', ['-fsanitize=address', '-g']), ('plain', [])):
        library = pathlib.Path(temporary) / kind / 'lib/libEGL_mesa.so.0'
        library.parent.mkdir(parents=True)
        subprocess.run(['g++', '-shared', '-fPIC', *flags, '-x', 'c++', '-', '-o', library], input=SOURCE, text=True, check=True)
    asan, plain = f'{temporary}/asan', f'{temporary}/plain'

    fine = run(asan, 'overrun', 15)
    expect(fine.returncode == 0 and fine.stdout == 'done\n', fine)

    faulty = run(asan, 'overrun', 16)
    expect(faulty.returncode == 1 and faulty.stdout == '', faulty)
    expect('AddressSanitizer: heap-buffer-overflow' in faulty.stderr and 'in overrun' in faulty.stderr, faulty)

    # Leaks are not reported unless the user's own options ask for it.
    leaking = run(asan, 'leak', 0)
    expect(leaking.returncode == 0 and 'LeakSanitizer' not in leaking.stderr, leaking)
    options = run(asan, 'overrun', 16, ASAN_OPTIONS='exitcode=42:detect_leaks=0')
    expect(options.returncode == 42, options)

    unchecked = run(plain, 'overrun', 16)
    expect(unchecked.returncode == 0 and 'AddressSanitizer' not in unchecked.stderr, unchecked)
