#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of scripts/measure/conformance.py: on a module of VK-GL-CTS and a simulator that are stand-ins, and of the list of exceptions,
which names no more tests than the documents say have failed."""
import collections
import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / 'scripts'))

import stand_ins  # noqa: E402
from suites import deqp, lists, mesa_lists, records, tables, verdict  # noqa: E402


class Conformance(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.write('cyclorama', stand_ins.SIMULATOR, True)
        self.write('cts/modules/gles2/deqp-gles2', stand_ins.MODULE, True)
        self.write('bin/dpkg-query', '#!/bin/sh\necho 5.0-1\n', True)
        self.write('cache/cyclorama/mesa-9.9/share/etnaviv-ci/etnaviv-gc2000-fails.txt', '# of the board\ndEQP.a.fail9,Fail\n')
        self.write('cache/cyclorama/mesa-9.9/share/etnaviv-ci/etnaviv-gc2000-flakes.txt', 'dEQP.b.*\n')
        self.write('cache/cyclorama/mesa-9.9/share/etnaviv-ci/etnaviv-gc2000-skips.txt', 'slow\n')
        self.exceptions('')

    def write(self, name, text, executable=False):
        stand_ins.write(self.folder / name, text, executable)

    def exceptions(self, *names):
        self.write('exceptions.txt', ''.join(f'gc2000 9.9 deqp-gles2 {name} # a cause\n' for name in names if name))

    def run_tests(self, names, *options, gpu='gc2000:9.9'):
        """(exit status, output) of a run on the tests with these last parts."""
        self.write('cts/mustpass/gles2-main.txt', 'more.txt\n')
        self.write('cts/mustpass/more.txt', ''.join(f'dEQP.{name if "." in name else "a." + name}\n' for name in names))
        done = subprocess.run(
            [ROOT / 'scripts/measure/conformance.py', self.folder / 'cyclorama', '--suite', 'deqp-gles2', '--gpu', gpu, '--deqp',
             self.folder / 'cts', '--out', self.folder / 'out', '--exceptions', self.folder / 'exceptions.txt', '--jobs', '2',
             *options], capture_output=True, text=True,
            env={**os.environ, 'PATH': f'{self.folder}/bin:{os.environ["PATH"]}', 'XDG_CACHE_HOME': str(self.folder / 'cache'),
                 'STARTS': str(self.folder / 'starts'), 'WISH': str(self.folder / 'wish')})
        return done.returncode, done.stdout + done.stderr

    def starts(self):
        path = self.folder / 'starts'
        return len(path.read_text().splitlines()) if path.exists() else 0

    def rows(self, label='gc2000-9.9'):
        with (self.folder / f'out/deqp-gles2/{label}.csv').open(newline='') as file:
            return {row['test']: row for row in csv.DictReader(file)}

    def test_what_counts_and_passes_is_good(self):
        status, output = self.run_tests(['pass1', 'pass2', 'unsupported', 'reference', 'both'])
        self.assertEqual((status, output), (0, 'dEQP-GLES2, gc2000, Mesa 9.9: 3 tests count, 3 pass (100.00 %), '
                                               '0 crash or do not end\n'))
        self.assertEqual(self.starts(), 1)
        row = self.rows()['dEQP.a.pass1']
        self.assertEqual((row['commit'], row['configuration'], row['tests'], row['result']),
                         ('1234567', 'abcdef', 'release-7', 'pass'))

    def test_the_reference_runs_what_the_chip_does_not_pass(self):
        self.run_tests(['pass1', 'unsupported', 'both', 'fail1'])
        rows = self.rows('reference')
        self.assertEqual({name: row['result'] for name, row in rows.items()},
                         {'dEQP.a.both': 'fail', 'dEQP.a.fail1': 'pass'})
        self.assertEqual(rows['dEQP.a.fail1']['commit'], 'llvmpipe 5.0-1')

    def test_a_failure_is_bad_unless_it_is_listed_or_the_chip_fails_it_too(self):
        self.assertIn('fail, not listed: dEQP.a.fail1', self.run_tests(['pass1', 'fail1'])[1])
        self.exceptions('dEQP.a.fail1')
        self.assertEqual(self.run_tests(['pass1', 'fail1', 'fail9', 'b.fail', 'slow.fail'])[0], 0)
        self.assertNotIn('dEQP.a.fail9', self.rows())

    def test_a_listed_test_that_passes_is_bad(self):
        self.exceptions('dEQP.a.pass1')
        status, output = self.run_tests(['pass1'])
        self.assertEqual(status, 1)
        self.assertIn('passes, take it off the list: dEQP.a.pass1', output)

    def test_chips_without_a_driver_of_their_own_are_driven_by_the_system_s_mesa_where_that_is_of_the_version(self):
        status, output = self.run_tests(['pass1', 'fail9'], gpu='attila:5.0')
        self.assertEqual(status, 1)
        self.assertIn('fail, not listed: dEQP.a.fail9', output)
        self.assertEqual((self.folder / 'wish').read_text(), '--mesa system')
        self.assertEqual(self.run_tests(['pass1'], gpu='attila:9.9')[0], 0)
        self.assertEqual((self.folder / 'wish').read_text(), '--mesa 9.9')

    def test_it_goes_on_behind_a_crash_and_a_hang(self):
        status, output = self.run_tests(['crash', 'hang', *(f'pass{n}' for n in range(9))], '--cpu-seconds', '1')
        self.assertEqual(status, 1)
        self.assertIn('11 tests count, 9 pass (81.82 %), 2 crash or do not end', output)
        results = collections.Counter(row['result'] for row in self.rows().values())
        self.assertEqual(results, {'pass': 9, 'crash': 1, 'timeout': 1})

    def test_a_later_run_adds_what_is_missing(self):
        self.assertEqual(self.run_tests(['pass1', 'pass2'], '--stop-after', '0')[0], 3)
        self.assertEqual(self.starts(), 0)
        self.assertEqual(self.run_tests(['pass1', 'pass2'])[0], 0)
        self.assertEqual(self.run_tests(['pass1', 'pass2', 'pass3'])[0], 0)
        self.assertEqual(self.starts(), 2)
        self.assertEqual(len(self.rows()), 3)

    def test_a_module_that_does_not_start_ends_the_run(self):
        status, output = self.run_tests(['dead'])
        self.assertEqual((status, self.starts()), (1, deqp.MOST_STARTS))
        self.assertIn('does not start', output)

    def test_a_test_that_the_module_does_not_know_is_bad(self):
        status, output = self.run_tests(['absent', 'pass1'])
        self.assertEqual(status, 1)
        self.assertIn('not in the module: dEQP.a.absent', output)

    def test_tests_after_one_without_its_file_run_all_the_same(self):
        self.assertEqual(self.run_tests(['resource1', 'z.pass2', 'z.pass3'])[0], 0)
        results = collections.Counter(row['result'] for row in self.rows().values())
        self.assertEqual(results, {'fail': 1, 'pass': 2})
        self.assertEqual(self.starts(), 2)

    def test_a_list_that_is_missing_is_named(self):
        self.write('cts/mustpass/gles2-main.txt', 'more.txt\n')
        with self.assertRaisesRegex(SystemExit, 'more.txt, which another list names, does not exist'):
            lists.names(self.folder / 'cts/mustpass/gles2-main.txt')

    def test_the_report_names_what_was_measured_and_keeps_other_sections(self):
        self.exceptions('dEQP.a.fail1')
        self.write('conformance_vivante.md', '# Conformance\n\n## dEQP-GLES2, gc7000l, Mesa 9.9\n\ntext\n')
        self.assertEqual(self.run_tests(['pass1', 'fail1'], '--report', self.folder)[0], 0)
        text = (self.folder / 'conformance_vivante.md').read_text()
        self.assertIn('## dEQP-GLES2, gc7000l, Mesa 9.9\n\ntext\n\n## dEQP-GLES2, gc2000, Mesa 9.9\n', text)
        self.assertIn("| gc2000, Mesa 9.9 | 1234567 | abcdef | release-7 | the real GC2000's | all | 2 | 2 | 2 | 1 | 50.00 % "
                      '| 0 |\n', text)
        self.assertIn('| a cause | gc2000, Mesa 9.9 | 1 | dEQP.a.fail1 |', text)
        self.assertIn('| `odd` | 1 | ', text)

    def test_failures_are_counted_by_group(self):
        self.run_tests([f'g.h.i.fail{n}' for n in range(3)] + ['g.h.i.pass'], '--groups', self.folder / 'groups.md')
        self.assertIn('| dEQP.g.h.i | 3 | 4 | 3 fail | dEQP.g.h.i.fail0 | Fail: Image (0) differs |',
                      (self.folder / 'groups.md').read_text())

    def test_a_sample_is_a_share_and_always_the_same(self):
        names = [f'dEQP.a.{n}' for n in range(1000)]
        some = deqp.sample(names, 5)
        self.assertTrue(150 < len(some) < 250)
        self.assertEqual(some, deqp.sample(list(reversed(names)), 5))
        self.assertEqual(sorted(deqp.sample(names, 1)), sorted(names))


class Verdicts(unittest.TestCase):
    """Of a test with subtests, of which the chip's list names `known`."""

    class Lists:
        @staticmethod
        def names(name):
            return name == 'test@known'

    def verdict(self, result, **ours):
        theirs = records.record('test', 'pass', 0, {'known': 'pass', 'first': 'pass', 'second': 'pass'})
        return verdict.Verdict(records.record('test', result, 0, ours), theirs, self.Lists)

    def test_subtests_that_the_list_names_do_not_count(self):
        self.assertTrue(self.verdict('fail', known='fail', first='pass', second='pass').passes)
        self.assertFalse(self.verdict('fail', known='fail', first='pass', second='fail').passes)

    def test_subtests_that_the_driver_has_not_are_no_failures_of_a_test_that_fails_by_others(self):
        self.assertTrue(self.verdict('fail', known='fail', first='pass').passes)
        self.assertFalse(self.verdict('fail', known='pass', first='pass').passes)
        self.assertFalse(self.verdict('crash', known='fail', first='pass').passes)


    def test_what_the_gpu_cannot_do_does_not_count_but_what_passes_or_crashes_does(self):
        class Unlisted:
            names = staticmethod(lambda name: False)

        def of(result):
            ours = records.record('test', result, 0, beyond_gpu='masks of samples')
            return verdict.Verdict(ours, records.record('test', 'pass', 0), Unlisted)

        self.assertEqual((of('fail').counts, of('fail').beyond_gpu), (False, 'masks of samples'))
        self.assertTrue(of('pass').counts)
        self.assertEqual((of('crash').counts, of('crash').beyond_gpu), (True, ''))


