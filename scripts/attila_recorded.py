#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records OpenGL programs on the ATTILA GPU, replays them in both machines and in ATTILA's own simulator, and writes
docs/attila_recorded.md: frames and cycles, program by program and setting by setting.

usage: attila_recorded.py CYCLORAMA BGPU TRACES OUTPUT.md [--only NAME]... [--setting NAME]...
                          [--jobs N] [--keep DIR] [--bundle DIR]
BGPU is ATTILA's simulator with the unified shaders (bGPU-Uni), built as docs/attila_recorded.md says; TRACES is the folder
test/ogl of its repository. Needs python3-numpy, python3-pil, glmark2-es2-drm, kmscube and the programs beside CYCLORAMA
(build/release/examples, tests). --bundle writes the recordings of the tests, with what ATTILA made of them.
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

import glmark2_scenes
import measured
import picture_difference

SETTINGS = {'base': (),
            'MSAA 4x': ('SIMULATOR.ForceMSAA=TRUE',),
            'FP16': ('SIMULATOR.ForceFP16ColorBuffer=TRUE',),
            'scalar': ('FRAGMENTSHADER.VectorALUConfig=scalar',),
            'LDA': ('FRAGMENTSHADER.VertexAttributeLoadFromShader=TRUE',),
            '32x32 tiles': ('RASTERIZER.ScanWidth=32', 'RASTERIZER.ScanHeight=32')}
# Sections that ATTILA's files have.
SECTIONS = {'SIMULATOR', 'GPU', 'COMMANDPROCESSOR', 'MEMORYCONTROLLER', 'STREAMER', 'VERTEXSHADER', 'PRIMITIVEASSEMBLY',
            'CLIPPER', 'RASTERIZER', 'FRAGMENTSHADER', 'ZSTENCILTEST', 'COLORWRITE', 'DAC'}
# ATTILA's own move of simplefog's first frame by each setting, with its own driver (docs/attila_recorded.md).
MOVES = {'MSAA 4x': 89052 / 45618, 'FP16': 52025 / 45618, 'scalar': 102276 / 45618, 'LDA': 53406 / 46355,
         '32x32 tiles': 49522 / 45618}
DISPLAY = '96x64'
SECONDS = 1200
SCENES = ('build:use-vbo=true', 'texture:texture-filter=mipmap', 'shading:shading=phong', 'bump:bump-render=height',
          'effect2d:kernel=0,1,0;1,-4,1;0,1,0;', 'pulsar:light=false:quads=5:texture=false',
          'desktop:effect=shadow:windows=4', 'conditionals:fragment-steps=5:vertex-steps=0',
          'loop:fragment-steps=5:fragment-uniform=true:vertex-steps=5', 'shadow', 'refract')
TRACE_NAMES = ('triangle/triangle.txt', 'spaceship', 'torus', '8lights', 'simplefog', 'spheremap', 'blendedcubes',
               'copyteximage', 'micropolygon')
