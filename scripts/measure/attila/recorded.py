#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records OpenGL programs on the ATTILA GPU, replays them in both machines and in ATTILA's own simulator, and writes
docs/results/recorded_attila.md: frames and cycles, program by program and setting by setting.

usage: recorded.py CYCLORAMA BGPU TRACES OUTPUT.md [--only NAME]... [--setting NAME]...
                          [--quick] [--jobs N] [--keep DIR] [--bundle DIR]
BGPU is ATTILA's simulator with the unified shaders (bGPU-Uni), which docs/results/recorded_attila.md describes; TRACES is the folder
test/ogl of its repository. Needs python3-numpy, python3-pil, glmark2-es2-drm, kmscube and the programs beside CYCLORAMA
(build/release/examples, tests). --quick runs settings other than the first with a few programs alone. --bundle writes the
recordings of the tests, with what ATTILA made of them.
Exit 1 where a frame or a cycle differs.
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from lib import glmark2_scenes, measured, picture_difference  # noqa: E402


SETTINGS = {'base': (),
            'MSAA 4x': ('SIMULATOR.ForceMSAA=TRUE',),
            'FP16': ('SIMULATOR.ForceFP16ColorBuffer=TRUE',),
            'scalar': ('FRAGMENTSHADER.VectorALUConfig=scalar',),
            'LDA': ('FRAGMENTSHADER.VertexAttributeLoadFromShader=TRUE',),
            '32x32 tiles': ('RASTERIZER.ScanWidth=32', 'RASTERIZER.ScanHeight=32')}
# Sections that ATTILA's files have.
SECTIONS = {'SIMULATOR', 'GPU', 'COMMANDPROCESSOR', 'MEMORYCONTROLLER', 'STREAMER', 'VERTEXSHADER', 'PRIMITIVEASSEMBLY',
            'CLIPPER', 'RASTERIZER', 'FRAGMENTSHADER', 'ZSTENCILTEST', 'COLORWRITE', 'DAC'}
DISPLAY = '96x64'
SECONDS = 1200
SCENES = ('build:use-vbo=true', 'texture:texture-filter=mipmap', 'shading:shading=phong', 'bump:bump-render=height',
          'effect2d:kernel=0,1,0;1,-4,1;0,1,0;', 'pulsar:light=false:quads=5:texture=false',
          'desktop:effect=shadow:windows=4', 'conditionals:fragment-steps=5:vertex-steps=0',
          'loop:fragment-steps=5:fragment-uniform=true:vertex-steps=5', 'shadow', 'refract')
TRACE_NAMES = ('triangle/triangle.txt', 'spaceship', 'torus', '8lights', 'simplefog', 'spheremap', 'blendedcubes',
               'copyteximage', 'micropolygon')
# Recordings that are in the repository.
BUNDLED = ('kmscube', 'gl_features test-faces')
FEATURES = ('clip-planes', 'test-faces', 'blend-equations', 'polygon-stipple', 'polygon-mode')


def trace_file(folder, name):
    """The trace's file in its folder."""
    path = folder / name
    found = (each for each in sorted(path.rglob('*.txt.gz')) if each.parent.name != 'reference')
    return path if path.is_file() else next(found, path)


def programs(program, traces):
    """{name: what follows `cyclorama`, without options of the recording}."""
    beside = pathlib.Path(program).resolve().parent
    listed = {}
    for scene in SCENES:
        listed[f'glmark2 {scene.split(":")[0]}'] = ['exec', *glmark2_scenes.exec_options(DISPLAY), '--',
                                                     *glmark2_scenes.command(scene, 2)]
    listed['kmscube'] = ['exec', '--display', DISPLAY, '--', 'kmscube', '-c', '3']
    listed['gles_scene'] = ['exec', '--display', DISPLAY, '--', beside / 'examples/gles_scene', '--present',
                            '--width', DISPLAY.split('x')[0], '--height', DISPLAY.split('x')[1]]
    for feature in FEATURES:
        listed[f'gl_features {feature}'] = ['exec', '--display', DISPLAY, '--', beside / 'tests/gl_features', feature]
    for name in TRACE_NAMES:
        listed[f'trace {name.split("/")[0]}'] = ['run', trace_file(traces, name), '--frames', '1']
    return listed


