#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures rates of the timing machine as Vivante chips with bench/gles_rates, and holds them to published figures.

usage: rates.py CYCLORAMA GLES_RATES OUTPUT.md [--gpu NAME]... [--rate NAME]... [--set KEY=VALUE]... [-j N]
A rate is the work of a repetition by the cycles that a long run and a short one differ by, for each repetition. FIGURES are the
published ones, with their sources and conditions; RATES those of all chips. Writes the whole page; with --gpu, --rate or --set,
which do not give that page, OUTPUT.md may be `-`: what was chosen is printed. Needs Mesa 22.3.6 from scripts/setup/mesa.
"""
import argparse
import concurrent.futures
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from lib import measured, rate_runs  # noqa: E402


MESA = '22.3.6'
CHIPS = ('gc400', 'gc860', 'gc880', 'gc2000', 'gc3000', 'gc7000nanoultra', 'gc7000l')
RATES = ('fill', 'fill-depth', 'mad4', 'add4', 'add1', 'rcp', 'nearest', 'bilinear', 'trilinear', 'nearest-large',
         'bilinear-large', 'trilinear-large', 'vertices', 'triangles', 'draws', 'clear', 'copy')


class Figure:
    """A published figure: the benchmark and the chip, clocks, timings of the memory and variables that rebuild its conditions,
    how many of the figure's units a unit of work is, megabytes that the chip counted as read and as written for each of its units,
    and whether the chip's preset was set by this very figure."""

    def __init__(self, rate, gpu, published, unit, per_work, source, clocks=(), memory=(), environment=(), counted=None,
                 calibrated=False):
        self.rate, self.gpu, self.published, self.unit, self.per_work = rate, gpu, published, unit, per_work
        self.source, self.clocks, self.memory, self.environment = source, list(clocks), list(memory), environment
        self.counted, self.calibrated = counted, calibrated


SHOC = ('W. J. van der Laan, "OpenCL on i.MX6", March 2013: SHOC\'s maxflops with the vendor\'s driver, {}, measured on the chip; '
        '500 MHz as the driver says')
CLPEAK = 'clpeak on a Coral Dev Board, vendor\'s driver 6.4.2: single precision, {}, measured on the chip'
MAKER = 'maker\'s figure, by {}'
AT_500 = ('GPU.GPUClock=500', 'GPU.ShaderClock=500')
PIXELS = 1920 * 1080
VIV_THROUGHPUT = ('W. J. van der Laan, etna_viv\'s viv_throughput on a GCW Zero, September 2013, measured on the chip: full-frame '
                  'quads of 1920x1080, 32 bits{}, tile status on, no supertiles, no clears, a flush and a stall after each; clock '
                  'not said')
# What the boot loader of 2013 made of the memory's timings (UBIBoot at f43563f7, src/DDR2_H5PS1G63EFR-S6C.h), at 166 MHz.
BOOT_LOADER_OF_2013 = [f'MEMORYCONTROLLER.V2GDDR_{timing}' for timing in ('tRRD=3', 'tRCD=4', 'tRP=4', 'tWR=5', 'CAS=5', 'WL=4')]
GCW_ZERO = {'clocks': ('GPU.GPUClock=249', 'GPU.ShaderClock=498'), 'memory': BOOT_LOADER_OF_2013,
            'environment': ('ETNA_MESA_DEBUG=no_supertile,no_early_z',)}
FIGURES = (
    Figure('mad4', 'gc2000', 16.006, 'GFLOPS', 8e-9, SHOC.format('MAdd4'), AT_500),
    Figure('add4', 'gc2000', 8.003, 'GFLOPS', 4e-9, SHOC.format('Add4'), AT_500),
    Figure('mad4', 'gc7000l', 24.86, 'GFLOPS', 8e-9, CLPEAK.format('vectors of sixteen')),
    Figure('fill', 'gc860', 119.2, 'frames/s', 1 / PIXELS, VIV_THROUGHPUT.format(''), counted=(0.1, 8.4), **GCW_ZERO),
    Figure('fill-depth', 'gc860', 26.5, 'frames/s', 1 / PIXELS,
           VIV_THROUGHPUT.format(' and as many of depth and stencil, written without a test'), counted=(8.5, 16.8), **GCW_ZERO),
    Figure('fill', 'gc7000l', 1.6, 'Gpixel/s', 1e-9, MAKER.format('RidgeRun')),
    Figure('fill', 'gc7000ul', 1.0, 'Gpixel/s', 1e-9, MAKER.format('Forlinx')),
    Figure('triangles', 'gc7000l', 267, 'Mtriangle/s', 1e-6, MAKER.format('RidgeRun'), calibrated=True),
    Figure('triangles', 'gc7000ul', 166, 'Mtriangle/s', 1e-6, MAKER.format('Forlinx')),
)


def measure(arguments, rate, gpu, settings=(), environment=()):
    return rate_runs.Benchmark(arguments.cyclorama, [arguments.gles_rates.resolve(), rate], gpu, MESA, [*settings, *arguments.set],
                               environment, [f'{way}DataBytes_Sched[0-9]+' for way in ('Read', 'Write')]).measure()


def figure_line(figure, result):
    here = result.per_second * figure.per_work
    note = ', on which the preset is calibrated' if figure.calibrated else ''
    clocks = ', '.join(figure.clocks) or f'{result.clock} MHz'
    return (f'| {figure.rate} | `{figure.gpu}` | {clocks} | {figure.published:g} {figure.unit} | {rate_runs.quantity(here)} | '
            f'{100 * (here / figure.published - 1):+.1f} % | {figure.source}{note} |')


