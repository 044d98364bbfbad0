// SPDX-License-Identifier: MIT
// The command stream, decoded.

import type { App, View, ViewKind } from '../app';
import { h } from '../ui/dom';
import { DataTable } from '../ui/table';
import { matches, searchBox } from './parts';

function create(app: App): View {
  const t = app.run.tables.commands;
  const ofOperation = new Map<number, number>();
  t.operation.forEach((operation, row) => {
    if (operation !== null && !ofOperation.has(operation)) ofOperation.set(operation, row);
  });
  const table = new DataTable({
    label: 'Commands',
    rows: t.id,
    rowClass: (row) => (t.operation[row] == null ? '' : 'starts'),
    choose: (row) => {
      const operation = t.operation[row];
      if (operation != null) app.choose(operation);
    },
    columns: [
      { title: 'Ordinal', numeric: true, width: 90, value: (row) => t.ordinal[row]! },
      {
        title: 'Offset',
        numeric: true,
        width: 110,
        value: (row) => t.offset[row]!,
        text: (row) => `0x${t.offset[row]!.toString(16).padStart(6, '0')}`,
      },
      { title: 'Command', value: (row) => t.text[row]!, cell: (row) => h('code', {}, t.text[row]) },
      {
        title: 'Operation',
        width: 130,
        value: (row) => t.operation[row] ?? null,
        cell: (row) => (t.operation[row] == null ? h('span') : app.operationLink(t.operation[row]!)),
      },
    ],
  });
  const tools = h(
    'div',
    { class: 'tools' },
    searchBox('Search commands', (words) => table.setRows(t.id.filter((row) => matches(t.text[row]!, words)))),
  );
  return {
    element: h('div', { class: 'view full' }, tools, table.element),
    update: () => table.mark(ofOperation.get(app.operation) ?? null),
  };
}

export const commandsView: ViewKind = {
  id: 'commands',
  title: 'Commands',
  available: (run) => run.tables.commands.id.length > 0,
  create,
};
