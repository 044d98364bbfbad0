#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of scripts/suites/ci.py, which `cyclorama ci` runs: suites and lists as Mesa has them, on a module of VK-GL-CTS and a simulator
that are stand-ins. The statuses and exit codes are deqp-runner's (its README, and src/runner_results.rs of 0.20)."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / 'scripts'))

import stand_ins  # noqa: E402
from suites import lists, processes, statuses, suite_file  # noqa: E402

TABLE = '[[deqp]]\ndeqp = "/deqp/modules/gles2/deqp-gles2"\ncaselists = ["/deqp/mustpass/gles2-main.txt"]\n'


def command_line(process):
    """The words of a process by its folder in /proc; empty where it has ended."""
    try:
        return (process / 'cmdline').read_text(errors='replace')
    except OSError:
        return ''


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.write('cyclorama', stand_ins.SIMULATOR, True)
        self.write('cts/modules/gles2/deqp-gles2', stand_ins.MODULE, True)
        self.write('ci/deqp-etnaviv-gc2000.toml', TABLE)

    def write(self, name, text, executable=False):
        stand_ins.write(self.folder / name, text, executable)

    def cases(self, *names):
        self.write('cts/mustpass/gles2-main.txt', ''.join(f'dEQP-GLES2.{name}\n' for name in names))

    def start(self, **settings):
        defaults = {
            'program': str(self.folder / 'cyclorama'), 'gpu': 'gc2000', 'exec': ['--mode', 'functional'], 'lists': '', 'tables': [],
            'suite': str(self.folder / 'ci/deqp-etnaviv-gc2000.toml'), 'gpu_version': '', 'output': str(self.folder / 'out'),
            'mesa': '9.9', 'deqp': [str(self.folder / 'cts')], 'baseline': [], 'flakes': [], 'skips': [], 'include': [],
            'version_check': '', 'fraction': 1, 'fraction_start': 1, 'jobs': 2, 'timeout': 300, 'full': False}
        self.assertLessEqual(settings.keys(), defaults.keys())
        return subprocess.Popen(
            [sys.executable, ROOT / 'scripts/suites/ci.py', json.dumps({**defaults, **settings})], cwd=self.folder,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, 'XDG_CACHE_HOME': str(self.folder / 'cache'), 'STARTS': str(self.folder / 'starts'),
                 'TESTS': str(self.folder / 'tests'), 'WISH': str(self.folder / 'wish'), 'TMPDIR': str(self.folder)})

    def run_ci(self, **settings):
        """(exit status, output) of a run."""
        process = self.start(**settings)
        output, _ = process.communicate()
        return process.returncode, output

    def lines(self, name):
        path = self.folder / name
        return path.read_text().splitlines() if path.exists() else []

    def statuses(self):
        """{test: status} of results.csv, without the first word of the names."""
        rows = [line.split(',') for line in self.lines('out/results.csv')]
        return {name.replace('dEQP-GLES2.', ''): status for name, status, _ in rows}


