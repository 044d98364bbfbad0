#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the tables of the a6xx's registers and packets with Mesa's description of them.

usage: registers.py [MESA_REGISTERS_DIR]
MESA_REGISTERS_DIR is src/freedreno/registers of Mesa's sources; by default what scripts/setup/mesa keeps of 25.0.7 in
${XDG_CACHE_HOME:-~/.cache}/cyclorama. Names, places, repetitions, bits, forms and enumerations have to be equal; the order
in which Mesa lists them does not count. Words that Mesa leaves without a name may have one here. Prints each
difference and the numbers of what was compared; exit 1 if anything differs, 77 if Mesa's description is missing.
"""
import os
import pathlib
import re
import sys
import xml.etree.ElementTree as ET

ROOT = pathlib.Path(__file__).resolve().parents[3]
REGISTERS = ROOT / 'src/families/adreno/registers'
PACKETS = ROOT / 'src/families/adreno/packets'
NAMESPACE = '{http://nouveau.freedesktop.org/}'
GENERATIONS = ['A2XX', 'A3XX', 'A4XX', 'A5XX', 'A6XX', 'A7XX']
DESCRIPTORS = {'kSamplerWords': 'A6XX_TEX_SAMP', 'kTextureWords': 'A6XX_TEX_CONST', 'kUniformBufferWords': 'A6XX_UBO'}
OTHER_REGISTERS = {'kGmuRegisters': 'GMU', 'kControlRegisters': 'A6XX_CONTROL_REG', 'kPipeRegisters': 'A6XX_PIPE_REG'}
OTHER_FILES = ('a6xx_gmu', 'adreno_control_regs', 'adreno_pipe_regs')
NOT_PACKETS = {'PKT4'}
NOT_FOUND = 77


# Our tables -----------------------------------------------------------------------------------------------------------

TOKEN = re.compile(r'\s*(?:(//[^\n]*)|("(?:[^"\\]|\\.)*")|(0x[0-9a-fA-F]+|\d+)|(\w+)|(.))')


def tokens(text):
    for match in TOKEN.finditer(text):
        comment, string, number, name, other = match.groups()
        if comment is not None:
            continue
        if string is not None:
            yield 'string', string[1:-1]
        elif number is not None:
            yield 'number', int(number, 0)
        elif name is not None:
            yield 'name', name
        elif not other.isspace():
            yield other, other


class Parser:
    """Values of initializers: lists, calls as (name, arguments), names as (name,), strings and numbers."""

    def __init__(self, text):
        self.items = list(tokens(text))
        self.at = 0

    def value(self):
        kind, what = self.items[self.at]
        self.at += 1
        if kind == '{':
            return self.values('}')
        if kind in ('string', 'number'):
            return what
        if kind == 'name':
            if self.at < len(self.items) and self.items[self.at][0] == '(':
                self.at += 1
                return (what, self.values(')'))
            return (what,)
        raise ValueError(f'{what!r} begins no value')

    def values(self, end):
        found = []
        while self.items[self.at][0] != end:
            found.append(self.value())
            if self.items[self.at][0] == ',':
                self.at += 1
        self.at += 1
        return found


def declarations(*folders):
    """(type, name) -> value of each table in some folders."""
    found = {}
    start = re.compile(r'inline constexpr (Choice|FieldInfo|RegisterInfo|PacketInfo) (\w+)\[\] =\s*(?=\{)')
    for path in sorted(path for folder in folders for path in folder.glob('*.h')):
        text = path.read_text()
        for match in start.finditer(text):
            found[match[1], match[2]] = Parser(text[match.end():text.index('};', match.end()) + 1]).value()
    return found


FORMS = {'hex': 'hex', 'number': 'uint', 'signedNumber': 'int', 'flag': 'boolean', 'real': 'float', 'fixed': 'fixed',
         'unsignedFixed': 'ufixed', 'shaderRegister': 'a3xx_regid', 'address': 'address', 'choice': 'enum',
         'undescribed': 'undescribed'}


def own_value(value, tables):
    """(form, low, high, shift, fraction, choices)"""
    name, arguments = value
    form = FORMS[name]
    choices = None
    if form == 'enum':
        choices = frozenset((entry[0], entry[1]) for entry in tables['Choice', arguments[0][0]])
        arguments = arguments[1:]
    if form == 'address':
        return ('hex', 0, 63, 0, 0, None)
    if form == 'boolean':
        return (form, arguments[0], arguments[0], 0, 0, None)
    low, high = arguments[:2] if arguments else (0, 31)
    last = arguments[2] if len(arguments) > 2 else 0
    fraction = last if form in ('fixed', 'ufixed') else 0
    return (form, low, high, last - fraction, fraction, choices)


def own_fields(name, tables):
    return {(entry[0], own_value(entry[1], tables), entry[2] if len(entry) > 2 else 0)
            for entry in tables['FieldInfo', name]}


def own_row(row, tables):
    """(offset, name, content, repetition, condition); content is one value or a set of fields."""
    offset, name = row[:2]
    third = row[2] if len(row) > 2 else ('hex', [])
    content = own_value(third, tables) if len(third) == 2 else own_fields(third[0], tables)
    repetition = row[3] if len(row) > 3 else []
    count = repetition[0] if repetition else 1
    repetition = ('rest' if count == ('kRestOfPacket',) else count, repetition[1] if repetition else 0)
    return offset, name, content, repetition, row[4] if len(row) > 4 else 0


# Mesa's description ---------------------------------------------------------------------------------------------------

def is_there(variants):
    """The a6xx is among variants such as "A5XX-" or "A2XX-A4XX"."""
    if variants is None:
        return True
    sixth = GENERATIONS.index('A6XX')
    for part in variants.split(','):
        first, dash, last = part.strip().partition('-')
        low = GENERATIONS.index(first) if first else 0
        high = GENERATIONS.index(last) if last else len(GENERATIONS) - 1 if dash else low
        if low <= sixth <= high:
            return True
    return False


def number(text):
    return int(text, 0)


def elements(parent, *tags):
    return [child for child in parent if child.tag in [NAMESPACE + tag for tag in tags]]


class Mesa:
    def __init__(self, folder):
        roots = {name: ET.parse(folder / 'adreno' / f'{name}.xml').getroot()
                 for name in ('adreno_common', 'adreno_pm4', 'a6xx', *OTHER_FILES)}
        self.enums, self.bitsets, self.domains = {}, {}, {}
        for root in roots.values():
            self.enums.update((enum.get('name'), enum) for enum in root.iter(NAMESPACE + 'enum'))
            self.bitsets.update((bits.get('name'), bits) for bits in root.iter(NAMESPACE + 'bitset'))
        self.domains = {domain.get('name'): domain for name in ('adreno_pm4', 'adreno_control_regs',
                                                                'adreno_pipe_regs', 'a6xx')
                        for domain in elements(roots[name], 'domain')}
        # Its domain has the name of the GPU's own.
        self.domains['GMU'] = elements(roots['a6xx_gmu'], 'domain')[0]

    def choices(self, name):
        found, following = set(), 0
        for value in elements(self.enums[name], 'value'):
            here = number(value.get('value')) if value.get('value') else following
            following = here + 1
            if is_there(value.get('variants')):
                found.add((here, value.get('name')))
        return frozenset(found)

    def condition(self, enum, variants):
        """The values of an enumeration as bits; 0 where the a6xx has none of them."""
        numbers = {name: value for value, name in self.choices(enum)}
        return sum(1 << numbers[name.strip()] for name in variants.split(',') if name.strip() in numbers)

    def value(self, element, high=31):
        if element.get('pos') is not None:
            low = high = number(element.get('pos'))
        else:
            low, high = number(element.get('low', '0')), number(element.get('high', str(high)))
        kind = element.get('type') or ('boolean' if low == high == 0 else 'hex')
        if kind == 'void':
            return ('undescribed', 0, 31, 0, 0, None)
        if kind in ('address', 'waddress'):
            kind = 'hex'
        choices = self.choices(kind) if kind in self.enums else None
        return ('enum' if choices is not None else kind, low, high, number(element.get('shr', '0')),
                number(element.get('radix', '0')), choices)

    def fields(self, element, varset=None):
        found = set()
        own = elements(element, 'bitfield')
        if element.get('type') in self.bitsets:
            own += elements(self.bitsets[element.get('type')], 'bitfield')
        for field in own:
            enum, variants = field.get('varset') or varset, field.get('variants')
            condition = 0
            if variants is not None and (enum in (None, 'chip') or variants[:1] == 'A' and variants[2:4] == 'XX'):
                if not is_there(variants):
                    continue
            elif variants is not None:
                condition = self.condition(enum, variants)
                if condition == 0:
                    continue
            found.add((field.get('name'), self.value(field), condition))
        return found

    def content(self, element, varset=None):
        fields = self.fields(element, varset)
        return fields or self.value(element, 63 if element.tag == NAMESPACE + 'reg64' else 31)

    def registers(self, domain):
        """Rows as own_row() has them."""
        for element in elements(self.domains[domain], 'reg32', 'reg64', 'array'):
            if not is_there(element.get('variants')):
                continue
            offset, name = number(element.get('offset')), element.get('name')
            if element.tag != NAMESPACE + 'array':
                count = number(element.get('length', '1'))
                repetition = (count, number(element.get('stride'))) if count > 1 else (1, 0)
                yield offset, name, self.content(element), repetition, 0
                continue
            repetition = (number(element.get('length')), number(element.get('stride')))
            inner = [each for each in elements(element, 'reg32', 'reg64') if is_there(each.get('variants'))]
            if not inner:
                yield offset, name + '[]', ('undescribed', 0, 31, 0, 0, None), repetition, 0
            for each in inner:
                yield (offset + number(each.get('offset')), f'{name}[].{each.get("name")}', self.content(each),
                       repetition, 0)

    def words(self, domain):
        """The same for the words of a packet; the first that has an offset and a condition counts."""
        seen, rows = set(), []

        def visit(parent, condition, repetition):
            for element in elements(parent, 'reg32', 'reg64', 'array', 'stripe'):
                enum, variants, own = element.get('varset'), element.get('variants'), condition
                if variants is not None and enum in (None, 'chip'):
                    if not is_there(variants):
                        continue
                elif variants is not None:
                    own = self.condition(enum, variants)
                    if own == 0:
                        continue
                if element.tag == NAMESPACE + 'array':
                    visit(element, own, ('rest', number(element.get('stride'))))
                    continue
                if element.tag == NAMESPACE + 'stripe':
                    visit(element, own, repetition)
                    continue
                offset = number(element.get('offset'))
                if (offset, own) in seen or (offset, 0) in seen:
                    continue
                seen.add((offset, own))
                varset = enum if variants is None and enum != 'chip' else None
                name = element.get('name')
                rows.append((offset, '' if name.isdigit() else name, self.content(element, varset), repetition, own))

        visit(self.domains[domain], 0, (1, 0))
        return rows


# Comparison -----------------------------------------------------------------------------------------------------------

def plain(row):
    """A word of one field is the same as a word of one value, whichever has the name."""
    offset, name, content, repetition, condition = row
    if isinstance(content, set) and len(content) == 1:
        field, value, field_condition = next(iter(content))
        if value[0] != 'boolean' and not field_condition:
            return offset, field, value, repetition, condition
    return row


def choices_of(content):
    """Name -> the choices of each enumeration."""
    values = content if isinstance(content, set) else {('', content, 0)}
    return {name: value[5] for name, value, _ in values if value[5] is not None}


def other_choices(own, mesa):
    """The values of enumerations that one side alone has."""
    own, mesa = choices_of(own), choices_of(mesa)
    return sorted(set().union(*(own[name] ^ mesa[name] for name in own if name in mesa)))


def describe(content):
    if isinstance(content, set):
        return ', '.join(sorted(f'{name} {value[:5]}' + (f' if {condition:#x}' if condition else '')
                                for name, value, condition in content))
    return str(content[:5])


class Comparison:
    def __init__(self):
        self.differences = 0
        self.compared = 0

    def differ(self, text):
        print(text)
        self.differences += 1

    def rows(self, what, own, mesa, may_name=False):
        def key(row):
            return row[0], row[4], '' if may_name else row[1]
        own, mesa = {key(row): row for row in own}, {key(row): row for row in mesa}
        for place in sorted(set(own) | set(mesa)):
            self.compared += 1
            label = f'{what} {place[0]:#x} {(own.get(place) or mesa.get(place))[1]}'
            if place not in mesa:
                if not may_name:
                    self.differ(f'{label}: Mesa has none')
            elif place not in own:
                self.differ(f'{label}: missing')
            else:
                self.row(label, own[place], mesa[place])

    def row(self, label, own, mesa):
        own, mesa = plain(own), plain(mesa)
        if mesa[1] and own[1] != mesa[1]:
            self.differ(f'{label}: Mesa calls it {mesa[1]}')
        if own[3] != mesa[3]:
            self.differ(f'{label}: repeats {own[3]}, in Mesa {mesa[3]}')
        if own[2] == mesa[2]:
            return
        if describe(own[2]) != describe(mesa[2]):
            self.differ(f'{label}: {describe(own[2])}\n    in Mesa: {describe(mesa[2])}')
        else:
            self.differ(f'{label}: one side alone has the values {other_choices(own[2], mesa[2])}')


def compare_packets(comparison, tables, mesa):
    own = {row[0]: row for name, rows in tables.items() if name[0] == 'PacketInfo' for row in rows}
    theirs = {value: name for value, name in mesa.choices('adreno_pm4_type3_packets') if name not in NOT_PACKETS}
    for opcode in sorted(set(own) | set(theirs)):
        comparison.compared += 1
        name = theirs.get(opcode)
        if opcode not in own or name is None or own[opcode][1] != name:
            comparison.differ(f'opcode {opcode:#x}: {own[opcode][1] if opcode in own else "missing"}, in Mesa {name}')
            continue
        words = tables['RegisterInfo', own[opcode][2][0]] if len(own[opcode]) > 2 else []
        domain = re.sub('^(CP_LOAD_STATE6)_.*', r'\1', name)
        comparison.rows(name, [own_row(row, tables) for row in words],
                        mesa.words(domain) if domain in mesa.domains else [], may_name=True)


def default_folder():
    cache = pathlib.Path(os.environ.get('XDG_CACHE_HOME') or pathlib.Path.home() / '.cache')
    return cache / 'cyclorama/mesa-25.0.7/share/freedreno-source/registers'


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default_folder()
    if not (folder / 'adreno/a6xx.xml').exists():
        print(f'{folder}: no description of the registers; scripts/setup/mesa 25.0.7 keeps one')
        return NOT_FOUND
    mesa = Mesa(folder)
    tables = declarations(REGISTERS, PACKETS)
    comparison = Comparison()
    registers = declarations(REGISTERS)
    comparison.rows('register', [own_row(row, tables) for name, rows in registers.items()
                                 if name[0] == 'RegisterInfo' and name[1] not in (*OTHER_REGISTERS, *DESCRIPTORS) for row in rows],
                    mesa.registers('A6XX'))
    for name, domain in OTHER_REGISTERS.items():
        comparison.rows(domain, [own_row(row, tables) for row in tables['RegisterInfo', name]], mesa.registers(domain))
    for name, domain in DESCRIPTORS.items():
        comparison.rows(domain, [own_row(row, tables) for row in tables['RegisterInfo', name]], mesa.words(domain),
                        may_name=True)
    compare_packets(comparison, tables, mesa)
    print(f'{comparison.compared} registers, packets and words compared, {comparison.differences} differences')
    return 1 if comparison.differences else 0


if __name__ == '__main__':
    sys.exit(main())
