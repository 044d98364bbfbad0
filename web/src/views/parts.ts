// SPDX-License-Identifier: MIT
// What several views show.

import type { App } from '../app';
import { counterName, countersOf, unitKinds, waitsOf, type Limit, type Part, type Scope, type UnitWork } from '../data/model';
import type { Run } from '../data/run';
import { seriesName } from '../ui/colours';
import { h, select } from '../ui/dom';
import { number, percent, percentages } from '../ui/format';
import { barCell, DataTable, type Column } from '../ui/table';

/** A square in the colour of a name of the style sheet. */
export function swatch(name: string): HTMLElement {
  const element = h('span', { class: 'swatch' });
  element.style.background = `var(--${name})`;
  return element;
}

/** A frame's name as a heading has it. */
export function title(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Parts of a whole side by side; the colours are those of the names' order. */
export function stackedBar(parts: readonly Part[], order: readonly string[], label: string): HTMLElement {
  const whole = parts.reduce((sum, part) => sum + part.value, 0);
  const texts = percentages(parts.map((part) => part.value));
  const bar = h('div', { class: 'stacked', role: 'img', 'aria-label': label });
  parts.forEach((part, i) => {
    const piece = h('span', { title: `${part.name}: ${number(part.value)} cycles, ${texts[i]}` });
    piece.style.width = `${whole > 0 ? (100 * part.value) / whole : 0}%`;
    piece.style.background = `var(--${partColour(part.name, order)})`;
    bar.append(piece);
  });
  return bar;
}

export function partColour(name: string, order: readonly string[]): string {
  const at = order.indexOf(name);
  return at < 0 ? 'idle' : seriesName(at);
}

/**
 * A table of parts of a whole, which adds up to 100 %. `what` heads the names of the parts, `more` are columns of the parts'
 * numbers, with nothing in the row of the total.
 */
export function partsTable(
  parts: readonly Part[],
  order: readonly string[],
  label: string,
  what: string,
  more: readonly Column[] = [],
): HTMLElement {
  const whole = parts.reduce((sum, part) => sum + part.value, 0);
  const texts = percentages(parts.map((part) => part.value));
  const total = parts.length;
  const table = new DataTable({
    label,
    whole: true,
    narrow: true,
    rows: [...parts.keys(), total],
    rowClass: (row) => (row === total ? 'total' : ''),
    columns: [
      {
        title: what,
        value: (row) => parts[row]?.name ?? 'total',
        cell: (row) => {
          const part = parts[row];
          return h('span', { title: part?.hint }, part ? swatch(partColour(part.name, order)) : null, part?.name ?? 'total');
        },
      },
      { title: 'Cycles', numeric: true, width: 130, value: (row) => parts[row]?.value ?? whole },
      {
        title: 'Part',
        numeric: true,
        width: 180,
        value: (row) => (row === total ? 100 : (100 * parts[row]!.value) / whole),
        cell: (row) => barCell(parts[row]?.value ?? 0, whole, row === total ? '100.0\u202f%' : texts[row]!),
      },
      ...more,
    ],
  });
  return table.element;
}

/** A table of what set the pace, with the parts of its cycles in which its rate did, and in which more work waited. */
export function limitsTable(run: Run, limits: readonly Limit[], label: string): HTMLElement {
  const part = (name: string, hint: string, value: (limit: Limit) => number): Column => ({
    title: name,
    hint,
    numeric: true,
    width: 120,
    value: (row) => (row < limits.length ? (100 * value(limits[row]!)) / limits[row]!.value : -1),
    text: (row) => (row < limits.length ? percent(value(limits[row]!), limits[row]!.value) : ''),
  });
  return partsTable(limits, unitKinds(run), label, 'Unit', [
    part('By its rate', 'Of its cycles: it worked as fast as it can. In the others its latency set the pace', (limit) => limit.atFullRate),
    part('Work waiting', 'Of its cycles: more work waited in front', (limit) => limit.full),
  ]);
}

/** A list of frames, with the whole run if it is asked for; its values are those of `scopeOf`. */
export function frameSelect(run: Run, whole: string | null, choose: (scope: Scope) => void): HTMLElement {
  const options: [string, string][] = whole === null ? [] : [['run', whole]];
  for (let frame = 0; frame < run.frames; ++frame) options.push([String(frame), title(run.frameName(frame))]);
  return select('Time', options, options[0]?.[0] ?? '', (value) => choose(scopeOf(value)));
}

export function scopeOf(value: string): Scope {
  return value === 'run' ? { kind: 'run' } : { kind: 'frame', id: Number(value) };
}

/** A table of units with what they did. */
export function unitsTable(run: Run, units: readonly UnitWork[]): HTMLElement {
  const part = (name: string, hint: string, value: (work: UnitWork) => number): Column => ({
    title: name,
    hint,
    numeric: true,
    width: 108,
    value: (row) => value(units[row]!) / Math.max(1, units[row]!.cycles),
    cell: (row) => barCell(value(units[row]!), units[row]!.cycles, percent(value(units[row]!), units[row]!.cycles)),
  });
  const table = new DataTable({
    label: 'Units',
    whole: true,
    rows: [...units.keys()],
    columns: [
      { title: 'Unit', value: (row) => run.tables.units.name[units[row]!.unit]! },
      part('Busy', 'Cycles in which anything moved through its inputs or outputs', (work) => work.busy),
      part('Waiting', 'Estimate of the cycles in which it had work and nothing moved', (work) => work.waiting),
      part('Awake', 'Cycles in which it was clocked: busy, at work inside, or trying in vain', (work) => work.awake),
      { title: 'Cycles', hint: 'Of its own clock', numeric: true, width: 100, value: (row) => units[row]!.cycles },
    ],
  });
  return table.element;
}

/** A table of who waited for what. */
export function waitsTable(run: Run, scope: Scope): HTMLElement | null {
  const waits = waitsOf(run, scope);
  if (waits.length === 0) return null;
  const { wait_reasons: reasons, units } = run.tables;
  const most = waits[0]!.cycles;
  const table = new DataTable({
    label: 'Who waits for what',
    whole: true,
    rows: [...waits.keys()],
    columns: [
      { title: 'Unit', width: 190, value: (row) => units.name[reasons.unit[waits[row]!.reason]!]! },
      { title: 'Why', value: (row) => reasons.sentence[waits[row]!.reason]! },
      {
        title: 'Cycles',
        hint: 'Estimate from samples, in cycles of the unit’s clock',
        numeric: true,
        width: 130,
        value: (row) => waits[row]!.cycles,
        cell: (row) => barCell(waits[row]!.cycles, most, number(Math.round(waits[row]!.cycles))),
      },
    ],
  });
  return table.element;
}

/** A table of counters that are not zero. */
export function countersTable(run: Run, scope: Scope): HTMLElement | null {
  const values = countersOf(run, scope);
  if (values.size === 0) return null;
  const { counters } = run.tables;
  const table = new DataTable({
    label: 'Counters',
    whole: true,
    rows: [...values.keys()].sort((a, b) => counters.section[a]!.localeCompare(counters.section[b]!) || a - b),
    columns: [
      { title: 'Unit of the chip', width: 150, value: (row) => counters.section[row]! },
      {
        title: 'Counter',
        value: (row) => counterName(run, row),
        cell: (row) => h('span', { title: counters.sentence[row] }, counterName(run, row)),
      },
      { title: 'Value', numeric: true, width: 120, value: (row) => values.get(row)! },
      { title: 'In', width: 90, value: (row) => counters.unit[row]! },
    ],
  });
  return table.element;
}

/** The kind of an operation in its colour. */
export function kindCell(app: App, operation: number, colourName: string): HTMLElement {
  return h('span', {}, swatch(colourName), app.run.tables.operations.kind[operation]);
}

/** A box to search with; the function is called with the words, in small letters. */
export function searchBox(label: string, search: (words: string[]) => void): HTMLElement {
  const input = h('input', {
    type: 'search',
    placeholder: label,
    'aria-label': label,
    oninput: () => search(input.value.toLowerCase().split(/\s+/).filter(Boolean)),
  });
  return input;
}

export function matches(text: string, words: readonly string[]): boolean {
  const small = text.toLowerCase();
  return words.every((word) => small.includes(word));
}
