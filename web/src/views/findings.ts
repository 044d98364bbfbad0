// SPDX-License-Identifier: MIT
// What the simulator found wrong, with its places.

import type { App, View, ViewKind } from '../app';
import { Ranges } from '../data/run';
import { h } from '../ui/dom';
import { number } from '../ui/format';
import { DataTable, type Column } from '../ui/table';

/** The operations at which a finding came up, as links; the first few. */
function places(app: App, ranges: Ranges, finding: number): HTMLElement {
  const MOST = 6;
  const operations = [...ranges.of(finding)].map((row) => app.run.tables.finding_places.operation[row]!);
  const links = operations.slice(0, MOST).flatMap((operation) => [app.operationLink(operation), ' ']);
  const more = operations.length - MOST;
  return h('span', { class: 'links' }, ...links, more > 0 && `and ${number(more)} more`);
}

/** A table of all findings; null if there is none. */
export function findingsTable(app: App, brief: boolean): HTMLElement | null {
  const f = app.run.tables.findings;
  if (f.id.length === 0) return null;
  const ranges = new Ranges(app.run.tables.finding_places.finding, f.id.length);
  const columns: Column[] = [
    {
      title: 'Severity',
      width: 100,
      value: (row) => f.severity[row]!,
      cell: (row) => h('span', { class: `severity ${f.severity[row]!.replace(/\W/g, '')}` }, f.severity[row]),
    },
    { title: 'Finding', width: 250, value: (row) => f.identifier[row]! },
    { title: 'What', value: (row) => f.sentence[row]! },
    { title: 'Times', numeric: true, width: 80, value: (row) => f.count[row]! },
    {
      title: 'At',
      width: 260,
      value: (row) =>
        [...ranges.of(row)].map((place) => app.operationName(app.run.tables.finding_places.operation[place]!)).join('; '),
      cell: (row) => places(app, ranges, row),
    },
  ];
  if (!brief) return new DataTable({ label: 'Findings', rows: f.id, columns, whole: true }).element;
  return new DataTable({ label: 'Findings', rows: f.id, columns, whole: true, choose: () => app.open('findings') }).element;
}

function card(app: App, finding: number, ranges: Ranges): HTMLElement {
  const f = app.run.tables.findings;
  return h(
    'article',
    { class: 'finding' },
    h(
      'h2',
      {},
      h('span', { class: `severity ${f.severity[finding]!.replace(/\W/g, '')}` }, f.severity[finding]),
      f.identifier[finding],
      h('span', { class: 'muted' }, f.count[finding] === 1 ? 'once' : `${number(f.count[finding]!)} times`),
    ),
    h('p', {}, f.sentence[finding]),
    f.hint[finding] && h('p', { class: 'hint' }, f.hint[finding]),
    h('p', { class: 'muted' }, 'First: ', f.place[finding], f.detail[finding] ? ` – ${f.detail[finding]}` : null),
    ranges.count(finding) > 0 && h('p', {}, 'At ', places(app, ranges, finding)),
  );
}

function create(app: App): View {
  const f = app.run.tables.findings;
  const ranges = new Ranges(app.run.tables.finding_places.finding, f.id.length);
  return {
    element: h('div', { class: 'view flow' }, findingsTable(app, false), ...f.id.map((id) => card(app, id, ranges))),
  };
}

export const findingsView: ViewKind = {
  id: 'findings',
  title: 'Findings',
  available: (run) => run.tables.findings.id.length > 0,
  create,
};
