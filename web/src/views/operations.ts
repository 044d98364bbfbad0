// SPDX-License-Identifier: MIT
// Everything that the GPU was asked to do, and the chosen one of it in full.

import type { App, View, ViewKind } from '../app';
import { passName } from '../data/passes';
import { activities, breakdown, counterName, limitsOf, unitsOf, type Scope } from '../data/model';
import type { Run } from '../data/run';
import { kindColourName } from '../ui/colours';
import { h, replace, select } from '../ui/dom';
import { number, percent } from '../ui/format';
import { barCell, DataTable, type Column } from '../ui/table';
import { countersTable, kindCell, limitsTable, matches, partsTable, searchBox, title, unitsTable, waitsTable } from './parts';
import { whatIfTable } from './what_if';
import { PicturePanel } from './picture_panel';
import { programsOf } from './programs';
import { queuesTable } from './queues';

const NONE = '';

/** Counters of operations that can be a column of the list, by name. */
function counterOptions(run: Run): [string, string][] {
  const counted = new Set(run.tables.operation_counters.counter);
  const options = [...counted].sort((a, b) => a - b).map((id): [string, string] => [String(id), counterName(run, id)]);
  return [[NONE, 'none'], ...options];
}

/** The values of a counter by operation. */
function valuesOf(run: Run, counter: number): Map<number, number> {
  const t = run.tables.operation_counters;
  const values = new Map<number, number>();
  t.counter.forEach((id, row) => {
    if (id === counter) values.set(t.operation[row]!, t.value[row]!);
  });
  return values;
}

class OperationList {
  readonly element: HTMLElement;
  readonly table: DataTable;
  private words: string[] = [];
  private frame: number | null = null;
  private readonly limits = new Map<number, string>();
  private readonly longest: number;

  constructor(private readonly app: App) {
    const { run } = app;
    this.longest = run.tables.operations.id.reduce((most, id) => Math.max(most, run.cycles(id) ?? 0), 1);
    this.table = new DataTable({
      label: 'Operations',
      rows: run.tables.operations.id,
      columns: this.columns(),
      choose: (operation) => app.choose(operation),
    });
    const frames: [string, string][] = [[NONE, 'all frames']];
    for (let frame = 0; frame < run.frames; ++frame) frames.push([String(frame), run.frameName(frame)]);
    const counters = counterOptions(run);
    const bar = h(
      'div',
      { class: 'tools' },
      searchBox('Search operations', (words) => {
        this.words = words;
        this.filter();
      }),
      frames.length > 2 &&
        select('Frame', frames, NONE, (value) => {
          this.frame = value === NONE ? null : Number(value);
          this.filter();
        }),
      counters.length > 1 &&
        select('Column', counters, NONE, (value) =>
          this.table.setColumns(value === NONE ? this.columns() : [...this.columns(), this.counterColumn(Number(value))]),
        ),
    );
    this.element = h('div', { class: 'pane list' }, bar, this.table.element);
  }

  private filter(): void {
    const t = this.app.run.tables.operations;
    const shown = t.id.filter(
      (id) =>
        (this.frame === null || t.frame[id] === this.frame) &&
        matches(`${this.app.operationName(id)} ${t.kind[id]} ${t.title[id]} ${t.pass[id] == null ? '' : passName(this.app.run, t.pass[id]!)} ${this.app.run.labels(id).join(' ')}`, this.words),
    );
    this.table.setRows(shown);
  }

  private columns(): Column[] {
    const { run } = this.app;
    const t = run.tables.operations;
    const columns: Column[] = [
      { title: '#', numeric: true, width: 52, value: (row) => row },
      { title: 'Kind', width: 80, value: (row) => t.kind[row]!, cell: (row) => kindCell(this.app, row, kindColourName(t.kind[row]!)) },
      {
        title: 'What',
        hint: 'And within which labels of the application',
        value: (row) => [t.title[row]!, ...run.labels(row)].join(' · '),
        cell: (row) => h('span', {}, t.title[row], h('span', { class: 'muted' }, ['', ...run.labels(row)].join(' · '))),
      },
    ];
    if (run.tables.passes.id.length > 0)
      columns.push({
        title: 'Pass',
        hint: 'Over the picture, or a part of it',
        width: 110,
        value: (row) => (t.pass[row] == null ? '' : passName(run, t.pass[row]!)),
      });
    if (run.timed)
      columns.push({
        title: 'Cycles',
        hint: 'From the end of the operation before to its own',
        numeric: true,
        width: 110,
        value: (row) => run.cycles(row),
        cell: (row) => {
          const cycles = run.cycles(row);
          return cycles === null ? h('span') : barCell(cycles, this.longest, number(cycles));
        },
      });
    if (run.tables.operation_limits.cause.length > 0)
      columns.push({
        title: 'Limited by',
        hint: 'The kind of unit that set the pace in most of its cycles',
        width: 148,
        value: (row) => this.limitOf(row),
      });
    return columns;
  }

  private limitOf(operation: number): string {
    let name = this.limits.get(operation);
    if (name === undefined) {
      name = limitsOf(this.app.run, { kind: 'operation', id: operation })[0]?.name ?? '';
      this.limits.set(operation, name);
    }
    return name;
  }

  private counterColumn(counter: number): Column {
    const values = valuesOf(this.app.run, counter);
    return {
      title: counterName(this.app.run, counter),
      hint: this.app.run.tables.counters.sentence[counter],
      numeric: true,
      width: 140,
      value: (row) => values.get(row) ?? 0,
    };
  }
}

function fact(name: string, value: string | Node | null): HTMLElement[] {
  return value === null ? [] : [h('dt', {}, name), h('dd', {}, value)];
}

