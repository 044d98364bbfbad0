#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Asks a run for its progress while it goes on.

usage: progress_page.py PROGRAM SOURCE_DIR
"""
import http.client
import json
import pathlib
import re
import socket
import struct
import subprocess
import sys
import tempfile
import unittest

program, source = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])

# Seconds in the timing machine, so that a busy host can ask for the progress several times before the end.
SCENE = source / 'examples/gles_scene/gc2000.cyc'


class ProgressPage(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, *options, mode='timing'):
        """A run and the port of its page."""
        run = subprocess.Popen([program, 'run', SCENE, '--mode', mode, '--out', self.folder / 'out', *options],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.stderr.close)
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        found = re.fullmatch(r'progress: http://127\.0\.0\.1:(\d+)/\n', run.stderr.readline())
        self.assertTrue(found)
        return run, int(found[1])

    @staticmethod
    def get(port, path, **headers):
        connection = http.client.HTTPConnection('127.0.0.1', port)
        try:
            connection.request('GET', path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.getheader('Content-Type'), answer.read()
        finally:
            connection.close()

    def test_values_grow_to_those_of_the_summary(self):
        run, port = self.start('--serve', '0')
        seen = []
        picture = None
        try:
            while run.poll() is None:
                status, kind, body = self.get(port, '/progress.json')
                self.assertEqual((status, kind), (200, 'application/json'))
                seen.append(json.loads(body))
                if seen[-1]['frames_done'] and not picture:
                    status, kind, picture = self.get(port, '/frame.png')
                    self.assertEqual((status, kind), (200, 'image/png'))
        except (ConnectionError, http.client.HTTPException):
            pass  # the run has ended
        self.assertEqual(run.wait(), 0)
        summary = json.loads((self.folder / 'out/summary.json').read_text())
        for name in ('frames_done', 'seconds', 'findings'):
            values = [each[name] for each in seen]
            self.assertEqual(values, sorted(values), name)
        cycles = [each['cycles'] for each in seen if each['cycles'] is not None]
        self.assertEqual(cycles, sorted(cycles))
        self.assertGreater(len(set(cycles)), 2)
        self.assertLessEqual(cycles[-1], summary['cycles'])
        for each in seen:
            self.assertEqual((each['workload'], each['mode']), (str(SCENE), 'timing'))
            if each['last_frame'] is not None:
                taken = [frame['cycles'] for frame in summary['frames'] if frame['index'] == each['last_frame']]
                self.assertEqual(taken, [each['last_frame_cycles']])
        if picture:
            first = (self.folder / 'out' / summary['frames'][0]['image']).read_bytes()
            self.assertEqual(struct.unpack('>II', picture[16:24]), struct.unpack('>II', first[16:24]))
        # A run without a page gives the same.
        subprocess.run([program, 'run', SCENE, '--mode', 'timing', '--out', self.folder / 'alone'], check=True,
                       capture_output=True)
        self.assertEqual(summary, json.loads((self.folder / 'alone/summary.json').read_text()))

    def test_page_needs_nothing_else_and_only_this_computer_gets_it(self):
        _, port = self.start('--serve', '0')
        status, kind, page = self.get(port, '/')
        self.assertEqual((status, kind), (200, 'text/html; charset=utf-8'))
        self.assertNotRegex(page.decode(), r'(?i)https?://')
        self.assertEqual(self.get(port, '/frame.jpg')[0], 404)
        self.assertEqual(self.get(port, '/progress.json', Host='elsewhere.example')[0], 403)
        self.assertEqual(self.get(port, '/progress.json', Host=f'localhost:{port}')[0], 200)

    def test_refuses_a_port_that_is_taken(self):
        with socket.socket() as taken:
            taken.bind(('127.0.0.1', 0))
            taken.listen()
            port = taken.getsockname()[1]
            run = subprocess.run([program, 'run', SCENE, '--out', self.folder / 'out', '--serve', str(port)],
                                 capture_output=True, text=True)
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertIn(f'--serve: port {port} of 127.0.0.1 is taken', run.stderr)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
