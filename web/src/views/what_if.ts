// SPDX-License-Identifier: MIT
// What changes of the configuration are estimated to save, each with the command that runs it.

import type { App } from '../app';
import { commandOf, gainsOf } from '../data/changes';
import type { Scope } from '../data/model';
import { copyTextButton } from '../ui/clipboard';
import { h } from '../ui/dom';
import { percent } from '../ui/format';
import { barCell, DataTable } from '../ui/table';

/** A table for a scope of `cycles`; null if nothing is estimated to save any. */
export function whatIfTable(app: App, scope: Scope, whole: number, label: string): HTMLElement | null {
  const { run } = app;
  const gains = gainsOf(run, scope);
  if (gains.length === 0) return null;
  const table = new DataTable({
    label,
    whole: true,
    rows: [...gains.keys()],
    columns: [
      { title: 'If', width: 330, value: (row) => run.tables.changes.title[gains[row]!.change]! },
      {
        title: 'Saved cycles',
        hint: 'Estimate',
        numeric: true,
        width: 120,
        value: (row) => Math.round(gains[row]!.cycles),
      },
      {
        title: 'Of the time',
        hint: 'Estimate',
        numeric: true,
        width: 130,
        value: (row) => (100 * gains[row]!.cycles) / whole,
        cell: (row) => barCell(gains[row]!.cycles, whole, percent(gains[row]!.cycles, whole)),
      },
      {
        title: 'The run that shows it',
        value: (row) => commandOf(run, gains[row]!.change),
        cell: (row) => {
          const command = commandOf(run, gains[row]!.change);
          return h('span', { class: 'command', title: command }, copyTextButton('Copy', () => command), h('code', {}, command));
        },
      },
    ],
  });
  return h(
    'div',
    {},
    h(
      'p',
      {},
      'Estimates from what set the pace in this run, of each change by itself. The command does the run again with the change; it is ',
      `for the folder in which ${run.name} is.`,
    ),
    table.element,
  );
}
