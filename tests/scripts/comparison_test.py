#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of scripts/comparison/compare.py, which `cyclorama compare` runs: on reports of a few draws, and on a stand-in for the
simulator."""
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / 'scripts'))

import small_reports  # noqa: E402
import stand_ins  # noqa: E402
from comparison import corpus, difference, merge_request, pairing, run_report  # noqa: E402
from small_reports import Operation, Program  # noqa: E402

SETTINGS = {'program': '/bin/false', 'gpu': '', 'set': [], 'corpus': '', 'frames': 0, 'display': '64x48', 'frame_time': 100, 'jobs': 2,
            'output': 'comparison', 'json': False, 'words': [], 'mesa': '', 'with': '', 'threshold': 0}

# Runs no program: a Mesa here is a folder whose file `cycles` has those of each draw, and `status`, if it is there, the exit status.
SIMULATOR = f'''#!/usr/bin/env python3
import pathlib, sys
sys.path.insert(0, {str(ROOT / "tests/scripts")!r})
import small_reports
words = sys.argv[1:]
own, program = (words[:words.index('--')], words[words.index('--') + 1:]) if '--' in words else (words, [])
mesa = pathlib.Path(own[own.index('--mesa') + 1] if program else own[1])
print(*words)
if (mesa / 'status').exists():
    print('it says why')
    sys.exit(int((mesa / 'status').read_text()))
cycles = ((mesa / 'cycles') if program else mesa).read_text().split()
small_reports.make(own[own.index('--out') + 1], [[small_reports.Operation(int(number)) for number in cycles]])
'''


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def make(self, name, frames, **more):
        return small_reports.make(self.folder / name, frames, **more)

    def read(self, *names):
        return [run_report.read(self.folder / name) for name in names]

    def compared(self, before, after, **more):
        return difference.of_runs('it', *self.read(before, after), **more)

    def run_compare(self, *words, **settings):
        """(exit status, output, error output)."""
        result = subprocess.run([sys.executable, ROOT / 'scripts/comparison/compare.py', json.dumps({**SETTINGS, 'words': words, **settings})],
                                cwd=self.folder, capture_output=True, text=True, check=False)
        return result.returncode, result.stdout, result.stderr

    def refused(self, text, *words, **settings):
        status, output, error = self.run_compare(*words, **settings)
        self.assertEqual((status, output), (2, ''), error)
        self.assertIn(text, error)
        self.assertTrue(error.startswith('cyclorama: '), error)
        self.assertNotIn('Traceback', error)


class Pairing(unittest.TestCase):
    def pairs(self, before, after):
        return [''.join(side or '-' for side in pair) for pair in pairing.pairs_of(before, after, key=lambda item: item)]

    def test_the_same_are_pairs_in_order(self):
        self.assertEqual(self.pairs('abab', 'abab'), ['aa', 'bb', 'aa', 'bb'])
        self.assertEqual(self.pairs('', ''), [])

    def test_one_more_has_no_partner_and_the_others_keep_theirs(self):
        self.assertEqual(self.pairs('abcd', 'abxcd'), ['aa', 'bb', '-x', 'cc', 'dd'])
        self.assertEqual(self.pairs('xabcd', 'abcd'), ['x-', 'aa', 'bb', 'cc', 'dd'])
        self.assertEqual(self.pairs('', 'ab'), ['-a', '-b'])

    def test_another_in_the_same_place_is_its_partner(self):
        self.assertEqual(self.pairs('abc', 'axc'), ['aa', 'bx', 'cc'])
        self.assertEqual(self.pairs('abc', 'axyc'), ['aa', 'bx', '-y', 'cc'])

    def test_of_equal_ones_the_first_and_the_last_count(self):
        self.assertEqual(self.pairs('aaaa', 'aaa'), ['aa', 'aa', 'aa', 'a-'])

    def test_one_that_came_and_one_that_went_do_not_shift_the_others(self):
        self.assertEqual(self.pairs('pabcdef', 'abcdefq'), ['p-', 'aa', 'bb', 'cc', 'dd', 'ee', 'ff', '-q'])


class Reading(Case):
    def test_frames_have_draws_and_sums_of_other_work(self):
        self.make('a', [[Operation(5, kind='flush'), Operation(30), Operation(7, kind='flush'), Operation(40)], [Operation(8)]],
                  rest=[Operation(3, kind='resolve')])
        run, = self.read('a')
        self.assertEqual([frame.cycles for frame in run.frames], [82, 8])
        self.assertEqual([(work.name, work.cycles) for work in run.frames[0].works], [('draw 0', 30), ('draw 1', 40)])
        self.assertEqual(run.frames[0].others, {'flush': run_report.Sum(2, 12)})
        self.assertEqual((run.rest.number, run.rest.cycles), (None, 3))

    def test_a_draw_in_parts_of_a_picture_is_one_and_one_of_the_next_picture_another(self):
        """Adreno's chips execute a draw, at its place in the stream, for the bins and then in each."""
        bins = [(0, 'binning', None, None, None, None), (0, 'bin', 0, 0, 8, 8), (0, 'bin', 8, 0, 8, 8)]
        draws = [Operation(cycles, 'DRAW at 0x10', part=part, offset=offset)
                 for part, cycles in ((0, 1), (1, 10), (2, 100), (3, 1000), (4, 10000), (5, 100000)) for offset in (16, 32)]
        self.make('a', [draws], passes=[*bins, *bins])
        run, = self.read('a')
        self.assertEqual([(work.name, work.cycles, work.executions) for work in run.frames[0].works],
                         [('draw 0', 111, 3), ('draw 1', 111, 3), ('draw 2', 111000, 3), ('draw 3', 111000, 3)])
        self.assertEqual(run.frames[0].works[0].title, 'DRAW')

    def test_pictures_without_a_binning_pass_part_where_a_bin_comes_again(self):
        bins = [(0, 'bin', 0, 0, 8, 8), (0, 'bin', 8, 0, 8, 8)]
        self.make('a', [[Operation(1, part=part, offset=16) for part in range(4)]], passes=[*bins, *bins])
        run, = self.read('a')
        self.assertEqual([work.executions for work in run.frames[0].works], [2, 2])

    def test_draws_to_memory_are_their_own_even_at_one_place_in_the_stream(self):
        self.make('a', [[Operation(1, part=0, offset=16), Operation(2, part=0, offset=16), Operation(3, offset=16)]],
                  passes=[(0, 'direct', None, None, None, None)])
        run, = self.read('a')
        self.assertEqual([work.cycles for work in run.frames[0].works], [1, 2, 3])

    def test_findings_of_a_kind_are_one(self):
        self.make('a', [[]], findings=[('odd', 'slow'), ('odd', 'slow'), ('other', 'note')])
        run, = self.read('a')
        self.assertEqual({name: finding.count for name, finding in run.findings.items()}, {'odd': 2, 'other': 1})

    def test_the_tables_are_those_of_the_documented_version(self):
        document = (ROOT / 'docs/reference/report_file.md').read_text()
        self.assertIn(f'the version of the schema, **{run_report.VERSION}**', document)
        self.assertIn(f'0x{run_report.APPLICATION:X}'.lower(), document.lower())


