#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Stand-ins for what tests of conformance.py and of `cyclorama ci` would need days to build: a simulator, a module of VK-GL-CTS, and
the files of Mesa's CI for a chip.

usage: stand_ins.py FOLDER
Lays out in FOLDER `mesa`, sources of Mesa with the files of CI; `install`, a prefix that `cyclorama exec` takes for a Mesa; and
`vk-gl-cts/build`, a module of OpenGL ES 2.0 with its list.
"""
import pathlib
import sys

# Runs a program as exec does; what the simulator finds is always the same.
SIMULATOR = '''#!/usr/bin/env python3
import json, os, pathlib, subprocess, sys
if sys.argv[1] == '--version':
    print('cyclorama 1\\ncommit 1234567')
elif sys.argv[1] == 'config':
    print('abcdef')
else:
    words = sys.argv[2:]
    folder = pathlib.Path(words[words.index('--out') + 1])
    pathlib.Path(os.environ['WISH']).write_text(' '.join(words[words.index('--out') + 2:words.index('--')]))
    code = subprocess.run(words[words.index('--') + 1:], env={**os.environ, 'SIMULATED': '1'}).returncode
    (folder / 'summary.json').write_text(json.dumps({'findings': [{'identifier': 'odd', 'count': 1}]}))
    sys.exit(128 - code if code < 0 else code)
'''

# A test does what its name's last part says: a `flake` fails the first time alone. A line in $STARTS for each start of the simulated
# driver, and one with its name in $TESTS for each test.
MODULE = '''#!/usr/bin/env python3
import os, pathlib, signal, sys
simulated = 'SIMULATED' in os.environ
def option(name):
    return [word.split('=', 1)[1] for word in sys.argv if word.startswith(f'--deqp-{name}=')][0]
def note(variable, text):
    if variable in os.environ:
        open(os.environ[variable], 'a').write(text + '\\n')
def before(name):
    path = pathlib.Path(os.environ.get('TESTS', '/dev/null'))
    return path.exists() and name in path.read_text().split()
print('dEQP Core release-7 (0x0) starting..', flush=True)
if simulated:
    note('STARTS', 'start')
for name in open(option('caselist-file')).read().split():
    kind = name.rsplit('.', 1)[1].rstrip('0123456789')
    if kind in ('renderer', 'version', 'device'):
        said = {'renderer': 'Vivante GC2000', 'version': 'OpenGL ES 2.0 Mesa 26.0.0-devel (git-1234567) &amp; more',
                'device': 'name: no\\ndeviceName: Turnip Adreno (TM) 630\\n'}[kind]
        open(option('log-filename'), 'a').write(f'<Text>{said}</Text>\\n#endTestCaseResult\\n')
    if kind == 'absent':
        continue
    if kind == 'resource':
        print(f"\\nTest case '{name}'..\\n  ResourceError (no file)\\n\\nDONE!\\nTest run was ABORTED!", flush=True)
        sys.exit(1)
    if kind == 'dead' and simulated:
        os.kill(os.getpid(), signal.SIGABRT)
    print(f"\\nTest case '{name}'..", flush=True)
    again = before(name)
    if simulated:
        note('TESTS', name)
    if simulated and (kind == 'crash' or kind == 'fragile' and not again):
        os.kill(os.getpid(), signal.SIGSEGV)
    while simulated and kind == 'hang':
        pass
    fails = kind in ('both', 'odd') or kind == ('fail' if simulated else 'reference') or kind == 'flake' and not again
    said = 'Fail (Image (0) \\x1b[1m differs' if kind == 'odd' else 'Fail (Image (0) differs'
    print(f'  {said})' if fails else '  NotSupported (no)' if kind == 'unsupported' else
          '  QualityWarning (coarse)' if kind == 'coarse' else '  Pass (Pass)', flush=True)
print('\\nDONE!')
'''

# A program with tests of GoogleTest, as that prints them (docs/advanced.md of its sources).
GTEST = '''#!/usr/bin/env python3
import os, signal, sys
tests = {'Copy': ['Works', 'Fails', 'IsSkipped', 'Crashes', 'Late'], 'Sizes/Fill': ['Works/0', 'Works/1']}
names = [f'{suite}.{test}' for suite in tests for test in tests[suite]]
words = [word.split('=', 1) for word in sys.argv[1:]]
if ['--gtest_list_tests'] in words:
    print('A banner of main().')
    for suite in tests:
        print(f'{suite}.', *(f'  {test}' + ('  # GetParam() = 3' if '/' in test else '') for test in tests[suite]), sep='\\n')
    sys.exit()
flags = [value for name, *value in words if name == '--gtest_flagfile'][0][0]
wanted = open(flags).read().split('=', 1)[1].strip().split(':')
print(f'[==========] Running {len(wanted)} tests from 2 test suites.')
for name in [name for name in names if name in wanted]:
    print(f'[ RUN      ] {name}', flush=True)
    if name.endswith('Crashes'):
        os.kill(os.getpid(), signal.SIGSEGV)
    end = 'FAILED ' if name.endswith('Fails') else 'SKIPPED' if name.endswith('Skipped') else '     OK'
    print(f'[ {end} ] {name}' + (', where GetParam() = 3' if 'FAILED' in end else '') + ' (12 ms)', flush=True)
print(f'[==========] {len(wanted)} tests from 2 test suites ran. (20 ms total)')
print('[  FAILED  ] 1 test, listed below:')
'''

SUITE = '''[[deqp]]
deqp = "/deqp-gles/modules/gles2/deqp-gles2"
caselists = ["/deqp-gles/mustpass/gles2-main.txt"]
deqp_args = ["--deqp-surface-width=256", "--deqp-surface-height=256"]
version_check = "GL ES 2.0.*git"
renderer_check = "GC2000"
'''


def write(path, text, executable=False):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    if executable:
        path.chmod(0o755)


def main():
    folder = pathlib.Path(sys.argv[1])
    files = folder / 'mesa/src/etnaviv/ci'
    write(files / 'deqp-etnaviv-gc2000.toml', SUITE)
    write(files / 'etnaviv-gc2000-fails.txt', 'dEQP-GLES2.draw.both0,Fail\n')
    write(files / 'etnaviv-gc2000-flakes.txt', 'dEQP-GLES2.known.*\n')
    write(files / 'etnaviv-gc2000-skips.txt', '# hangs the board\ndEQP-GLES2.slow\n')
    write(folder / 'install/lib/libEGL_mesa.so.0', '')
    write(folder / 'vk-gl-cts/build/modules/gles2/deqp-gles2', MODULE, True)
    tests = [*(f'draw.pass{n}' for n in range(40)), 'draw.both0', 'known.both1', 'slow.hang', 'texture.unsupported']
    write(folder / 'vk-gl-cts/build/mustpass/gles2-main.txt', ''.join(f'dEQP-GLES2.{name}\n' for name in sorted(tests)))


if __name__ == '__main__':
    main()
