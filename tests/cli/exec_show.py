#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Watches `exec --show` on an X server without a screen, whose pixels are in a file, and presses its keys.

usage: exec_show.py PROGRAM PRESENTER
PRESENTER shows a frame for each byte that it reads (presenter.cpp). Says that it is skipped, with exit status 77, where
the program was built without a window.
"""
import contextlib
import json
import os
import pathlib
import re
import select
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import unittest

program, presenter = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])

WIDTH, HEIGHT = 320, 240
FRAMES = 6
NO_WINDOW = 'this build has no window'


def expected_colors(frame):
    """(red, green, blue) of the quarters, row by row."""
    return [(red, green, 40 * frame + 10) for green in (250, 5) for red in (200, 100)]


class Screen:
    """An X server and what its one screen shows."""

    def __init__(self, folder):
        self.file = folder / 'Xvfb_screen0'
        number, report = os.pipe()
        # A server that begins anew after its last client refuses the next one meanwhile.
        self.server = subprocess.Popen(
            ['Xvfb', '-displayfd', str(report), '-screen', '0', '800x600x24', '-fbdir', folder, '-nolisten', 'tcp',
             '-noreset'], pass_fds=[report], stderr=subprocess.DEVNULL)
        os.close(report)
        with os.fdopen(number) as lines:
            self.name = ':' + lines.readline().strip()

    def close(self):
        self.server.terminate()
        self.server.wait()

    def pixels(self):
        """A function that gives (red, green, blue) at a place. The file is an XWD."""
        data = self.file.read_bytes()
        header = struct.unpack('>25I', data[:100])
        size, line, colors = header[0], header[12], header[19]
        masks = header[14:17]
        assert header[11] == 32 and masks == (0xff0000, 0xff00, 0xff), header
        order = '>I' if header[7] else '<I'

        def at(x, y):
            value, = struct.unpack_from(order, data, size + 12 * colors + line * y + 4 * x)
            return value >> 16 & 255, value >> 8 & 255, value & 255
        return at

    def tool(self, *arguments):
        """What xdotool says, nothing where it fails."""
        result = subprocess.run(['xdotool', *map(str, arguments)], env={**os.environ, 'DISPLAY': self.name},
                                capture_output=True, text=True)
        return result.stdout.strip() if result.returncode == 0 else ''

    def begin(self, *command):
        """A program that talks with the server, and whose lines are read."""
        return subprocess.Popen(command, env={**os.environ, 'DISPLAY': self.name}, stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL, text=True)

    def await_window(self, name, run):
        """The number of the first visible window of a name; nothing where the run ends without one."""
        with self.begin('xdotool', 'search', '--sync', '--onlyvisible', '--name', name) as search:
            ended = os.pidfd_open(run.pid)
            try:
                ready, _, _ = select.select([search.stdout, ended], [], [])
            finally:
                os.close(ended)
            if search.stdout not in ready:
                search.terminate()
            return search.stdout.readline().strip()


class Titles:
    """The titles of a window, as they change."""

    def __init__(self, screen, window):
        self.source = screen.begin('xprop', '-id', window, '-notype', '-spy', 'WM_NAME')
        self.seen = []
        self.next()
        # xprop reads the title before it asks for changes, and writes its first line after that: one that came between
        # is here.
        self.seen.append(screen.tool('getwindowname', window))

    def next(self):
        """The next title; nothing when the window is closed."""
        # The line has no title where the window is closed while xprop reads it.
        found = re.fullmatch(r'WM_NAME = "(.*)"', self.source.stdout.readline().strip())
        if not found:
            return None
        self.seen.append(found[1])
        return self.seen[-1]

    def rest(self):
        """All titles until the window is closed."""
        while self.next() is not None:
            pass
        return self.seen

    def close(self):
        self.source.kill()
        self.source.communicate()


class ExecShow(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.place.name)
        # A Mesa by its name alone, which is all that a program needs that does not draw with it.
        mesa = cls.folder / 'cache/cyclorama/mesa-1.0'
        mesa.mkdir(parents=True)
        (mesa / 'complete').touch()
        # libdbus keeps a list to the end, which a build with the address sanitizer would be blamed for.
        (cls.folder / 'leaks').write_text('leak:libdbus-1.so\n')
        cls.screen = Screen(cls.folder)

    @classmethod
    def tearDownClass(cls):
        cls.screen.close()
        cls.place.cleanup()

    def environment(self, display=True):
        variables = {name: value for name, value in os.environ.items()
                     if name not in ('DISPLAY', 'WAYLAND_DISPLAY') and not name.startswith('SDL_')}
        variables['XDG_CACHE_HOME'] = str(self.folder / 'cache')
        variables['LSAN_OPTIONS'] = f'suppressions={self.folder}/leaks:print_suppressions=0'
        return {**variables, 'DISPLAY': self.screen.name} if display else variables

    def command(self, *arguments):
        return [program, 'exec', '--display', f'{WIDTH}x{HEIGHT}', *arguments]

    def start(self, *arguments):
        """A run whose program waits for its first byte, with its window."""
        run = subprocess.Popen(self.command('--show', *arguments, '--', presenter, str(FRAMES)), cwd=self.folder,
                               env=self.environment(), stdin=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
        # In reverse order: ends the run, then closes its pipes and waits for it.
        self.addCleanup(run.__exit__, None, None, None)
        self.addCleanup(run.kill)
        self.window = self.screen.await_window('presenter', run)
        if not self.window:
            self.fail(run.stderr.read().decode())
        self.titles = Titles(self.screen, self.window)
        self.addCleanup(self.titles.close)
        return run

    def press(self, key):
        # Without a window manager keys go to the window under the pointer.
        self.screen.tool('mousemove', '--window', self.window, 30, 30, 'key', key)

    def until_title(self, pattern):
        title = self.titles.seen[-1]
        while title is not None and not re.fullmatch(pattern, title):
            title = self.titles.next()
        self.assertIsNotNone(title, f'the window has closed without the title {pattern!r}: {self.titles.seen}')

    def shown(self):
        """Colors in the middles of the quarters, and on both sides of their borders."""
        geometry = dict(line.split('=') for line in
                        self.screen.tool('getwindowgeometry', '--shell', self.window).splitlines())
        self.assertEqual((geometry['WIDTH'], geometry['HEIGHT']), (str(WIDTH), str(HEIGHT)))
        at = self.screen.pixels()
        return [[at(int(geometry['X']) + x, int(geometry['Y']) + y) for y in ys for x in xs]
                for xs, ys in (((WIDTH // 4, WIDTH * 3 // 4), (HEIGHT // 4, HEIGHT * 3 // 4)),
                               ((WIDTH // 2 - 1, WIDTH // 2), (HEIGHT // 2 - 1, HEIGHT // 2)),
                               ((0, WIDTH - 1), (0, HEIGHT - 1)))]

    def until_frame(self, frame):
        """The title changes when the picture is shown."""
        self.until_title(fr'(\w+, )?frame {frame}, .*')
        self.assertEqual(self.shown(), [expected_colors(frame)] * 3)

    def finish(self, run, status=0):
        said = run.communicate()[1].decode()
        self.assertEqual(run.returncode, status, said)
        return said

    def results(self, name):
        return {path.name: path.read_bytes() for path in (self.folder / name).iterdir()}

    def test_shows_each_frame_and_the_same_is_kept(self):
        for mode, cycles in (('functional', ''), ('timing', r', \d+ cycles')):
            with self.subTest(mode):
                run = self.start('--mode', mode, '--out', 'shown')
                self.until_title(f'no frame yet, 0 findings - {re.escape(str(presenter))} {FRAMES}')
                for frame in range(FRAMES - 1):
                    run.stdin.write(b'.')
                    self.until_frame(frame)
                    more = fr', [\d.]+ frames/s{cycles}, 1 finding' if frame else fr'{cycles}, 0 findings'
                    self.until_title(f'frame {frame}{more} - .*')
                said = self.finish(run)
                alone = subprocess.run(self.command('--mode', mode, '--out', 'alone', '--', presenter, str(FRAMES)),
                                       cwd=self.folder, env=self.environment(display=False), stdin=subprocess.DEVNULL,
                                       capture_output=True, text=True)
                self.assertEqual(alone.returncode, 0, alone.stderr)
                self.assertEqual(said.replace('shown', 'alone'), alone.stderr)
                files = self.results('shown')
                self.assertEqual(files, self.results('alone'))
                summary = json.loads(files['summary.json'])
                self.assertEqual([frame['image'] for frame in summary['frames']],
                                 [f'frame{frame:04}.png' for frame in range(FRAMES)])

    def test_pauses_and_steps(self):
        run = self.start()
        run.stdin.write(b'.')
        self.until_frame(0)
        self.press('space')
        self.until_title('paused, frame 0, .*')
        # All that the program waits for from now on are its frames.
        run.stdin.close()
        run.stdin = None
        for frame, key in ((1, 'n'), (2, 'Right'), (3, 'n'), (4, None)):
            self.until_title(f'paused, frame {frame}, .*')
            self.until_frame(frame)
            self.assertIsNone(run.poll())
            if key:
                self.press(key)
        self.press('space')
        self.assertIn(f'{FRAMES} frames', self.finish(run))
        # A pause that let more frames pass than the keys do would have shown the last one, too.
        paused = [int(found[1]) for found in (re.match(r'paused, frame (\d+),', title) for title in self.titles.rest())
                  if found]
        self.assertEqual(paused, sorted(paused))
        self.assertEqual(set(paused), {0, 1, 2, 3, 4})

    def test_a_step_pauses(self):
        run = self.start()
        self.press('n')
        self.until_title('stepping, no frame yet, .*')
        run.stdin.write(b'..')
        self.until_title('paused, frame 0, .*')
        self.press('space')
        self.until_title('frame 1, .*')
        self.finish(run)

    def rows(self, file, query):
        with contextlib.closing(sqlite3.connect(self.folder / file)) as report:
            return report.execute(query).fetchall()

    def test_takes_a_report_of_the_next_frame(self):
        for mode in ('functional', 'timing'):
            with self.subTest(mode):
                shutil.rmtree(self.folder / 'taken', ignore_errors=True)
                run = self.start('--mode', mode, '--out', 'taken')
                for frame, text in ((0, ''), (1, ', reporting frame 2'),
                                    (2, ', report of frame 2 in taken/frame0002'),
                                    (3, ', report of frame 2 in taken/frame0002')):
                    run.stdin.write(b'.')
                    self.until_title(fr'frame {frame}, .* findings?{text} - .*')
                    self.assertEqual((self.folder / 'taken/frame0002').exists(), frame > 0)
                    if frame == 0:
                        self.press('r')
                        self.until_title('frame 0, .*, the next frame is to be reported - .*')
                self.assertIn('cyclorama: report of frame 2 in taken/frame0002\n', self.finish(run))
                whole = subprocess.run(
                    self.command('--mode', mode, '--out', 'whole', '--report', '--', presenter, str(FRAMES)),
                    cwd=self.folder, env=self.environment(display=False), stdin=subprocess.DEVNULL,
                    capture_output=True, text=True)
                self.assertEqual(whole.returncode, 0, whole.stderr)
                frames, taken = self.results('whole'), self.results('taken/frame0002')
                self.assertEqual(set(taken), {'report.sqlite', 'frame0002.png', 'config.ini'})
                for name in ('frame0002.png', 'config.ini'):
                    self.assertEqual(taken[name], frames[name])
                for query in ('SELECT number, first_cycle, end_cycle, width, height, image FROM frames WHERE number = 2',
                              'SELECT kind, title, o.first_cycle, o.end_cycle, share_end_cycle FROM operations o '
                              'JOIN frames f ON f.id = frame WHERE number = 2 ORDER BY o.id',
                              'SELECT name, value FROM statistics WHERE span = \'frame\' AND frame = 2 ORDER BY 1'):
                    expected = self.rows('whole/report.sqlite', query)
                    self.assertTrue(expected or mode == 'functional' and 'statistics' in query, query)
                    self.assertEqual(self.rows('taken/frame0002/report.sqlite', query), expected)
                self.assertEqual(self.rows('taken/frame0002/report.sqlite', 'SELECT count(*) FROM frames'), [(1,)])
                page = subprocess.run([program, 'report', 'taken/frame0002'], cwd=self.folder, capture_output=True,
                                      text=True)
                self.assertEqual(page.returncode, 0, page.stderr)
                self.assertTrue((self.folder / 'taken/frame0002/report.html').exists())

    def test_a_step_leads_to_the_reported_frame(self):
        run = self.start()
        self.press('space')
        self.until_title('paused, .*')
        run.stdin.write(b'..')
        self.until_title('paused, frame 0, .*')
        self.press('r')
        self.until_title('paused, frame 0, .*, the next frame is to be reported - .*')
        self.press('n')
        folder = presenter.name + '-frame0001'
        self.until_title(f'paused, frame 1, .*, report of frame 1 in {folder} - .*')
        self.assertEqual(self.rows(f'{folder}/report.sqlite', 'SELECT number FROM frames'), [(1,)])
        self.press('space')
        self.finish(run)

    def test_the_report_of_all_frames_is_enough(self):
        run = self.start('--out', 'all', '--report')
        run.stdin.write(b'.')
        self.until_frame(0)
        self.press('r')
        self.until_title('frame 0, .*, all frames are in all/report.sqlite - .*')
        said = self.finish(run)
        self.assertNotIn('report of', said)
        self.assertFalse((self.folder / 'all/frame0001').exists())
        self.assertEqual(self.rows('all/report.sqlite', 'SELECT count(*) FROM frames WHERE number >= 0'), [(FRAMES,)])

    def test_a_report_that_cannot_be_written_is_told(self):
        (self.folder / 'barred').mkdir(exist_ok=True)
        (self.folder / 'barred/frame0001').write_text('no folder')
        run = self.start('--out', 'barred')
        self.press('r')
        self.until_title('no frame yet, .*, the next frame is to be reported - .*')
        run.stdin.write(b'.')
        self.until_title('frame 0, .*, no report of frame 1 - .*')
        said = self.finish(run)
        self.assertIn('cyclorama: no report of frame 1: ', said)
        self.assertIn(f'{FRAMES} frames', said)

    def test_closing_ends_the_window_alone(self):
        for key in ('q', 'Escape'):
            run = self.start('--out', 'closed')
            self.press('space')
            self.until_title('paused, .*')
            run.stdin.write(b'.')
            self.until_frame(0)
            self.press(key)
            self.titles.rest()
            if run.poll() is not None:
                self.fail(run.stderr.read().decode())
            self.assertIn(f'{FRAMES} frames', self.finish(run))
            self.assertEqual(len(list((self.folder / 'closed').glob('frame*.png'))), FRAMES)

    def test_a_pause_ends_with_the_program(self):
        run = self.start()
        self.press('space')
        self.until_title('paused, .*')
        run.stdin.write(b'..')
        self.until_title('paused, frame 0, .*')
        run.send_signal(signal.SIGTERM)
        self.finish(run, 128 + signal.SIGTERM)

    def test_the_program_notices_nothing(self):
        outputs = []
        for show in (['--show'], []):
            look = ('env | grep -v ^CYCLORAMA_ | sort; ls /proc/self/fd; grep "^Sig[BIC]" /proc/self/status;'
                    'cat /proc/$PPID/task/*/children | wc -w')
            result = subprocess.run(self.command(*show, '--', 'sh', '-c', look), env=self.environment(),
                                    cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
            self.assertEqual(result.returncode, 0, result.stderr)
            outputs.append(result.stdout)
        self.assertIn('LD_PRELOAD', outputs[0])
        self.assertEqual(outputs[0], outputs[1])

    def test_refuses_to_start_without_a_display(self):
        for display, reason in ((None, 'there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set'),
                                (':4711', 'the window cannot be opened: ')):
            variables = self.environment(display=False)
            if display:
                variables['DISPLAY'] = display
            result = subprocess.run(self.command('--show', '--', 'touch', 'started'), cwd=self.folder, env=variables,
                                    capture_output=True, text=True)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn(f'cyclorama: --show: {reason}', result.stderr)
            self.assertFalse((self.folder / 'started').exists())


if __name__ == '__main__':
    probe = subprocess.run([program, 'exec', '--show', '--', 'true'], capture_output=True, text=True,
                           env={name: value for name, value in os.environ.items() if 'DISPLAY' not in name})
    if NO_WINDOW in probe.stderr:
        print('skipped: the program was built without SDL')
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