class Runs(Case):
    def test_results_as_expected_are_good(self):
        self.cases('a.pass1', 'a.pass2', 'a.unsupported', 'a.coarse')
        status, output = self.run_ci()
        self.assertEqual(status, 0, output)
        self.assertIn('deqp-etnaviv-gc2000.toml on gc2000 as etnaviv-gc2000: 4 tests, 2 at a time\n', output)
        self.assertIn('Pass: 2, Warn: 1, Skip: 1, Run: 4 of 4, Duration: ', output)
        self.assertEqual(self.statuses(), {'a.pass1': 'Pass', 'a.pass2': 'Pass', 'a.unsupported': 'Skip', 'a.coarse': 'Warn'})
        self.assertEqual(self.lines('out/failures.csv'), [])
        self.assertEqual(self.lines('wish'), ['--mesa 9.9 --mode functional'])

    def test_a_failure_is_in_all_files_and_in_the_exit_status(self):
        self.cases('a.fail1', 'a.pass1')
        status, output = self.run_ci()
        self.assertEqual(status, 1)
        self.assertIn('Unexpected results:\n  dEQP-GLES2.a.fail1,Fail\n', output)
        self.assertEqual(self.lines('out/failures.csv'), ['dEQP-GLES2.a.fail1,Fail'])
        self.assertIn('Findings about the driver:\n  odd: ', output)
        self.assertEqual(self.lines('out/findings.csv')[0], 'test,finding,count')

    def test_mesa_s_list_of_failures_is_the_baseline(self):
        self.write('ci/etnaviv-gc2000-fails.txt', '# on the board\n' + ''.join(f'dEQP-GLES2.a.{row}\n' for row in (
            'fail1,Fail', 'pass1,Fail', 'crash,Crash', 'fail2,Crash', 'unsupported,Fail', 'coarse,Fail')))
        self.cases('a.fail1', 'a.pass1', 'a.pass2', 'a.crash', 'a.fail2', 'a.unsupported', 'a.coarse')
        self.assertEqual(self.run_ci()[0], 1)
        self.assertEqual(self.statuses(), {
            'a.fail1': 'ExpectedFail', 'a.pass1': 'UnexpectedImprovement(Pass)', 'a.pass2': 'Pass', 'a.crash': 'ExpectedFail',
            'a.fail2': 'UnexpectedImprovement(Fail)', 'a.unsupported': 'UnexpectedImprovement(Skip)',
            'a.coarse': 'UnexpectedImprovement(Warn)'})

    def test_failures_of_an_earlier_run_are_expected_and_new_ones_are_not(self):
        self.write('ci/etnaviv-gc2000-fails.txt', 'dEQP-GLES2.a.pass1,Fail\n')
        self.cases('a.fail1', 'a.pass1', 'a.crash')
        self.assertEqual(self.run_ci()[0], 1)
        earlier = self.folder / 'earlier.csv'
        earlier.write_text((self.folder / 'out/failures.csv').read_text())
        status, output = self.run_ci(baseline=[str(earlier)])
        self.assertEqual(status, 0, output)
        self.cases('a.fail1', 'a.pass1', 'a.crash', 'a.fail2')
        self.assertEqual(self.run_ci(baseline=[str(earlier)])[0], 1)
        self.assertEqual(self.lines('out/failures.csv'), ['dEQP-GLES2.a.fail2,Fail'])

    def test_a_failure_that_does_not_repeat_is_a_flake_and_one_that_does_is_none(self):
        self.cases('a.fail1', 'a.flake1', 'a.pass1', 'b.fragile', 'b.pass9')
        status, output = self.run_ci(jobs=1)
        self.assertEqual(status, 1)
        self.assertIn('Some new flakes found:\n  dEQP-GLES2.a.flake1\n  dEQP-GLES2.b.fragile\n', output)
        self.assertEqual(self.lines('out/failures.csv'), ['dEQP-GLES2.a.fail1,Fail'])
        # What comes after the last that is not as expected does not run again.
        self.assertEqual(self.lines('tests').count('dEQP-GLES2.a.pass1'), 2)
        self.assertEqual(self.lines('tests').count('dEQP-GLES2.b.pass9'), 1)

    def test_flakes_alone_are_good(self):
        self.cases('a.flake1')
        self.assertEqual(self.run_ci()[0], 0)
        self.assertEqual(self.statuses(), {'a.flake1': 'Flake'})

    def test_known_flakes_may_fail_and_do_not_run_again(self):
        self.write('ci/etnaviv-gc2000-flakes.txt', 'GLES2.a.f.*1$\n')
        self.write('ci/all-flakes.txt', '# everywhere\ncrash\n')
        self.cases('a.fail1', 'a.pass1', 'a.crash')
        self.assertEqual(self.run_ci()[0], 0)
        self.assertEqual(self.statuses(), {'a.fail1': 'KnownFlake', 'a.pass1': 'Pass', 'a.crash': 'KnownFlake'})
        self.assertEqual(self.lines('tests').count('dEQP-GLES2.a.fail1'), 1)

    def test_it_continues_after_a_crash_and_a_hang(self):
        self.cases('a.crash', 'a.hang', *(f'a.pass{n}' for n in range(9)))
        self.assertEqual(self.run_ci(timeout=1)[0], 1)
        self.assertEqual(self.lines('out/failures.csv'), ['dEQP-GLES2.a.crash,Crash', 'dEQP-GLES2.a.hang,Timeout'])
        self.assertEqual(list(self.statuses().values()).count('Pass'), 9)

    def test_a_test_that_the_module_does_not_have_is_missing(self):
        self.cases('a.absent', 'a.pass1')
        self.assertEqual(self.run_ci()[0], 1)
        self.assertEqual(self.lines('out/failures.csv'), ['dEQP-GLES2.a.absent,Missing'])
        self.assertEqual(self.lines('tests'), ['dEQP-GLES2.a.pass1'])

    def test_a_module_that_does_not_start_is_refused(self):
        self.cases('a.dead')
        status, output = self.run_ci()
        self.assertEqual(status, 2)
        self.assertIn('does not start', output)

    def test_a_signal_ends_all_that_runs_and_leaves_what_is_done(self):
        self.cases('a.hang', 'b.pass1')
        self.write('ci/deqp-etnaviv-gc2000.toml', TABLE + 'tests_per_group = 1\n')
        process = self.start()
        while len(self.lines('tests')) < 2:
            time.sleep(0.05)
        time.sleep(1)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(20), 128 + signal.SIGTERM)
        process.stdout.close()
        self.assertEqual(self.statuses(), {'b.pass1': 'Pass'})
        self.assertEqual([words for words in map(command_line, pathlib.Path('/proc').glob('[0-9]*')) if str(self.folder) in words], [])


