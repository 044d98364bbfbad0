#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of scripts/comparison/bisect_mesa.py, which `cyclorama bisect` runs: on a checkout of 32 commits, of which one makes a draw cost
more, with stand-ins for the build and for the simulator."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / 'scripts'))

import stand_ins  # noqa: E402

COMMITS = 32
# The commit, of those counted from 1, since which the draw costs more.
REGRESSION = 21
SETTINGS = {'gpu': 'gc2000', 'set': [], 'corpus': '', 'frames': 0, 'display': '64x48', 'frame_time': 100, 'jobs': 1, 'json': False,
            'words': ['true'], 'threshold': None, 'good': 'c1', 'bad': f'c{COMMITS}', 'mesa_script': ''}

# A build is a copy of the file with the cycles of the draw; the text `broken` does not compile, and `slow` waits for a signal once.
BUILD = '''#!/bin/sh
set -e
echo "$1" "$2" "$(git -C "$1" log -1 --format=%s)" >>"$BUILDS"
if [ -e "$SLOW" ] && [ "$(wc -l <"$BUILDS")" -ge 3 ]; then rm "$SLOW"; sleep 1000; fi
mkdir -p "$2"
if grep -q broken "$1/cycles"; then echo "draw.c:7:3: error: no such draw"; echo "ninja: build stopped"; exit 1; fi
cp "$1/cycles" "$2/cycles"
'''
# `crash` ends the program, `finding` has one.
SIMULATOR = f'''#!/usr/bin/env python3
import pathlib, sys
sys.path.insert(0, {str(ROOT / "tests/scripts")!r})
import small_reports
words = sys.argv[1:]
if words == ['--version']:
    print('cyclorama 1')
    sys.exit()
cycles = (pathlib.Path(words[words.index('--mesa') + 1]) / 'cycles').read_text().split()
if 'crash' in cycles:
    sys.exit(139)
findings = [('draw-too-far', 'hang')] if 'finding' in cycles else []
small_reports.make(words[words.index('--out') + 1], [[small_reports.Operation(int(cycles[0]))]], findings=findings)
'''


def git(folder, *words):
    identity = {f'GIT_{who}_{what}': value for who in ('AUTHOR', 'COMMITTER')
                for what, value in (('NAME', 'A. U. Thor'), ('EMAIL', 'author@example.org'), ('DATE', '2026-01-02T03:04:05Z'))}
    return subprocess.run(['git', '-C', str(folder), '-c', 'init.defaultBranch=main', *words], env={**os.environ, **identity},
                          capture_output=True, text=True, check=True).stdout


def fill(folder, contents):
    """A checkout with a commit, of the tag c1 and on, for each content of the file `cycles`."""
    folder.mkdir(parents=True)
    git(folder, 'init', '-q')
    stream = ''
    for number, content in enumerate(map(str, contents), 1):
        message = f'Change {number}\n'
        stream += (f'commit refs/heads/main\nmark :{number}\ncommitter A. U. Thor <author@example.org> {1767323045 + number} +0000\n'
                   f'data {len(message)}\n{message}\nM 644 inline cycles\ndata {len(content) + 1}\n{content}\n\n'
                   f'reset refs/tags/c{number}\nfrom :{number}\n\n')
    subprocess.run(['git', '-C', str(folder), 'fast-import', '--quiet'], input=stream, text=True, check=True)
    git(folder, 'reset', '-q', '--hard')
    return folder


def history(**others):
    """What costs more from the regression on; others by their number, as c7='broken'. A little differs from commit to commit."""
    return [others.get(f'c{number}', str((1000 if number < REGRESSION else 1300) + number % 3)) for number in range(1, COMMITS + 1)]


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        stand_ins.write(self.folder / 'cyclorama', SIMULATOR, True)
        stand_ins.write(self.folder / 'build mesa', BUILD, True)
        self.builds = self.folder / 'builds'

    def checkout(self, contents):
        return fill(self.folder / 'mesa', contents)

    def start(self, **settings):
        defaults = {'program': str(self.folder / 'cyclorama'), 'source': 'mesa', 'output': 'out', 'build': "'./build mesa'"}
        return subprocess.Popen(
            [sys.executable, ROOT / 'scripts/comparison/bisect_mesa.py', json.dumps({**SETTINGS, **defaults, **settings})],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, 'BUILDS': str(self.builds), 'SLOW': str(self.folder / 'slow'),
                 'XDG_CACHE_HOME': str(self.folder / 'cache'), 'TMPDIR': str(self.folder), 'PWD': str(self.folder)})

    def bisect(self, **settings):
        """(exit status, output, error output)."""
        process = self.start(**settings)
        output, error = process.communicate()
        return process.returncode, output, error

    def refused(self, text, **settings):
        status, output, error = self.bisect(**settings)
        self.assertEqual((status, output), (2, ''), error)
        self.assertIn(text, error)
        self.assertNotIn('Traceback', error)

    def built(self):
        return [line.rsplit(' ', 1)[1] for line in self.builds.read_text().splitlines()]

    def found(self, output):
        """The name of the first bad commit."""
        name = output.split('First bad commit: ')[1].split()[0]
        return git(self.folder / 'mesa', 'describe', '--tags', '--exact-match', name).strip()

    def state_of_checkout(self):
        mesa = self.folder / 'mesa'
        return (git(mesa, 'status', '--porcelain', '--branch'), git(mesa, 'worktree', 'list'), git(mesa, 'for-each-ref'),
                {path.name: path.read_text() for path in mesa.iterdir() if path.is_file()})


