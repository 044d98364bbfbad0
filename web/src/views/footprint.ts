// SPDX-License-Identifier: MIT
// The parts of memory that were used, on a line and as a table.

import { footprintOf, type MemoryRange } from '../data/footprint';
import type { Scope } from '../data/model';
import type { Run } from '../data/run';
import { seriesName } from '../ui/colours';
import { h, section } from '../ui/dom';
import { number } from '../ui/format';
import { DataTable } from '../ui/table';

export const hexadecimal = (address: number): string => `0x${address.toString(16).padStart(8, '0')}`;

function size(bytes: number): string {
  return bytes >= 1 << 20 ? `${(bytes / (1 << 20)).toFixed(1)} MiB` : `${number(bytes / 1024)} KiB`;
}

function text(range: MemoryRange): string {
  const by = (names: string[]): string => (names.length > 0 ? names.join(', ') : 'none');
  return `${hexadecimal(range.first)} to ${hexadecimal(range.end)}: read by ${by(range.readers)}, written by ${by(range.writers)}`;
}

/** The used ranges beside each other, as wide as they are large; what is between them is left out. */
function map(ranges: readonly MemoryRange[], order: readonly string[]): HTMLElement {
  const bytes = ranges.reduce((sum, range) => sum + range.end - range.first, 0);
  const bar = h('div', { class: 'stacked footprint', role: 'img', 'aria-label': `${ranges.length} used parts of memory, ${size(bytes)} in all` });
  for (const range of ranges) {
    const piece = h('span', { title: `${text(range)}; ${range.surfaces.join(', ')}` });
    piece.style.width = `${(100 * (range.end - range.first)) / bytes}%`;
    piece.style.background = `var(--${seriesName(Math.max(0, order.indexOf(range.writers[0] ?? range.readers[0] ?? '')))})`;
    bar.append(piece);
  }
  return bar;
}

/** The footprint of a frame, or of all; `order` are the users of memory as they are coloured. Null without one. */
export function footprintSection(run: Run, scope: Scope, order: readonly string[]): HTMLElement | null {
  const ranges = footprintOf(run, scope);
  if (ranges.length === 0) return null;
  const of = (row: number): MemoryRange => ranges[row]!;
  const table = new DataTable({
    label: 'Footprint',
    rows: [...ranges.keys()],
    columns: [
      { title: 'From', width: 120, value: (row) => of(row).first, text: (row) => hexadecimal(of(row).first) },
      { title: 'To', hint: 'Behind the last byte', width: 120, value: (row) => of(row).end, text: (row) => hexadecimal(of(row).end) },
      { title: 'Size', hint: 'In blocks of 4 KiB', numeric: true, width: 90, value: (row) => of(row).end - of(row).first, text: (row) => size(of(row).end - of(row).first) },
      { title: 'Read by', value: (row) => of(row).readers.join(', ') },
      { title: 'Written by', value: (row) => of(row).writers.join(', ') },
      { title: 'Bytes read', numeric: true, width: 120, value: (row) => of(row).read },
      { title: 'Bytes written', numeric: true, width: 120, value: (row) => of(row).written },
      { title: 'Begins there', hint: 'Targets and textures', value: (row) => of(row).surfaces.join(', ') },
    ],
  });
  return section('Footprint', h('div', {}, map(ranges, order), table.element));
}