class GoogleTests(Case):
    def setUp(self):
        super().setUp()
        self.write('cts/bin/test_copies', stand_ins.GTEST, True)
        self.write('ci/deqp-etnaviv-gc2000.toml', '[[gtest]]\ngtest = "/usr/bin/test_copies"\n')

    def test_results_are_those_that_the_program_prints(self):
        status, output = self.run_ci(jobs=1)
        self.assertEqual(status, 1, output)
        self.assertEqual(self.statuses(), {
            'Copy.Works': 'Pass', 'Copy.Fails': 'Fail', 'Copy.IsSkipped': 'Skip', 'Copy.Crashes': 'Crash', 'Copy.Late': 'Pass',
            'Sizes/Fill.Works/0': 'Pass', 'Sizes/Fill.Works/1': 'Pass'})

    def test_lists_and_expressions_are_as_for_other_tests(self):
        self.write('ci/etnaviv-gc2000-fails.txt', 'Copy.Fails,Fail\n')
        self.write('ci/etnaviv-gc2000-skips.txt', 'Copy.Crashes\n')
        status, output = self.run_ci(include=['^Copy'])
        self.assertEqual(status, 0, output)
        self.assertEqual(self.statuses(), {'Copy.Works': 'Pass', 'Copy.Fails': 'ExpectedFail', 'Copy.IsSkipped': 'Skip',
                                           'Copy.Crashes': 'Skip', 'Copy.Late': 'Pass'})

    def test_a_program_that_lists_no_tests_is_refused(self):
        self.write('cts/bin/test_copies', '#!/bin/sh\necho no library\nexit 1\n', True)
        status, output = self.run_ci()
        self.assertEqual(status, 2)
        self.assertIn('does not list its tests:\nno library', output)