class Finds(Case):
    def test_a_regression_among_32_commits_is_found_and_the_checkout_stays_as_it_was(self):
        mesa = self.checkout(history())
        (mesa / 'own').write_text('work of the user\n')
        (mesa / 'cycles').write_text('work of the user\n')
        before = self.state_of_checkout()
        status, output, error = self.bisect()
        self.assertEqual(status, 0, error)
        self.assertEqual(self.found(output), f'c{REGRESSION}')
        # Good, bad, and one for each halving of the 31 between.
        self.assertLessEqual(len(self.built()), 2 + 5)
        self.assertEqual(self.state_of_checkout(), before)
        self.assertFalse((self.folder / 'out/checkout').exists())

    def test_the_report_compares_the_first_bad_commit_with_its_parent(self):
        mesa = self.checkout(history())
        _, output, _ = self.bisect()
        names = [git(mesa, 'rev-parse', f'c{number}').strip()[:12] for number in (REGRESSION - 1, REGRESSION)]
        self.assertIn(f'### Cycles on gc2000: {names[0]} → {names[1]}\n\nFirst bad commit: {names[1]}', output)
        self.assertIn(f'A. U. Thor, 2026-01-02: `Change {REGRESSION}`', output)
        self.assertIn('| frame 0, draw 0 `3 vertices: triangles` | 1,002 | 1,300 | +298 (+29.74 %) |', output)
        self.assertLessEqual(len(output.splitlines()), 40)
        self.assertEqual((self.folder / 'out/report.md').read_text(), output)

    def test_each_place_of_the_regression_is_found(self):
        for place in (2, 3, 5, 6):
            shutil.rmtree(self.folder / 'mesa', ignore_errors=True)
            self.checkout([1000 + 100 * (number >= place) for number in range(1, 7)])
            status, output, error = self.bisect(bad='c6')
            self.assertEqual((status, self.found(output)), (0, f'c{place}'), error)

    def test_commits_that_do_not_build_or_run_are_skipped(self):
        self.checkout(history(c15='broken', c16='broken', c17='crash', c18='broken', c22='crash', c24='broken'))
        status, output, error = self.bisect()
        self.assertEqual((status, self.found(output)), (0, f'c{REGRESSION}'), error)
        self.assertIn('skipped: is not built: draw.c:7:3: error: no such draw; see ', error)

    def test_where_the_rest_cannot_be_tested_all_that_may_be_it_are_named(self):
        self.checkout(history(c20='broken', c21='crash'))
        status, output, error = self.bisect()
        self.assertEqual(status, 1, error)
        lines = [line.split(' ', 2)[2] for line in output.splitlines() if line.startswith('- ')]
        self.assertEqual(sorted(lines), ['Change 20', 'Change 21', 'Change 22'])
        self.assertFalse((self.folder / 'out/checkout').exists())

    def test_a_threshold_takes_the_place_of_the_half(self):
        self.checkout([1000, 1005, 1010, 1061, 1110, 1120])
        for threshold, first in ((None, 'c4'), (0.1, 'c2'), (0.9, 'c3'), (10.5, 'c5')):
            status, output, error = self.bisect(bad='c6', threshold=threshold)
            self.assertEqual((status, self.found(output)), (0, first), error)

    def test_a_finding_alone_is_found_too(self):
        self.checkout(['1000', '1000', '1000', '1000 finding', '1000 finding', '1000 finding'])
        status, output, error = self.bisect(bad='c6')
        self.assertEqual((status, self.found(output)), (0, 'c4'), error)
        self.assertIn('**new finding** draw-too-far (hang, 1 times)', output)

    def test_a_merge_is_found_where_neither_side_alone_costs_more(self):
        mesa = self.checkout(['1000', '1000'])
        git(mesa, 'checkout', '-q', '-b', 'side', 'c1')
        git(mesa, 'commit', '-q', '--allow-empty', '-m', 'On the side')
        git(mesa, 'checkout', '-q', 'main')
        git(mesa, 'merge', '-q', '--no-ff', '--no-commit', 'side')
        (mesa / 'cycles').write_text('1500\n')
        git(mesa, 'commit', '-q', '-a', '-m', 'Merge')
        git(mesa, 'tag', 'merge')
        git(mesa, 'commit', '-q', '--allow-empty', '-m', 'After it')
        status, output, error = self.bisect(bad='main')
        self.assertEqual((status, self.found(output)), (0, 'merge'), error)

    def test_json_has_what_became_of_each_revision(self):
        mesa = self.checkout(['1000', '1000', 'broken', '1200'])
        status, output, _ = self.bisect(bad='c4', json=True)
        found = json.loads(output)
        self.assertEqual((status, len(found['first_bad'])), (1, 2))
        self.assertEqual(found['revisions'][git(mesa, 'rev-parse', 'c3').strip()]['state'], 'broken')


