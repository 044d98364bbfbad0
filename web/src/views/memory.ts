// SPDX-License-Identifier: MIT
// Who moves how many bytes, in all and over time; and what caches and DRAM did.

import type { App, View, ViewKind } from '../app';
import { cyclesOf, trafficOf, type Scope } from '../data/model';
import { StackedChart, type Series } from '../ui/chart';
import { seriesName } from '../ui/colours';
import { h, replace, section } from '../ui/dom';
import { number, percent } from '../ui/format';
import { barCell, DataTable } from '../ui/table';
import { dramTables } from './dram';
import { footprintSection } from './footprint';
import { frameSelect, swatch } from './parts';

/** Bytes a cycle of each user of memory, by slice. */
export function trafficSeries(app: App, order: readonly string[]): Series[] {
  const { counters, slice_counters: t, slices } = app.run.tables;
  const series = order.map((name, i) => ({ name, colour: seriesName(i), values: new Float64Array(slices.id.length) }));
  t.counter.forEach((counter, row) => {
    const client = counters.client[counter];
    if (client == null) return;
    const slice = t.slice[row]!;
    const at = order.indexOf(client);
    if (at >= 0) series[at]!.values[slice]! += t.value[row]! / Math.max(1, slices.end_cycle[slice]! - slices.first_cycle[slice]!);
  });
  return series;
}

function trafficTable(app: App, scope: Scope, order: readonly string[]): HTMLElement {
  const traffic = trafficOf(app.run, scope);
  const cycles = cyclesOf(app.run, scope);
  const all = traffic.reduce((sum, one) => sum + one.read + one.write, 0);
  const total = traffic.length;
  const both = { client: 'total', read: 0, write: 0 };
  for (const one of traffic) {
    both.read += one.read;
    both.write += one.write;
  }
  const of = (row: number): typeof both => traffic[row] ?? both;
  const bytes = (row: number): number => of(row).read + of(row).write;
  const table = new DataTable({
    label: 'Traffic by user of memory',
    whole: true,
    rows: [...traffic.keys(), total],
    rowClass: (row) => (row === total ? 'total' : ''),
    columns: [
      {
        title: 'User of memory',
        value: (row) => of(row).client,
        cell: (row) => h('span', {}, row === total ? null : swatch(seriesName(order.indexOf(of(row).client))), of(row).client),
      },
      { title: 'Bytes read', numeric: true, width: 140, value: (row) => of(row).read },
      { title: 'Bytes written', numeric: true, width: 140, value: (row) => of(row).write },
      { title: 'Part', numeric: true, width: 160, value: (row) => (100 * bytes(row)) / Math.max(1, all), cell: (row) => barCell(row === total ? 0 : bytes(row), all, percent(bytes(row), all)) },
      {
        title: 'Bytes a cycle',
        numeric: true,
        width: 110,
        value: (row) => (cycles ? bytes(row) / cycles : null),
        text: (row) => (cycles ? number(bytes(row) / cycles) : '–'),
      },
    ],
  });
  return table.element;
}

function create(app: App): View {
  const { run } = app;
  const order = trafficOf(run, { kind: 'run' }).map((one) => one.client);
  const place = h('div');
  const tables = h('div');
  const show = (scope: Scope): void => {
    replace(place, trafficTable(app, scope, order));
    replace(tables, ...dramTables(run, scope), footprintSection(run, scope, order));
  };
  show({ kind: 'run' });
  const timed = run.tables.slices.id.length > 0;
  const chart = timed ? new StackedChart(run, trafficSeries(app, order), 'bytes a cycle', null) : null;
  const element = h(
    'div',
    { class: 'view flow' },
    h('div', { class: 'tools' }, frameSelect(run, 'the whole run', show)),
    section('Traffic by user of memory', place),
    chart && section('Traffic over time', chart.element),
    tables,
  );
  return { element };
}

export const memoryView: ViewKind = {
  id: 'memory',
  title: 'Memory',
  available: (run) => trafficOf(run, { kind: 'run' }).length > 0,
  create,
};