class Choice(Case):
    def setUp(self):
        super().setUp()
        self.cases(*(f'a.pass{n}' for n in range(12)))

    def chosen(self, **settings):
        status, output = self.run_ci(**settings)
        self.assertEqual(status, 0, output)
        return sorted(int(name.removeprefix('a.pass')) for name in self.statuses())

    def test_shards_have_every_test_once(self):
        self.assertEqual(self.chosen(fraction=4), [0, 4, 8])
        self.assertEqual(self.chosen(fraction=4, fraction_start=3), [2, 6, 10])
        self.assertEqual(sorted(n for start in range(1, 6) for n in self.chosen(fraction=5, fraction_start=start)), list(range(12)))

    def test_fractions_of_the_table_and_of_the_run_multiply(self):
        self.write('ci/deqp-etnaviv-gc2000.toml', TABLE + 'fraction = 2\nfraction_start = 2\n')
        self.assertEqual(self.chosen(), [1, 3, 5, 7, 9, 11])
        self.assertEqual(self.chosen(fraction=3, fraction_start=2), [2, 8])

    def test_expressions_choose_after_the_fraction(self):
        self.write('ci/deqp-etnaviv-gc2000.toml', TABLE + 'include = ["pass[0-7]$", "11"]\n')
        self.assertEqual(self.chosen(), [0, 1, 2, 3, 4, 5, 6, 7, 11])
        self.assertEqual(self.chosen(include=['[4-9]', '11']), [4, 5, 6, 7, 11])
        self.assertEqual(self.chosen(include=['[4-9]'], fraction=2), [4, 6])

    def test_skips_are_of_all_files_for_the_device_and_searched_for(self):
        self.write('ci/all-skips.txt', '# nowhere\n\npass1$\n')
        self.write('ci/etnaviv-skips.txt', 'GLES2.a.pass2$\n')
        self.write('ci/etnaviv-gc2000-skips.txt', '^dEQP-GLES2.a.pass3$\n')
        self.write('ci/etnaviv-gc2000-slow-skips.txt', 'pass4\n')
        self.write('ci/etnaviv-gc3000-skips.txt', 'pass5\n')
        self.write('mine.txt', 'pass6\n')
        self.write('ci/named-skips.txt', 'pass7\n')
        self.write('ci/deqp-etnaviv-gc2000.toml', TABLE + 'skips = ["install/named-skips.txt"]\n')

        def skipped(**settings):
            self.assertEqual(self.run_ci(skips=['mine.txt'], **settings)[0], 0)
            return [int(name[-1]) for name, status in sorted(self.statuses().items()) if status == 'Skip']

        self.assertEqual(skipped(), [1, 2, 3, 4, 6, 7])
        self.assertEqual(skipped(full=True), [1, 2, 3, 6, 7])
        self.assertEqual(skipped(gpu_version='etnaviv-gc3000'), [1, 2, 5, 6, 7])
        self.assertNotIn('dEQP-GLES2.a.pass1', self.lines('tests'))

    def test_a_prefix_is_in_the_names_of_files_and_lists_but_not_of_the_module(self):
        self.cases('a.fail1', 'a.fail2', 'a.pass1', 'a.pass2')
        self.write('ci/deqp-etnaviv-gc2000.toml', TABLE + 'prefix = "bypass-"\ninclude = ["^dEQP"]\n')
        self.write('ci/etnaviv-gc2000-fails.txt', 'bypass-dEQP-GLES2.a.fail1,Fail\ndEQP-GLES2.a.fail2,Fail\n')
        self.write('ci/etnaviv-gc2000-skips.txt', '^bypass-.*pass1\n^dEQP.*pass2\n')
        self.assertEqual(self.run_ci()[0], 1)
        self.assertEqual(self.statuses(), {'bypass-a.fail1': 'ExpectedFail', 'bypass-a.fail2': 'Fail', 'bypass-a.pass1': 'Skip',
                                           'bypass-a.pass2': 'Pass'})

    def test_variables_and_arguments_of_a_table_are_the_module_s(self):
        self.write('ci/deqp-etnaviv-gc2000.toml', TABLE + 'deqp_args = ["--deqp-base-seed=7"]\n[deqp.env]\nSTARTS = "%s"\n' %
                   (self.folder / 'others'))
        self.write('cts/modules/gles2/deqp-gles2', stand_ins.MODULE.replace("note('STARTS', 'start')",
                                                                           "note('STARTS', option('base-seed'))"), True)
        self.assertEqual(self.run_ci(jobs=1)[0], 0)
        self.assertEqual((self.lines('others'), self.lines('starts')), (['7'], []))

    def test_groups_are_of_the_size_that_the_table_says(self):
        self.write('ci/deqp-etnaviv-gc2000.toml', TABLE + 'tests_per_group = 4\n')
        self.chosen(jobs=1)
        self.assertEqual(len(self.lines('starts')), 3)

    def test_a_table_s_own_timeout_counts_where_it_is_longer(self):
        self.cases('a.hang')
        self.write('ci/etnaviv-gc2000-flakes.txt', 'hang\n')
        self.write('ci/deqp-etnaviv-gc2000.toml', TABLE + 'timeout = 4.5\n')
        before = time.monotonic()
        self.assertEqual(self.run_ci(timeout=1)[0], 0)
        self.assertGreater(time.monotonic() - before, 4.4)

    def test_tables_are_chosen_by_program(self):
        self.write('ci/deqp-etnaviv-gc2000.toml', TABLE.replace('gles2/deqp-gles2', 'gles3/deqp-gles3') + TABLE)
        status, output = self.run_ci()
        self.assertEqual(status, 2)
        self.assertIn('deqp-etnaviv-gc2000.toml:1: there is no /deqp/modules/gles3/deqp-gles3, and none in ', output)
        self.assertEqual(len(self.chosen(tables=['deqp-gles2'])), 12)
        self.assertIn('has no table with piglit; it has deqp-gles3, deqp-gles2', self.run_ci(tables=['piglit'])[1])

    def test_files_are_found_as_in_mesa_s_ci_or_in_a_build(self):
        os.rename(self.folder / 'cts/mustpass', self.folder / 'cts/aosp_mustpass')
        self.write('cts/aosp_mustpass/main/gles2-main.txt', 'dEQP-GLES2.a.pass5\n')
        (self.folder / 'cts/aosp_mustpass/gles2-main.txt').unlink()
        self.assertEqual(self.chosen(), [5])
        self.write('ci/deqp-etnaviv-gc2000.toml', TABLE.replace('/deqp/', f'{self.folder}/cts/').replace('/mustpass/', '/aosp_mustpass/main/'))
        self.assertEqual(self.chosen(deqp=[]), [5])

    def test_the_suite_and_its_lists_are_those_beside_the_mesa(self):
        share = 'cache/cyclorama/mesa-9.9/share/etnaviv-ci'
        self.write(f'{share}/deqp-etnaviv-gc2000.toml', TABLE)
        self.write(f'{share}/etnaviv-gc2000-skips.txt', 'pass.\n')
        self.write(f'{share}/../../complete', '')
        for suite in ('deqp-etnaviv-gc2000.toml', 'etnaviv-gc2000'):
            for mesa in ('9.9', ''):
                status, output = self.run_ci(suite=suite, mesa=mesa)
                self.assertEqual(status, 0, output)
                self.assertEqual(set(self.statuses().values()), {'Skip'})
        self.assertIn('there is no suite vk; ', self.run_ci(suite='vk')[1])


