#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a report file of made-up numbers, with as many draws as asked for and text that would do harm if it were markup.

usage: make_report.py FOLDER [--frames N] [--draws N] [--seed N] [--start CYCLE]
The tables are those of docs/reference/report_file.md.
"""
import argparse
import json
import pathlib
import random
import re
import sqlite3
import struct
import zlib

MARKUP = '<img src=x onerror="window.harmed=1"></script><script>window.harmed=1</script>'

DOCUMENT = pathlib.Path(__file__).resolve().parents[2] / 'docs/reference/report_file.md'

WIDTH, HEIGHT = 160, 120
SLICES = 64
STATES = ['geometry', 'fragments', 'flush', 'registers']
CLIENTS = ['Colour cache', 'Depth cache', 'Texture unit', 'Streamer']
UNITS = ['CommandProcessor', 'Streamer', 'PrimitiveAssembly', 'Clipper', 'TriangleSetup', 'Rasterizer', 'HierarchicalZ',
         'ZStencilTest0', 'ZStencilTest1', 'Interpolator', 'FragmentShader0', 'FragmentShader1', 'TextureUnit0',
         'TextureUnit1', 'ColorWrite0', 'ColorWrite1', 'MemoryController', 'DisplayController']
# Units with queues, what these hold, and how many.
QUEUES = [('TriangleSetup', 'triangles', 12), ('FragmentShader0', 'threads', 64), ('FragmentShader1', 'threads', 64)]
MEMORY_COUNTERS = [
    *(f'ClientRow{way}_{client}_Sched{channel}' for way in ('Hit', 'Miss') for client in ('ColorWrite', 'TextureUnit') for channel in (0, 1)),
    *(f'{name}_Sched{channel}' for name in ('RowHit', 'RowMiss', 'ReadBytes', 'WriteBytes', 'DDRActiveCommands') for channel in (0, 1)),
    *(f'{name}_{cache}' for name in ('HitsFetch', 'MissOKFetch') for cache in ('FC_CW-SU0', 'FC64_TU-FS0TU0', 'FC_TU-FS0TU0')),
    'HitsAlloc_FC_CW-SU0', 'MissOKAlloc_FC_CW-SU0']
CHANGES = [['GPU.ShaderClock=1000'], ['A.Few=2', "A.Name='; x"], ['GPU.MemoryClock=1000']]
LISTING = ['mov r0, i0', f'mad r1, {MARKUP}', 'jump 2', 'mov o0, r1']
STREAM_WORDS = 40
CHANNELS, BANKS = 2, 4


def png(rows):
    """An RGB picture."""
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    lines = b''.join(b'\0' + bytes(row) for row in rows)
    header = struct.pack('>IIBBBBB', len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', header) + chunk(b'IDAT', zlib.compress(lines)) + chunk(b'IEND', b'')


class Report:
    """A database of rows by table; ids count from 0."""

    def __init__(self, path):
        self.rows, self.amounts, self.queues = {}, {}, {}
        path.unlink(missing_ok=True)
        self.database = sqlite3.connect(path)
        # Each table waited for the disk.
        self.database.execute('PRAGMA synchronous = OFF')
        self.database.executescript(re.search(r'```sql\n(.*?)```', DOCUMENT.read_text(), re.DOTALL)[1])
        self.database.execute('PRAGMA application_id = 0x4379636C')
        self.database.execute('PRAGMA user_version = 13')

    def add(self, table, *values):
        """A row of a table with keys of others."""
        self.rows.setdefault(table, []).append(values)

    def amount(self, time, key, column, number, value):
        """A value of a table of amounts."""
        self.amounts.setdefault(time, {}).setdefault(key, {}).setdefault(column, {})[number] = value

    def number(self, table, *values):
        """A row of a table with ids; its id."""
        rows = self.rows.setdefault(table, [])
        rows.append((len(rows), *values))
        return len(rows) - 1

    def close(self):
        for time, by_key in self.amounts.items():
            columns = ('counters',) if time == 'frame' else ('counters', 'units', 'waits', 'limits')
            for key, values in by_key.items():
                self.add(f'{time}_amounts', key, *(json.dumps(values.get(column, {})) for column in columns))
        for time, by_key in self.queues.items():
            for key, values in by_key.items():
                self.add(f'{time}_queue_amounts', key, json.dumps(values))
        for table, rows in self.rows.items():
            marks = ','.join('?' * len(rows[0]))
            self.database.executemany(f'INSERT INTO {table} VALUES ({marks})', rows)
        self.database.commit()
        self.database.close()


def split(random_numbers, whole, parts):
    """A whole number as a sum of that many."""
    cuts = sorted(random_numbers.randint(0, whole) for _ in range(parts - 1))
    return [b - a for a, b in zip([0, *cuts], [*cuts, whole])]


def describe(report, draws):
    for key, value in {'program': 'cyclorama', 'version': '0', 'commit': '', 'workload': f'made up {MARKUP}',
                       'mode': 'timing', 'config_hash': '0', 'chip': 'made-up chip'}.items():
        report.add('meta', key, value)
    report.add('configuration', 'SHADER', 'Units', str(draws), '2', '', 'Shader units.')
    report.add('configuration', 'SHADER', 'Threads', '16', '16', 'threads', 'Threads of a unit.')
    report.number('clocks', 'main', 2500)
    report.number('labels', None, f'opaque {MARKUP}', 0)
    report.number('labels', 0, 'terrain', 0)
    for topic, name, value in (('rasterizer', 'setting', MARKUP), ('depth and stencil', 'setting', MARKUP),
                               ('colour 0', 'setting', MARKUP), ('texture 0', 'image', '0x00300800')):
        report.add('part_states', report.number('state_parts'), report.number('states', topic, name, value))
    for name in STATES:
        report.number('counters', f'{name}Cycles', 'cycles', f'Cycles of {name}.', 'sum', 'Command processor', '', name,
                      None, None)
    for name in CLIENTS:
        report.number('counters', f'bytes{name}', 'bytes', f'Bytes of {name}.', 'sum', 'Memory controller', '', None, name, 'read')
    for name in MEMORY_COUNTERS:
        report.number('counters', name, 'uses', f'All {name}.', 'sum', 'Memory controller', name.rsplit('_', 1)[1], None, None, None)
    for name in ('fragments', 'quads', 'triangles'):
        report.number('counters', name, name, f'All {name}.', 'sum', 'Rasterizer', '', None, None, None)
    for name in UNITS:
        report.number('units', name, name.rstrip('0123456789'), 0)
        report.number('wait_reasons', len(report.rows['units']) - 1, 'waits for entries of the queue after it')
    for unit, holds, capacity in QUEUES:
        for name in ('threads', 'registers') if holds == 'threads' else ('input',):
            report.number('queues', UNITS.index(unit), name, holds if name == 'input' else name, capacity)
    for unit in range(len(UNITS)):
        for full in (0, 1):
            report.number('limit_causes', unit, unit - unit % 2, full, (unit + full) % 2, unit % 4)
    for change, settings in enumerate(CHANGES):
        report.number('changes', f'Change {change} {MARKUP}')
        for place, setting in enumerate(settings):
            report.add('change_settings', change, place, setting)
        for cause in range(change, len(report.rows['limit_causes']), 3):
            report.add('change_effects', change, cause, (0.25, 0.5, 1)[cause % 3])
    report.number('targets', 'colour 0 at 0x00200000', 'colour', WIDTH, HEIGHT, 'RGBA8', 4)
    report.number('targets', f'depth {MARKUP}', 'depth', WIDTH, HEIGHT, 'D24S8', 1)
    for program, stage in enumerate(('vertex', 'fragment')):
        report.number('programs', stage, 4 + program, len(LISTING))
        for instruction, text in enumerate(LISTING):
            issues = draws * (instruction + 1) * (program + 1)
            report.add('program_instructions', program, instruction, text, issues, 60 * issues, *((3 * issues, issues, 20 * issues, 0) if program else (0, 0, 0, 0)))
    report.number('findings', 'write-outside', 'corruption', f'A write outside {MARKUP}', 'Look at the pitch.', 'draw 0', 'twice', 2)


class Drawing:
    """Rectangles drawn over each other, and what they change."""

    def __init__(self, report, random_numbers):
        self.report, self.random = report, random_numbers
        self.pixels = [bytearray(4 * WIDTH) for _ in range(HEIGHT)]

    def draw(self, operation):
        width, height = self.random.randint(4, WIDTH // 2), self.random.randint(4, HEIGHT // 2)
        x, y = self.random.randint(0, WIDTH - width), self.random.randint(0, HEIGHT - height)
        colour = bytes(self.random.randint(40, 255) for _ in range(3)) + b'\xff'
        difference = bytearray()
        for row in range(y, y + height):
            before = self.pixels[row][4 * x:4 * (x + width)]
            difference += bytes(a ^ b for a, b in zip(before, colour * width))
            self.pixels[row][4 * x:4 * (x + width)] = colour * width
        self.report.number('target_changes', operation, 0, 1, x, y, width, height, zlib.compress(bytes(difference)))
        self.report.add('operation_targets', operation, 0)
        self.report.add('operation_targets', operation, 1)
        self.count(operation, x, y, width, height)
        return width * height

    def count(self, operation, x, y, width, height):
        """The ends of a rectangle's fragments; counts of two bytes in every third operation."""
        number_bytes = 2 if operation % 3 == 2 else 1
        ends = [self.random.choice((0, 1, 2)), operation % 2, 0, 1 + (300 if number_bytes == 2 else 0), 0]
        counts, sums = bytearray(), [0] * len(ends)
        for row in range(height):
            # Every other column has helpers in the last row.
            planes = [[end] * width for end in ends[:4]] + [[column % 2 if row == height - 1 else 0 for column in range(width)]]
            for end, plane in enumerate(planes):
                sums[end] += sum(plane)
                if ends[end] or (end == 4 and width > 1):
                    counts += b''.join(value.to_bytes(number_bytes, 'little') for value in plane)
        self.report.add('pixel_counts', operation, 0x200000, WIDTH, HEIGHT, x, y, width, height, *sums, number_bytes, zlib.compress(bytes(counts)))

    def finish(self, folder, frame):
        rows = [[value for at in range(0, 4 * WIDTH, 4) for value in row[at:at + 3]] for row in self.pixels]
        (folder / f'frame{frame:04}.png').write_bytes(png(rows))


