#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures rates of the timing machine as Adreno chips with bench/vulkan_rates, and holds them to published figures.

usage: accuracy.py CYCLORAMA VULKAN_RATES OUTPUT.md [--gpu NAME]... [--rate NAME]... [--set KEY=VALUE]... [-j N]
A rate is the work of a repetition by the cycles that a long run and a short one differ by, for each repetition. FIGURES are the
published ones, with their sources. Writes the page but for sections of other scripts; with --gpu, --rate or --set, which do not
give that page, OUTPUT.md may be `-`: what was chosen is printed. Needs Mesa 25.0.7 from scripts/setup/mesa.
"""
import argparse
import concurrent.futures
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from lib import measured, rate_runs, report_section  # noqa: E402


MESA = '25.0.7'
# The benchmark whose cycles the cost of others is relative to.
UNIT_OF_COST = 'add32'
MEASURES = {
    'operations/cycle': lambda rate, _: rate.per_cycle,
    'bytes/cycle': lambda rate, _: rate.per_cycle,
    'cycles': lambda rate, _: 1 / rate.per_cycle,
    'GFLOPS': lambda rate, _: 2e-9 * rate.per_second,
    'GOPS': lambda rate, _: 2e-9 * rate.per_second,
    'Gop/s': lambda rate, _: 1e-9 * rate.per_second,
    'Mpixel/s': lambda rate, _: 1e-6 * rate.per_second,
    'GB/s': lambda rate, _: 1e-9 * rate.per_second,
    'additions': lambda rate, unit: unit.per_cycle / rate.per_cycle,
}


class Figure:
    """A published figure: the benchmark, the figure and its measure, whether a parameter was set by this very figure, and why it
    is far from what is measured here, where that is known."""

    def __init__(self, rate, published, measure, calibrated=False, reason=''):
        self.rate, self.published, self.measure, self.calibrated, self.reason = rate, published, measure, calibrated, reason

    def note(self):
        return 'calibrated' if self.calibrated else self.reason


class Source:
    """Figures of one chip from one place."""

    def __init__(self, gpu, text, *figures):
        self.gpu, self.text, self.figures = gpu, text, figures


LANES = 'the source doubts its clock; the figure is half of the vendor\'s 1024 lanes'
# Gigabytes that the copies of the a660's source read and write.
COPIED = 2 * 0.267
# Millions of pixels of its target: at 1 to 1 of the source's scale, a pixel reads each second texel of an image of 8192x8192,
# as the times of all its scales are those of 35 GB/s then, and of no other sizes.
PIXELS = 4096 * 4096 * 1e-6
LINES = 'Mesa\'s program waits between its loads and between its stores: lines leave the cache between their parts'
ONCE = 'perhaps: the chip takes the halves of a line one after the other'
MISSES = 'perhaps: the chip\'s lookups of pages keep reads of other pages waiting, too'
TARGET = 'perhaps: its limit is that of fragments and their target; here a compute program writes to a buffer'
INTEGERS = 'perhaps: the maker\'s compiler has other instructions for a product'
PRODUCTS = 'perhaps: the maker\'s compiler has mull.u, which multiplies 16 bits, where Mesa has mul.s24'

SOURCES = (
    Source('a640', 'microsoft/ArchProbe, examples/adreno640/Google_Pixel_4: Pixel 4, OpenCL of the maker, 585 MHz.',
           Figure('dependent', 4.0, 'cycles', calibrated=True),
           Figure('mad32', 760, 'operations/cycle', calibrated=True),
           Figure('chase-64k', 66, 'cycles', calibrated=True),
           Figure('chase-8m', 215, 'cycles', calibrated=True),
           Figure('stream-64k', 96, 'GB/s', calibrated=True),
           Figure('stream-256k', 57.7, 'GB/s'),
           Figure('stream-1m', 34.8, 'GB/s'),
           Figure('stream-8m', 30.3, 'GB/s'),
           Figure('local', 103, 'GB/s', calibrated=True),
           Figure('image-chase-1k', 76.1, 'cycles', calibrated=True),
           Figure('image-chase-64k', 93.6, 'cycles', calibrated=True),
           Figure('image-1k', 194.5, 'GB/s', calibrated=True),
           Figure('image-64k', 99.1, 'GB/s'),
           Figure('image-128k', 87.9, 'GB/s'),
           Figure('image-256k', 68.2, 'GB/s', calibrated=True)),
    Source('a640', 'Chips and Cheese, a OnePlus 7 Pro, OpenCL of the maker; as multiples of an addition of 32 bits.',
           Figure('rsq32', 408 / 55, 'additions', calibrated=True),
           Figure('iadd32', 408 / 188, 'additions', calibrated=True),
           Figure('imul32', 408 / 62, 'additions', reason=INTEGERS)),
    Source('a630', 'G. Hotz, tinygrad, pull request 16229: SDM845, the maker\'s compiler; clock not said, 710 MHz taken.',
           Figure('mad32-64', 345.66, 'GFLOPS', calibrated=True),
           Figure('mad16', 690.36, 'GFLOPS', calibrated=True)),
    Source('a635', 'vkpeak on a Radxa Dragon Q6A (Adreno 643), Turnip 25.2.8, vectors of four, 812 MHz.',
           Figure('mad32', 808.9, 'GFLOPS'),
           Figure('mad16', 1581, 'GFLOPS'),
           Figure('imad32', 205, 'GOPS'),
           Figure('imad16', 547, 'GOPS', calibrated=True)),
    Source('a660', 'azhirnov, AE/docs/papers/bench/Adreno_660.md: ROG Phone 5, driver 512.530, 790 or 840 MHz.',
           Figure('add32', 420, 'Gop/s', reason=LANES),
           Figure('mad32', 728, 'GFLOPS', reason=LANES),
           Figure('add16', 830, 'Gop/s', reason=LANES),
           Figure('mad16', 1414, 'GFLOPS', reason=LANES),
           Figure('sqrt32', 6, 'additions', calibrated=True),
           Figure('exp32', 6, 'additions', calibrated=True),
           Figure('exp16', 3, 'additions', calibrated=True),
           Figure('rsq32', 6, 'additions'),
           Figure('sqrt16', 6, 'additions'),
           Figure('iadd32', 1, 'additions'),
           Figure('iadd16', 0.5, 'additions'),
           Figure('imul32', 4, 'additions', reason=INTEGERS),
           Figure('imul16', 0.5, 'additions', reason=PRODUCTS),
           Figure('imad32', 5, 'additions', reason=INTEGERS),
           Figure('imad16', 1.5, 'additions'),
           Figure('min32', 1, 'additions'),
           Figure('min16', 0.5, 'additions'),
           Figure('shift32', 1, 'additions'),
           *(Figure(f'copy-{rate}', COPIED / seconds, 'GB/s', reason=reason) for rate, seconds, reason in (
               ('16', 15.2e-3, ''), ('16-8x8', 18.3e-3, ''), ('16-16x16', 23.3e-3, ''),
               ('32', 19.3e-3, ONCE), ('32-8x8', 29.0e-3, ''), ('32-16x16', 24.4e-3, ''),
               ('64', 17.5e-3, LINES), ('64-8x8', 23.5e-3, LINES), ('64-16x16', 19.2e-3, LINES),
               ('128', 18.0e-3, LINES), ('128-8x8', 20.2e-3, LINES), ('128-16x16', 19.0e-3, LINES))),
           *(Figure(f'image-{rate}', PIXELS / seconds, 'Mpixel/s', calibrated=rate in ('blocks-1', 'blocks-2'), reason=reason)
             for rate, seconds, reason in (
                 ('read-0.5', 5e-3, TARGET), ('read', 9.6e-3, ''), ('read-1.5', 19e-3, ''), ('read-2', 31e-3, ''),
                 ('blocks-16', 12.6e-3, ''), ('blocks-8', 20.5e-3, ''), ('blocks-4', 52.5e-3, MISSES), ('blocks-2', 150e-3, ''),
                 ('blocks-1', 580e-3, '')))),
)


def measure(arguments, gpu, rate):
    return rate_runs.Benchmark(arguments.cyclorama, [arguments.vulkan_rates.resolve(), rate], gpu, MESA,
                               arguments.set).measure()


def error(figure, rates, gpu):
    return MEASURES[figure.measure](rates[gpu, figure.rate], rates.get((gpu, UNIT_OF_COST))) / figure.published - 1


def line(figure, rates, gpu):
    here = MEASURES[figure.measure](rates[gpu, figure.rate], rates.get((gpu, UNIT_OF_COST)))
    return (f'| {figure.rate} | {rate_runs.quantity(figure.published)} {figure.measure} | {rate_runs.quantity(here)} | '
            f'{100 * error(figure, rates, gpu):+.0f} % | {figure.note()} |')


def section(source, rates):
    clock = rates[source.gpu, source.figures[0].rate].clock
    return [f'## {source.gpu}', '', f'Published: {source.text}', f'Here: `--gpu {source.gpu}` at {clock} MHz.', '',
            '| benchmark | published | here | error | note |', '| --- | ---: | ---: | ---: | --- |',
            *(line(figure, rates, source.gpu) for figure in source.figures), '']


def summary(rates):
    figures = [(figure, abs(error(figure, rates, source.gpu))) for source in SOURCES for figure in source.figures]
    parts = []
    for text, chosen in (('that a parameter was calibrated on', True), ('that none was', False)):
        errors = [value for figure, value in figures if figure.calibrated == chosen]
        parts.append(f'{len(errors)} figures {text}: mean error {100 * sum(errors) / len(errors):.0f} %, largest '
                     f'{100 * max(errors):.0f} %')
    return f'{parts[0]}. {parts[1][0].upper()}{parts[1][1:]}.'


def page(rates, commit):
    return ['# Cycles of the Adreno chips against silicon', '',
            'Made by `scripts/measure/adreno/accuracy.py CYCLORAMA VULKAN_RATES docs/results/accuracy_adreno.md`',
            f'with commit {commit}, Mesa {MESA}: microbenchmarks of the timing machine, `bench/vulkan_rates`, and published figures.',
            'What the model is, and is not: [timing_adreno.md](../develop/timing_adreno.md).', '',
            'A rate is the work of a repetition by the cycles that a run of three repetitions and one of one differ by.',
            '`vulkan_rates --help` says what each benchmark does. The programs of the sources are others, some of another driver;',
            'additions are the cycles of an operation by those of an addition of 32 bits (`add32`). The last column says which figures a',
            'parameter was calibrated on, and what an error is put down to.', '',
            summary(rates), '', *(text for source in SOURCES for text in section(source, rates))]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('\nA rate')[0])
    parser.add_argument('cyclorama', type=pathlib.Path)
    parser.add_argument('vulkan_rates', type=pathlib.Path)
    parser.add_argument('output')
    parser.add_argument('--gpu', action='append', choices=sorted({source.gpu for source in SOURCES}))
    parser.add_argument('--rate', action='append', choices=sorted({figure.rate for source in SOURCES for figure in source.figures}))
    parser.add_argument('--set', action='append', default=[])
    parser.add_argument('-j', '--jobs', type=int, default=2)
    arguments = parser.parse_args()
    if (arguments.gpu or arguments.rate or arguments.set) and arguments.output != '-':
        parser.error('--gpu, --rate and --set do not give the whole page: write to -')
    sources = [Source(source.gpu, source.text, *(figure for figure in source.figures
                                                 if not arguments.rate or figure.rate in arguments.rate))
               for source in SOURCES if not arguments.gpu or source.gpu in arguments.gpu]
    wanted = {(source.gpu, rate) for source in sources for figure in source.figures
              for rate in ((figure.rate, UNIT_OF_COST) if figure.measure == 'additions' else (figure.rate,))}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        rates = {key: pool.submit(measure, arguments, *key) for key in sorted(wanted)}
        rates = {key: rate.result() for key, rate in rates.items()}
    for source in sources:
        if source.figures:
            print('\n'.join(section(source, rates)))
    if arguments.output != '-':
        text = '\n'.join(page(rates, measured.commit(arguments.cyclorama))).rstrip('\n') + '\n'
        output = pathlib.Path(arguments.output)
        own = {line.removeprefix('## ') for line in text.splitlines() if line.startswith('## ')}
        others = report_section.others(output, own)
        output.write_text('\n'.join([text.rstrip('\n'), *([''] + others if others else [])]).rstrip('\n') + '\n')


if __name__ == '__main__':
    main()
