// SPDX-License-Identifier: MIT
// Fragments by pixel as colours: overdraw, cost of programs, rejections, and how well quads are used.

import { problem, type App } from '../app';
import type { Effect } from '../data/pictures';
import { FragmentMaps, type End, type Extent, type FragmentSums } from '../data/pixel_maps';
import type { Run } from '../data/run';
import { copyButton } from '../ui/clipboard';
import { h, replace, select } from '../ui/dom';
import { number, percent } from '../ui/format';
import { PixelView } from '../ui/picture';
import { legend, scaleColour } from '../ui/scale';

interface Kind {
  id: string;
  title: string;
  /** Of a value. */
  unit: string;
  /** Pixels that have no value. */
  none: string;
  /** The value of a pixel; 0 for none. */
  value: (sums: FragmentSums, at: number) => number;
  /** The end of the scale; the largest value if none is given. */
  most?: number;
}

const count = (id: End, title: string, none: string): Kind => ({
  id,
  title,
  unit: 'fragments',
  none,
  value: (sums, at) => sums.ends[id][at]!,
});

const KINDS: readonly Kind[] = [
  { id: 'shaded', title: 'Overdraw: fragments shaded', unit: 'fragments', none: 'none shaded', value: (sums, at) => sums.shaded(at) },
  { id: 'covered', title: 'Overdraw: fragments covered', unit: 'fragments', none: 'none covered', value: (sums, at) => sums.covered(at) },
  { id: 'cost', title: 'Shader cost', unit: 'instructions', none: 'none shaded', value: (sums, at) => sums.instructions[at]! },
  count('rejected_early', 'Rejected early', 'none rejected early'),
  count('killed', 'Killed', 'none killed'),
  count('rejected_late', 'Rejected late', 'none rejected late'),
  count('written', 'Written', 'none written'),
  {
    id: 'quads',
    title: 'Quad efficiency',
    unit: '% of threads',
    none: 'none shaded',
    value: (sums, at) => {
      const shaded = sums.shaded(at);
      const threads = shaded + sums.ends.helpers[at]!;
      return threads > 0 ? (100 * shaded) / threads : 0;
    },
    most: 100,
  },
];

const EXTENTS: readonly (readonly [Extent, string])[] = [
  ['operation', 'this operation'],
  ['so far', 'the frame so far'],
  ['frame', 'the whole frame'],
];

/** What is said of all pixels of an overlay. */
interface Totals {
  sum: number;
  pixels: number;
  most: number;
  mostAt: number;
}

function totals(values: Float64Array): Totals {
  const found: Totals = { sum: 0, pixels: 0, most: 0, mostAt: 0 };
  values.forEach((value, at) => {
    if (value === 0) return;
    found.sum += value;
    found.pixels += 1;
    if (value > found.most) {
      found.most = value;
      found.mostAt = at;
    }
  });
  return found;
}

/** Pixels by value, rounded to whole ones. */
function histogram(values: Float64Array, kind: Kind): (string | number)[][] {
  const bins = new Map<number, number>();
  for (const value of values) bins.set(Math.round(value), (bins.get(Math.round(value)) ?? 0) + 1);
  const rows = [...bins].sort((a, b) => a[0] - b[0]);
  return [[`${kind.title} (${kind.unit})`, 'Pixels'], ...rows];
}

/** The picture behind an overlay where it has no value: the target, dimmed and grey. */
function ground(sums: FragmentSums, behind: Effect | null): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(4 * sums.width * sums.height);
  for (let i = 0; i < pixels.length; i += 4) {
    const at = behind && behind.width === sums.width && i < behind.after.length ? behind.after : null;
    const grey = at ? 40 + (at[i]! * 0.3 + at[i + 1]! * 0.6 + at[i + 2]! * 0.1) * 0.3 : 60;
    pixels[i] = pixels[i + 1] = pixels[i + 2] = grey;
    pixels[i + 3] = 255;
  }
  return pixels;
}

const mapsOf = new WeakMap<Run, FragmentMaps>();

/** The counts of a run, which views share. */
export function fragmentMaps(run: Run): FragmentMaps {
  let maps = mapsOf.get(run);
  if (!maps) mapsOf.set(run, (maps = new FragmentMaps(run)));
  return maps;
}

