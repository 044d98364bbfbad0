// SPDX-License-Identifier: MIT
// A table of many rows, of which only those in sight are elements: sorted by its headings, walked through by keys.

import { copyButton } from './clipboard';
import { append, h } from './dom';
import { number } from './format';

type Value = string | number | null;

export interface Column {
  title: string;
  /** The meaning, shown over the heading. */
  hint?: string;
  /** The width in pixels; columns without share what is left, and have at least LEAST_WIDTH each. */
  width?: number;
  /** The value of a row, as CSV has it and as it is sorted by. */
  value: (row: number) => Value;
  /** The text of a number; by default with its digits in groups. */
  text?: (row: number) => string;
  /** The content of a cell, where it is more than text. */
  cell?: (row: number) => Node;
  numeric?: boolean;
  /** Stays in sight when the table is moved sideways; so do all before it. They have widths. */
  kept?: boolean;
}

export interface TableOptions {
  label: string;
  columns: Column[];
  rows: number[];
  /** Called when a row is chosen by pointer or key. */
  choose?: (row: number) => void;
  /** The class of a row, where it has one. */
  rowClass?: (row: number) => string;
  /** The column that it is sorted by at first; numbers fall. */
  sortedBy?: number;
  /** As high as its rows instead of as its place. */
  whole?: boolean;
  /** Not wider than its few columns need. */
  narrow?: boolean;
}

const ROW_HEIGHT = 24;
const LEAST_WIDTH = 80;
const MOST_PRINTED = 4000;

export class DataTable {
  readonly element: HTMLElement;
  private readonly scroller: HTMLElement;
  private readonly table: HTMLTableElement;
  private readonly head: HTMLTableSectionElement;
  private readonly body: HTMLTableSectionElement;
  private readonly count: HTMLElement;
  private columns: Column[];
  private rows: number[];
  private shown: number[];
  private sortColumn = -1;
  private descending = false;
  private chosen: number | null = null;
  private printing = false;

  constructor(private readonly options: TableOptions) {
    this.columns = options.columns;
    this.rows = options.rows;
    this.shown = [...options.rows];
    this.head = h('thead');
    this.body = h('tbody');
    this.table = h('table', {}, this.head, this.body);
    this.count = h('span', { class: 'count' });
    this.scroller = h(
      'div',
      {
        class: 'scroller',
        tabindex: 0,
        role: 'region',
        'aria-label': options.label,
        onscroll: () => this.draw(),
        onkeydown: (event: KeyboardEvent) => this.key(event),
      },
      this.table,
    );
    const bar = h('div', { class: 'table-bar' }, this.count, copyButton(() => this.csv()));
    this.element = h('div', { class: `data-table${options.whole ? ' whole' : ''}${options.narrow ? ' narrow' : ''}` }, bar, this.scroller);
    if (options.sortedBy !== undefined) this.sortBy(options.sortedBy);
    else this.drawHead();
    new ResizeObserver(() => this.draw()).observe(this.scroller);
    addEventListener('beforeprint', () => this.print(true));
    addEventListener('afterprint', () => this.print(false));
    this.draw();
  }

  setRows(rows: number[]): void {
    this.rows = rows;
    this.sort();
  }

  setColumns(columns: Column[]): void {
    this.columns = columns;
    this.sortColumn = Math.min(this.sortColumn, columns.length - 1);
    this.drawHead();
    this.sort();
  }

  /** Marks a row, and brings it into sight. */
  mark(row: number | null): void {
    this.chosen = row;
    const at = row === null ? -1 : this.shown.indexOf(row);
    if (at >= 0) {
      const top = at * ROW_HEIGHT;
      const height = this.scroller.clientHeight - 2 * ROW_HEIGHT;
      if (top < this.scroller.scrollTop || top > this.scroller.scrollTop + height)
        this.scroller.scrollTop = Math.max(0, top - height / 2);
    }
    this.draw();
  }

  focus(): void {
    this.scroller.focus({ preventScroll: true });
  }

  private csv(): Value[][] {
    return [this.columns.map((c) => c.title), ...this.shown.map((row) => this.columns.map((c) => c.value(row)))];
  }

  private print(on: boolean): void {
    this.printing = on && this.element.isConnected;
    this.draw();
  }

