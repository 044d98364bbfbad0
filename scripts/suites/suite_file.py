# SPDX-License-Identifier: MIT
"""The suites that Mesa's CI runs on a device, deqp-NAME.toml in its sources: tables of tests, each with a program, lists, and
what is set for it. The keys are those of deqp-runner 0.20 (its README). What a file has beyond them, and kinds of tables
that cannot be run here, end the program with the file, the line and the name."""
import dataclasses
import math
import re
import tomllib

from suites import lists


@dataclasses.dataclass(kw_only=True)
class Table:
    """What all tables may set; `place` is its file and line."""
    place: str
    prefix: str = ''  # before the names of its tests, in all files
    include: list = dataclasses.field(default_factory=list)
    skips: list = dataclasses.field(default_factory=list)
    flakes: list = dataclasses.field(default_factory=list)
    baseline: str = ''
    timeout: float = 0.0  # seconds for a test; 0 where the table says nothing
    fraction: int = 1  # 1 test of this many,
    fraction_start: int = 1  # from this one on, which counts from 1
    env: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(kw_only=True)
class Deqp(Table):
    deqp: str
    caselists: list
    deqp_args: list = dataclasses.field(default_factory=list)
    renderer_check: str = ''
    version_check: str = ''
    tests_per_group: int = 500
    min_tests_per_group: int = 0  # of no effect: groups are not made smaller towards the end

    @property
    def program(self):
        return self.deqp.rpartition('/')[2]


@dataclasses.dataclass(kw_only=True)
class Piglit(Table):
    piglit_folder: str
    profile: str
    process_isolation: bool = False  # of no effect: each test has a process of its own
    program = 'piglit'


@dataclasses.dataclass(kw_only=True)
class Gtest(Table):
    gtest: str
    gtest_args: list = dataclasses.field(default_factory=list)
    tests_per_group: int = 500
    min_tests_per_group: int = 0  # as of dEQP

    @property
    def program(self):
        return self.gtest.rpartition('/')[2]


KINDS = {'deqp': Deqp, 'piglit': Piglit, 'gtest': Gtest}


def is_text(value):
    return isinstance(value, str)


def is_texts(value):
    return isinstance(value, list) and all(map(is_text, value))


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def is_seconds(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value) and value > 0


def is_flag(value):
    return isinstance(value, bool)


def is_variables(value):
    return isinstance(value, dict) and all(map(is_text, value.values()))


# How values are tested, by the types of the fields, and what they are to be.
RULES = {str: (is_text, 'a text'), list: (is_texts, 'a list of texts'), int: (is_count, 'a whole number from 1 on'),
         float: (is_seconds, 'a number of seconds'), bool: (is_flag, 'true or false'),
         dict: (is_variables, 'a table of texts')}


def texts_of(value):
    if isinstance(value, dict):
        return [*value, *value.values()]
    return [value] if isinstance(value, str) else value if isinstance(value, list) else []


class Lines:
    """Where the tables and keys of a file are written, for messages: the parser does not keep it."""

    def __init__(self, path, text):
        self.path, self.lines = path, text.split('\n')

    def table(self, kind, number):
        """The index of the line that begins a table, the number-th of its kind from 0."""
        header = re.compile(rf'\s*\[\[\s*"?{re.escape(kind)}"?\s*\]\]')
        found = [index for index, line in enumerate(self.lines) if header.match(line)]
        return found[number] if number < len(found) else 0

    def top(self, name):
        """Where a table or a key of the whole file begins."""
        words = re.compile(rf'\s*\[*\s*"?{re.escape(name)}"?\s*[=.\]]')
        found = [index for index, line in enumerate(self.lines) if words.match(line)]
        return f'{self.path}:{found[0] + 1}' if found else str(self.path)

    def key(self, begin, key):
        words = re.compile(rf'\s*(\[[^\]]*\.)?"?{re.escape(key)}"?\s*(=|\.|\])')
        for index in range(begin, len(self.lines)):
            if words.match(self.lines[index]):
                return f'{self.path}:{index + 1}'
            if index > begin and self.lines[index].lstrip().startswith('[['):
                break
        return f'{self.path}:{begin + 1}'


def read_table(lines, kind, number, values):
    begin = lines.table(kind, number)
    fields = {field.name: field for field in dataclasses.fields(KINDS[kind]) if field.name != 'place'}
    for key, value in values.items():
        place = lines.key(begin, key)
        if key not in fields:
            raise SystemExit(f'{place}: [[{kind}]] with {key} is not supported; keys are {", ".join(fields)}')
        fits, wanted = RULES[fields[key].type]
        if not fits(value):
            raise SystemExit(f'{place}: {key} is to be {wanted}')
        if any('\0' in text for text in texts_of(value)):
            raise SystemExit(f'{place}: {key} has a character 0')
        for name in value if isinstance(value, dict) else ():
            if not name or '=' in name:
                raise SystemExit(f'{place}: {key} has a name that no variable can have: {name}')
    place = f'{lines.path}:{begin + 1}'
    for key, field in fields.items():
        if field.default is field.default_factory is dataclasses.MISSING and key not in values:
            raise SystemExit(f'{place}: [[{kind}]] has no {key}')
    if values.get('caselists') == []:
        raise SystemExit(f'{lines.key(begin, "caselists")}: caselists is empty')
    return KINDS[kind](place=place, **values)


def read(path):
    """The tables of a file, those of a kind in their order."""
    text = lists.text(path)
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # errors of the parser, and numbers that are too long
        line = re.search(r'\(at line (\d+)', str(error))
        place = f'{path}:{line[1]}' if line else str(path)
        raise SystemExit(f'{place}: no TOML: {error}') from None
    lines = Lines(path, text)
    tables = []
    for kind, found in values.items():
        if kind not in KINDS or not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            raise SystemExit(f'{lines.top(kind)}: {kind} is not supported; a suite has '
                             f'{", ".join(f"[[{name}]]" for name in KINDS)}')
        tables += [read_table(lines, kind, number, each) for number, each in enumerate(found)]
    if not tables:
        raise SystemExit(f'{path}: there is no table of tests in it')
    return tables
