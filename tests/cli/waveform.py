#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads the waveforms of runs by GTKWave's fst2vcd and holds them against the same runs' signal traces.

usage: waveform.py PROGRAM SOURCE_DIR
Says that it is skipped, with exit status 77, where the program was built without the library for FST.
"""
import collections
import fnmatch
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

program, source = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])

TRIANGLE = source / 'tests/data/triangle.agp.gz'
# Two clocks: 1250 ps, and 625 ps for the memory.
MEDLEY = source / 'tests/golden/captures/medley-gc7000l.cyc'
FAST = ('MemoryController.memorySide.', 'ChannelScheduler.')


def read_vcd(text):
    """The unit of time, and by the variables' names their changes: (time, value)."""
    names, changes, scopes, time, scale = {}, collections.defaultdict(list), [], None, None
    lines = iter(text.splitlines())
    for line in lines:
        words = line.split()
        if line.startswith('$timescale'):
            scale = words[1] if len(words) > 2 else next(lines).strip()
        elif line.startswith('$scope'):
            scopes.append(words[2])
        elif line.startswith('$upscope'):
            scopes.pop()
        elif line.startswith('$var'):
            names.setdefault(words[3], '.'.join([*scopes, words[4]]))
        elif line.startswith('#'):
            time = int(line[1:])
        elif line and line[0] in '01' and time is not None:
            changes[names[line[1:]]].append((time, line[0]))
        elif line and line[0] in 'bs' and time is not None and len(words) == 2:
            value = words[0][1:]
            if 'x' not in value or line[0] == 's':
                changes[names[words[1]]].append((time, value))
    return scale, changes