class Differences(Case):
    def test_a_run_and_itself_differ_in_nothing(self):
        programs = [Program([('mov r0, r1', 5, 6), ('end', 5, 0)])]
        self.make('a', [[Operation(30, programs=(0,)), Operation(4, kind='flush')]], programs=programs, findings=[('odd', 'hang')])
        compared = self.compared('a', 'a')
        self.assertTrue(compared.same)
        self.assertEqual((compared.cycles.more, compared.works, compared.shaders), (0, [], []))
        self.assertFalse(compared.regressed(0))

    def test_the_draw_that_costs_more_is_named(self):
        self.make('a', [[Operation(30), Operation(40), Operation(9, kind='resolve')]])
        self.make('b', [[Operation(30), Operation(44), Operation(5, kind='resolve'), Operation(3, kind='resolve')]])
        compared = self.compared('a', 'b')
        self.assertEqual([(work.name, work.cycles.pair(), work.count.pair()) for work in compared.works],
                         [('draw 1', [40, 44], [1, 1]), ('all of resolve', [9, 8], [1, 2])])
        self.assertEqual(compared.cycles.pair(), [79, 82])

    def test_a_draw_without_a_partner_is_named_and_noted(self):
        self.make('a', [[Operation(30, 'one'), Operation(40, 'two')]])
        self.make('b', [[Operation(30, 'one'), Operation(7, 'clear'), Operation(40, 'two')]])
        compared = self.compared('a', 'b')
        self.assertEqual([(work.name, work.title, work.cycles.pair(), work.count.pair()) for work in compared.works],
                         [('draw 1', 'clear', [0, 7], [0, 1])])
        self.assertEqual(compared.notes, ['frame 0, draws without a partner: 0 before, 1 after'])

    def test_draws_with_other_stages_are_no_partners_where_a_better_one_is(self):
        programs = [Program([('end', 1, 0)], 'vertex'), Program([('end', 1, 0)], 'fragment')]
        self.make('a', [[Operation(1, programs=(0, 1)), Operation(2, programs=(0,))]], programs=programs)
        self.make('b', [[Operation(2, programs=(0,))]], programs=programs)
        self.assertEqual([(work.name, work.cycles.pair()) for work in self.compared('a', 'b').works], [('draw 0', [1, 0])])

    def test_instructions_are_paired_by_opcode(self):
        old = Program([('mov.pack r0, r1', 10, 0), ('(sy)mul.f r1, r0', 10, 5), ('end', 10, 0)], registers=2)
        new = Program([('mov.pack r2, r1', 10, 0), ('(ss)(nop3) mul.f r1, r2', 10, 9), ('add r1, r1', 20, 3), ('end', 10, 0)], registers=3)
        self.make('a', [[Operation(30, programs=(0,))]], programs=[old])
        self.make('b', [[Operation(33, programs=(0,))]], programs=[new])
        shader, = self.compared('a', 'b').shaders
        self.assertEqual((shader.first, shader.uses, shader.length.pair(), shader.amount('registers').pair()),
                         ('frame 0, draw 0', 1, [3, 4], [2, 3]))
        self.assertEqual((shader.amount('issued').pair(), shader.amount('waited').pair()), ([30, 50], [5, 12]))
        self.assertEqual([(each.numbers, each.texts[1], each.issued.pair(), each.waited.pair()) for each in shader.instructions],
                         [((None, 2), 'add r1, r1', [0, 20], [0, 3]), ((1, 1), '(ss)(nop3) mul.f r1, r2', [10, 10], [5, 9])])

    def test_programs_are_paired_by_the_draws_that_ran_them(self):
        one, two, three = (Program([('mov r0', issued, 0)]) for issued in (1, 2, 3))
        self.make('a', [[Operation(1, programs=(0,)), Operation(1, programs=(1,)), Operation(1, programs=(1,))]], programs=[one, two])
        # The driver compiles the second first, and the first draw has one of its own.
        self.make('b', [[Operation(1, programs=(2,)), Operation(1, programs=(0,)), Operation(1, programs=(0,))]],
                  programs=[two, one, three])
        shader, = self.compared('a', 'b').shaders
        self.assertEqual((shader.first, shader.amount('issued').pair()), ('frame 0, draw 0', [1, 3]))

    def test_a_program_without_a_partner_is_there_on_one_side(self):
        self.make('a', [[Operation(1, programs=(0,))]], programs=[Program([('mov', 1, 0)], 'vertex')])
        self.make('b', [[Operation(1, programs=(0, 1))]], programs=[Program([('mov', 1, 0)], 'vertex'), Program([('mul', 4, 0)])])
        shader, = self.compared('a', 'b').shaders
        self.assertEqual((shader.stage, shader.length.pair(), shader.instructions[0].texts), ('fragment', [0, 1], (None, 'mul')))

    def test_findings_that_came_and_went(self):
        self.make('a', [[Operation(1)]], findings=[('both', 'hang'), ('old', 'slow')])
        self.make('b', [[Operation(1)]], findings=[('slower', 'slow'), ('both', 'hang'), ('worse', 'corruption')])
        compared = self.compared('a', 'b')
        self.assertEqual([finding.identifier for finding in compared.new_findings], ['slower', 'worse'])
        self.assertEqual([finding.identifier for finding in compared.gone_findings], ['old'])
        self.assertTrue(compared.regressed(1000))

    def test_frames_beyond_those_that_are_asked_for_do_not_count(self):
        self.make('a', [[Operation(1)], [Operation(10)], [Operation(100)]], rest=[Operation(1000)])
        self.make('b', [[Operation(2)], [Operation(20)]], rest=[Operation(2000)])
        self.assertEqual(self.compared('a', 'b', most_frames=1).cycles.pair(), [1, 2])
        self.assertEqual(self.compared('a', 'b', most_frames=2).notes, [])
        compared = self.compared('a', 'b')
        self.assertEqual(compared.cycles.pair(), [11, 22])
        self.assertEqual(compared.notes, ['3 frames before, 2 after: the first 2 are compared'])
        self.assertEqual(self.compared('a', 'a').cycles.pair(), [1111, 1111])

    def test_what_comes_after_the_last_frame_counts_where_one_side_alone_has_it(self):
        self.make('a', [[Operation(1)]])
        self.make('b', [[Operation(1)]], rest=[Operation(5)])
        compared = self.compared('a', 'b')
        self.assertEqual((compared.cycles.pair(), compared.works[0].frame), ([1, 6], None))

    def test_more_of_nothing_is_above_every_threshold(self):
        self.make('a', [[]])
        self.make('b', [[Operation(1)]])
        self.assertTrue(self.compared('a', 'b').regressed(1e6))