class Checks(Case):
    def setUp(self):
        super().setUp()
        self.cases('a.pass1')

    def check(self, text, **settings):
        self.write('ci/deqp-etnaviv-gc2000.toml', TABLE + text)
        return self.run_ci(**settings)

    def test_the_driver_is_the_one_that_the_table_is_for(self):
        status, output = self.check('renderer_check = "GC2000"\nversion_check = "GL ES 2.0.*git.* & more"\n')
        self.assertEqual(status, 0, output)
        self.assertIn('renderer: Vivante GC2000\nversion: OpenGL ES 2.0 Mesa 26.0.0-devel (git-1234567) & more\n', output)

    def test_another_driver_is_refused(self):
        status, output = self.check('renderer_check = "GC7000"\n')
        self.assertEqual(status, 2)
        self.assertIn('.toml:1: renderer_check GC7000 does not fit Vivante GC2000\n', output)
        status, output = self.check('version_check = "GL ES 3.*"\n')
        self.assertEqual(status, 2)
        self.assertIn('version_check GL ES 3.* does not fit OpenGL ES 2.0 Mesa', output)
        self.assertEqual(self.check('version_check = "GL ES 3.*"\n', version_check='ES 2')[0], 0)

    def test_vulkan_s_name_is_the_device_s(self):
        self.write('cts/mustpass/gles2-main.txt', 'dEQP-VK.a.pass1\n')
        self.assertEqual(self.check('renderer_check = "^deviceName: Turnip.* 630$"\n')[0], 0)
        self.assertIn('does not fit deviceName: Turnip Adreno (TM) 630', self.check('renderer_check = "618"\n')[1])

    def test_a_module_that_says_nothing_is_refused_with_its_words(self):
        self.write('cts/modules/gles2/deqp-gles2', '#!/bin/sh\necho no display\n', True)
        status, output = self.check('renderer_check = "GC2000"\n')
        self.assertEqual(status, 2)
        self.assertIn('does not name its driver (dEQP-GLES2.info.renderer):\nno display', output)

    def test_chips_have_the_names_of_mesa_s_devices(self):
        self.assertIn('as etnaviv-gc7000: 1 tests', self.run_ci(gpu='gc7000l')[1])
        self.assertIn('as freedreno-a630: 1 tests', self.run_ci(gpu='a630')[1])
        status, output = self.run_ci(gpu='gc880')
        self.assertEqual(status, 2)
        self.assertIn('Mesa has no lists for gc880: --gpu-version names a device that it has, as etnaviv-gc2000 or', output)
        self.assertEqual(self.run_ci(gpu='gc880', gpu_version='etnaviv-gc2000')[0], 0)