class Exceptions(unittest.TestCase):
    def test_the_list_names_no_more_tests_than_failed_in_whole_runs(self):
        named, seen = collections.Counter(), set()
        for line in (ROOT / 'tests/data/conformance_failures.txt').read_text().splitlines():
            if line and not line.startswith('#'):
                test = line.partition(' # ')[0]
                self.assertNotIn(test, seen)
                seen.add(test)
                named[tuple(line.split(' ', 3)[:3])] += 1
        self.assertTrue(named)
        for (gpu, mesa, suite), count in named.items():
            self.assertLessEqual(count, self.failures(gpu, mesa, suite), f'{gpu}, Mesa {mesa}, {suite}')

    @staticmethod
    def failures(gpu, mesa, suite):
        """How many tests failed by the rows for a chip in the table of a suite, or scenes by its column in one of scenes."""
        titles = {'piglit': 'Piglit', 'glmark2': 'glmark2', 'glmark2-gl': 'glmark2 with OpenGL 2'}
        title = deqp.MODULES[suite].title if suite in deqp.MODULES else titles[suite]
        path = tables.DOCS / f'conformance_{mesa_lists.family_of(gpu).name}.md'
        headings = (title, tables.heading(title, [f'{gpu}, Mesa {mesa}']))
        sections = [path.read_text().partition(f'\n## {heading}\n')[2].partition('\n## ')[0] for heading in headings]
        head, failures, version = [], 0, ''
        for line in '\n'.join(sections).splitlines():
            if line.startswith('### Mesa '):
                version = line.removeprefix('### Mesa ')
            cells = [cell.strip() for cell in line.split('|')]
            if 'count' in cells and 'pass' in cells:
                head = cells
            elif 'scene' in cells:
                head = cells if gpu in cells else []
            elif 'scene' in head:
                failures += version == mesa and len(cells) == len(head) and 'less than' in cells[head.index(gpu)]
            elif len(cells) == len(head) and cells[1].startswith(f'{gpu}, Mesa {mesa}'):
                failures += int(cells[head.index('count')]) - int(cells[head.index('pass')])
        return failures


if __name__ == '__main__':
    unittest.main()
