#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the sources of a Mesa say of their build, for scripts/setup/mesa. Reads them, and writes nothing there.

usage: mesa_checkout.py version SOURCES           the version that the sources have
       mesa_checkout.py wanted NAME SOURCES       the oldest version of NAME that they take; nothing where they name none
       mesa_checkout.py needs SOURCES             what they need and this machine lacks, one a line; exit 1 if there is any
       mesa_checkout.py options SOURCES NAME=VALUE...
                                                  Meson's options, one a line: those that the sources have, with values
                                                  that they take

NAME is `meson` or a package of pkg-config. VALUE is `on` or `off`, which each type of option spells in its own way, or words
with commas between them. Of words joined by `|` the first that the option knows is taken. Words that the option does not know are
left out.
"""
import pathlib
import re
import subprocess
import sys

# Packages of pkg-config that the drivers and platforms of scripts/setup/mesa use.
PACKAGES = ('libdrm', 'expat', 'zlib', 'libglvnd', 'wayland-scanner', 'wayland-client', 'wayland-server', 'wayland-egl-backend',
            'wayland-protocols', 'x11', 'xcb', 'xcb-randr', 'xshmfence')

# How the types of options spell on and off; a combo has one of these.
WORDS = {'on': ('enabled', 'true', 'yes'), 'off': ('disabled', 'false', 'no')}


def fail(text):
    sys.exit(f'scripts/setup/mesa: {text}')


def read(path):
    return path.read_text(encoding='utf-8', errors='replace')


def build_file(source):
    path = source / 'meson.build'
    text = read(path) if path.is_file() else ''
    if not re.search(r"\bproject\(\s*'mesa'", text):
        fail(f"{source}: no sources of Mesa: it has no meson.build with project('mesa', ...)")
    return text


def version(source):
    build_file(source)
    path = source / 'VERSION'
    if not path.is_file():
        fail(f'{source}: no sources of Mesa: it has no file VERSION')
    return read(path).strip()


def wanted(name, text):
    """The oldest version of `meson` or of a package of pkg-config that a meson.build takes; empty where it names none."""
    if name == 'meson':
        expression = r"meson_version\s*:\s*'>=?\s*([\d.]+)'"
    elif name == 'libdrm':
        expression = r"^_drm_ver = '([\d.]+)'"
    else:
        expression = r"dependency\(\s*'" + re.escape(name) + r"',[^)]*?version\s*:\s*'>=?\s*([\d.]+)'"
    found = re.search(expression, text, re.MULTILINE)
    return found.group(1) if found else ''


def numbers(text):
    return [int(number) for number in re.findall(r'\d+', text)]


def output(*command):
    """What a command prints; empty where it fails or is missing."""
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ''


def missing_versions(text):
    for name in ('meson', *PACKAGES):
        least = wanted(name, text)
        if not least:
            continue
        there = output('meson', '--version') if name == 'meson' else output('pkg-config', '--modversion', name)
        if not there:
            yield f'{name} {least} or newer, which is not installed'
        elif numbers(there) < numbers(least):
            yield f'{name} {least} or newer; here is {there}'


def missing_modules(text):
    """Modules of Python: a meson.build tries each by a few lines of Python of its own."""
    tries = re.findall(r"^has_\w+ = run_command\(\s*prog_python,\s*'-c',\s*'''(.*?)'''", text, re.MULTILINE | re.DOTALL)
    for lines in tries:
        if subprocess.run([sys.executable, '-c', lines], stderr=subprocess.DEVNULL, check=False).returncode != 0:
            modules = ', '.join(re.findall(r'^import (\w+)', lines, re.MULTILINE))
            least = re.search(r'>= Version\("([\d.]+)"\)', lines)
            yield f"Python's module {modules}" + (f' {least.group(1)} or newer' if least else '')


def known_options(source):
    """The options of the sources: their types, and the values that they take."""
    for name in ('meson.options', 'meson_options.txt'):
        if (source / name).is_file():
            text = re.sub(r'^\s*#.*$', '', read(source / name), flags=re.MULTILINE)
            break
    else:
        fail(f'{source}: no sources of Mesa: it has neither meson.options nor meson_options.txt')
    options = {}
    for part in re.split(r'^option\(', text, flags=re.MULTILINE)[1:]:
        name = re.match(r"\s*'([^']+)'", part)
        kind = re.search(r"\btype\s*:\s*'(\w+)'", part)
        choices = re.search(r'\bchoices\s*:\s*\[(.*?)\]', part, re.DOTALL)
        if name and kind:
            options[name.group(1)] = (kind.group(1), re.findall(r"'([^']*)'", choices.group(1)) if choices else [])
    return options


def spelled(kind, choices, value):
    """A value as an option takes it; None where it takes none of the words."""
    if kind == 'boolean':
        choices = ['true', 'false']
    elif kind == 'feature':
        choices = ['enabled', 'disabled', 'auto']
    words = []
    for word in value.split(','):
        variants = WORDS.get(word, word.split('|'))
        fitting = [variant for variant in variants if not choices or variant in choices]
        words += fitting[:1]
    return None if value and not words else ','.join(words)


def main():
    known = {'version': 3, 'wanted': 4, 'needs': 3}
    if len(sys.argv) < 3 or len(sys.argv) != known.get(sys.argv[1], len(sys.argv)):
        sys.exit(__doc__)
    command, source = sys.argv[1], pathlib.Path(sys.argv[3 if sys.argv[1] == 'wanted' else 2])
    if command == 'version':
        print(version(source))
    elif command == 'wanted':
        print(wanted(sys.argv[2], build_file(source)))
    elif command == 'needs':
        text = build_file(source)
        lines = [*missing_versions(text), *missing_modules(text)]
        for line in lines:
            print(line)
        sys.exit(bool(lines))
    elif command == 'options':
        options = known_options(source)
        for wish in sys.argv[3:]:
            name, value = wish.split('=', 1)
            fitting = spelled(*options[name], value) if name in options else None
            if fitting is not None:
                print(f'-D{name}={fitting}')
    else:
        sys.exit(__doc__)


if __name__ == '__main__':
    main()
