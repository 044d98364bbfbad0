# SPDX-License-Identifier: MIT
"""Mesa's lists of what a real chip fails, fails at times, or is not asked, by a version of Mesa: NAME-fails.txt,
NAME-flakes.txt and NAME-skips.txt of src/etnaviv/ci and src/freedreno/ci, which scripts/setup/mesa keeps beside the drivers."""
import os
import pathlib
import re
import subprocess

from suites import lists


class Family:
    """Chips whose names match a pattern, and where Mesa's lists for them are: nowhere where Mesa has no driver of their own,
    and programs draw with the system's Mesa where that is of the version."""

    def __init__(self, name, title, names, folder=None, driver=None, listed=(), slow=(), capture='capture.cyc'):
        self.name, self.title, self.names = name, title, re.compile(names)
        self.capture = capture  # name of a file that exec records
        self.folder, self.driver = folder, driver
        # Chip -> the name of its lists; and the further lists of tests that no chip of the family is asked, because they
        # take a board too long. A version of Mesa need not have all of them.
        self.listed, self.slow = dict(listed), slow


FAMILIES = (
    Family('vivante', 'the Vivante GPUs', r'gc\d.*', 'etnaviv-ci', 'etnaviv', {'gc2000': 'gc2000', 'gc7000l': 'gc7000'}, ('gc2000-skips',)),
    Family('adreno', 'the Adreno GPUs', r'a\d.*', 'freedreno-source/ci', 'freedreno', {'a618': 'a618', 'a630': 'a630', 'a660': 'a660'},
           ('a6xx-skips', 'a630-skips', 'a630-slow-skips', 'a630-premerge-skips')),
    Family('attila', 'the ATTILA GPU', 'attila', capture='capture.agp.gz'),
)
# Draws 1.9 thousand million points: 73,730 times five draws of 5,120 (GL_MIN_MAP_BUFFER_ALIGNMENT is 4096). The list of Mesa
# 25.0.7 has it among those that take the real GC2000 too long; what it asks for is the same in 22.3.6.
TOO_LONG = 'spec@arb_map_buffer_alignment@arb_map_buffer_alignment-map-invalidate-range'


def family_of(gpu):
    for family in FAMILIES:
        if family.names.fullmatch(gpu):
            return family
    raise SystemExit(f'{gpu} is a chip of no family that is known here')


def package_version(package):
    done = subprocess.run(['dpkg-query', '-W', '-f', '${Version}', package], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise SystemExit(f'install {package}')
    return done.stdout.strip()


def wish(family, mesa):
    """The version of Mesa as `exec --mesa` takes it."""
    packaged = not family.folder and package_version('libgl1-mesa-dri').startswith(f'{mesa}-')
    return 'system' if packaged else mesa


def gpu_versions():
    """The devices by the names that they have in Mesa's CI."""
    return [f'{family.driver}-{own}' for family in FAMILIES for own in family.listed.values()]


def cache_folder():
    return pathlib.Path(os.environ.get('XDG_CACHE_HOME') or pathlib.Path.home() / '.cache') / 'cyclorama'


def mesa_share(mesa):
    folder = cache_folder() / f'mesa-{mesa}' / 'share'
    if not folder.exists():
        raise SystemExit(f'{folder} does not exist: scripts/setup/mesa {mesa} builds it')
    return folder


def ci_folder(gpu, mesa):
    """The folder with the files of Mesa's CI for a chip that is beside a Mesa: a version that scripts/setup/mesa built, the prefix
    of another, or without one the newest that has it; None if there is none."""
    family = family_of(gpu)
    if not family.folder or mesa == 'system':
        return None
    prefixes = [pathlib.Path(mesa) if '/' in mesa else cache_folder() / f'mesa-{mesa}'] if mesa else newest_first(cache_folder())
    return next((folder for prefix in prefixes if (folder := prefix / 'share' / family.folder).exists()), None)


def newest_first(folder):
    """The Mesas that scripts/setup/mesa built, as `exec` chooses among them (src/cli/mesa_location.cpp)."""
    def numbers(path):
        return [int(number) for number in re.findall(r'\d+', path.name)]

    return sorted((path.parent for path in folder.glob('mesa-*/complete')), key=numbers, reverse=True)


class MesaLists:
    """What Mesa's lists say of a test on a chip."""

    def __init__(self, gpu, mesa):
        family = family_of(gpu)
        self.folder = mesa_share(mesa) / family.folder if family.folder else None
        self.driver = family.driver
        own = family.listed.get(gpu)
        self.description = f"the real {own.upper()}'s" if own else 'none'
        fails = lists.results(self.path(f'{own}-fails')) if own and self.path(f'{own}-fails').exists() else {}
        self.fails = {name.lower(): result for name, result in fails.items()}
        self.with_subtests = {name.rsplit('@', 1)[0] for name in self.fails if '@' in name}
        # Mesa's runner searches a name for the patterns. Those of flakes are whole names, and cover no longer ones here.
        skips = dict.fromkeys([*(f'{own}-{kind}' for kind in ('skips', 'slow-skips', 'premerge-skips') if own), *family.slow])
        self.skips = [*(pattern for name in skips for pattern in self.expressions(name)), re.compile(TOO_LONG, re.IGNORECASE)]
        self.flakes = self.expressions(f'{own}-flakes') if own else []

    def path(self, name):
        return self.folder / f'{self.driver}-{name}.txt'

    def expressions(self, name):
        path = self.path(name) if self.folder else None
        return lists.expressions(path, re.IGNORECASE) if path and path.exists() else []

    def names(self, name):
        """Whether the test as a whole, or the subtest, is named. Mesa's runner writes a comma in a name as a hyphen."""
        name = name.lower().replace(',', '-')
        if any(pattern.search(name) for pattern in self.skips) or any(pattern.fullmatch(name) for pattern in self.flakes):
            return True
        return name in self.fails and (name not in self.with_subtests or self.fails[name] != 'Fail')