def work(report, random_numbers, table, key, cycles):
    """What units did in some cycles, for whom they waited, and which set the pace."""
    causes = len(report.rows['limit_causes'])
    for cause, limited in enumerate(split(random_numbers, cycles, causes)):
        if limited:
            report.amount(table, key, 'limits', cause, limited)
    for unit in range(len(UNITS)):
        busy, waiting, _ = split(random_numbers, cycles, 3)
        report.amount(table, key, 'units', unit, (busy, min(cycles, busy + waiting), waiting, cycles))
        if waiting:
            report.amount(table, key, 'waits', unit, waiting)


def fill(report, random_numbers, table, key, cycles):
    """What queues held in some cycles; the last one nothing."""
    for queue, (_, _, _, _, capacity) in enumerate(report.rows['queues'][:-1]):
        most = random_numbers.randint(1, capacity)
        report.queues.setdefault(table, {}).setdefault(key, {})[queue] = (
            random_numbers.randint(0, most * cycles), most, random_numbers.randint(0, cycles))


def count(report, random_numbers, table, key, cycles, fragments):
    """Counters of some cycles; the states add up to all but a few of them. Returns what was counted."""
    values = [*split(random_numbers, cycles - min(cycles, 3), len(STATES)), *(random_numbers.randint(0, 8 * cycles) for _ in (*CLIENTS, *MEMORY_COUNTERS)),
              fragments, fragments // 4, 2]
    for counter, value in enumerate(values):
        if value:
            report.amount(table, key, 'counters', counter, value)
    return values


def passes_of(report, frame, draws):
    """The pass of each draw: one without a part of the picture, then its quarters, then none."""
    quarter = max(1, draws // 6)
    whole = report.number('passes', frame, 'binning', None, None, None, None)
    parts = [report.number('passes', frame, f'bin {MARKUP}', x, y, WIDTH // 2, HEIGHT // 2) for y in (0, HEIGHT // 2) for x in (0, WIDTH // 2)]
    order = [pass_number for pass_number in (whole, *parts) for _ in range(quarter)][:draws]
    return order + [None] * (draws - len(order))


def make(folder, frames, draws, seed, start=0):
    folder.mkdir(parents=True, exist_ok=True)
    random_numbers = random.Random(seed)
    report = Report(folder / 'report.sqlite')
    describe(report, draws)
    drawing = Drawing(report, random_numbers)
    cycle = start
    for frame in range(frames):
        first = cycle
        sums = [0] * (len(STATES) + len(CLIENTS) + len(MEMORY_COUNTERS) + 3)
        passes = passes_of(report, frame, draws)
        for draw in range(draws):
            cycles = random_numbers.randint(200, 4000)
            operation = report.number('operations', frame, 'draw', f'{3 * draw} vertices {MARKUP if draw == 0 else ""}', draw,
                                      STREAM_WORDS * draw, 4 * STREAM_WORDS * draw, max(first, cycle - 150), cycle,
                                      cycle + cycles, cycle, cycle + cycles, draw % 2, passes[draw])
            fragments = drawing.draw(operation)
            counted = count(report, random_numbers, 'operation', operation, cycles, fragments)
            sums = [a + b for a, b in zip(sums, counted)]
            work(report, random_numbers, 'operation', operation, cycles)
            fill(report, random_numbers, 'operation', operation, cycles)
            for part in range(3):
                report.add('operation_parts', operation, part)
            report.add('operation_programs', operation, 0)
            if draw % 2:
                report.add('operation_programs', operation, 1)
            report.number('commands', STREAM_WORDS * draw, 4 * STREAM_WORDS * draw, None, f'STATE 0x{draw:04x} {MARKUP if draw == 1 else ""}')
            report.number('commands', STREAM_WORDS * draw + 4, 4 * STREAM_WORDS * draw + 16, operation, f'DRAW {draw}')
            cycle += cycles
        drawing.finish(folder, frame)
        report.number('frames', frame, first, cycle, WIDTH, HEIGHT, f'frame{frame:04}.png')
        for counter, value in enumerate(sums):
            if value:
                report.amount('frame', frame, 'counters', counter, value)
        for block in range(12):
            client = CLIENTS[block // 4]
            report.add('memory_blocks', frame, 0x200000 + 4096 * (block if block < 8 else block + 100), client, 64 * (block + 1), 32 * block)
        # In front of all surfaces, in the target's first and third block, and in the textures' block that begins within.
        for cache, address in (('texture', 0x1ff000 - 4096), ('colour', 0x200000), ('colour', 0x202000), ('depth and stencil', 0x202000),
                               ('texture', 0x300000), ('texture', 0x301000), ('texture, second level', 0x301000)):
            report.add('cache_blocks', frame, address, cache, random_numbers.randint(0, 9000), random_numbers.randint(1, 900))
        for channel in range(CHANNELS):
            for bank in range(BANKS):
                report.add('dram_banks', frame, channel, bank, *(random_numbers.randint(0, 5000) for _ in range(6)))
        step = 1
        while step * SLICES < cycle - first:
            step *= 2
        for slice_first in range(first, cycle, step):
            end = min(cycle, slice_first + step)
            number = report.number('slices', frame, slice_first, end)
            count(report, random_numbers, 'slice', number, end - slice_first, 100)
            work(report, random_numbers, 'slice', number, end - slice_first)
            fill(report, random_numbers, 'slice', number, end - slice_first)
    report.add('meta', 'cycles', str(cycle - start))
    if draws:
        report.add('finding_places', 0, 0, 2)
    report.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('--frames', type=int, default=2)
    parser.add_argument('--draws', type=int, default=12)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--start', type=int, default=0, help='the first cycle')
    arguments = parser.parse_args()
    make(arguments.folder, arguments.frames, arguments.draws, arguments.seed, arguments.start)


if __name__ == '__main__':
    main()
