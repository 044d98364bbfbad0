#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Decodes the traces that `report --perfetto` writes, by protoc and perfetto_trace.proto beside this, and holds them
against the reports that they are of.

usage: report_perfetto.py PROGRAM SOURCE_DIR
"""
import ast
import collections
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

program, source = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
sys.path.insert(0, str(source / 'web/tests'))
import make_report  # noqa: E402

DEFINITIONS = source / 'tests/cli/perfetto_trace.proto'
CAPTURE = source / 'tests/golden/captures/medley-gc7000l.cyc'

Slice = collections.namedtuple('Slice', 'name category begin end arguments flows ending depth')


def decoded(content):
    """The message Trace as protoc decodes it: each message a dictionary of lists by field; unknown fields have numbers."""
    text = subprocess.run(['protoc', f'--proto_path={DEFINITIONS.parent}', '--decode=perfetto.protos.Trace', DEFINITIONS.name],
                          input=content, capture_output=True, check=True).stdout.decode()
    message, outer = collections.defaultdict(list), []
    for line in map(str.strip, text.splitlines()):
        name, _, value = line.partition(': ')
        if line.endswith('{') and not value:
            outer.append(message)
            message[line[:-2]].append(inner := collections.defaultdict(list))
            message = inner
        elif line == '}':
            message = outer.pop()
        else:
            message[name].append(ast.literal_eval('b' + value).decode() if value[0] == '"' else
                                 value if value[0].isupper() else float(value) if name.startswith('double') else int(value))
    return message


def unknown_fields(message):
    """The fields of a message, and those within it, that its definition does not have."""
    return ([name for name in message if name.isdigit()] +
            [name for values in message.values() for value in values if isinstance(value, dict)
             for name in unknown_fields(value)])


class Trace:
    """A trace as a viewer understands it: slices and values by track, which is named by the path from its root."""

    def __init__(self, content):
        self.trace = decoded(content)
        self.texts = collections.defaultdict(dict)
        self.tracks, self.units, self.children = {}, {}, collections.defaultdict(list)
        self.slices, self.values = collections.defaultdict(list), collections.defaultdict(list)
        open_slices, last = collections.defaultdict(list), 0
        for packet in self.trace['packet']:
            assert packet['trusted_packet_sequence_id'] == [1] and packet['sequence_flags'] == [2 if self.texts else 1]
            for interned in packet['interned_data']:
                for kind, entries in interned.items():
                    self.texts[kind].update({entry['iid'][0]: entry['name'][0] for entry in entries})
            for track in packet['track_descriptor']:
                self.describe(track)
            for event in packet['track_event']:
                time, = packet['timestamp']
                assert time >= last
                last = time
                self.add(event, time, open_slices[event['track_uuid'][0]])
        self.unfinished = [slice for slices in open_slices.values() for slice in slices]

    def describe(self, track):
        (uuid,), (name,), parent = track['uuid'], track['name'], (track['parent_uuid'] or [0])[0]
        assert uuid not in self.tracks and track['child_ordering'] == ['EXPLICIT']
        self.tracks[uuid] = (*self.tracks.get(parent, ()), name)
        self.units[self.tracks[uuid]] = track['counter'][0]['unit_name'][0] if track['counter'] else None
        assert track['sibling_order_rank'] == [len(self.children[parent])]
        self.children[parent].append(uuid)

    def add(self, event, time, stack):
        path, kind = self.tracks[event['track_uuid'][0]], event['type'][0]
        assert (self.units[path] is not None) == (kind == 'TYPE_COUNTER')
        if kind == 'TYPE_COUNTER':
            self.values[path].append((time, event['double_counter_value'][0]))
        elif kind == 'TYPE_SLICE_BEGIN':
            stack.append(self.named(event, time, len(stack)))
        elif kind == 'TYPE_SLICE_END':
            self.slices[path].append(stack.pop()._replace(end=time))
        else:
            assert kind == 'TYPE_INSTANT'
            self.slices[path].append(self.named(event, time, len(stack)))

    def named(self, event, time, depth):
        arguments = {}
        for argument in event['debug_annotations']:
            (name, (number,)), (_, (value,)) = sorted(argument.items(), key=lambda field: field[0] != 'name_iid')
            arguments[self.texts['debug_annotation_names'][number]] = value
        return Slice(self.texts['event_names'][event['name_iid'][0]],
                     self.texts['event_categories'][event['category_iids'][0]], time, None, arguments,
                     event['flow_ids'], event['terminating_flow_ids'], depth)


class Perfetto(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        folder = pathlib.Path(cls.place.name)
        make_report.make(folder / 'made', frames=2, draws=12, seed=3)
        subprocess.run([program, 'run', CAPTURE, '--mode', 'timing', '--report', '--out', folder / 'medley'], check=True,
                       capture_output=True)

        cls.traces = {}

    @classmethod
    def tearDownClass(cls):
        cls.place.cleanup()

    def setUp(self):
        self.place_path = pathlib.Path(self.place.name)
        self.folder = self.place_path / 'run'
        shutil.copytree(self.place_path / 'made', self.folder)

    def tearDown(self):
        shutil.rmtree(self.folder)
        (self.place_path / 'trace').unlink(missing_ok=True)

    def run_program(self, *folders):
        return subprocess.run([program, 'report', *folders, '--perfetto', 'trace'], cwd=self.place.name,
                              capture_output=True, text=True)

    def trace_of(self, *folders):
        """The trace of folders, decoded once for those that no test changes."""
        if folders not in self.traces or 'run' in folders:
            self.traces[folders] = self.made_trace_of(*folders)
        return self.traces[folders]

    def made_trace_of(self, *folders):
        result = self.run_program(*folders)
        self.assertEqual((result.returncode, result.stdout), (0, ''), result.stderr)
        self.assertRegex(result.stderr, r'^trace: \d+\.\d MB\n$')
        self.assertFalse((self.place_path / folders[0] / 'report.html').exists())
        return Trace((self.place_path / 'trace').read_bytes())

    def query(self, folder, sql):
        database = sqlite3.connect(self.place_path / folder / 'report.sqlite')
        rows = database.execute(sql).fetchall()
        database.close()
        return rows

    def change(self, sql):
        database = sqlite3.connect(self.folder / 'report.sqlite')
        database.executescript(sql)
        database.close()

    def refuses(self, reason):
        result = self.run_program('run')
        self.assertEqual((result.returncode, result.stderr.count('\n')), (2, 1), result.stderr)
        self.assertIn('run/report.sqlite', result.stderr)
        self.assertIn(reason, result.stderr)
        self.assertFalse((self.place_path / 'trace').exists())

    def test_definitions_know_all_fields(self):
        for folder in ('made', 'medley'):
            trace = self.trace_of(folder)
            self.assertEqual(unknown_fields(trace.trace), [])
            self.assertEqual(trace.unfinished, [])

    def test_slices_are_those_of_the_report(self):
        for folder in ('made', 'medley'):
            trace = self.trace_of(folder)
            (period,), = self.query(folder, 'SELECT period_picoseconds FROM clocks WHERE id = 0')
            time = lambda cycle: cycle * period // 1000
            frames = self.query(folder, 'SELECT number, first_cycle, end_cycle FROM frames ORDER BY id')
            self.assertEqual([(one.name, one.begin, one.end) for one in trace.slices[folder, 'Frames']],
                             [('after the last frame' if number is None else f'frame {number}', time(first), time(end))
                              for number, first, end in frames])
            operations = self.query(
                folder, 'SELECT id, kind, draw, title, share_first_cycle, share_end_cycle FROM operations ORDER BY 5, 6')
            self.assertEqual([(one.arguments['operation'], one.name, one.arguments['title'], one.begin, one.end)
                              for one in trace.slices[folder, 'Shares of time']],
                             [(number, kind if draw is None else f'{kind} {draw}', title, time(first), time(end))
                              for number, kind, draw, title, first, end in operations])
            flights = [one for path, slices in trace.slices.items() if path[1] == 'In the machine' for one in slices]
            self.assertEqual(sorted((one.arguments['operation'], one.category, one.begin, one.end) for one in flights
                                    if one.category != 'fragments'),
                             [(number, kind, time(first), time(end)) for number, kind, first, end in self.query(
                                 folder, 'SELECT id, kind, first_cycle, end_cycle FROM operations ORDER BY id')])
            self.assertEqual(sorted((one.begin, one.end) for one in flights if one.category == 'fragments'),
                             sorted((time(first), time(end)) for first, end in self.query(
                                 folder, 'SELECT fragments_cycle, end_cycle FROM operations WHERE fragments_cycle IS NOT NULL')))

    def test_counters_are_those_of_the_report(self):
        for folder in ('made', 'medley'):
            trace = self.trace_of(folder)
            (period,), = self.query(folder, 'SELECT period_picoseconds FROM clocks WHERE id = 0')
            slices = self.query(folder, 'SELECT id, first_cycle, end_cycle FROM slices ORDER BY id')
            wanted = collections.defaultdict(lambda: collections.defaultdict(float))
            for slice, section, name, unit, kind, activity, client, direction, value, cycles in self.query(
                    folder, 'SELECT s.id, section, name, unit, kind, activity, client, direction, value, '
                    'end_cycle - first_cycle FROM slice_counters JOIN counters c ON c.id = counter JOIN slices s ON s.id = slice'):
                path = (('Command processor', activity, '%') if activity else
                        ('Memory', f'{client} {direction}', 'bytes/cycle') if client else
                        ('Counters', section, name, unit + '/cycle' if kind == 'sum' else unit))
                wanted[path][slice] += value if kind == 'average' else value / cycles * (100 if activity else 1)
            for slice, name, busy, waiting, cycles in self.query(
                    folder, 'SELECT slice, name, busy, waiting, cycles FROM slice_units JOIN units u ON u.id = unit'):
                wanted['Units', f'{name} busy', '%'][slice] = 100 * busy / max(1, cycles)
                wanted['Units', f'{name} waiting', '%'][slice] = 100 * waiting / max(1, cycles)
            wanted = {path: values for path, values in wanted.items() if any(values.values())}
            self.assertEqual({(*path[1:], trace.units[path]) for path in trace.values}, set(wanted))
            for path, values in trace.values.items():
                given = dict(values)
                amount = 0
                for slice, first, end in slices:
                    amount = given.get(first * period // 1000, amount)
                    self.assertAlmostEqual(amount, wanted[(*path[1:], trace.units[path])][slice], 9, (path, slice))
                self.assertEqual(given.get(slices[-1][2] * period // 1000, amount), 0)

    def test_flows_lead_from_operations_to_their_waits(self):
        for folder in ('made', 'medley'):
            trace = self.trace_of(folder)
            starts = {flow: one for one in trace.slices[folder, 'Shares of time'] for flow in one.flows}
            found = collections.Counter()
            for path, slices in trace.slices.items():
                for one in slices if path[1] == 'Waits' else ():
                    flow, = one.ending
                    operation = starts.pop(flow)
                    self.assertEqual((one.begin, one.end), (operation.begin, operation.end))
                    self.assertEqual(one.arguments[one.name], max(one.arguments.values()))
                    found.update({(operation.arguments['operation'], path[2], reason): cycles
                                  for reason, cycles in one.arguments.items()})
            self.assertEqual(starts, {})
            self.assertEqual(found, {(operation, unit, reason): cycles for operation, unit, reason, cycles in self.query(
                folder, 'SELECT operation, u.name, sentence, cycles FROM operation_waits JOIN wait_reasons r ON '
                'r.id = reason JOIN units u ON u.id = r.unit')})

    def test_labels_nest_and_findings_have_their_place(self):
        self.change("UPDATE operations SET label = CASE WHEN id < 2 THEN NULL WHEN id < 4 THEN 0 WHEN id < 6 THEN 1 "
                    "ELSE NULL END; UPDATE labels SET text = CAST(x'61ff62' AS TEXT) WHERE id = 1")
        trace = self.trace_of('run')
        ends = [end * 5 // 2 for end, in self.query('run', 'SELECT share_end_cycle FROM operations ORDER BY id')]
        self.assertEqual([(one.name, one.begin, one.end, one.depth) for one in trace.slices['run', 'Labels']],
                         [('a\ufffdb', ends[3], ends[5], 1), (f'opaque {make_report.MARKUP}', ends[1], ends[5], 0)])
        finding, = trace.slices['run', 'Findings']
        self.assertEqual((finding.name, finding.begin, finding.arguments['operation'], finding.arguments['count']),
                         ('write-outside', ends[0], 0, 2))

    def test_passes_are_over_the_shares_of_their_operations(self):
        self.change('UPDATE operations SET pass = CASE WHEN id < 2 THEN NULL WHEN id < 4 THEN 0 WHEN id < 6 THEN 2 '
                    'ELSE NULL END')
        trace = self.trace_of('run')
        ends = [end * 5 // 2 for end, in self.query('run', 'SELECT share_end_cycle FROM operations ORDER BY id')]
        self.assertEqual([(one.name, one.begin, one.end) for one in trace.slices['run', 'Passes']],
                         [('binning', ends[1], ends[3]), (f'bin {make_report.MARKUP} at 80, 0', ends[3], ends[5])])

    def test_what_never_ended_stays_open(self):
        self.change('UPDATE operations SET end_cycle = NULL, share_first_cycle = NULL, share_end_cycle = NULL WHERE id = 23')
        trace = self.trace_of('run')
        self.assertEqual([one.arguments['operation'] for one in trace.unfinished], [23])
        self.assertEqual(len(trace.slices['run', 'Shares of time']), 23)

    def test_two_runs_are_beside_each_other(self):
        trace = self.trace_of('run', 'medley')
        self.assertEqual([trace.tracks[root] for root in trace.children[0]], [('run',), ('medley',)])
        self.assertEqual(len(trace.slices['run', 'Frames']), 2)
        self.assertEqual(len(trace.slices['medley', 'Frames']), 3)

    def test_a_cycle_without_a_clock_is_a_nanosecond(self):
        self.change('DELETE FROM clocks; DELETE FROM units; DELETE FROM wait_reasons; DELETE FROM queues; '
                    'DELETE FROM slice_queue_amounts; DELETE FROM operation_queue_amounts; DELETE FROM limit_causes; '
                    'DELETE FROM change_effects; '
                    "UPDATE slice_amounts SET units = '{}', waits = '{}', limits = '{}'; "
                    "UPDATE operation_amounts SET units = '{}', waits = '{}', limits = '{}'")
        (first, end), *_ = self.query('run', 'SELECT first_cycle, end_cycle FROM frames')
        frame = self.trace_of('run').slices['run', 'Frames'][0]
        self.assertEqual((frame.begin, frame.end), (first, end))

    def test_refuses_what_the_page_refuses(self):
        self.change('PRAGMA user_version = 99')
        self.refuses('a report of version 99; this program reads version')
        (self.folder / 'report.sqlite').write_bytes((self.place_path / 'made/report.sqlite').read_bytes()[:5000])
        self.refuses('run/report.sqlite: ')

    def test_refuses_times_that_make_no_sense(self):
        for statement, reason in (
                ('UPDATE frames SET first_cycle = NULL, end_cycle = NULL; UPDATE operations SET first_cycle = NULL, '
                 'fragments_cycle = NULL, end_cycle = NULL, share_first_cycle = NULL, share_end_cycle = NULL',
                 'has no times for a trace: they are of runs with --mode timing'),
                ('UPDATE frames SET first_cycle = -1 WHERE id = 0', 'table frames, row 0: first_cycle is no cycle'),
                ('UPDATE operations SET end_cycle = 9223372036854775807 WHERE id = 3',
                 'table operations, row 3: end_cycle is no cycle after first_cycle'),
                ('UPDATE operations SET share_first_cycle = NULL WHERE id = 3',
                 'table operations, row 3: share_first_cycle is missing, though it ends'),
                ('UPDATE slices SET first_cycle = first_cycle - 1 WHERE id = 5',
                 'table slices, row 5: first_cycle is before the end of another row'),
                ('UPDATE labels SET parent = 1', 'table labels, row 0: its parent does not come before it'),
                ('UPDATE clocks SET period_picoseconds = 0', 'table clocks, row 0: period_picoseconds is 0')):
            with self.subTest(statement):
                shutil.copy(self.place_path / 'made/report.sqlite', self.folder)
                self.change(statement)
                self.refuses(reason)

    def test_refuses_a_place_it_cannot_write_to_and_a_page_beside_it(self):
        for arguments, reason in ((['--perfetto', 'nowhere/trace'], 'nowhere/trace'),
                                  (['--perfetto', 'trace', '-o', 'page.html'], '--output excludes --perfetto')):
            result = subprocess.run([program, 'report', 'run', *arguments], cwd=self.place.name, capture_output=True, text=True)
            self.assertEqual(result.returncode, 2)
            self.assertIn(reason, result.stdout + result.stderr)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