export class OverlayPanel {
  readonly element = h('div', { class: 'effect overlay' });
  private readonly view: PixelView;
  private readonly place = h('div');
  private readonly under = h('div', { class: 'overlay-totals' });
  private kind = KINDS[0]!;
  private extent: Extent = 'operation';
  private operation = 0;
  private sums: FragmentSums | null = null;

  constructor(private readonly app: App) {
    this.view = new PixelView('Overlay of fragments', (x, y) => this.describe(x, y), 'Point at a pixel for its counts');
    const kinds = KINDS.map((kind) => [kind.id, kind.title] as const);
    const tools = h(
      'div',
      { class: 'tools' },
      select('Overlay', kinds, this.kind.id, (id) => {
        this.kind = KINDS.find((kind) => kind.id === id)!;
        this.load();
      }),
      select('Of', EXTENTS, this.extent, (extent) => {
        this.extent = extent as Extent;
        this.load();
      }),
    );
    this.element.append(tools, this.place, this.under);
  }

  show(operation: number): void {
    this.operation = operation;
    this.load();
  }

  private load(): void {
    const { operation, extent, kind } = this;
    Promise.all([fragmentMaps(this.app.run).sums(operation, extent), this.behind()]).then(
      ([sums, behind]) => {
        if (operation !== this.operation || extent !== this.extent || kind !== this.kind) return;
        this.sums = sums;
        replace(this.place, this.view.element);
        this.draw(sums, behind);
      },
      (error: unknown) => {
        replace(this.place, problem(error));
        replace(this.under);
      },
    );
  }

  /** The first colour target of the operation, as it is after it. */
  private async behind(): Promise<Effect | null> {
    const { aspect } = this.app.run.tables.targets;
    const target = this.app.effects.targets(this.operation).find((id) => aspect[id] === 'colour');
    return target === undefined ? null : this.app.effects.effect(this.operation, target);
  }

  private draw(sums: FragmentSums, behind: Effect | null): void {
    const { kind } = this;
    const values = Float64Array.from({ length: sums.width * sums.height }, (_, at) => kind.value(sums, at));
    const found = totals(values);
    const most = kind.most ?? found.most;
    const pixels = ground(sums, behind);
    values.forEach((value, at) => {
      if (value > 0) pixels.set(scaleColour(value / most), 4 * at);
    });
    this.view.set({ width: sums.width, height: sums.height, data: pixels });
    const { dataset } = this.view.canvas;
    dataset['operation'] = String(this.operation);
    dataset['overlay'] = kind.id;
    dataset['extent'] = this.extent;
    replace(
      this.under,
      found.pixels > 0 && legend(most, kind.unit, kind.none),
      h('p', {}, this.summary(sums, found)),
      copyButton(() => histogram(values, kind)),
    );
  }

  private summary(sums: FragmentSums, found: Totals): string {
    const { kind } = this;
    const all = sums.width * sums.height;
    const operations = this.extent === 'operation' ? '' : ` Operations: ${number(sums.operations)}.`;
    const unknown = kind.id === 'cost' && sums.unknown > 0 ? ` Without those whose programs have no counts: ${number(sums.unknown)}.` : '';
    if (found.pixels === 0) return `No pixel has a value.${operations}${unknown}`;
    const most = `at most ${number(found.most)}, at ${found.mostAt % sums.width}, ${Math.floor(found.mostAt / sums.width)}`;
    const mean = `mean of these pixels ${number(found.sum / found.pixels)} ${kind.unit}`;
    const sum = kind.most === undefined ? `; sum ${number(Math.round(found.sum))}` : '';
    return `${number(found.pixels)} of ${number(all)} pixels, ${percent(found.pixels, all)}; ${mean}, ${most}${sum}.${operations}${unknown}`;
  }

  private describe(x: number, y: number): string {
    const { sums, kind } = this;
    if (!sums) return '';
    const at = y * sums.width + x;
    const { ends } = sums;
    const parts = [
      `${ends.rejected_early[at]} rejected early`,
      `${ends.killed[at]} killed`,
      `${ends.rejected_late[at]} rejected late`,
      `${ends.written[at]} written`,
      `${ends.helpers[at]} helpers`,
    ];
    return `${x}, ${y}: ${number(kind.value(sums, at))} ${kind.unit}; of ${sums.covered(at)} fragments ${parts.join(', ')}`;
  }
}