# Recordings that are in the repository.
BUNDLED = [('kmscube', setting) for setting in SETTINGS] + [('gl_features test-faces', 'base'), ('glmark2 desktop', 'base')]
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
    listed['gles_scene'] = ['exec', '--display', DISPLAY, '--', beside / 'examples/gles_scene', '--present']
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
    """One program with one setting."""

    # Keys that ATTILA said it does not have.
    unknown = set()

    def __init__(self, cyclorama, bgpu, command, settings, folder):
        self.cycles = self.theirs = None
        self.faults = []
        options = ['--gpu', 'attila', *(word for setting in settings for word in ('--set', setting))]
        at = command.index('--') if '--' in command else len(command)
        self.recorded = folder / 'recorded.agp.gz'
        live, self.attila = folder / 'live', folder / 'attila'
        process = run([cyclorama, *command[:at], *options, '--out', live, '--record', self.recorded, *command[at:]])
        self.findings = [finding['identifier'] for finding in self.summary(live).get('findings', [])]
        self.frames = sorted(live.glob('frame*.png'))
        if not self.frames or not self.recorded.exists():
            self.faults.append(f'not recorded: {process.stdout.strip().splitlines()[-1:]}')
            return
        for mode in ('functional', 'timing'):
            replay = folder / mode
            run([cyclorama, 'run', self.recorded, *options, '--mode', mode, '--frames', str(len(self.frames)), '--out',
                 replay])
            if not same_frames(self.frames, sorted(replay.glob('frame*.png'))):
                self.faults.append(f'frames of the {mode} machine')
        self.cycles = self.summary(folder / 'timing').get('cycles')
        self.compare(bgpu, folder / 'timing/config.ini')

    @staticmethod
    def summary(folder):
        path = folder / 'summary.json'
        return json.loads(path.read_text()) if path.exists() else {}

    def simulate(self, bgpu, written):
        """What ATTILA says; again without a key that it refuses."""
        self.attila.mkdir(exist_ok=True)
        while True:
            (self.attila / 'bGPU.ini').write_text(attila_configuration(written, self.unknown))
            output = run([bgpu, self.recorded, str(len(self.frames)), '0'], cwd=self.attila).stdout
            refused = re.search(r"Parameter '(\w+)' in section \[(\w+)\] is not supported", output)
            if not refused:
                return output
            self.unknown.add((refused.group(2), refused.group(1)))

    def compare(self, bgpu, written):
        try:
            output = self.simulate(bgpu, written)
        except subprocess.TimeoutExpired:
            self.faults.append('ATTILA does not end')
            return
        ended = re.findall(r'END Cycle (\d+)', output)
        if not ended:
            last = [line for line in output.splitlines() if '=>' in line and 'Saving' not in line][-1:]
            self.faults.append(f'ATTILA stops: {last[0].strip() if last else "no reason"}')
            return
        self.theirs = int(ended[-1])
        if self.theirs != self.cycles:
            self.faults.append('cycles')
        if not same_frames(self.frames, sorted(self.attila.glob('frame*.ppm'))):
            self.faults.append('ATTILA\'s frames')


def bundle(folder, results):
    """The recordings of the tests, and a list of what ATTILA made of them: cycles, and a hash (FNV-1a, 64 bits) of the red,
    green and blue of all pixels of its frames."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = ['trace;settings;frames;cycles;hash']
    for name, setting in BUNDLED:
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
    return f'**{result.cycles}, ATTILA {result.theirs}: {"; ".join(result.faults)}**'


def document(version, results):
    names = list(dict.fromkeys(name for name, _ in results))
    equal = sum(not result.faults for result in results.values())
    lines = [f'Measured with commit {version}: {equal} of {len(results)} runs equal to ATTILA\'s, frame by frame to the bit '
             'and to the cycle.', '', f'| program | frames | {" | ".join(SETTINGS)} |', '| --- | --- |' + ' --- |' * len(SETTINGS)]
    for name in names:
        cells = [cell(results[name, setting]) if (name, setting) in results else '' for setting in SETTINGS]
        lines.append(f'| {name} | {len(results[name, "base"].frames)} | {" | ".join(cells)} |')
    if 'trace simplefog' not in names:
        return lines
    lines += ['', '| simplefog | move | ATTILA\'s move with its own driver |', '| --- | --- | --- |']
    base = results['trace simplefog', 'base'].cycles
    for setting, move in MOVES.items():
        cycles = results['trace simplefog', setting].cycles
        lines.append(f'| {setting} | {100 * (cycles / base - 1):+.1f} % | {100 * (move - 1):+.1f} % |')
    return lines


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    for name in ('cyclorama', 'bgpu', 'traces', 'output'):
        parser.add_argument(name, type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument('--only', action='append')
    parser.add_argument('--setting', action='append', choices=SETTINGS)
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
                   for setting in arguments.setting or SETTINGS for name, command in chosen.items()}
        results = {key: future.result() for key, future in waiting.items()}
        if arguments.bundle:
            bundle(arguments.bundle, results)
    lines = document(measured.commit(arguments.cyclorama), results)
    if arguments.output.suffix == '.md':
        report(arguments.output, lines)
    sys.exit(any(result.faults for result in results.values()))


def report(path, lines):
    """Replaces what stands behind the heading of measurements."""
    heading = '## Measured\n'
    text = path.read_text() if path.exists() else ''
    path.write_text(text.split(heading)[0] + heading + '\n' + '\n'.join(lines) + '\n')


if __name__ == '__main__':
    main()
