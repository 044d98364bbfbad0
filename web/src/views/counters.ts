// SPDX-License-Identifier: MIT
// All counters of the run or a frame, with their meanings.

import type { App, View, ViewKind } from '../app';
import { counterName, countersOf, type Scope } from '../data/model';
import { h } from '../ui/dom';
import { DataTable } from '../ui/table';
import { frameSelect, matches, searchBox } from './parts';

function create(app: App): View {
  const { run } = app;
  const { counters } = run.tables;
  let scope: Scope = { kind: 'run' };
  let words: string[] = [];
  let values = countersOf(run, scope);
  const table = new DataTable({
    label: 'Counters',
    rows: [],
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
        .sort((a, b) => a - b),
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
  return { element: h('div', { class: 'view full' }, tools, table.element) };
}

export const countersView: ViewKind = {
  id: 'counters',
  title: 'Counters',
  available: (run) => run.tables.frame_counters.counter.length > 0,
  create,
};
