// SPDX-License-Identifier: MIT
// Where the time went, of the run or a frame: by state, by pass, by unit, by who waited.

import type { App, View, ViewKind } from '../app';
import { activities, breakdown, busiest, limitsOf, unitKinds, unitsOf, type Part, type Scope } from '../data/model';
import { h, replace, section } from '../ui/dom';
import { number, percent } from '../ui/format';
import { frameSelect, limitsTable, partsTable, stackedBar, unitsTable, waitsTable } from './parts';
import { binMaps, passesTable } from './passes';
import { whatIfTable } from './what_if';
import { DataTable } from '../ui/table';

/** The operations of a scope, each with its time by state. */
function byOperation(app: App, scope: Scope): HTMLElement | null {
  const { run } = app;
  const order = activities(run);
  const operations = scope.kind === 'frame' ? [...run.frameOperations.of(scope.id)] : run.tables.operations.id;
  const parts = new Map<number, Part[]>();
  const partsOf = (id: number): Part[] => {
    let found = parts.get(id);
    if (!found) parts.set(id, (found = breakdown(run, { kind: 'operation', id })));
    return found;
  };
  const longest = operations.reduce((most, id) => Math.max(most, run.cycles(id) ?? 0), 1);
  const table = new DataTable({
    label: 'Time of operations by state',
    rows: operations,
    sortedBy: 2,
    choose: (id) => app.open('operations', id),
    columns: [
      { title: 'Operation', width: 120, value: (row) => app.operationName(row), cell: (row) => app.operationLink(row) },
      { title: 'What', width: 300, value: (row) => run.tables.operations.title[row]! },
      { title: 'Cycles', numeric: true, width: 110, value: (row) => run.cycles(row) },
      {
        title: 'By state',
        value: (row) => partsOf(row).map((part) => `${part.name} ${part.value}`).join('; '),
        cell: (row) => {
          const bar = stackedBar(partsOf(row), order, `Time of ${app.operationName(row)} by state`);
          bar.style.width = `${(100 * (run.cycles(row) ?? 0)) / longest}%`;
          return bar;
        },
      },
    ],
  });
  return table.element;
}

function content(app: App, scope: Scope): (HTMLElement | null)[] {
  const { run } = app;
  const parts = breakdown(run, scope);
  const order = activities(run);
  const units = unitsOf(run, scope);
  const best = busiest(units);
  const waits = waitsTable(run, scope);
  const limits = limitsOf(run, scope);
  const kinds = unitKinds(run);
  const passes = passesTable(app, scope);
  const whatIf = whatIfTable(app, scope, limits.reduce((sum, limit) => sum + limit.value, 0), 'What if');
  return [
    parts.length > 0
      ? section(
          'By state of the command processor',
          stackedBar(parts, order, 'Where the time went'),
          partsTable(parts, order, 'Where the time went', 'State'),
        )
      : null,
    passes && section('By pass', binMaps(app, scope), passes),
    limits.length > 0
      ? section(
          'By what set the pace',
          h(
            'p',
            {},
            'The unit that held up the others: work piles up in front of it, and what comes after it runs dry. A faster one of ',
            'another kind would change nothing in these cycles.',
          ),
          stackedBar(limits, kinds, 'What set the pace'),
          limitsTable(run, limits, 'What set the pace'),
        )
      : null,
    whatIf && section('What if', whatIf),
    parts.length > 0 ? section('By operation', byOperation(app, scope)) : null,
    units.length > 0
      ? section(
          'By unit',
          best &&
            h(
              'p',
              {},
              'Busiest: ',
              h('strong', {}, run.tables.units.name[best.unit]),
              `; something moved in ${percent(best.busy, best.cycles)} of its ${number(best.cycles)} cycles.`,
            ),
          unitsTable(run, units),
        )
      : null,
    waits && section('Who waits for what', waits),
  ];
}

function create(app: App): View {
  const place = h('div', { class: 'flow' });
  const show = (scope: Scope): void => replace(place, ...content(app, scope));
  show({ kind: 'run' });
  const element = h('div', { class: 'view flow' }, h('div', { class: 'tools' }, frameSelect(app.run, 'the whole run', show)), place);
  return { element };
}

export const timeView: ViewKind = {
  id: 'time',
  title: 'Where the time went',
  available: (run) => run.timed && run.tables.operation_counters.counter.length + run.tables.operation_units.unit.length > 0,
  create,
};