class Texts(Case):
    SIDES = merge_request.Sides('gc2000', '22.3.6', '25.0.7', 1)

    def large(self, name, more):
        programs = [Program([(f'op{at} `r|1`', 10, more * at) for at in range(30)], registers=2 + more) for _ in range(9)]
        return self.make(name, [[Operation(100 + more * at, f'draw | {at}', programs=(at % 9,)) for at in range(50)] for _ in range(9)],
                         programs=programs, findings=[(f'finding-{at}', 'slow') for at in range(20 * more)])

    def test_no_comparison_takes_more_than_forty_lines(self):
        self.large('a', 0)
        self.large('b', 1)
        one = self.compared('a', 'b')
        for programs in ([one], [one] * 3, [one] * 200):
            lines = merge_request.text(programs, self.SIDES, ['First bad commit: 1', 'somebody']).splitlines()
            self.assertLessEqual(len(lines), merge_request.LINES)
            self.assertGreater(len(lines), merge_request.LINES - 3)
            for word in ('program', 'work that', 'shader', 'instructions'):
                self.assertTrue(any(line.startswith(f'| {word}') for line in lines), word)

    def test_rows_have_the_columns_of_their_table(self):
        self.large('a', 0)
        self.large('b', 1)
        columns = 0
        for line in merge_request.text([self.compared('a', 'b')] * 2, self.SIDES).splitlines():
            now = line.replace(r'\|', '').count('|')
            self.assertIn(columns, (0, now) if now else (columns,), line)
            columns = now

    def test_text_of_a_driver_is_no_markup(self):
        shown = merge_request.code('a`b|c\n<img src=x>\x1b[1m ' + 'x' * 900 + '|end')
        self.assertTrue(shown.startswith('`a\'b\\|c <img src=x> [1…xxx') and shown.endswith('xxx\\|end`'), shown)
        self.assertEqual((shown.count('`'), len(shown)), (2, merge_request.WIDTH + 4))
        self.assertEqual(merge_request.plain('an <img> [link](x)\n| name'), 'an img link(x) name')

    def test_changes_are_never_rounded_to_none(self):
        change = difference.Change
        self.assertEqual([merge_request.percent(each) for each in (change(5, 5), change(1000, 1017), change(10 ** 9, 10 ** 9 + 1),
                                                                   change(10 ** 9, 10 ** 9 - 1), change(0, 7), change(7, 0), change(0, 0))],
                         ['0', '+1.70 %', '+1e-07 %', '-1e-07 %', 'new', 'gone', '0'])

    def test_one_row_is_as_it_stands(self):
        self.make('a', [[Operation(30), Operation(40)]])
        self.make('b', [[Operation(30), Operation(44)]])
        self.assertEqual(merge_request.text([self.compared('a', 'b')], self.SIDES), '\n'.join([
            '### Cycles on gc2000: 22.3.6 → 25.0.7', '',
            '1 program, 1 frame: 70 → 74 cycles, +5.71 %. Above the threshold of 1 %: `it`.', '',
            '| program | frames | 22.3.6 | 25.0.7 | change |', '| --- | --- | ---: | ---: | ---: |',
            '| `it` | 1 | 70 | 74 | +5.71 % |', '',
            '| work that changed most | cycles, 22.3.6 | 25.0.7 | change |', '| --- | ---: | ---: | ---: |',
            '| frame 0, draw 1 `3 vertices: triangles` | 40 | 44 | +4 (+10.00 %) |', '']))


