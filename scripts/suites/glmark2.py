# SPDX-License-Identifier: MIT
"""Runs glmark2's default scenes on simulated GPUs and holds their frames against those of Mesa's llvmpipe; recorded, a
scene's capture must give the same frames to the bit and the same findings in `cyclorama run`, and `cyclorama dump` must know
all that is in it. Needs Debian's glmark2-es2-drm or glmark2-drm, python3-numpy and python3-pil."""
import concurrent.futures
import json
import re
import subprocess
import time

from lib import exec_runs, glmark2_scenes, picture_difference
from suites import deqp, mesa_lists, records

# What Mesa's driver says where a program does not fit the chip, as it would on the board.
REFUSED = 'compiled shaders are not okay'
TIMEOUT = 3600


class Suite:
    def __init__(self, name, arguments):
        self.name = name
        self.program, self.title = glmark2_scenes.PROGRAMS[name]
        self.cyclorama, self.frames, self.modes = arguments.cyclorama.resolve(), arguments.frames, arguments.replay
        self.folder = arguments.out.resolve() / name / f'{self.frames}-frames'
        self.numbers = {scene: number for number, scene in enumerate(glmark2_scenes.SCENES)}
        modes = ''.join(f', replayed {mode}' for mode in self.modes)
        self.release = f'{mesa_lists.package_version(self.program)}, {self.frames} frames{modes}'

    def reference_version(self):
        return deqp.reference_version(vulkan=False)

    def sampled(self):
        return 'all'

    def select(self, wanted):
        return [scene for scene in glmark2_scenes.SCENES if wanted(scene)]

    def run(self, column, scenes, store, jobs, deadline):
        """Runs scenes with the driver of a column, or of the reference (None). Whether all of them have run."""
        def one(scene):
            if deadline.passed():
                return False
            store.add(self.measure(column, scene) if column else self.reference(scene))
            return True

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            return all(list(pool.map(one, scenes)))

    def frames_of_reference(self, scene, family):
        return self.folder / f'{self.numbers[scene]:02}-llvmpipe-{family}'

    def reference(self, scene, family='vivante'):
        before = time.monotonic()
        folder = self.frames_of_reference(scene, family)
        problem = None
        if len(picture_difference.frames(folder)) != self.frames:
            problem = self.draw(scene, folder, exec_runs.ANY_GPU, family, [])['problem']
        return records.record(scene, 'fail' if problem else 'pass', time.monotonic() - before, words=problem or '')

    def measure(self, column, scene):
        before = time.monotonic()
        self.reference(scene, column.family.name)
        folder = self.folder / f'{self.numbers[scene]:02}-{column.gpu}-{column.mesa}'
        folder.mkdir(parents=True, exist_ok=True)
        options = [*column.options, *(['--record', folder / column.family.capture] if self.modes else [])]
        drawn = self.draw(scene, folder / 'simulated', column.gpu, None, options)
        entry = {'test': scene, 'findings': drawn['findings'], 'refused': drawn['refused'], 'words': drawn['problem'] or ''}
        if drawn['problem']:
            return records.record(**entry, result=drawn['ended'], seconds=time.monotonic() - before)
        if drawn['skipped']:
            return records.record(**entry, result='skip', seconds=time.monotonic() - before)
        share = self.share(folder / 'simulated', self.frames_of_reference(scene, column.family.name))
        subtests, cycles = self.replays(folder / column.family.capture)
        replayed = all(result == 'pass' for result in subtests.values())
        good = replayed and (share >= glmark2_scenes.REQUIRED or drawn['refused'])
        entry['refused'] = entry['refused'] and replayed
        entry['beyond_gpu'] = exec_runs.beyond_gpu(folder / 'simulated') if replayed and not good else ''
        return records.record(**entry, result='pass' if good else 'fail', seconds=time.monotonic() - before, share=share,
                              replays=subtests, cycles=cycles)

    def draw(self, scene, folder, gpu, software, options):
        """What came of a scene whose frames are to land in a folder."""
        for old in folder.glob('frame*.png'):
            old.unlink()
        outcome = {'problem': None, 'ended': 'fail', 'skipped': False, 'refused': False, 'findings': {}}
        try:
            done = exec_runs.run(self.cyclorama, glmark2_scenes.command(scene, self.frames, self.program), folder, gpu, software,
                                 [*glmark2_scenes.exec_options(), *options], TIMEOUT)
        except subprocess.TimeoutExpired:
            return {**outcome, 'problem': 'does not end', 'ended': 'timeout'}
        return {'problem': f'exit status {done.returncode}' if done.returncode != 0 else None,
                'ended': 'crash' if done.returncode > 128 else 'fail',
                'skipped': glmark2_scenes.UNSUPPORTED in done.stdout and not picture_difference.frames(folder),
                'refused': REFUSED in done.stdout, 'findings': exec_runs.findings(folder)}

    def share(self, folder, reference):
        """The smallest share of the pixels of a frame within 8 of 255."""
        ours, theirs = picture_difference.frames(folder), picture_difference.frames(reference)
        if len(ours) != self.frames or ours.keys() != theirs.keys():
            return 0.0
        return min(picture_difference.share_within(ours[n], theirs[n]) for n in ours)

    def replays(self, capture):
        """What is wrong with the replays and the text of a capture, by mode ("pass": nothing), and the cycles of the last."""
        results, cycles = {}, 0
        for mode in self.modes:
            results[mode], took = self.replay(mode, capture)
            cycles = took or cycles
        if self.modes:
            results['dump'] = self.dump(capture)
        return results, cycles

    def replay(self, mode, capture):
        folder = capture.parent
        out = folder / mode
        for old in out.glob('frame*.png'):
            old.unlink()
        try:
            done = subprocess.run([self.cyclorama, 'run', capture, '--mode', mode, '--out', out],
                                  timeout=TIMEOUT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        except subprocess.TimeoutExpired:
            return 'does not end', 0
        if done.returncode != 0:
            return done.stdout.strip().splitlines()[-1], 0
        recorded, replayed = picture_difference.frames(folder / 'simulated'), picture_difference.frames(out)
        problem = 'pass'
        if recorded.keys() != replayed.keys():
            problem = f'{len(replayed)} of {len(recorded)} frames'
        else:
            differing = [n for n in recorded if not picture_difference.same(recorded[n], replayed[n])]
            if differing:
                problem = f'{len(differing)} frames differ'
            elif exec_runs.findings(out) != exec_runs.findings_of_gpu(folder / 'simulated'):
                problem = 'other findings'
        return problem, json.loads((out / 'summary.json').read_text()).get('cycles') or 0

    def dump(self, capture):
        with subprocess.Popen([self.cyclorama, 'dump', capture], stdout=subprocess.PIPE, text=True) as process:
            unknown = sum(bool(re.search(r'\bunknown\b', line)) for line in process.stdout)
        if process.returncode != 0:
            return 'fails'
        return f'{unknown} unknown commands or registers' if unknown else 'pass'
