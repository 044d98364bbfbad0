#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The steps of .github/actions/suite/action.yml, as GitHub's runner runs them, beside a stand-in for docker, which runs the program
itself, and one for GitHub's command line.

usage: action_test.py CYCLORAMA
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import yaml

PROJECT = pathlib.Path(__file__).resolve().parents[2]
ACTION = PROJECT / '.github/actions/suite'
CYCLORAMA = pathlib.Path(sys.argv.pop(1)).resolve()

# docker run --rm --volume PLACE:PLACE --workdir PLACE IMAGE WORD...: the image's entry point is the program.
DOCKER = f'''#!/usr/bin/env python3
import os, sys
words = sys.argv[1:]
assert words[:2] == ['run', '--rm'] and words[2] == '--volume' and words[4] == '--workdir', words
here, place = os.getcwd(), words[5]
assert words[3] == f'{{here}}:{{here}}' and place == here and words[6] == 'an-image', words
os.execv({str(CYCLORAMA)!r}, ['cyclorama', *words[7:]])
'''
# gh pr comment NUMBER --repo REPOSITORY --body-file FILE
GH = '''#!/usr/bin/env python3
import pathlib, sys
assert sys.argv[1:4] == ['pr', 'comment', '7'] and sys.argv[4:6] == ['--repo', 'a/b'] and sys.argv[6] == '--body-file', sys.argv
pathlib.Path('comment').write_text(pathlib.Path(sys.argv[7]).read_text())
'''
TESTS = ('dEQP-GLES2.draw.pass0', 'dEQP-GLES2.draw.both0')
SUITE = '''[[deqp]]
deqp = "modules/gles2/deqp-gles2"
caselists = ["mustpass/gles2-main.txt"]
'''


class Action:
    """Runs the steps one after the other until one fails, in a folder that has a suite."""

    def __init__(self, folder, event='pull_request', **inputs):
        self.folder = folder
        self.event = event
        self.action = yaml.safe_load((ACTION / 'action.yml').read_text())
        self.inputs = {name: described.get('default') for name, described in self.action['inputs'].items()}
        self.inputs |= {'image': 'an-image', 'gpu': 'gc2000', 'suite': 'deqp-small.toml', **inputs}
        self.outputs = folder / 'outputs'
        self.summary = folder / 'summary'
        self.failed = None
        self.said = ''
        for step in self.action['runs']['steps']:
            if self.failed is None and self.wanted(step):
                self.run(step)

    def wanted(self, step):
        """The conditions of this action alone."""
        if 'if' not in step:
            return True
        event, wish = re.fullmatch(r"github\.event_name == '(\w+)' && inputs\.comment == '(\w+)'", step['if']).groups()
        return self.event == event and self.inputs['comment'] == wish

    def value(self, text):
        context = {'github.action_path': str(ACTION), 'github.token': 'secret', 'github.repository': 'a/b',
                   'github.event.pull_request.number': '7'}
        written = dict(line.split('=', 1) for line in self.outputs.read_text().split()) if self.outputs.exists() else {}
        context |= {f'inputs.{name}': value for name, value in self.inputs.items()}
        context |= {f'steps.suite.outputs.{name}': value for name, value in written.items()}
        return re.sub(r'\$\{\{ *([\w.]+) *\}\}', lambda match: context[match[1]], text)

    def run(self, step):
        assert '${{' not in step['run'], 'an input in a script would be read as a part of it'
        environment = {**os.environ, **{name: self.value(value) for name, value in step.get('env', {}).items()},
                       'PATH': f'{self.folder}/bin:{os.environ["PATH"]}',
                       'GITHUB_OUTPUT': str(self.outputs), 'GITHUB_STEP_SUMMARY': str(self.summary)}
        done = subprocess.run(['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', step['run']], cwd=self.folder,
                              env=environment, capture_output=True, text=True)
        self.said += done.stdout + done.stderr
        if done.returncode != 0:
            self.failed = step['name']


class ActionTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        subprocess.run([sys.executable, PROJECT / 'tests/scripts/stand_ins.py', self.folder], check=True)
        (self.folder / 'bin').mkdir()
        for name, text in (('docker', DOCKER), ('gh', GH)):
            program = self.folder / 'bin' / name
            program.write_text(text)
            program.chmod(0o755)
        (self.folder / 'deqp-small.toml').write_text(SUITE)
        (self.folder / 'vk-gl-cts/build/mustpass/gles2-main.txt').write_text('\n'.join(TESTS) + '\n')

    def run_action(self, *words, **settings):
        words = ('--mesa', './install', '--deqp', 'vk-gl-cts/build', *words)
        return Action(self.folder, arguments=' '.join(words), **settings)

    def test_results_as_listed_pass_and_are_said(self):
        (self.folder / 'known.csv').write_text('dEQP-GLES2.draw.both0,Fail\n')
        action = self.run_action('--baseline', 'known.csv')
        self.assertIsNone(action.failed, action.said)
        self.assertEqual((self.folder / 'comment').read_text(),
                         '**deqp-small.toml on gc2000**: nothing changed of 2 results (1 ExpectedFail, 1 Pass)\n')
        self.assertEqual(action.summary.read_text(), (self.folder / 'comment').read_text())

    def test_changes_are_named_and_fail_the_last_step(self):
        action = self.run_action()
        self.assertEqual(action.failed, action.action['runs']['steps'][-1]['name'], action.said)
        comment = (self.folder / 'comment').read_text()
        self.assertIn('1 changed of 2 results', comment)
        self.assertIn('| `dEQP-GLES2.draw.both0` | Fail |', comment)

    def test_comments_are_short(self):
        names = [f'dEQP-GLES2.draw.both{n}' for n in range(50)]
        (self.folder / 'vk-gl-cts/build/mustpass/gles2-main.txt').write_text('\n'.join(names) + '\n')
        self.run_action()
        comment = (self.folder / 'comment').read_text()
        self.assertLessEqual(len(comment.splitlines()), 40)
        self.assertIn('and 20 more, in failures.csv', comment)

    def test_a_suite_that_is_refused_fails_the_first_step(self):
        action = self.run_action(suite='deqp-absent.toml')
        self.assertEqual(action.failed, 'Run the suite')
        self.assertIn('deqp-absent.toml', action.said)
        self.assertFalse((self.folder / 'comment').exists())

    def test_there_is_no_comment_without_a_pull_request(self):
        for settings in ({'event': 'push'}, {'comment': 'false'}):
            self.run_action(**settings)
            self.assertFalse((self.folder / 'comment').exists())


if __name__ == '__main__':
    unittest.main()
