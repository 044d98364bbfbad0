#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`scripts/setup/mesa --source` on a stand-in for a checkout of Mesa: what it builds, leaves alone and refuses. Exit 77 without Meson."""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[2]
MESA = ROOT / 'scripts/setup/mesa'

BUILD = """project('mesa', 'c', version : files('VERSION'), meson_version : '>= 0.60')
_drm_ver = '2.4.50'
prog_python = find_program('python3')
has_mako = run_command(
  prog_python, '-c',
  '''
import sys
  ''', check : false)
dependency('libdrm', version : '>=' + _drm_ver)
shared_library('EGL_mesa', 'egl.c', soversion : '0', install : true)
"""
OPTIONS = """# Comments count for nothing: option('llvm', type : 'boolean')
option('gallium-drivers', type : 'array', value : ['auto'],
  choices : ['auto', 'etnaviv', 'freedreno', 'virgl',
             'swrast'],
  description : 'Drivers')
option('glvnd', type : 'boolean', value : false)
option(
  'gles2',
  type : 'feature')
option('llvm', type : 'combo', choices : ['auto', 'yes', 'no'])
option('tools', type : 'array', value : [], choices : ['freedreno', 'dlclose-skip'])
option('egl-native-platform', type : 'combo', choices : ['auto', 'surfaceless'])
"""

failed = []


def expect(held, text):
    if not held:
        failed.append(text)


def lay_out(folder, build=BUILD):
    files = {'meson.build': build, 'meson_options.txt': OPTIONS, 'VERSION': '30.1.0-devel\n', 'egl.c': 'int egl(void) { return 1; }\n',
             'src/etnaviv/ci/etnaviv-gc2000-fails.txt': 'a.test,Fail\n', 'src/freedreno/ci/deqp-freedreno-a630.toml': '\n'}
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def content(folder):
    """Names and contents of all files."""
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.rglob('*')) if path.is_file()}