class Continues(Case):
    def test_after_an_interruption_nothing_is_built_again(self):
        self.checkout(history())
        before = self.state_of_checkout()
        (self.folder / 'slow').touch()
        process = self.start()
        while (self.folder / 'slow').exists():
            self.assertIsNone(process.poll(), process.stderr)
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 128 + signal.SIGINT)
        self.assertIn('the same command continues', error)
        status, output, error = self.bisect()
        self.assertEqual((status, self.found(output)), (0, f'c{REGRESSION}'), error)
        # But the one that was under way.
        built = self.built()
        self.assertEqual(len(built), len(set(built)) + 1)
        self.assertEqual(self.state_of_checkout(), before)

    def test_a_lost_tree_is_made_again(self):
        self.checkout(history())
        (self.folder / 'slow').touch()
        process = self.start()
        while (self.folder / 'slow').exists():
            time.sleep(0.05)
        process.kill()
        process.communicate()
        shutil.rmtree(self.folder / 'out/checkout')
        status, output, error = self.bisect()
        self.assertEqual((status, self.found(output)), (0, f'c{REGRESSION}'), error)

    def test_another_bisection_in_the_folder_is_refused_until_it_ended(self):
        self.checkout(history())
        (self.folder / 'slow').touch()
        process = self.start()
        while (self.folder / 'slow').exists():
            time.sleep(0.05)
        self.refused('another bisection is at work there', threshold=1)
        process.send_signal(signal.SIGTERM)
        process.communicate()
        self.refused('out/bisection.json: of another bisection that has not ended (threshold: None, not 1): --out takes another',
                     threshold=1)
        self.assertEqual(self.bisect()[0], 0)
        self.assertEqual(self.bisect(threshold=1)[0], 0)

    def test_a_damaged_journal_is_refused(self):
        self.checkout(['1000', '1200'])
        for content in ('{', '[]', '{"bindings": {}, "ended": false, "revisions": {"a": 1}}', '{"bindings": 1, "ended": true, "revisions": {}}'):
            stand_ins.write(self.folder / 'out/bisection.json', content)
            self.refused('out/bisection.json: damaged; remove it to begin anew', bad='c2')

    def test_a_good_revision_that_did_not_build_is_tried_again(self):
        self.checkout(['1000', '1200'])
        self.refused('the good revision c1: is not built', bad='c2', build='false')
        self.refused('the good revision c1: ', bad='c2', build='true')
        status, output, error = self.bisect(bad='c2')
        self.assertEqual((status, self.found(output)), (0, 'c2'), error)


class Refuses(Case):
    def test_revisions_and_folders(self):
        mesa = self.checkout(history())
        self.refused('mesa: there is no revision nothing', good='nothing')
        self.refused('mesa: there is no revision --all', bad='--all')
        self.refused('nowhere: there is no such folder', source='nowhere')
        self.refused('no checkout of git: fatal: not a git repository', source='.')
        self.refused('is in the checkout, which is left as it is: --out takes another', output='mesa/out')
        self.refused('there is no program no-such-program', words=['no-such-program'])
        self.assertEqual(git(mesa, 'status', '--porcelain'), '')

    def test_a_bad_revision_that_is_no_worse(self):
        self.checkout(history())
        self.refused('the bad revision costs no more than the good one: true takes 1,001 cycles, and 1,001 with the good one', bad='c4')
        self.refused('the bad revision does not cost 50 % more than the good one: true takes 1,302 cycles, and 1,001 with', threshold=50)

    def test_revisions_that_are_the_wrong_way_round(self):
        self.checkout(history())
        self.refused('mesa: git bisect start: Some good revs are not ancestors of the bad rev', good=f'c{COMMITS}', bad='c1')
        self.assertFalse((self.folder / 'out/checkout').exists())

    def test_a_build_command_that_is_not_there(self):
        self.checkout(['1000', '1200'])
        self.refused('--build: ./nothing: No such file or directory', bad='c2', build='./nothing')


if __name__ == '__main__':
    unittest.main()
