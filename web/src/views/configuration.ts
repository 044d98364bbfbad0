// SPDX-License-Identifier: MIT
// The parameters of the run.

import type { App, View, ViewKind } from '../app';
import { h } from '../ui/dom';
import { DataTable } from '../ui/table';
import { matches, searchBox } from './parts';

function create(app: App): View {
  const t = app.run.tables.configuration;
  const set = (row: number): boolean => t.value[row] !== t.default_value[row];
  let words: string[] = [];
  let onlySet = false;
  const table = new DataTable({
    label: 'Parameters',
    rows: [...t.name.keys()],
    rowClass: (row) => (set(row) ? 'changed' : ''),
    columns: [
      { title: 'Section', width: 190, value: (row) => t.section[row]! },
      { title: 'Parameter', width: 250, value: (row) => t.name[row]! },
      { title: 'Value', width: 150, value: (row) => t.value[row]! },
      { title: 'Default', width: 150, value: (row) => t.default_value[row]! },
      { title: 'In', width: 90, value: (row) => t.unit[row]! },
      { title: 'Meaning', value: (row) => t.sentence[row]! },
    ],
  });
  const fill = (): void =>
    table.setRows(
      [...t.name.keys()].filter(
        (row) => (!onlySet || set(row)) && matches(`${t.section[row]} ${t.name[row]} ${t.value[row]} ${t.sentence[row]}`, words),
      ),
    );
  const box = h('input', {
    type: 'checkbox',
    onchange: () => {
      onlySet = box.checked;
      fill();
    },
  });
  const tools = h(
    'div',
    { class: 'tools' },
    searchBox('Search parameters', (found) => {
      words = found;
      fill();
    }),
    h('label', { class: 'field' }, box, 'only those that differ from the default'),
  );
  return { element: h('div', { class: 'view full' }, tools, table.element) };
}

export const configurationView: ViewKind = {
  id: 'configuration',
  title: 'Configuration',
  available: (run) => run.tables.configuration.name.length > 0,
  create,
};