def figures_section(results):
    lines = ['## Beside published figures', '', '| benchmark | chip | clocks | published | here | error | source |',
             '| --- | --- | --- | ---: | ---: | ---: | --- |', *(figure_line(*pair) for pair in results.items()), '']
    counted = {figure: result for figure, result in results.items() if figure.counted}
    if not counted:
        return lines
    lines += [
        'The clock of the GC860 in that run is not said. Taken here: 249 MHz, and 498 for the shaders. The driver of the board\'s',
        'kernel of that year calls the clock that it sets CLK2x and keeps it below 500 MHz: 498 MHz from the first PLL, which has',
        '996. It may take the second; from its 432 MHz the core would have 216, less than the 247 million pixels that were measured',
        'each second. The memory is the DDR2 of the board at 166 MHz with the timings that the boot loader gave it in that year, more',
        'careful ones than today\'s (CAS latency 5; sources: this script, `chips/gc860.ini`). Nothing was fitted to the rates: a pixel a',
        'cycle is the rate of all presets. On the chip the memory waits for colours alone, and here they for it: each second line is in',
        'another row of the memory than the one before, by the order in which tiles are visited here; the chip\'s order is not known.',
        'What is read beside depth is tile status, of which this machine reads a line several times: the size of the cache for it, 16',
        'lines, is an estimate.', '', '| benchmark | read, counted on the chip (MB/frame) | here | written | here |',
        '| --- |' + ' ---: |' * 4,
        *(f'| {figure.rate} | {figure.counted[0]} | {result.counted[0] / 1e6:.2f} | {figure.counted[1]} | {result.counted[1] / 1e6:.2f} |'
          for figure, result in counted.items()), '']
    return lines


def rates_section(results, gpus, rates):
    clocks = {gpu: next(result.clock for (_, name), result in results.items() if name == gpu) for gpu in gpus}
    heads = ['| benchmark | work | ' + ' | '.join(f'`{gpu}`' for gpu in gpus) + ' |', '| --- | --- |' + ' ---: |' * len(gpus)]

    def table(cell):
        return [*heads, *(f'| {rate} | {results[rate, gpus[0]].unit} | '
                          + ' | '.join(cell(results[rate, gpu]) for gpu in gpus) + ' |' for rate in rates), '']

    lines = ['## All rates', '', 'Millions a second, at the clocks of the presets ('
             + ', '.join(f'{gpu} {clocks[gpu]}' for gpu in gpus) + ' MHz):', '']
    lines += table(lambda result: rate_runs.quantity(result.per_second / 1e6))
    lines += ['For each cycle of the GPU\'s clock:', '']
    lines += table(lambda result: rate_runs.quantity(result.per_cycle))
    return lines


def page(figures, rates, commit):
    return ['# Rates of the Vivante chips', '',
            'Made by `scripts/measure/vivante/rates.py CYCLORAMA GLES_RATES docs/results/rates_vivante.md`',
            f'with commit {commit}, Mesa {MESA}: microbenchmarks of the timing machine, `bench/gles_rates`, and published figures.',
            'What the model is, and is not: [timing_vivante.md](../develop/timing_vivante.md).', '',
            'A rate is the work of a repetition by the cycles that a run of three repetitions and one of one differ by. The',
            'benchmarks are OpenGL ES; SHOC and clpeak are OpenCL, and another driver\'s. `gles_rates --help` says what each one',
            'does; the shaders of the arithmetic ones have 96 instructions, as many as the source has operations (rcp: with a sum',
            'for each).', '', *figures_section(figures), *rates_section(rates, CHIPS, RATES)]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('\nA rate')[0])
    parser.add_argument('cyclorama', type=pathlib.Path)
    parser.add_argument('gles_rates', type=pathlib.Path)
    parser.add_argument('output')
    parser.add_argument('--gpu', action='append', choices=sorted({*CHIPS, *(figure.gpu for figure in FIGURES)}))
    parser.add_argument('--rate', action='append', choices=RATES)
    parser.add_argument('--set', action='append', default=[])
    parser.add_argument('-j', '--jobs', type=int, default=2)
    arguments = parser.parse_args()
    if (arguments.gpu or arguments.rate or arguments.set) and arguments.output != '-':
        parser.error('--gpu, --rate and --set do not give the whole page: write to -')

    def chosen(rate, gpu):
        return (not arguments.gpu or gpu in arguments.gpu) and (not arguments.rate or rate in arguments.rate)

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        figures = {figure: pool.submit(measure, arguments, figure.rate, figure.gpu, [*figure.clocks, *figure.memory],
                                       figure.environment)
                   for figure in FIGURES if chosen(figure.rate, figure.gpu)}
        rates = {(rate, gpu): pool.submit(measure, arguments, rate, gpu) for gpu in CHIPS for rate in RATES if chosen(rate, gpu)}
        figures = {figure: result.result() for figure, result in figures.items()}
        rates = {key: result.result() for key, result in rates.items()}
    if figures:
        print('\n'.join(figures_section(figures)))
    if rates:
        print('\n'.join(rates_section(rates, [gpu for gpu in CHIPS if any(name == gpu for _, name in rates)],
                                      [rate for rate in RATES if any(name == rate for name, _ in rates)])))
    if arguments.output != '-':
        text = '\n'.join(page(figures, rates, measured.commit(arguments.cyclorama))).rstrip('\n') + '\n'
        pathlib.Path(arguments.output).write_text(text)


if __name__ == '__main__':
    main()
