#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of scripts/measure/same_replays.py with tests of VK-GL-CTS: on a module and a simulator that are stand-ins."""
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]

# Records what a program is asked for; a replay differs between machines in what the last word of a test's name says.
SIMULATOR = '''#!/usr/bin/env python3
import json, os, pathlib, subprocess, sys
words = sys.argv[1:]
after = lambda option, default=None: words[words.index(option) + 1] if option in words else default
if words[0] == '--version':
    print('cyclorama 1\\ncommit 1234567')
elif words[0] == 'exec':
    command = words[words.index('--') + 1:]
    if after('--record'):
        pathlib.Path(after('--record')).write_text('recorded')
    sys.exit(subprocess.run(command, env={**os.environ, 'MODE': after('--mode', 'functional')}).returncode)
elif '--help' in words:
    print('  --buffers')
else:
    timed, kind = after('--mode') == 'timing', words[1].rsplit('.', 2)[1]
    folder = pathlib.Path(after('--out'))
    odd = [{'identifier': 'odd', 'place': 'here', 'count': 1}] if timed and kind == 'finding' else []
    differs = [{'identifier': 'replay-differs', 'place': 'submission 1', 'count': 1}] if timed and kind == 'hidden' else []
    (folder / 'summary.json').write_text(json.dumps({'cycles': 2000000 if timed else None, 'frames': [],
                                                     'findings': odd + differs}))
    left = 'bbbb' if timed and kind in ('free', 'raced', 'finding') else 'aaaa'
    if '--buffers' in words:
        (folder / 'buffers.csv').write_text(f'buffer;bytes;content;overwritten\\n7;4096;{left};0\\n')
'''
MODULE = '''#!/usr/bin/env python3
import os, sys
name = [word.split('=')[1] for word in sys.argv if word.startswith('--deqp-case=')][0]
kind = name.rsplit('.', 1)[1]
fails = kind == 'fail' or kind == 'raced' and os.environ['MODE'] == 'timing'
print(f"Test case '{name}'..")
print('  Fail (Image differs)' if fails else '  NotSupported (no)' if kind == 'unsupported' else '  Pass (Pass)')
'''


class SameReplays(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.write('cyclorama', SIMULATOR)
        self.write('cts/modules/gles2/deqp-gles2', MODULE)
        self.write('cache/cyclorama/mesa-9.9/share/freedreno-source/ci/freedreno-a630-fails.txt', 'dEQP-GLES2.listed.fail,Fail\n')

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def run_script(self, command, *options):
        done = subprocess.run([ROOT / 'scripts/measure/same_replays.py', command, self.folder / 'cyclorama', self.folder / 'out',
                               '-j', '1', *options], capture_output=True, text=True,
                              env={**os.environ, 'XDG_CACHE_HOME': str(self.folder / 'cache')})
        return done.returncode, done.stdout + done.stderr

    def record(self, *kinds, most=100):
        names = [kind if '.' in kind else f'a.{kind}' for kind in kinds]
        self.write('cts/mustpass/gles2-main.txt', ''.join(f'dEQP-GLES2.{name}\n' for name in names))
        return self.run_script('record', '--gpu', 'a630', '--mesa', '9.9', '--suite', 'deqp-gles2', '--deqp',
                               self.folder / 'cts', '--most', str(most))

    def recorded(self):
        return sorted(path.name for path in (self.folder / 'out').iterdir())

    def test_a_test_that_passes_is_recorded(self):
        status, output = self.record('same', 'unsupported', 'listed.fail')
        self.assertEqual(status, 0, output)
        self.assertIn('a630-9.9-native-dEQP-GLES2.a.unsupported.cyc: not offered', output)
        self.assertIn('2 of 2 recorded or not offered', output)
        self.assertEqual(self.recorded(), ['a630-9.9-native-dEQP-GLES2.a.same.cyc'])

    def test_a_test_that_fails_is_bad(self):
        status, output = self.record('fail')
        self.assertEqual(status, 1)
        self.assertIn('dEQP-GLES2.a.fail.cyc: fail: ', output)
        self.assertEqual(self.recorded(), [])

    def test_those_with_the_least_hashes_are_recorded(self):
        # By sha256sum, their hashes begin with 9c, e1 and 69.
        self.record('one', 'two', 'three', most=1)
        self.assertEqual(self.recorded(), ['a630-9.9-native-dEQP-GLES2.a.three.cyc'])

    def test_replays_of_equal_memory_are_equal(self):
        self.record('same')
        status, output = self.run_script('compare')
        self.assertEqual((status, output), (0, '1 of 1 without a difference\n'))

    def test_memory_and_findings_that_differ_are_bad(self):
        self.record('free', 'finding', 'hidden')
        status, output = self.run_script('compare')
        self.assertEqual(status, 1)
        self.assertIn('a.free.cyc: 1 buffers, as 7\n', output)
        self.assertIn('a.finding.cyc: timing: findings, 1 buffers, as 7\n', output)
        self.assertIn('a.hidden.cyc: buffers between submissions\n', output)
        self.assertIn('0 of 3 without', output)

    def test_memory_alone_may_differ_where_the_test_passes_in_time(self):
        self.record('same', 'free', 'hidden')
        report = self.folder / 'report.md'
        status, output = self.run_script('compare', '--deqp', self.folder / 'cts', '--report', report)
        self.assertEqual((status, output), (0, '3 of 3 without a difference\n'))
        text = report.read_text()
        self.assertIn('## Tests of VK-GL-CTS in both machines\n', text)
        self.assertIn('| a630 | 9.9 | native | - | dEQP-GLES2 | 1 of 3 | 2 | 6.0 |\n', text)
        self.assertIn('- dEQP-GLES2.a.free (a630 9.9 native)\n', text)
        self.record('same', 'raced', 'finding')
        status, output = self.run_script('compare', '--deqp', self.folder / 'cts')
        self.assertEqual(status, 1)
        self.assertIn('a.raced.cyc: 1 buffers, as 7\n', output)
        self.assertIn('a.finding.cyc: timing: findings', output)


if __name__ == '__main__':
    unittest.main()
