// SPDX-License-Identifier: MIT
// The run at a glance: its frames, where their time went, its costliest operations and its findings.

import type { App, View, ViewKind } from '../app';
import { activities, breakdown, cyclesOf, limitsOf } from '../data/model';
import { kindColourName } from '../ui/colours';
import { h, section } from '../ui/dom';
import { number, percent } from '../ui/format';
import { barCell, DataTable } from '../ui/table';
import { kindCell, stackedBar, title } from './parts';
import { findingsTable } from './findings';

const COSTLIEST = 12;

function frameCard(app: App, frame: number): HTMLElement {
  const { run } = app;
  const address = run.picture(run.tables.frames.image[frame]);
  const cycles = run.frameCycles(frame);
  const parts = breakdown(run, { kind: 'frame', id: frame });
  const [first] = run.frameOperations.of(frame);
  const draws = [...run.frameOperations.of(frame)].filter((id) => run.tables.operations.kind[id] === 'draw').length;
  const facts = [
    cycles !== null && `${number(cycles)} cycles`,
    `${number(run.frameOperations.count(frame))} operations`,
    `${number(draws)} draws`,
  ];
  return h(
    'figure',
    { class: 'frame-card' },
    address && h('img', { src: address, alt: `Picture of ${run.frameName(frame)}`, loading: 'lazy' }),
    h(
      'figcaption',
      {},
      h('strong', {}, first === undefined ? title(run.frameName(frame)) : h('a', { href: `#operations/${first}` }, title(run.frameName(frame)))),
      h('span', {}, facts.filter(Boolean).join(' · ')),
      parts.length > 0 && stackedBar(parts, activities(run), `Where the time of ${run.frameName(frame)} went`),
    ),
  );
}

function costliest(app: App): HTMLElement | null {
  const { run } = app;
  const total = cyclesOf(run, { kind: 'run' });
  if (!total) return null;
  const cycles = (operation: number): number => run.cycles(operation) ?? 0;
  const rows = [...run.tables.operations.id].sort((a, b) => cycles(b) - cycles(a)).slice(0, COSTLIEST);
  const most = cycles(rows[0] ?? 0);
  const table = new DataTable({
    label: 'The costliest operations',
    whole: true,
    rows,
    choose: (operation) => app.open('operations', operation),
    columns: [
      { title: 'Operation', width: 110, value: (row) => app.operationName(row), cell: (row) => app.operationLink(row) },
      { title: 'Frame', width: 90, value: (row) => run.frameName(run.tables.operations.frame[row]!) },
      {
        title: 'Kind',
        width: 90,
        value: (row) => run.tables.operations.kind[row]!,
        cell: (row) => kindCell(app, row, kindColourName(run.tables.operations.kind[row]!)),
      },
      { title: 'What', value: (row) => run.tables.operations.title[row]! },
      {
        title: 'Cycles',
        numeric: true,
        width: 150,
        value: cycles,
        cell: (row) => barCell(cycles(row), most, number(cycles(row))),
      },
      { title: 'Of the run', numeric: true, width: 90, value: (row) => (100 * cycles(row)) / total, text: (row) => percent(cycles(row), total) },
      ...(run.tables.operation_limits.cause.length > 0
        ? [{ title: 'Limited by', width: 150, value: (row: number) => limitsOf(run, { kind: 'operation', id: row })[0]?.name ?? '' }]
        : []),
    ],
  });
  return section('The costliest operations', table.element);
}

function create(app: App): View {
  const { run } = app;
  const legend = activities(run).filter((name) => breakdown(run, { kind: 'run' }).some((part) => part.name === name));
  const findings = findingsTable(app, true);
  return {
    element: h(
      'div',
      { class: 'view flow' },
      section(
        'Frames',
        h('div', { class: 'frames' }, ...run.tables.frames.id.map((frame) => frameCard(app, frame))),
        legend.length > 0 &&
          h('p', { class: 'legend' }, ...legend.map((name) => h('span', {}, legendSwatch(name, activities(run)), name))),
      ),
      costliest(app),
      findings && section('Findings', findings),
    ),
  };
}

function legendSwatch(name: string, order: readonly string[]): HTMLElement {
  const element = h('span', { class: 'swatch' });
  element.style.background = `var(--series-${order.indexOf(name) % 12})`;
  return element;
}

export const overviewView: ViewKind = { id: 'overview', title: 'Overview', available: () => true, create };
