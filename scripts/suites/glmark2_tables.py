# SPDX-License-Identifier: MIT
"""The tables of glmark2's scenes in docs/results/conformance_FAMILY.md."""
import collections

from lib import glmark2_scenes


# The remarks that cells point to, each below the tables of those chips that it is about.
NOTES = {
    '(1)': '''(1) Mesa itself refuses a program that is too long for the chip, as it does on the board: `terrain` draws its height
map with a noise program of 410 instructions. Chips without the feature INSTRUCTION_CACHE keep programs in registers:
`etna_get_specs` (Mesa, src/gallium/drivers/etnaviv/etnaviv_screen.c) gives 256 instructions to each stage, half of the
512 that the GC2000 and the GC880 have and all of the GC400's, and `etna_compile_check_limits` (etnaviv_compiler_nir.c)
fails the program, whereupon `etna_draw_vbo` leaves the draw out ("compiled shaders are not okay"). So the height map
stays empty. With INSTRUCTION_CACHE set in the preset the same program compiles and runs. Such cells do not count.
''',
    '(2)': '''(2) glmark2 itself skips the scene: `terrain` needs textures in vertex programs, and Mesa offers none on this chip
(`etna_determine_sampler_limits` in etnaviv_screen.c: model 0x400).
''',
    '(3)': '''(3) The scene asks for what the GPU itself cannot do (`virgl-beyond-gpu`): `terrain` draws with a program that needs more
registers at once than the shaders have. Such cells do not count.
''',
}

# Lines below the tables of replays in the timing machine, by family.
REPLAY_NOTES = {'vivante': '''Where a scene draws the levels of mipmaps, Mesa 22.3.6 takes more cycles on the GC2000 than 25.0.7 does:
`texture-filter=mipmap`, `refract`, `terrain`. What two pixel pipes draw has a layout that this chip's texture units do not read,
so Mesa keeps a second copy of such a texture and brings it up to date by the resolve engine before it is sampled. 22.3.6 copies
all levels each time that one of them was drawn, 25.0.7 only those that changed (`etna_update_sampler_source` in
etnaviv_texture.c, `etna_copy_resource` in etnaviv_clear_blit.c): nearly all of the difference is resolves.
'''}
# What the timing machine's cycles are, by family.
CYCLES = {'attila': "those of [ATTILA's own simulator](recorded_attila.md)",
          'vivante': '[as the timing machine estimates them](../develop/timing_vivante.md)'}


class Cell:
    """A scene on a chip with a version of Mesa."""

    def __init__(self, record):
        self.record = record
        self.skipped = record['result'] == 'skip'
        replays = record.get('replays', {})
        self.unlike = []
        if not self.skipped and not record.get('refused') and not record.get('beyond_gpu') and record.get('share', 1) < glmark2_scenes.REQUIRED:
            self.unlike.append(f'less than {100 * glmark2_scenes.REQUIRED:.0f} %')
        self.wrong = [record['words']] if record['words'] else []
        self.wrong += [f'{"dump" if mode == "dump" else f"replay ({mode})"}: {problem}'
                       for mode, problem in replays.items() if problem != 'pass']

    def shown(self):
        share = 'skipped (2)' if self.skipped else f'{100 * self.record.get("share", 0):.2f}'
        share += ' (3)' if self.record.get('beyond_gpu') else ''
        return share + (' (1)' if self.record.get('refused') else '') + ''.join(f'; {what}' for what in [*self.unlike, *self.wrong])

    def shown_replay(self):
        if self.skipped:
            return 'skipped (2)'
        return '; '.join([f'{self.record.get("cycles", 0) / 1e6:.2f}', *self.wrong])


def cells(result):
    return {scene: Cell(result.ours[scene]) for scene in glmark2_scenes.SCENES if scene in result.ours}


def table(results, shown):
    """The scenes in rows, chips in columns, and last what these were measured with."""
    columns = [cells(result) for result in results]
    return ['| scene | ' + ' | '.join(result.column.gpu for result in results) + ' |', '| --- |' + ' ---: |' * len(results),
            *(f'| {scene} | ' + ' | '.join(shown(column[scene]) for column in columns) + ' |' for scene in columns[0]),
            '| *commit* | ' + ' | '.join(result.column.commit for result in results) + ' |',
            '| *configuration* | ' + ' | '.join(result.column.configuration for result in results) + ' |']


def by_mesa(results):
    versions = collections.defaultdict(list)
    for result in results:
        versions[result.column.mesa].append(result)
    return versions.items()


# How the programs that Mesa makes for a family compute mediump.
HALVES = {'adreno': 'with', 'attila': 'without', 'vivante': 'without'}


def section(results):
    """The title and the lines of the section: replayed, or not."""
    suite = results[0].suite
    return (f'{suite.title}, replayed', replayed(suite, results)) if suite.modes else (suite.title, drawn(suite, results))


def drawn(suite, results):
    lines = [f'The scenes of {suite.program} (its default list) at {glmark2_scenes.DISPLAY}: the smallest share of the pixels '
             f'of the first {suite.frames} frames', "that are within 8 of 255 of what Mesa's llvmpipe draws; made by "
             f'`scripts/measure/conformance.py --suite {suite.name}`. llvmpipe runs {HALVES[results[0].column.family.name]}',
             'half floats and with exact texture filters (`scripts/lib/exec_runs.py`). Findings are below.', '']
    for mesa, columns in by_mesa(results):
        lines += [f'### Mesa {mesa}', '', *table(columns, Cell.shown), '']
    shown = ' '.join(cell.shown() for result in results for cell in cells(result).values())
    for mark, note in NOTES.items():
        lines += [*note.splitlines(), ''] if mark in shown else []
    lines += ['### Findings', '', '| scene | finding (count), in all columns |', '| --- | --- |']
    for scene in results[0].ours:
        counts = collections.Counter()
        for result in results:
            counts.update(result.ours[scene]['findings'])
        lines.append(f'| {scene} | ' + ', '.join(f'{name} ({count})' for name, count in counts.items()) + ' |')
    return lines


def replayed(suite, results):
    all_cells = [cell for result in results for cell in cells(result).values() if not cell.skipped]
    good = sum(not cell.wrong for cell in all_cells)
    lines = [f'The same scenes were recorded (`exec --record`). Of {len(all_cells)} captures {good} gave the same '
             f'{suite.frames} frames to the bit, and the same', f'findings, in `cyclorama run` '
             f'({" and ".join(suite.modes)}), and `cyclorama dump` knew all that is in them; made by',
             f'`scripts/measure/conformance.py --suite {suite.name} --replay`.']
    family = results[0].column.family.name
    if 'timing' in suite.modes:
        lines.append(f"The tables give millions of cycles of the chip's clock, {CYCLES.get(family, 'an estimate')}.")
    for mesa, columns in by_mesa(results):
        lines += ['', f'### Replayed, Mesa {mesa}', '', *table(columns, Cell.shown_replay)]
    notes = REPLAY_NOTES.get(family, '') if 'timing' in suite.modes else ''
    return [*lines, '', *notes.splitlines()] if notes else lines
