// SPDX-License-Identifier: MIT
// Two runs side by side: what was set differently, what it cost, and what it drew.

import { problem, type App, type View, type ViewKind } from '../app';
import { activities, breakdown, counterName, countersOf, unitsOf, type Part } from '../data/model';
import type { Run } from '../data/run';
import { h, replace, section } from '../ui/dom';
import { moreThan, number } from '../ui/format';
import { PixelView } from '../ui/picture';
import { DataTable, type Column } from '../ui/table';
import { stackedBar, title } from './parts';

/** Columns of a value of both runs and of what the second has more. */
function both(name: string, a: (row: number) => number | null, b: (row: number) => number | null): Column[] {
  const more = (row: number): number | null => {
    const [x, y] = [a(row), b(row)];
    return x === null || y === null ? null : y - x;
  };
  const sign = (value: number): string => (value > 0 ? `+${number(value)}` : number(value));
  return [
    { title: `${name} A`, numeric: true, width: 120, value: a },
    { title: `${name} B`, numeric: true, width: 120, value: b },
    { title: 'B − A', numeric: true, width: 120, value: more, text: (row) => (more(row) === null ? '–' : sign(more(row)!)) },
    {
      title: 'Of A',
      numeric: true,
      width: 90,
      value: (row) => (a(row) && more(row) !== null ? (100 * more(row)!) / a(row)! : null),
      text: (row) => (a(row) && more(row) !== null ? moreThan(more(row)!, a(row)!) : '–'),
    },
  ];
}

interface Difference {
  section: string;
  name: string;
  a: string | null;
  b: string | null;
}

function parameters(run: Run): Map<string, readonly [string, string, string]> {
  const t = run.tables.configuration;
  return new Map(t.name.map((name, i) => [`${t.section[i]}.${name}`, [t.section[i]!, name, t.value[i]!] as const]));
}

function configurationDifferences(a: Run, b: Run): Difference[] {
  const [left, right] = [parameters(a), parameters(b)];
  const found: Difference[] = [];
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const [x, y] = [left.get(key), right.get(key)];
    const [part, name] = x ?? y!;
    if (x?.[2] !== y?.[2]) found.push({ section: part, name, a: x?.[2] ?? null, b: y?.[2] ?? null });
  }
  return found;
}

function configurationTable(a: Run, b: Run): HTMLElement {
  const found = configurationDifferences(a, b);
  if (found.length === 0) return h('p', {}, 'Both runs have the same configuration.');
  return new DataTable({
    label: 'Configuration',
    whole: true,
    rows: [...found.keys()],
    columns: [
      { title: 'Section', width: 220, value: (row) => found[row]!.section },
      { title: 'Parameter', value: (row) => found[row]!.name },
      { title: 'A', width: 240, value: (row) => found[row]!.a ?? 'has none' },
      { title: 'B', width: 240, value: (row) => found[row]!.b ?? 'has none' },
    ],
  }).element;
}

function framesTable(a: Run, b: Run): HTMLElement {
  const rows = [...Array(Math.max(a.frames, b.frames)).keys()];
  const cycles = (run: Run) => (row: number) => (row < run.frames ? run.frameCycles(row) : null);
  const name = (row: number): string => title((row < a.frames ? a : b).frameName(row));
  return new DataTable({
    label: 'Frames',
    whole: true,
    rows,
    columns: [{ title: 'Frame', value: name }, ...both('Cycles', cycles(a), cycles(b))],
  }).element;
}

/** The time of both runs by state, drawn to the same scale. */
function stateBars(a: Run, b: Run): HTMLElement {
  const parts: [string, Run, Part[]][] = [
    ['A', a, breakdown(a, { kind: 'run' })],
    ['B', b, breakdown(b, { kind: 'run' })],
  ];
  const total = (list: readonly Part[]): number => list.reduce((sum, part) => sum + part.value, 0);
  const longest = Math.max(1, ...parts.map(([, , list]) => total(list)));
  const rows = parts.map(([name, run, list]) => {
    const bar = stackedBar(list, activities(run), `Time of ${name} by state`);
    bar.style.width = `${(100 * total(list)) / longest}%`;
    return h('div', { class: 'compare-bar' }, h('span', {}, `${name}: ${number(total(list))} cycles`), bar);
  });
  return h('div', {}, ...rows);
}

function statesTable(a: Run, b: Run): HTMLElement {
  const [left, right] = [breakdown(a, { kind: 'run' }), breakdown(b, { kind: 'run' })];
  const names = [...new Set([...left, ...right].map((part) => part.name))];
  const value = (parts: Part[]) => (row: number) => parts.find((part) => part.name === names[row])?.value ?? 0;
  return new DataTable({
    label: 'Time by state',
    whole: true,
    rows: [...names.keys()],
    columns: [{ title: 'State', value: (row) => names[row]! }, ...both('Cycles', value(left), value(right))],
  }).element;
}

/** Cycles in which units of the same name were busy. */
function unitsTable(a: Run, b: Run): HTMLElement {
  const busy = (run: Run): Map<string, number> =>
    new Map(unitsOf(run, { kind: 'run' }).map((work) => [run.tables.units.name[work.unit]!, work.busy]));
  const [left, right] = [busy(a), busy(b)];
  const names = [...new Set([...left.keys(), ...right.keys()])];
  return new DataTable({
    label: 'Units',
    rows: [...names.keys()],
    columns: [
      { title: 'Unit', value: (row) => names[row]! },
      ...both('Busy', (row) => left.get(names[row]!) ?? null, (row) => right.get(names[row]!) ?? null),
    ],
  }).element;
}