def attila_configuration(written, unknown):
    """The configuration that a run wrote, as ATTILA reads it: without sections and keys that it does not have."""
    section, lines = '', []
    for line in written.read_text().splitlines():
        if match := re.match(r'\[(\w+)\]', line):
            section = match.group(1)
        key = (section, line.split('=')[0].strip())
        if section in SECTIONS and key not in unknown:
            lines.append(line)
    return '\n'.join(lines) + '\n'


def run(arguments, **options):
    return subprocess.run([str(part) for part in arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors='replace', timeout=SECONDS, **options)


def same_frames(first, second):
    """Whether two lists of pictures are alike to the bit."""
    return len(first) == len(second) and all(picture_difference.same(a, b) for a, b in zip(first, second))


class Result:
    """One program with one setting; the frames after its first one by themselves, too."""

    # Keys that ATTILA said it does not have.
    unknown = set()

    def __init__(self, cyclorama, bgpu, command, settings, folder):
        self.cyclorama, self.bgpu = cyclorama, bgpu
        self.options = ['--gpu', 'attila', *(word for setting in settings for word in ('--set', setting))]
        self.cycles = self.theirs = None
        self.faults = []
        at = command.index('--') if '--' in command else len(command)
        self.recorded, self.attila = folder / 'recorded.agp.gz', folder / 'attila'
        live = folder / 'live'
        process = run([cyclorama, *command[:at], *self.options, '--out', live, '--record', self.recorded, *command[at:]])
        self.findings = [finding['identifier'] for finding in self.summary(live).get('findings', [])]
        self.frames = sorted(live.glob('frame*.png'))
        if not self.frames or not self.recorded.exists():
            self.faults.append(f'not recorded: {process.stdout.strip().splitlines()[-1:]}')
            return
        self.replay(self.recorded, self.frames, 'functional', folder / 'functional')
        self.cycles, self.theirs = self.compare(self.recorded, self.frames, folder / 'timing', self.attila)
        if len(self.frames) > 1:
            cut = folder / 'cut.agp.gz'
            run([cyclorama, 'cut', self.recorded, '1', str(len(self.frames)), cut, *self.options])
            self.compare(cut, self.frames[1:], folder / 'cut timing', folder / 'cut attila')

    @staticmethod
    def summary(folder):
        path = folder / 'summary.json'
        return json.loads(path.read_text()) if path.exists() else {}

    def replay(self, trace, frames, mode, folder):
        run([self.cyclorama, 'run', trace, *self.options, '--mode', mode, '--frames', str(len(frames)), '--out', folder])
        if not same_frames(frames, sorted(folder.glob('frame*.png'))):
            self.faults.append(f'frames in {folder.name}')

    def simulate(self, trace, frames, written, folder):
        """What ATTILA says; again without a key that it refuses."""
        folder.mkdir(exist_ok=True)
        while True:
            (folder / 'bGPU.ini').write_text(attila_configuration(written, self.unknown))
            output = run([self.bgpu, trace, str(len(frames)), '0'], cwd=folder).stdout
            refused = re.search(r"Parameter '(\w+)' in section \[(\w+)\] is not supported", output)
            if not refused:
                return output
            self.unknown.add((refused.group(2), refused.group(1)))

    def compare(self, trace, frames, timing, attila):
        """Cycles of the timing machine and of ATTILA, each None where it did not end."""
        self.replay(trace, frames, 'timing', timing)
        cycles = self.summary(timing).get('cycles')
        try:
            output = self.simulate(trace, frames, timing / 'config.ini', attila)
        except subprocess.TimeoutExpired:
            self.faults.append(f'does not end: {attila.name}')
            return cycles, None
        ended = re.findall(r'END Cycle (\d+)', output)
        if not ended:
            last = [line for line in output.splitlines() if '=>' in line and 'Saving' not in line][-1:]
            self.faults.append(f'{attila.name} stops: {last[0].strip() if last else "no reason"}')
            return cycles, None
        if int(ended[-1]) != cycles:
            self.faults.append(f'cycles in {attila.name}: {ended[-1]}, not {cycles}')
        if not same_frames(frames, sorted(attila.glob('frame*.ppm'))):
            self.faults.append(f'frames in {attila.name}')
        return cycles, int(ended[-1])


def bundle(folder, results):
    """The recordings of the tests, and a list of what ATTILA made of them: cycles, and a hash (FNV-1a, 64 bits) of the red,
    green and blue of all pixels of its frames."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = ['trace;settings;frames;cycles;hash']
    for name, setting in ((name, setting) for name in BUNDLED for setting in SETTINGS):
        result = results[name, setting]
        trace = re.sub(r'\W+', '-', f'{name} {setting}'.lower()) + '.agp.gz'
        shutil.copy(result.recorded, folder / trace)
        value = 0xcbf29ce484222325
        for frame in sorted(result.attila.glob('frame*.ppm')):
            for byte in picture_difference.pixels(frame).astype('uint8').tobytes():
                value = (value ^ byte) * 0x100000001b3 & 0xffffffffffffffff
        rows.append(f'{trace};{" ".join(SETTINGS[setting])};{len(result.frames)};{result.theirs};{value:016x}')
    (folder / 'cases.csv').write_text('\n'.join(rows) + '\n')


def cell(result):
    if not result.faults:
        return str(result.cycles)
    return f'**{result.cycles}: {"; ".join(result.faults)}**'


def document(version, results):
    names = list(dict.fromkeys(name for name, _ in results))
    equal = sum(not result.faults for result in results.values())
    lines = [f'Measured with commit {version}: {equal} of {len(results)} runs equal to ATTILA\'s, frame by frame to the bit '
             'and to the cycle.', '', f'| program | frames | {" | ".join(SETTINGS)} |', '| --- | --- |' + ' --- |' * len(SETTINGS)]
    for name in names:
        cells = [cell(results[name, setting]) if (name, setting) in results else 'not measured' for setting in SETTINGS]
        lines.append(f'| {name} | {len(results[name, "base"].frames)} | {" | ".join(cells)} |')
    return lines


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    for name in ('cyclorama', 'bgpu', 'traces', 'output'):
        parser.add_argument(name, type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument('--only', action='append')
    parser.add_argument('--setting', action='append', choices=SETTINGS)
    parser.add_argument('--quick', action='store_true')
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--keep', type=pathlib.Path)
    parser.add_argument('--bundle', type=pathlib.Path)
    arguments = parser.parse_args()
    chosen = {name: command for name, command in programs(arguments.cyclorama, arguments.traces).items()
              if not arguments.only or name in arguments.only}
    results = {}
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        top = (arguments.keep or pathlib.Path(temporary)).resolve()

        def measure(name, command, setting):
            folder = top / re.sub(r'\W+', '-', f'{name} {setting}')
            folder.mkdir(parents=True)
            result = Result(arguments.cyclorama, arguments.bgpu, command, SETTINGS[setting], folder)
            print(f'{name}, {setting}: {len(result.frames)} frames, {result.cycles} cycles, ATTILA {result.theirs}',
                  '; '.join(result.faults), *result.findings, flush=True)
            return result

        waiting = {(name, setting): pool.submit(measure, name, command, setting)
                   for setting in arguments.setting or SETTINGS for name, command in chosen.items()
                   if setting == 'base' or not arguments.quick or name in (*BUNDLED, 'trace simplefog')}
        results = {key: future.result() for key, future in waiting.items()}
        if arguments.bundle:
            bundle(arguments.bundle, results)
    lines = document(measured.commit(arguments.cyclorama), results)
    if arguments.output.suffix == '.md':
        report(arguments.output, lines)
    sys.exit(any(result.faults for result in results.values()))


def report(path, lines):
    """Replaces what stands after the heading of measurements."""
    heading = '## Measured\n'
    text = path.read_text() if path.exists() else ''
    path.write_text(text.split(heading)[0] + heading + '\n' + '\n'.join(lines) + '\n')


if __name__ == '__main__':
    main()