class Files(Case):
    def test_junit_has_each_test_once_and_its_counts(self):
        self.cases('a.fail1', 'a.odd', 'a.pass1', 'a.unsupported', 'b.c.crash')
        self.assertEqual(self.run_ci()[0], 1)
        root = xml.etree.ElementTree.parse(self.folder / 'out/junit.xml').getroot()
        self.assertEqual(root.tag, 'testsuites')
        (suite,) = root
        self.assertEqual((suite.tag, suite.attrib['name']), ('testsuite', 'deqp-etnaviv-gc2000'))
        self.assertEqual([suite.attrib[name] for name in ('tests', 'failures', 'errors', 'skipped')], ['5', '3', '0', '1'])
        cases = {f'{case.attrib["classname"]}.{case.attrib["name"]}': case for case in suite}
        self.assertEqual(sorted(cases), [f'dEQP-GLES2.{name}' for name in ('a.fail1', 'a.odd', 'a.pass1', 'a.unsupported', 'b.c.crash')])
        failure = cases['dEQP-GLES2.a.fail1'].find('failure')
        self.assertEqual((failure.attrib['type'], failure.attrib['message'], failure.text),
                         ('Fail', 'dEQP-GLES2.a.fail1: Fail', 'Fail: Image (0) differs'))
        # XML has no escape characters of terminals.
        self.assertIn('Image (0) \ufffd[1m differs', cases['dEQP-GLES2.a.odd'].find('failure').text)
        self.assertEqual([child.tag for child in cases['dEQP-GLES2.a.unsupported']], ['skipped'])
        self.assertEqual(list(cases['dEQP-GLES2.a.pass1']), [])
        for case in suite:
            self.assertGreaterEqual(float(case.attrib['time']), 0)

    def test_files_are_sorted_by_name(self):
        self.cases('c.pass1', 'a.pass1', 'b.pass1')
        self.assertEqual(self.run_ci()[0], 0)
        self.assertEqual([line.split(',')[0][11:] for line in self.lines('out/results.csv')], ['a.pass1', 'b.pass1', 'c.pass1'])


class Statuses(unittest.TestCase):
    def test_results_beside_what_is_expected(self):
        table = {('Fail', 'Fail'): 'ExpectedFail', ('Fail', 'Crash'): 'UnexpectedImprovement(Fail)', ('Fail', 'Pass'): 'Fail',
                 ('Fail', 'Timeout'): 'UnexpectedImprovement(Fail)', ('Fail', 'ExpectedFail'): 'ExpectedFail',
                 ('Pass', 'Fail'): 'UnexpectedImprovement(Pass)', ('Pass', 'Missing'): 'UnexpectedImprovement(Pass)',
                 ('Pass', 'Flake'): 'Pass', ('Pass', None): 'Pass', ('Crash', 'Fail'): 'Crash', ('Crash', 'Crash'): 'ExpectedFail',
                 ('Crash', 'ExpectedFail'): 'ExpectedFail', ('Warn', 'Warn'): 'ExpectedFail', ('Warn', None): 'Warn',
                 ('Warn', 'Crash'): 'UnexpectedImprovement(Warn)', ('Skip', 'Fail'): 'UnexpectedImprovement(Skip)',
                 ('Skip', 'Skip'): 'Skip', ('Timeout', 'Timeout'): 'ExpectedFail', ('Timeout', 'Fail'): 'Timeout',
                 ('Missing', 'Missing'): 'Missing'}
        self.assertEqual({key: statuses.compared(*key) for key in table}, table)

    def test_names_of_statuses(self):
        for name in ('Pass', 'KnownFlake', 'UnexpectedImprovement(Skip)'):
            self.assertTrue(statuses.is_status(name), name)
        for name in ('pass', 'UnexpectedImprovement', 'UnexpectedImprovement(Flake)', 'UnexpectedImprovement(STATUS)', ''):
            self.assertFalse(statuses.is_status(name), name)