  private sort(): void {
    this.shown = [...this.rows];
    const column = this.columns[this.sortColumn];
    if (column) {
      const sign = this.descending ? -1 : 1;
      this.shown.sort((a, b) => {
        const [x, y] = [column.value(a), column.value(b)];
        if (x === null || y === null) return Number(x === null) - Number(y === null);
        return sign * (typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y)));
      });
    }
    this.draw();
  }

  private sortBy(index: number): void {
    const numeric = this.columns[index]?.numeric ?? false;
    if (this.sortColumn !== index) [this.sortColumn, this.descending] = [index, numeric];
    else if (this.descending === numeric) this.descending = !numeric;
    else this.sortColumn = -1;
    this.drawHead();
    this.sort();
  }

  private drawHead(): void {
    const row = h('tr');
    this.table.style.minWidth = `${this.columns.reduce((sum, column) => sum + (column.width ?? LEAST_WIDTH), 0)}px`;
    this.columns.forEach((column, index) => {
      const order = index !== this.sortColumn ? 'none' : this.descending ? 'descending' : 'ascending';
      const button = h('button', { type: 'button', onclick: () => this.sortBy(index) }, column.title);
      const cell = h('th', { class: column.numeric ? 'number' : '', 'aria-sort': order, title: column.hint }, button);
      if (column.width) cell.style.width = `${column.width}px`;
      this.keep(cell, index);
      row.append(cell);
    });
    this.head.replaceChildren(row);
  }

  /** Keeps a cell in sight if its column is one that stays there. */
  private keep(cell: HTMLTableCellElement, index: number): void {
    if (!this.columns[index]!.kept) return;
    cell.classList.add('kept');
    cell.style.left = `${this.columns.slice(0, index).reduce((sum, column) => sum + (column.width ?? LEAST_WIDTH), 0)}px`;
  }

  private draw(): void {
    const rows = this.shown.length;
    this.count.textContent = `${number(rows)} ${rows === 1 ? 'row' : 'rows'}`;
    const all = this.options.whole || this.printing;
    const first = all ? 0 : Math.max(0, Math.floor(this.scroller.scrollTop / ROW_HEIGHT) - 8);
    const visible = Math.ceil(this.scroller.clientHeight / ROW_HEIGHT) + 16;
    const end = all ? Math.min(rows, MOST_PRINTED) : Math.min(rows, first + visible);
    const elements: HTMLElement[] = [];
    if (first > 0) elements.push(this.space(first));
    for (let at = first; at < end; ++at) elements.push(this.row(this.shown[at]!, at));
    if (end < rows) elements.push(this.space(rows - end));
    this.body.replaceChildren(...elements);
  }

  private space(rows: number): HTMLElement {
    const cell = h('td', { colspan: this.columns.length });
    cell.style.height = `${rows * ROW_HEIGHT}px`;
    return h('tr', { class: 'space', 'aria-hidden': 'true' }, cell);
  }

  private row(row: number, at: number): HTMLElement {
    const element = h('tr', {
      class: `${this.options.rowClass?.(row) ?? ''}${at % 2 ? ' odd' : ''}`,
      'data-row': row,
      'aria-selected': this.options.choose ? String(row === this.chosen) : null,
      onclick: () => this.choose(row),
    });
    this.columns.forEach((column, index) => {
      const cell = h('td', { class: column.numeric ? 'number' : '' });
      this.keep(cell, index);
      if (column.cell) append(cell, column.cell(row));
      else {
        const value = column.value(row);
        const text = column.text?.(row) ?? (typeof value === 'number' ? number(value) : (value ?? ''));
        append(cell, text);
        if (!column.numeric && text.length > 12) cell.title = text;
      }
      element.append(cell);
    });
    return element;
  }

  private choose(row: number): void {
    if (!this.options.choose) return;
    this.chosen = row;
    this.draw();
    this.options.choose(row);
  }

  private key(event: KeyboardEvent): void {
    if (!this.options.choose || event.ctrlKey || event.altKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / ROW_HEIGHT) - 2);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, j: 1, k: -1 };
    const at = this.chosen === null ? -1 : this.shown.indexOf(this.chosen);
    let next = at;
    if (event.key in steps) next = at + steps[event.key]!;
    else if (event.key === 'Home') next = 0;
    else if (event.key === 'End') next = this.shown.length - 1;
    else return;
    event.preventDefault();
    event.stopPropagation();
    const row = this.shown[Math.min(this.shown.length - 1, Math.max(0, next))];
    if (row === undefined) return;
    this.mark(row);
    this.options.choose(row);
  }
}

/** A bar in a cell with its number: a part of a whole. */
export function barCell(part: number, whole: number, text: string): HTMLElement {
  const bar = h('span', { class: 'bar' });
  bar.style.width = `${(100 * part) / whole}%`;
  return h('span', { class: 'bar-cell' }, part > 0 && whole > 0 && bar, h('span', { class: 'bar-text' }, text));
}
