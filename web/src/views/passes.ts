// SPDX-License-Identifier: MIT
// The time of passes, as a table and over the picture that they draw part by part.

import type { App } from '../app';
import { limitsOf, type Scope } from '../data/model';
import { passName, passTimes, pictures, type PassTime } from '../data/passes';
import type { Run } from '../data/run';
import { h, replace, select } from '../ui/dom';
import { number, percent, percentages } from '../ui/format';
import { legend, scaleColour } from '../ui/scale';
import { barCell, DataTable } from '../ui/table';

/** A table of the passes of a scope, which adds up to 100 %; null where a run has none. */
export function passesTable(app: App, scope: Scope): HTMLElement | null {
  const { run } = app;
  if (run.tables.passes.id.length === 0) return null;
  const times = passTimes(run, scope);
  const whole = times.reduce((sum, time) => sum + time.cycles, 0);
  const texts = percentages(times.map((time) => time.cycles));
  const total = times.length;
  const sumOf = (row: number, of: (time: PassTime) => number): number =>
    row === total ? times.reduce((sum, time) => sum + of(time), 0) : of(times[row]!);
  const slowest = (row: number): string => (row === total ? '' : limitOf(run, scope, times[row]!.pass));
  return new DataTable({
    label: 'Time of passes',
    rows: [...times.keys(), total],
    whole: times.length < 40,
    rowClass: (row) => (row === total ? 'total' : ''),
    columns: [
      { title: 'Pass', width: 180, value: (row) => (row === total ? 'total' : passName(run, times[row]!.pass)) },
      { title: 'Operations', numeric: true, width: 100, value: (row) => sumOf(row, (time) => time.operations) },
      { title: 'Cycles', numeric: true, width: 120, value: (row) => sumOf(row, (time) => time.cycles) },
      {
        title: 'Part',
        numeric: true,
        width: 160,
        value: (row) => (100 * sumOf(row, (time) => time.cycles)) / Math.max(1, whole),
        cell: (row) => barCell(sumOf(row, (time) => time.cycles), whole, row === total ? '100.0\u202f%' : texts[row]!),
      },
      { title: 'Draws', hint: 'Cycles of draws', numeric: true, width: 120, value: (row) => sumOf(row, (time) => time.draws) },
      {
        title: 'Moves',
        hint: 'Cycles of loads, stores and clears of the memory on the chip',
        numeric: true,
        width: 120,
        value: (row) => sumOf(row, (time) => time.moves),
      },
      { title: 'Limited by', hint: 'The kind of unit that set the pace in most of its cycles', width: 148, value: slowest },
    ],
  }).element;
}

/** The kind of unit that set the pace longest in the operations of a pass. */
function limitOf(run: Run, scope: Scope, pass: number | null): string {
  const { pass: passes, frame } = run.tables.operations;
  const cycles = new Map<string, number>();
  run.tables.operations.id.forEach((id) => {
    if ((passes[id] ?? null) !== pass || (scope.kind === 'frame' && frame[id] !== scope.id)) return;
    for (const limit of limitsOf(run, { kind: 'operation', id })) cycles.set(limit.name, (cycles.get(limit.name) ?? 0) + limit.value);
  });
  return [...cycles].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

/** The picture of the frame, if the parts fill it. */
function background(run: Run, parts: readonly PassTime[], width: number, height: number): string | null {
  const { frame, width: widths, height: heights } = run.tables.passes;
  const first = parts[0]!.pass!;
  const shown = frame[first]!;
  const [w, h] = [run.tables.frames.width[shown], run.tables.frames.height[shown]];
  const fills = w != null && h != null && width >= w && height >= h && width - w < widths[first]! && height - h < heights[first]!;
  return fills ? run.picture(run.tables.frames.image[shown]) : null;
}

/** Parts of a picture at their places, coloured by their time. */
function map(app: App, parts: readonly PassTime[]): HTMLElement {
  const { run } = app;
  const t = run.tables.passes;
  const width = Math.max(...parts.map(({ pass }) => t.x[pass!]! + t.width[pass!]!));
  const height = Math.max(...parts.map(({ pass }) => t.y[pass!]! + t.height[pass!]!));
  const most = Math.max(...parts.map((part) => part.cycles));
  const whole = parts.reduce((sum, part) => sum + part.cycles, 0);
  const address = background(run, parts, width, height);
  const frame = t.frame[parts[0]!.pass!]!;
  const box = h('div', { class: 'bins', role: 'list', 'aria-label': 'Cycles of the parts of the picture' });
  box.style.aspectRatio = `${width} / ${height}`;
  if (address !== null) {
    const image = h('img', { src: address, alt: '' });
    image.style.width = `${(100 * run.tables.frames.width[frame]!) / width}%`;
    box.append(image);
  }
  for (const part of parts) {
    const pass = part.pass!;
    const text = `${passName(run, pass)}, ${t.width[pass]} by ${t.height[pass]} pixels: ${number(part.cycles)} cycles, ${part.operations} operations`;
    const piece = h('div', { role: 'listitem', title: text, 'data-pass': pass }, percent(part.cycles, whole));
    piece.style.left = `${(100 * t.x[pass]!) / width}%`;
    piece.style.top = `${(100 * t.y[pass]!) / height}%`;
    piece.style.width = `${(100 * t.width[pass]!) / width}%`;
    piece.style.height = `${(100 * t.height[pass]!) / height}%`;
    piece.style.backgroundColor = `rgb(${scaleColour(part.cycles / Math.max(1, most)).join(' ')} / 55%)`;
    box.append(piece);
  }
  return h('div', {}, box, legend(most, 'cycles', null));
}

/** The pictures of a scope that were drawn part by part, one at a time; null where there are none. */
export function binMaps(app: App, scope: Scope): HTMLElement | null {
  const { run } = app;
  const found = pictures(run, scope);
  if (found.length === 0) return null;
  const place = h('div');
  const show = (picture: number): void => replace(place, map(app, found[picture]!));
  const cyclesOf = (parts: readonly PassTime[]): number => parts.reduce((sum, part) => sum + part.cycles, 0);
  const costliest = found.reduce((best, parts, i) => (cyclesOf(parts) > cyclesOf(found[best]!) ? i : best), 0);
  show(costliest);
  const options = found.map((parts, i): [string, string] => {
    const frame = run.tables.passes.frame[parts[0]!.pass!]!;
    return [String(i), `${run.frameName(frame)}, picture ${i + 1}: ${parts.length} parts, ${number(cyclesOf(parts))} cycles`];
  });
  return h(
    'div',
    {},
    found.length > 1 && h('div', { class: 'tools' }, select('Picture', options, String(costliest), (value) => show(Number(value)))),
    place,
  );
}