class BadInput(Case):
    """Each error names the file, the line and the reason."""

    def refusal(self, text=None, **settings):
        self.cases('a.pass1')
        if text is not None:
            self.write('ci/deqp-etnaviv-gc2000.toml', text)
        status, output = self.run_ci(**settings)
        self.assertEqual(status, 2, output)
        self.assertNotIn('Traceback', output)
        self.assertEqual(output.count('cyclorama: '), 1)
        return output.replace(f'{self.folder}/', '')

    def test_suites_that_are_none(self):
        for suite, words in (
                ('', 'ci/deqp-etnaviv-gc2000.toml: there is no table of tests in it'),
                ('[[deqp]\n', 'ci/deqp-etnaviv-gc2000.toml:1: no TOML: '),
                (TABLE + 'fraction = \n', '.toml:4: no TOML: Invalid value'),
                ('a = ' + '[' * 100000, '.toml: no TOML: '),
                (TABLE + 'colour = "red"\n', '.toml:4: [[deqp]] with colour is not supported; keys are prefix, include'),
                (TABLE + 'extensions_check = "list"\n', '.toml:4: [[deqp]] with extensions_check is not supported'),
                ('\n\n[[skqp]]\nskqp = "/skqp"\n', '.toml:3: skqp is not supported; a suite has [[deqp]], [[piglit]], [[gtest]]'),
                ('\n[deqp]\ndeqp = "x"\n', '.toml:2: deqp is not supported; a suite has [[deqp]]'),
                ('deqp = "x"\n', '.toml:1: deqp is not supported'),
                ('[[deqp]]\ndeqp = "x"\n', '.toml:1: [[deqp]] has no caselists'),
                ('# none\n[[piglit]]\nprofile = "gpu"\n', '.toml:2: [[piglit]] has no piglit_folder'),
                (TABLE.replace('["/deqp/mustpass/gles2-main.txt"]', '[]'), '.toml:3: caselists is empty'),
                (TABLE.replace('["/deqp/mustpass/gles2-main.txt"]', '"list"'), '.toml:3: caselists is to be a list of texts'),
                (TABLE + '\n' + TABLE + 'fraction = 0\n', '.toml:8: fraction is to be a whole number from 1 on'),
                (TABLE + 'fraction = true\n', '.toml:4: fraction is to be a whole number from 1 on'),
                (TABLE + 'timeout = nan\n', '.toml:4: timeout is to be a number of seconds'),
                (TABLE + 'timeout = -1\n', '.toml:4: timeout is to be a number of seconds'),
                (TABLE + 'skips = ["a", 1]\n', '.toml:4: skips is to be a list of texts'),
                (TABLE + 'prefix = 1\n', '.toml:4: prefix is to be a text'),
                (TABLE + '[deqp.env]\nA = 1\n', '.toml:4: env is to be a table of texts'),
                (TABLE + 'deqp_args = ["a\\u0000b"]\n', '.toml:4: deqp_args has a character 0'),
                (TABLE + '[deqp.env]\n"A=B" = "x"\n', '.toml:4: env has a name that no variable can have: A=B'),
                (TABLE + 'include = ["("]\n', '.toml:1: ( is no regular expression: missing )'),
                (TABLE + 'renderer_check = "*"\n', '.toml:1: renderer_check: * is no regular expression: nothing to repeat'),
                (TABLE + 'skips = ["install/none.txt"]\n', '.toml:1: install/none.txt: there is no ci/none.txt'),
                (TABLE.replace('gles2-main', 'gles9-main'), '.toml:1: there is no /deqp/mustpass/gles9-main.txt, and none in cts')):
            with self.subTest(suite=suite[:60]):
                self.assertIn(words, self.refusal(suite))

    def test_suites_that_cannot_be_read(self):
        path = self.folder / 'ci/deqp-etnaviv-gc2000.toml'
        path.write_bytes(b'[[deqp]]\n# \xff\n')
        self.assertIn('.toml: no text: byte 11 is not UTF-8', self.refusal())
        path.unlink()
        self.assertIn('there is no ci/deqp-etnaviv-gc2000.toml, and --lists names no folder', self.refusal())
        path.mkdir()
        self.assertIn('there is no suite ', self.refusal())

    def test_lists_that_are_none(self):
        for name, text, words in (
                ('ci/etnaviv-gc2000-fails.txt', 'dEQP-GLES2.a.pass1\n', 'ci/etnaviv-gc2000-fails.txt:1: dEQP-GLES2.a.pass1 is no TEST,STATUS'),
                ('ci/etnaviv-gc2000-fails.txt', '# x\na,Failed\n', '-fails.txt:2: a,Failed is no TEST,STATUS: statuses are Pass, Warn'),
                ('ci/etnaviv-gc2000-fails.txt', 'a,Fail\n\na,Crash\n', '-fails.txt:3: a is there for the second time'),
                ('ci/etnaviv-gc2000-flakes.txt', 'ok\na(\n', 'ci/etnaviv-gc2000-flakes.txt:2: a( is no regular expression: '),
                ('ci/all-skips.txt', 'a[\n', 'ci/all-skips.txt:1: a[ is no regular expression: '),
                ('cts/mustpass/gles2-main.txt', 'more.txt\n', 'cts/mustpass/more.txt, which another list names, does not exist')):
            with self.subTest(text=text):
                self.write('ci/deqp-etnaviv-gc2000.toml', TABLE)
                self.cases('a.pass1')
                self.write(name, text)
                status, output = self.run_ci()
                self.assertEqual(status, 2, output)
                self.assertIn(words, output.replace(f'{self.folder}/', ''))
                (self.folder / name).unlink()

    def test_lists_that_name_themselves(self):
        first, second = self.folder / 'first.txt', self.folder / 'second.txt'
        first.write_text('second.txt\n')
        second.write_text('first.txt\n')
        with self.assertRaisesRegex(SystemExit, 'first.txt: the list names itself, by first.txt and second.txt'):
            lists.names(first)

    def test_options_that_are_none(self):
        self.assertIn('--include: [ is no regular expression', self.refusal(include=['[']))
        self.assertIn('none.csv: cannot be read: No such file', self.refusal(baseline=['none.csv']))
        self.assertIn('no --deqp names a folder of a built VK-GL-CTS', self.refusal(deqp=[]))
        self.assertIn('no test is chosen', self.refusal(include=['nothing']))
        self.assertIn('x9 is a chip of no family', self.refusal(gpu='x9'))
        self.assertIn('traces-freedreno.yml: lists of traces, which piglit replays, are not supported',
                      self.refusal(suite='ci/traces-freedreno.yml', lists='ci'))