/** The place of an operation in the run, and its cost. */
function facts(app: App, operation: number): HTMLElement {
  const { run } = app;
  const t = run.tables.operations;
  const cycles = run.cycles(operation);
  const frame = t.frame[operation]!;
  const [limit] = limitsOf(run, { kind: 'operation', id: operation });
  const first = t.first_cycle[operation];
  const end = t.end_cycle[operation];
  const labels = run.labels(operation);
  return h(
    'dl',
    { class: 'facts-list' },
    ...fact('In', `${run.frameName(frame)}, place ${number(t.offset[operation]!)} of the stream`),
    ...fact('Pass', t.pass[operation] == null ? null : passName(run, t.pass[operation]!)),
    ...fact('Label', labels.length > 0 ? labels.join(' / ') : null),
    ...fact('Cycles', cycles === null ? null : `${number(cycles)}, ${percent(cycles, run.frameCycles(frame) ?? 0)} of its frame`),
    ...fact('In the machine', first == null || end == null ? null : `cycles ${number(first)} to ${number(end)}`),
    ...fact('Limited by', limit ? `${limit.name}: it set the pace in ${percent(limit.value, cycles ?? 0)} of its cycles` : null),
  );
}

function statesTable(run: Run, operation: number): HTMLElement | null {
  const rows = [...run.byOperation.parts.of(operation)].flatMap((part) =>
    [...run.partStates.of(run.tables.operation_parts.part[part]!)].map((row) => run.tables.part_states.state[row]!),
  );
  if (rows.length === 0) return null;
  const { states } = run.tables;
  return new DataTable({
    label: 'State',
    whole: true,
    rows,
    columns: [
      { title: 'Part', width: 160, value: (row) => states.topic[row]! },
      { title: 'Property', width: 220, value: (row) => states.name[row]! },
      { title: 'Value', value: (row) => states.value[row]! },
    ],
  }).element;
}

function findingsList(run: Run, operation: number): HTMLElement | null {
  const f = run.tables.findings;
  const items: HTMLElement[] = [];
  run.tables.finding_places.operation.forEach((place, row) => {
    if (place !== operation) return;
    const finding = run.tables.finding_places.finding[row]!;
    items.push(
      h(
        'li',
        {},
        h('span', { class: `severity ${f.severity[finding]!.replace(/\W/g, '')}` }, f.severity[finding]),
        ` ${f.identifier[finding]}: ${f.sentence[finding]}`,
      ),
    );
  });
  return items.length > 0 ? h('ul', { class: 'findings-list' }, ...items) : null;
}

type Tab = readonly [string, () => HTMLElement | null];

/** The chosen operation: what it did to its targets, and what is known about it. */
class OperationDetail {
  readonly element = h('div', { class: 'pane detail' });
  private readonly pictures: PicturePanel;
  private readonly head = h('div');
  private readonly tabs = h('div', { class: 'tabs', role: 'tablist' });
  private readonly place = h('div', { class: 'tab-place' });
  private tab = 'Time';

  constructor(private readonly app: App) {
    this.pictures = new PicturePanel(app);
    this.element.append(this.head, this.pictures.element, this.tabs, this.place);
  }

  show(operation: number): void {
    const { run } = this.app;
    const heading = h('h2', {}, h('span', { class: 'muted' }, this.app.operationName(operation)), ' ', run.tables.operations.title[operation]);
    replace(this.head, heading, facts(this.app, operation));
    this.pictures.show(operation);
    const found = this.contents(operation)
      .map(([name, content]) => [name, content()] as const)
      .filter((one): one is readonly [string, HTMLElement] => one[1] !== null);
    const chosen = found.find(([name]) => name === this.tab) ?? found[0];
    replace(
      this.tabs,
      ...found.map(([name]) =>
        h(
          'button',
          {
            type: 'button',
            role: 'tab',
            'aria-selected': String(name === chosen?.[0]),
            onclick: () => {
              this.tab = name;
              this.show(operation);
            },
          },
          name,
        ),
      ),
    );
    replace(this.place, chosen?.[1]);
  }

  private contents(operation: number): Tab[] {
    const { run } = this.app;
    const scope: Scope = { kind: 'operation', id: operation };
    const whole = title(this.app.operationName(operation));
    return [
      ['Time', () => {
        const parts = breakdown(run, scope);
        return parts.length > 0 ? partsTable(parts, activities(run), `Where the time of ${whole} went`, 'State') : null;
      }],
      ['Limits', () => {
        const limits = limitsOf(run, scope);
        return limits.length > 0 ? limitsTable(run, limits, `What set the pace of ${whole}`) : null;
      }],
      ['What if', () => whatIfTable(this.app, scope, run.cycles(operation) ?? 0, `What if, of ${whole}`)],
      ['State', () => statesTable(run, operation)],
      ['Programs', () => programsOf(this.app, operation)],
      ['Units', () => {
        const units = unitsOf(run, scope);
        return units.length > 0 ? unitsTable(run, units) : null;
      }],
      ['Queues', () => queuesTable(run, scope)],
      ['Waits', () => waitsTable(run, scope)],
      ['Counters', () => countersTable(run, scope)],
      ['Findings', () => findingsList(run, operation)],
    ];
  }
}

function create(app: App): View {
  const list = new OperationList(app);
  const detail = new OperationDetail(app);
  return {
    element: h('div', { class: 'view split' }, list.element, detail.element),
    update: () => {
      list.table.mark(app.operation);
      detail.show(app.operation);
    },
  };
}

export const operationsView: ViewKind = {
  id: 'operations',
  title: 'Operations',
  available: (run) => run.operations > 0,
  create,
};