class Folders(Case):
    def test_a_folder_and_itself_are_the_same(self):
        self.make('a', [[Operation(30)], [Operation(40)]])
        status, output, error = self.run_compare('a', 'a')
        self.assertEqual((status, error), (0, ''))
        self.assertIn('No change: 1 program, 2 frames, exactly the same 70 cycles.', output)
        self.assertFalse((self.folder / 'comparison').exists())

    def test_the_exit_status_is_by_the_threshold(self):
        self.make('a', [[Operation(1000)]])
        self.make('b', [[Operation(1010)]])
        self.assertEqual([self.run_compare('a', 'b', threshold=threshold)[0] for threshold in (0, 0.9, 1, 2)], [1, 1, 0, 0])
        self.assertEqual(self.run_compare('b', 'a')[0], 0)

    def test_one_program_above_the_threshold_counts_where_the_sum_is_not(self):
        self.make('a/one', [[Operation(100)]])
        self.make('a/two', [[Operation(1000)]])
        self.make('b/one', [[Operation(110)]])
        self.make('b/two', [[Operation(900)]])
        status, output, _ = self.run_compare('a', 'b', threshold=5)
        self.assertEqual(status, 1)
        self.assertIn('Above the threshold of 5 %: `one`.', output)

    def test_json_has_all_that_differs(self):
        programs = [Program([('mov r0', 1, 0)])]
        self.make('a', [[Operation(1000, programs=(0,))]], programs=programs)
        self.make('b', [[Operation(1010, programs=(0,))]], programs=[Program([('mov r0', 2, 0)])])
        status, output, _ = self.run_compare('a', 'b', json=True)
        found = json.loads(output)
        self.assertEqual((status, found['format'], found['before'], found['after'], found['regressed']), (1, 1, 'a', 'b', True))
        program, = found['programs']
        self.assertEqual((program['cycles'], program['frames'][0]['works'][0]['cycles']), ([1000, 1010], [1000, 1010]))
        self.assertEqual(program['shader_programs'][0]['instructions'][0]['issued'], [1, 2])

    def test_files_that_are_no_reports_are_refused_by_name_and_reason(self):
        self.make('a', [[Operation(1)]])
        self.refused('nowhere: there is no such folder or capture', 'a', 'nowhere')
        (self.folder / 'empty').mkdir()
        self.refused('empty: neither it nor a folder in it has a report.sqlite', 'a', 'empty')
        report = self.folder / 'empty/report.sqlite'
        report.write_text('no database, but a text of some length')
        self.refused('empty/report.sqlite: file is not a database', 'a', 'empty')
        report.write_bytes(b'')
        self.refused('empty/report.sqlite: no report: its application id is 0x00000000', 'a', 'empty')
        report.write_bytes((self.folder / 'a/report.sqlite').read_bytes()[:9000])
        self.refused('empty/report.sqlite: ', 'a', 'empty')

    def test_damaged_rows_are_refused_by_table_and_row(self):
        for statement, reason in (
                ('PRAGMA user_version = 12', 'a report of version 12; this program reads version 13'),
                ("UPDATE meta SET value = 'functional' WHERE key = 'mode'", 'the run has no cycles: its mode is functional, not timing'),
                ("INSERT INTO meta VALUES ('error', 'it locked up')", 'the run failed: it locked up'),
                ('UPDATE frames SET end_cycle = NULL', 'frames, row 0, end_cycle is no whole number: None'),
                ("UPDATE operations SET share_end_cycle = 'x'", "operations, row 0, share_end_cycle is no whole number: 'x'"),
                ('UPDATE operations SET frame = 7', 'operations, row 0: there is no frame 7'),
                ("UPDATE operations SET kind = x'00ff'", "operations, row 0, kind is no text: b'\\x00\\xff'"),
                ('UPDATE operation_programs SET program = 7', 'operation_programs: operation 0 ran program 7, which is not there'),
                ('UPDATE program_instructions SET program = 7', 'program_instructions: there is no program 7'),
                ("UPDATE program_instructions SET issues = 'many'", "program_instructions, 0, 0 is no whole number: 'many'"),
                ('UPDATE findings SET count = 1.5', 'findings, row 0 is no whole number: 1.5'),
                ('DROP TABLE passes', 'no such table: passes')):
            self.make('a', [[Operation(1, programs=(0,))]], programs=[Program([('mov', 1, 0)])], findings=[('odd', 'note')])
            database = sqlite3.connect(self.folder / 'a/report.sqlite')
            database.executescript(statement)
            database.close()
            self.refused(f'a/report.sqlite: {reason}', 'a', 'a')

    def test_folders_with_other_runs_in_them_are_refused(self):
        self.make('a/one', [[Operation(1)]])
        self.make('b/one', [[Operation(1)]])
        self.make('b/two', [[Operation(1)]])
        self.refused('b/two: the other folder has no run of this name', 'a', 'b')

    def test_what_does_not_go_together_is_refused(self):
        self.make('a', [[Operation(1)]])
        (self.folder / 'x.cyc').touch()
        self.refused('two Mesas are to be named', 'a')
        self.refused('two Mesas are to be named', 'a', 'a', mesa='22.3.6')
        self.refused('--mesa names the first, --gpu the chip', 'true', **{'with': '25.0.7', 'mesa': '22.3.6'})
        self.refused('one is a folder of results, the other a capture', 'a', 'x.cyc')
        self.refused('--gpu goes with runs that are to be made', 'a', 'a', gpu='gc2000')