class Watches(unittest.TestCase):
    """A session that uses no processor, on a clock that the test sets."""

    def setUp(self):
        self.now = 1000.0
        for name, value in (('processor_time', lambda leader: 5.0), ('time', self)):
            patch = unittest.mock.patch.object(processes, name, value)
            patch.start()
            self.addCleanup(patch.stop)
        self.watch = processes.Watch(0, 60)
        self.watch.restart()
        self.assertFalse(self.watch.over())

    def monotonic(self):
        return self.now

    def looks(self, seconds):
        """Number of looks of the watch, at intervals of these seconds, until the session counts as idle for too long."""
        for count in range(1, 1000):
            self.now += seconds
            if self.watch.over():
                return count
        return None

    def test_what_does_nothing_for_the_limit_is_over_and_not_before(self):
        self.assertEqual(self.looks(processes.POLL_SECONDS), processes.IDLE_SECONDS // processes.POLL_SECONDS + 1)

    def test_time_in_which_all_stood_still_is_not_idle(self):
        self.now += 10 * processes.IDLE_SECONDS
        self.assertFalse(self.watch.over())
        self.assertEqual(self.looks(processes.POLL_SECONDS), processes.IDLE_SECONDS // processes.POLL_SECONDS - 1)


class MesasFiles(unittest.TestCase):
    def test_a_table_in_mesa_s_own_words_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, 'suite.toml')
            path.write_text(TABLE + 'fraction = 5\nprefix = "gmem-"\n[deqp.env]\n# why\nTU_DEBUG = "gmem,forcebin"\n\n'
                            '[[piglit]]\npiglit_folder = "/piglit"\nprofile = "gpu"\nprocess_isolation = true\n'
                            '  [piglit.env]\n  PIGLIT_NO_WINDOW = "1"\n')
            deqp, piglit = suite_file.read(path)
        self.assertEqual((deqp.program, deqp.fraction, deqp.prefix, deqp.env, deqp.place),
                         ('deqp-gles2', 5, 'gmem-', {'TU_DEBUG': 'gmem,forcebin'}, f'{path}:1'))
        self.assertEqual((piglit.program, piglit.profile, piglit.env, piglit.place), ('piglit', 'gpu', {'PIGLIT_NO_WINDOW': '1'}, f'{path}:10'))


if __name__ == '__main__':
    unittest.main()