with tempfile.TemporaryDirectory() as temporary:
    base = pathlib.Path(temporary)
    # Nothing is installed by a test: the packages that matter here are those of Meson and a compiler.
    stubs = base / 'stubs'
    stubs.mkdir()
    (stubs / 'dpkg-query').write_text('#!/bin/sh\necho install ok installed\n')
    (stubs / 'dpkg-query').chmod(0o755)
    environment = {**os.environ, 'XDG_CACHE_HOME': str(base / 'cache'), 'PATH': f'{stubs}:{os.environ["PATH"]}'}
    if not shutil.which('meson', path='/usr/bin') or not shutil.which('ninja', path='/usr/bin'):
        print('Meson is not installed (Debian: meson)')
        sys.exit(77)

    def run(*words, folder=base):
        return subprocess.run([MESA, *map(str, words)], env=environment, cwd=folder, capture_output=True, text=True, check=False)

    def refused(text, *words, status=1):
        result = run(*words)
        expect(result.returncode == status and text in result.stderr, f'{words}: {result.returncode}, {result.stderr}, not: {text}')
        return result.stderr

    source = lay_out(base / 'own mesa')
    before = content(source)
    checkouts = base / 'cache/cyclorama/checkouts'

    # A release build: options of the sources alone, in their spelling.
    result = run('--source', 'own mesa')
    prefix = checkouts / 'own mesa-release'
    expect(result.returncode == 0 and result.stdout.endswith(f'Mesa 30.1.0-devel (release): {prefix}\n'), f'{result}')
    expect((prefix / 'lib/libEGL_mesa.so.0').exists(), 'release: no library')
    expect(b'libasan' not in (prefix / 'lib/libEGL_mesa.so.0').read_bytes(), 'release: a sanitizer')
    options = pathlib.Path(f'{prefix}.build/options').read_text().split('\n')
    wanted = ['-Dgallium-drivers=etnaviv,freedreno,virgl,swrast', '-Dglvnd=true', '-Dgles2=enabled', '-Dllvm=no', '-Dtools=freedreno',
              '-Degl-native-platform=surfaceless', '-Doptimization=2', '-Db_ndebug=true', '--wrap-mode=nodownload']
    expect(set(wanted) <= set(options), f'release: {options}')
    expect(not any('platforms' in option or 'shared-glapi' in option for option in options), f'release: unknown ones of {options}')
    expect((prefix / 'complete').read_text() == f'source {source}\nmesa 30.1.0-devel\nbuild-type release\n', 'release: complete')
    expect((prefix / 'drivers').read_text() == 'etnaviv\nmsm\nvirtio_gpu\n', 'release: drivers')
    expect((prefix / 'share/etnaviv-ci/etnaviv-gc2000-fails.txt').exists(), 'release: lists of etnaviv')
    expect((prefix / 'share/freedreno-source/ci/deqp-freedreno-a630.toml').exists(), 'release: lists of freedreno')
    expect(content(source) == before, 'the sources are changed')

    # A change of the sources: compiled alone, in the same folder.
    (source / 'egl.c').write_text('int egl(void) { return 1; }\nint another(void) { return 2; }\n')
    result = run('--source', source)
    expect(result.returncode == 0, f'again: {result}')
    expect(b'another' in (prefix / 'lib/libEGL_mesa.so.0').read_bytes(), 'again: the change is missing')
    log = pathlib.Path(f'{prefix}.build/log').read_text()
    expect('The Meson build system' not in log and '] Linking' in log, f'again: {log}')

    # With the address sanitizer, and as debug, at a place of the user's.
    result = run('--source', 'own mesa', '--build-type', 'asan', '--prefix', 'here')
    expect(result.returncode == 0, f'asan: {result}')
    expect(b'\0libasan.so.' in (base / 'here/lib/libEGL_mesa.so.0').read_bytes(), 'asan: no sanitizer')
    expect('-Dtools=freedreno,dlclose-skip' in (base / 'here.build/options').read_text(), 'asan: tools')
    result = run('--source', 'own mesa', '--build-type', 'debug')
    options = (checkouts / 'own mesa-debug.build/options').read_text()
    expect(result.returncode == 0 and '-Db_ndebug=false' in options and '-Doptimization=0' in options, f'debug: {result}')

    # Faults of compilation end the build, and leave no prefix that counts as whole.
    (source / 'egl.c').write_text('int egl(void) { return nowhere; }\n')
    error = refused('Mesa 30.1.0-devel was not built; the last lines of', '--source', source)
    expect('nowhere' in error, error)
    expect(not (prefix / 'complete').exists(), 'a broken build is complete')

    # What is missing, all of it, before anything is compiled.
    lacking = lay_out(base / 'lacking', BUILD.replace('2.4.50', '99.0').replace('import sys', 'import no_such_module'))
    error = refused('Mesa 30.1.0-devel needs what this machine lacks:\n  libdrm 99.0 or newer; here is ', '--source', lacking)
    expect("\n  Python's module no_such_module\n" in error, error)
    expect(not (checkouts / 'lacking-release.build/build').exists(), 'configured without what is needed')
    newer = lay_out(base / 'newer', BUILD.replace('>= 0.60', '>= 99.1'))
    result = subprocess.run([ROOT / 'scripts/setup/mesa_checkout.py', 'needs', newer], capture_output=True, text=True, check=False)
    expect(result.returncode == 1 and result.stdout.startswith('meson 99.1 or newer; here is '), f'{result}')
    refused('ERROR: Dependency "no-such-library" not found', '--source',
            lay_out(base / 'other', BUILD + "dependency('no-such-library')\n"))

    # Options and places.
    refused('no sources of Mesa', '--source', stubs)
    refused('no such folder', '--source', base / 'nowhere')
    refused('--source lacks its value', '--source', status=2)
    refused('--build-type fast is none of release, debug and asan', '--source', source, '--build-type', 'fast', status=2)
    refused('takes no version beside it (25.0.7)', '--source', source, '25.0.7', status=2)
    refused('--quick goes with versions', '--quick', '--source', source, status=2)
    refused('go with --source alone', '--build-type', 'asan', status=2)
    refused('there is no option --sources', '--sources', source, status=2)
    refused('version 9.9 is not known', '9.9', status=2)
    refused('is that of another checkout', '--source', newer, '--prefix', prefix)
    refused('is no prefix that scripts/setup/mesa --source made', '--source', source, '--prefix', stubs)
    refused('is in the checkout', '--source', source, '--prefix', source / 'install')

for text in failed:
    print(text)
print(f'{len(failed)} failed')
sys.exit(bool(failed))