/** Operations by their place: those of both runs that are of the same kind. */
function operationsTable(a: Run, b: Run): HTMLElement {
  const count = Math.min(a.operations, b.operations);
  const rows = a.tables.operations.id.slice(0, count).filter((id) => a.tables.operations.kind[id] === b.tables.operations.kind[id]);
  const values = a.timed && b.timed ? both('Cycles', (row) => a.cycles(row), (row) => b.cycles(row)) : [];
  const table = new DataTable({
    label: 'Operations',
    rows,
    columns: [
      { title: '#', numeric: true, width: 52, value: (row) => row },
      { title: 'Kind', width: 90, value: (row) => a.tables.operations.kind[row]! },
      { title: 'What', value: (row) => a.tables.operations.title[row]! },
      ...values,
    ],
  });
  const left = a.operations + b.operations - 2 * rows.length;
  return h('div', {}, left > 0 && h('p', { class: 'muted' }, `${number(left)} operations are in one of the runs alone, or of another kind there.`), table.element);
}

function countersTable(a: Run, b: Run): HTMLElement {
  const [left, right] = [namedCounters(a), namedCounters(b)];
  const names = [...new Set([...left.keys(), ...right.keys()])].filter((name) => left.get(name) !== right.get(name));
  return new DataTable({
    label: 'Counters that differ',
    rows: [...names.keys()],
    columns: [
      { title: 'Counter', value: (row) => names[row]! },
      ...both('Value', (row) => left.get(names[row]!) ?? 0, (row) => right.get(names[row]!) ?? 0),
    ],
  }).element;
}

function namedCounters(run: Run): Map<string, number> {
  return new Map([...countersOf(run, { kind: 'run' })].map(([id, value]) => [counterName(run, id), value]));
}

async function pixelsOf(address: string): Promise<ImageData> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = h('canvas', { width: image.naturalWidth, height: image.naturalHeight });
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0);
  return context!.getImageData(0, 0, canvas.width, canvas.height);
}

/** The pixels that differ, in white on the dimmed first picture. */
async function pictureDifference(place: HTMLElement, left: string, right: string): Promise<void> {
  const [x, y] = await Promise.all([pixelsOf(left), pixelsOf(right)]);
  if (x.width !== y.width || x.height !== y.height) {
    replace(place, h('p', {}, `The pictures have different sizes: ${x.width}×${x.height} and ${y.width}×${y.height}.`));
    return;
  }
  const data = new Uint8ClampedArray(x.data);
  let differing = 0;
  for (let i = 0; i < data.length; i += 4) {
    const differs = [0, 1, 2].some((k) => x.data[i + k] !== y.data[i + k]);
    differing += Number(differs);
    for (let k = 0; k < 3; ++k) data[i + k] = differs ? 255 : data[i + k]! * 0.25;
    data[i + 3] = 255;
  }
  const values = (of: ImageData, at: number): string => [0, 1, 2].map((k) => of.data[at + k]).join(' ');
  const view = new PixelView(
    'Difference of the pictures',
    (px, py) => `${px}, ${py}: A ${values(x, 4 * (py * x.width + px))}, B ${values(y, 4 * (py * x.width + px))}`,
    'Point at a pixel for its values',
  );
  view.set({ width: x.width, height: x.height, data });
  const text = differing === 0 ? 'The pictures are equal.' : `${number(differing)} of ${number(x.width * x.height)} pixels differ.`;
  replace(place, h('p', { 'data-differing': differing }, text), view.element);
}

function pictures(a: Run, b: Run): HTMLElement | null {
  const rows: HTMLElement[] = [];
  for (let frame = 0; frame < Math.min(a.frames, b.frames); ++frame) {
    const left = a.picture(a.tables.frames.image[frame]);
    const right = b.picture(b.tables.frames.image[frame]);
    if (!left || !right) continue;
    const place = h('div', { class: 'picture-difference' });
    const card = (name: string, address: string): HTMLElement =>
      h('figure', {}, h('img', { src: address, alt: `Picture of run ${name}`, loading: 'lazy' }), h('figcaption', {}, name));
    rows.push(h('h3', {}, title(a.frameName(frame))), h('div', { class: 'picture-pair' }, card('A', left), card('B', right), place));
    pictureDifference(place, left, right).catch((error: unknown) => replace(place, problem(error)));
  }
  return rows.length > 0 ? section('Pictures', ...rows) : null;
}

function create(app: App): View {
  const [a, b] = [app.runs[0]!, app.runs[1]!];
  const timed = a.timed && b.timed;
  const states = timed && breakdown(a, { kind: 'run' }).length > 0 && breakdown(b, { kind: 'run' }).length > 0;
  return {
    element: h(
      'div',
      { class: 'view flow' },
      h('p', { class: 'run-names' }, h('strong', {}, 'A '), `${a.name}: ${a.meta.get('workload')} `, h('strong', {}, 'B '), `${b.name}: ${b.meta.get('workload')}`),
      section('Configuration', configurationTable(a, b)),
      timed && section('Frames', framesTable(a, b)),
      states && section('Where the time went', stateBars(a, b), statesTable(a, b)),
      timed && section('Cycles in which units were busy', unitsTable(a, b)),
      section('Operations', operationsTable(a, b)),
      section('Counters that differ', countersTable(a, b)),
      pictures(a, b),
    ),
  };
}

export const compareView: ViewKind = {
  id: 'compare',
  title: 'A and B',
  available: (_run, runs) => runs.length > 1,
  create,
};