class Runs(Case):
    def setUp(self):
        super().setUp()
        stand_ins.write(self.folder / 'cyclorama', SIMULATOR, True)
        for name, cycles in (('old', '10 20'), ('new', '10 25')):
            stand_ins.write(self.folder / name / 'cycles', cycles)

    def run_programs(self, *words, **settings):
        return self.run_compare(*words, **{'program': str(self.folder / 'cyclorama'), 'gpu': 'gc2000', 'mesa': './old', 'with': './new',
                                           **settings})

    def test_a_program_runs_with_both(self):
        status, output, error = self.run_programs('true', '{frames}', set=['A.B=1'])
        self.assertEqual((status, error), (1, ''))
        self.assertIn('### Cycles on gc2000: old → new', output)
        self.assertIn('| frame 0, draw 1 `3 vertices: triangles` | 20 | 25 | +5 (+25.00 %) |', output)
        log = (self.folder / 'comparison/before/01-true-frames/log').read_text().split()
        self.assertEqual(log, ['exec', '--gpu', 'gc2000', '--set', 'A.B=1', '--mesa', str(self.folder / 'old'), '--discard-frames', '--display',
                               '64x48', '--frame-time', '100', '--mode', 'timing', '--report', '--out', 'comparison/before/01-true-frames',
                               '--', 'true', '2'])
        self.assertEqual((self.folder / 'comparison/comparison.md').read_text(), output)
        self.assertTrue(json.loads((self.folder / 'comparison/comparison.json').read_text())['regressed'])

    def test_the_same_driver_is_exactly_the_same(self):
        status, output, _ = self.run_programs('true', **{'with': './old'})
        self.assertEqual(status, 0)
        self.assertIn('exactly the same 30 cycles', output)

    def test_folders_of_an_earlier_comparison_compare_again(self):
        _, output, _ = self.run_programs('true')
        status, again, _ = self.run_compare('comparison/before', 'comparison/after')
        self.assertEqual(status, 1)
        self.assertIn('| 20 | 25 | +5 (+25.00 %) |', again)

    def test_a_corpus_lists_programs(self):
        stand_ins.write(self.folder / 'lists/corpus', "# ours\ntrue 'a b'  # one\n\n./own --x {frames}\n")
        stand_ins.write(self.folder / 'lists/own', '', True)
        status, output, error = self.run_programs(corpus='lists/corpus', frames=3)
        self.assertEqual((status, error), (1, ''))
        self.assertIn('2 programs, 2 frames: 60 → 70 cycles', output)
        self.assertIn("| `true 'a b'` |", output)
        log = (self.folder / 'comparison/after/02-own---x-frames/log').read_text()
        self.assertIn(f'-- {self.folder}/lists/own --x 3', log)

    def test_corpora_are_refused_by_line_and_reason(self):
        for content, reason in ((b'\n', 'list: it names no program'), (b"true\ntrue 'x\n", 'list:2: No closing quotation'),
                                (b'no-such-program x\n', 'list:1: there is no program no-such-program'),
                                (b'./nothing\n', 'list:1: there is no program ./nothing'),
                                (b'tr\xffe\n', 'list: byte 2 is no UTF-8'), (b'true \0\n', 'list:1: a NUL character')):
            (self.folder / 'list').write_bytes(content)
            self.refused(reason, corpus='list', gpu='gc2000', mesa='a', **{'with': 'b'})
        self.refused('no-list: No such file or directory', corpus='no-list', gpu='gc2000', mesa='a', **{'with': 'b'})
        self.refused('there is none to be after it', 'true', corpus='list', gpu='gc2000', mesa='a', **{'with': 'b'})
        self.refused('after --: there is no program no-such-program', 'no-such-program', gpu='gc2000', mesa='a', **{'with': 'b'})

    def test_a_program_that_fails_is_named_with_what_it_says(self):
        stand_ins.write(self.folder / 'new/status', '3')
        status, output, error = self.run_programs('true')
        self.assertEqual((status, output), (2, ''))
        self.assertIn('cyclorama: comparison/after/01-true: true ended with the status 3; comparison/after/01-true/log ends with:', error)
        self.assertIn('\n  it says why\n', error)

    def test_two_captures_are_replayed(self):
        stand_ins.write(self.folder / 'a.cyc', '10')
        stand_ins.write(self.folder / 'b.cyc', '15')
        status, output, error = self.run_compare('a.cyc', 'b.cyc', program=str(self.folder / 'cyclorama'))
        self.assertEqual((status, error), (1, ''))
        self.assertIn('a.cyc → b.cyc', output)
        self.assertEqual((self.folder / 'comparison/before/log').read_text().split(),
                         ['run', 'a.cyc', '--mode', 'timing', '--report', '--out', 'comparison/before'])

    def test_without_a_program_the_bundled_ones_run(self):
        stand_ins.write(self.folder / 'examples/gles_scene', '', True)
        found = corpus.bundled(self.folder / 'cyclorama')
        self.assertEqual(found[0].command(4), [str(self.folder / 'examples/gles_scene'), '--present', '--frames', '4'])
        before, os.environ['PATH'] = os.environ['PATH'], '/nowhere'
        try:
            self.assertEqual(len(corpus.bundled(self.folder / 'cyclorama')), 1)
            with self.assertRaisesRegex(SystemExit, 'there is no glmark2-es2-drm .* and no bundled example'):
                corpus.bundled(pathlib.Path('/nowhere/cyclorama'))
        finally:
            os.environ['PATH'] = before


if __name__ == '__main__':
    unittest.main()