class Waveform(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.place.name)

    def tearDown(self):
        self.place.cleanup()

    def run_program(self, workload, *arguments, mode='timing'):
        return subprocess.run([program, 'run', workload, '--mode', mode, '--out', 'out', *arguments], cwd=self.folder,
                              capture_output=True, text=True)

    def waveform(self, workload, *arguments):
        result = self.run_program(workload, '--waveform', 'w.fst', *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        text = subprocess.run(['fst2vcd', 'w.fst'], cwd=self.folder, capture_output=True, check=True).stdout.decode()
        scale, changes = read_vcd(text)
        self.assertEqual(scale, '1ps')
        return changes

    def traced(self, period, fast, most):
        """By signal what arrived, by time, as the run's signal trace has it."""
        arrivals = collections.defaultdict(lambda: collections.defaultdict(list))
        with open(self.folder / 'out/signaltrace.txt') as lines:
            next(lines)
            for line in lines:
                cycle, signal, _, value = line.rstrip('\n').split(';', 3)
                time = int(cycle) * (fast if signal.startswith(FAST) else period)
                if time < most * period:
                    arrivals[signal][time].append(value)
        return arrivals

    def compare(self, changes, arrivals, period, fast, until=sys.maxsize):
        """Holds changes against what arrived; both end before `until`."""
        self.assertEqual(set(changes), {f'{signal}.{kind}' for signal in arrivals for kind in ('count', 'value')})
        for signal, by_time in arrivals.items():
            own = fast if signal.startswith(FAST) else period
            counts = {0: 0}
            for time, texts in by_time.items():
                counts[time] = len(texts)
                counts.setdefault(time + own, 0)
            counts.update({time: len(texts) for time, texts in by_time.items()})
            self.assertEqual(self.steps((time, int(value, 2)) for time, value in changes[f'{signal}.count']),
                             self.steps(sorted(one for one in counts.items() if one[0] < until)), signal)
            numbers = all(len(texts) == 1 and texts[0].isdecimal() for texts in by_time.values())
            wanted = [(time, int(texts[0]) if numbers else ' | '.join(texts).replace(' ', '\\040'))
                      for time, texts in sorted(by_time.items())]
            found = [(time, int(value, 2) if numbers else value) for time, value in changes[f'{signal}.value']]
            self.assertEqual(self.steps(found), self.steps(wanted), signal)

    @staticmethod
    def steps(changes):
        """Changes without those to the value that was there."""
        kept = []
        for time, value in changes:
            if not kept or kept[-1][1] != value:
                kept.append((time, value))
        return kept

    def test_has_what_the_signal_trace_has(self):
        trace = ['--set', 'SIMULATOR.DumpSignalTrace=TRUE']
        changes = self.waveform(TRIANGLE, *trace)
        arrivals = self.traced(2000, 2000, 10000)
        self.assertGreater(len(arrivals), 100)
        self.compare(changes, arrivals, 2000, 2000)

    def test_clocks_have_their_own_cycles(self):
        trace = ['--set', 'SIMULATOR.DumpSignalTrace=TRUE', '--set', 'SIMULATOR.SignalDumpCycles=4000']
        changes = self.waveform(MEDLEY, *trace)
        arrivals = self.traced(1250, 625, 2000)
        fast = [signal for signal in arrivals if signal.startswith(FAST)]
        self.assertGreater(len(fast), 0)
        until = 2000 * 1250  # the signal trace ends after 4000 cycles of either clock
        changes = {name: [change for change in values if change[0] < until] for name, values in changes.items()}
        self.compare({name: values for name, values in changes.items() if name.rpartition('.')[0] in arrivals},
                     arrivals, 1250, 625, until)

    def test_patterns_and_the_window_choose(self):
        changes = self.waveform(TRIANGLE, '--signals', 'Clipper.*', '--signals', '*.status', '--set',
                                'SIMULATOR.StartSignalDump=800', '--set', 'SIMULATOR.SignalDumpCycles=200')
        signals = {name.rpartition('.')[0] for name in changes}
        self.assertIn('Clipper.input', signals)
        self.assertTrue(all(fnmatch.fnmatch(name, 'Clipper.*') or fnmatch.fnmatch(name, '*.status') for name in signals))
        times = [time for values in changes.values() for time, _ in values]
        self.assertGreaterEqual(min(times), 800 * 2000)
        self.assertLessEqual(max(times), 1000 * 2000)

    def test_a_run_is_the_same_with_and_without(self):
        files = []
        for arguments in ([], ['--waveform', 'a.fst'], ['--waveform', 'b.fst', '--report']):
            result = self.run_program(TRIANGLE, *arguments)
            self.assertEqual(result.returncode, 0, result.stderr)
            files.append({path.name: path.read_bytes() for path in (self.folder / 'out').iterdir()
                          if path.name != 'report.sqlite'})
        self.assertEqual(files[0], files[1])
        self.assertEqual(files[0], files[2])
        self.assertGreater(json.loads(files[0]['summary.json'])['cycles'], 0)
        self.assertEqual((self.folder / 'a.fst').read_bytes(), (self.folder / 'b.fst').read_bytes())

    def test_refuses_what_has_no_signals(self):
        for arguments, mode, reason in (
                (['--waveform', 'w.fst'], 'functional', '--waveform: needs --mode timing'),
                (['--waveform', 'nowhere/w.fst'], 'timing', 'nowhere/w.fst: cannot be written'),
                (['--waveform', 'w.fst', '--signals', 'Nobody.*'], 'timing', 'w.fst: nothing arrived on these signals'),
                (['--signals', 'Clipper.*'], 'timing', '--signals requires --waveform')):
            result = self.run_program(TRIANGLE, *arguments, mode=mode)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn(reason, result.stdout + result.stderr)


if __name__ == '__main__':
    with tempfile.TemporaryDirectory() as folder:
        probe = subprocess.run([program, 'run', TRIANGLE, '--mode', 'timing', '--out', folder, '--waveform', f'{folder}/w.fst'],
                               capture_output=True, text=True)
    if 'this build writes no FST' in probe.stderr:
        print('skipped: the program was built without the library for FST')
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
