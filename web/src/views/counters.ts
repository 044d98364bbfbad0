// SPDX-License-Identifier: MIT
// All counters of the run or a frame, with their meanings.

import type { App, View, ViewKind } from '../app';
import { counterName, countersOf, type Scope } from '../data/model';
import { StackedChart } from '../ui/chart';
import { seriesName } from '../ui/colours';
import { h, replace } from '../ui/dom';
import type { Run } from '../data/run';
import { DataTable } from '../ui/table';
import { frameSelect, matches, searchBox } from './parts';

/** A counter over time: amounts by cycle, averages as they are. */
function chartOf(run: Run, counter: number): HTMLElement | null {
  const { counters, slice_counters: t, slices } = run.tables;
  const values = new Float64Array(slices.id.length);
  const sum = counters.kind[counter] === 'sum';
  t.counter.forEach((id, row) => {
    if (id !== counter) return;
    const slice = t.slice[row]!;
    values[slice] = t.value[row]! / (sum ? Math.max(1, slices.end_cycle[slice]! - slices.first_cycle[slice]!) : 1);
  });
  if (!values.some((value) => value > 0)) return null;
  const unit = sum ? `${counters.unit[counter]} a cycle` : counters.unit[counter]!;
  const name = counterName(run, counter);
  return h('div', {}, h('h2', {}, name), new StackedChart(run, [{ name, colour: seriesName(0), values }], unit, null).element);
}

function create(app: App): View {
  const { run } = app;
  const place = h('div', { class: 'counter-chart' });
  const { counters } = run.tables;
  let scope: Scope = { kind: 'run' };
  let words: string[] = [];
  let values = countersOf(run, scope);
  const table = new DataTable({
    label: 'Counters',
    rows: [],
    choose: run.tables.slice_counters.counter.length > 0 ? (row) => replace(place, chartOf(run, row)) : undefined,
    columns: [
      { title: 'Unit of the chip', width: 190, value: (row) => counters.section[row]! },
      { title: 'Counter', width: 300, value: (row) => counterName(run, row) },
      { title: 'Value', numeric: true, width: 130, value: (row) => values.get(row) ?? 0 },
      { title: 'In', width: 110, value: (row) => counters.unit[row]! },
      { title: 'Meaning', value: (row) => counters.sentence[row]! },
    ],
  });
  const fill = (): void =>
    table.setRows(
      [...values.keys()]
        .filter((id) => matches(`${counterName(run, id)} ${counters.section[id]} ${counters.sentence[id]}`, words))
        .sort((a, b) => counters.section[a]!.localeCompare(counters.section[b]!) || a - b),
    );
  fill();
  const tools = h(
    'div',
    { class: 'tools' },
    searchBox('Search counters', (found) => {
      words = found;
      fill();
    }),
    frameSelect(run, 'the whole run, without averages', (chosen) => {
      scope = chosen;
      values = countersOf(run, scope);
      fill();
    }),
    h('span', { class: 'muted' }, 'Counters that are zero are left out.'),
  );
  return { element: h('div', { class: 'view full' }, tools, table.element, place) };
}

export const countersView: ViewKind = {
  id: 'counters',
  title: 'Counters',
  available: (run) => run.tables.frame_counters.counter.length > 0,
  create,
};
