// SPDX-License-Identifier: MIT
// Frames, operations, units and memory over cycles, from the whole run down to single cycles.

import type { App, View, ViewKind } from '../app';
import { colour, sharpen } from '../ui/colours';
import { h, select } from '../ui/dom';
import { number } from '../ui/format';
import { Slices } from '../ui/slices';
import { cycleAt, drawTicks, ticks, xOf, type TimeWindow } from '../ui/time_axis';
import { swatch } from './parts';
import { QUEUES, queueTracks } from './queues';
import { tracksOf, type Legend, type Track } from './tracks';

const LEFT = 176;
const AXIS = 24;
const GROUP = 20;
const LEAST_CYCLES = 16;
const DRAG_PIXELS = 4;
const IDLE = 'Point at a time. Click chooses an operation, a double click opens it. Drag to move, Ctrl and wheel to come closer. A click on a unit’s name shows its queues.';

interface Placed {
  track: Track;
  y: number;
}

/** The meanings of the colours of a row. */
function legendLine({ title, entries }: Legend): HTMLElement {
  const parts = entries.map(({ name, colour }) => h('span', {}, swatch(colour), name));
  return h('p', { class: 'legend', 'aria-label': `Colours: ${title}` }, h('b', {}, `${title}:`), ...parts);
}

class Timeline {
  readonly element: HTMLElement;
  private readonly axis = h('canvas', { class: 'axis' });
  private readonly body: HTMLCanvasElement;
  private readonly scroller: HTMLElement;
  private readonly status = h('div', { class: 'chart-status' }, IDLE);
  private placed: Placed[] = [];
  private readonly slices: Slices;
  private readonly tracks: readonly Track[];
  /** Units whose queues are shown. */
  private readonly opened = new Set<number>();
  private readonly queueLegend = legendLine(QUEUES);
  /** The cycles that there are. */
  private readonly start: number;
  private readonly last: number;
  private height = 0;
  private first: number;
  private end: number;
  private hoverX: number | null = null;
  private dragged: { x: number; first: number; moved: boolean } | null = null;
  private asked = false;

  constructor(private readonly app: App) {
    const { run } = app;
    const ends = [...run.tables.frames.end_cycle, ...run.tables.operations.end_cycle];
    this.last = ends.reduce<number>((most, cycle) => Math.max(most, cycle ?? 0), 1);
    this.start = Math.min(this.last - 1, run.tables.frames.first_cycle[0] ?? 0);
    this.first = this.start;
    this.end = this.last;
    this.slices = new Slices(run);
    this.tracks = tracksOf(app, this.slices);
    this.place();
    this.body = h('canvas', {
      tabindex: 0,
      role: 'img',
      'aria-label': 'Timeline. Plus and minus come closer and go away, arrows move, 0 shows all, Enter opens the chosen operation.',
      onpointerdown: (event: PointerEvent) => this.down(event),
      onpointermove: (event: PointerEvent) => this.move(event),
      onpointerup: (event: PointerEvent) => this.up(event),
      onpointerleave: () => this.leave(),
      ondblclick: () => app.open('operations', app.operation),
      onkeydown: (event: KeyboardEvent) => this.key(event),
    });
    this.scroller = h('div', { class: 'timeline-scroller' }, this.axis, this.body);
    this.scroller.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    this.element = h('div', { class: 'view full timeline' }, this.tools(), this.status, this.scroller);
    new ResizeObserver(() => this.ask()).observe(this.scroller);
    addEventListener('themechange', () => this.ask());
    addEventListener('beforeprint', () => this.draw());
  }

  /** Puts the tracks below each other, with the queues of units that are opened. */
  private place(): void {
    this.placed = [];
    this.height = 0;
    this.queueLegend.hidden = this.opened.size === 0;
    for (const track of this.tracks) {
      const queues = track.unit !== undefined && this.opened.has(track.unit) ? queueTracks(this.app.run, this.slices, track.unit) : [];
      for (const one of [track, ...queues]) {
        if (one.group) this.height += GROUP;
        this.placed.push({ track: one, y: this.height });
        this.height += one.height;
      }
    }
  }

  /** Shows the queues of a unit, or no longer. */
  private toggle(unit: number): void {
    if (!this.opened.delete(unit)) this.opened.add(unit);
    this.place();
    this.ask();
  }

  /** A choice of units whose queues are shown: one, all or none. */
  private queueSelect(): HTMLElement | null {
    const units = this.tracks.flatMap((track) => (track.unit === undefined ? [] : [track.unit]));
    if (units.length === 0) return null;
    const options: [string, string][] = [['', 'none'], ['all', 'all units'], ...units.map((unit): [string, string] => [String(unit), this.app.run.tables.units.name[unit]!])];
    return select('Queues of', options, '', (value) => {
      this.opened.clear();
      for (const unit of value === 'all' ? units : value === '' ? [] : [Number(value)]) this.opened.add(unit);
      this.place();
      this.ask();
    });
  }

  /** Draws before the next picture of the screen. */
  ask(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.draw();
    });
  }

  private tools(): HTMLElement {
    const button = (text: string, title: string, action: () => void): HTMLElement =>
      h('button', { type: 'button', title, onclick: action }, text);
    return h(
      'div',
      { class: 'tools' },
      h(
        'div',
        { class: 'choice' },
        button('All', 'Key 0', () => this.set(this.start, this.last)),
        button('Frame', 'The frame of the chosen operation', () => this.showFrame()),
        button('Operation', 'The chosen operation', () => this.showOperation()),
        button('−', 'Key −', () => this.zoom(2, null)),
        button('+', 'Key +', () => this.zoom(0.5, null)),
      ),
      this.queueSelect(),
      ...this.tracks.flatMap(({ legend }) => (legend ? [legendLine(legend)] : [])),
      this.queueLegend,
    );
  }

  private window(): TimeWindow {
    return { first: this.first, end: this.end, left: LEFT, width: Math.max(100, this.scroller.clientWidth - LEFT - 8) };
  }

  private set(first: number, end: number): void {
    const cycles = Math.min(this.last - this.start, Math.max(LEAST_CYCLES, end - first));
    this.first = Math.min(Math.max(this.start, first), this.last - cycles);
    this.end = this.first + cycles;
    this.element.dataset['first'] = String(this.first);
    this.element.dataset['end'] = String(this.end);
    this.ask();
  }

  private zoom(factor: number, x: number | null): void {
    const window = this.window();
    const centre = x === null ? (this.first + this.end) / 2 : cycleAt(window, x);
    this.set(centre - (centre - this.first) * factor, centre + (this.end - centre) * factor);
  }

  private pan(part: number): void {
    const step = (this.end - this.first) * part;
    this.set(this.first + step, this.end + step);
  }

  private showFrame(): void {
    const { frames, operations } = this.app.run.tables;
    const frame = operations.frame[this.app.operation];
    if (frame !== undefined) this.set(frames.first_cycle[frame] ?? this.start, frames.end_cycle[frame] ?? this.last);
  }

  private showOperation(): void {
    const { operations } = this.app.run.tables;
    const first = operations.share_first_cycle[this.app.operation];
    const end = operations.share_end_cycle[this.app.operation];
    if (first == null || end == null) return;
    const margin = Math.max(8, (end - first) * 0.1);
    this.set(first - margin, end + margin);
  }

  private wheel(event: WheelEvent): void {
    const x = event.clientX - this.body.getBoundingClientRect().left;
    if (event.ctrlKey) this.zoom(Math.exp(event.deltaY * 0.004), x);
    else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.pan((event.deltaX || event.deltaY) / 1000);
    else return;
    event.preventDefault();
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const actions: Record<string, () => void> = {
      '+': () => this.zoom(0.5, null),
      '=': () => this.zoom(0.5, null),
      '-': () => this.zoom(2, null),
      '0': () => this.set(this.start, this.last),
      ArrowLeft: () => this.pan(-0.2),
      ArrowRight: () => this.pan(0.2),
      Enter: () => this.app.open('operations', this.app.operation),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  private down(event: PointerEvent): void {
    this.dragged = { x: event.offsetX, first: this.first, moved: false };
    this.body.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    this.hoverX = event.offsetX;
    if (this.dragged) {
      const { x, first } = this.dragged;
      if (Math.abs(event.offsetX - x) > DRAG_PIXELS) this.dragged.moved = true;
      const cycles = this.end - this.first;
      const start = first + ((x - event.offsetX) / this.window().width) * cycles;
      if (this.dragged.moved) this.set(start, start + cycles);
    }
    const placed = this.at(event.offsetY);
    const cycle = cycleAt(this.window(), event.offsetX);
    const inside = event.offsetX >= LEFT && cycle >= this.start && cycle < this.last;
    const text = inside ? placed?.track.describe(cycle, event.offsetY - placed.y) : '';
    this.status.textContent = inside ? `Cycle ${number(Math.floor(cycle))}${text ? ` – ${text}` : ''}` : IDLE;
    this.ask();
  }

  private up(event: PointerEvent): void {
    const moved = this.dragged?.moved ?? false;
    this.dragged = null;
    if (moved) return;
    const placed = this.at(event.offsetY);
    if (event.offsetX < LEFT) {
      if (placed?.track.unit !== undefined) this.toggle(placed.track.unit);
      return;
    }
    const operation = placed?.track.operationAt?.(cycleAt(this.window(), event.offsetX), event.offsetY - placed.y);
    if (operation != null) this.app.choose(operation);
  }

  private leave(): void {
    this.hoverX = null;
    this.status.textContent = IDLE;
    this.ask();
  }

  private at(y: number): Placed | undefined {
    return this.placed.find((one) => y >= one.y && y < one.y + one.track.height);
  }

  private draw(): void {
    const window = this.window();
    const width = LEFT + window.width + 8;
    const axis = sharpen(this.axis, width, AXIS);
    const body = sharpen(this.body, width, this.height + 8);
    const marks = ticks(window, 100);
    axis.font = body.font = '11px system-ui, sans-serif';
    axis.fillStyle = colour('muted');
    axis.textAlign = 'left';
    axis.fillText('cycles', 8, 16);
    drawTicks(axis, window, marks, 16);
    body.strokeStyle = colour('line');
    for (const mark of marks) {
      const x = Math.round(xOf(window, mark)) + 0.5;
      body.beginPath();
      body.moveTo(x, 0);
      body.lineTo(x, this.height);
      body.stroke();
    }
    this.drawChosen(body, window);
    for (const { track, y } of this.placed) {
      body.textAlign = 'left';
      if (track.group) {
        body.font = '600 11px system-ui, sans-serif';
        body.fillStyle = colour('muted');
        body.fillText(track.group, 8, y - 6);
      }
      body.font = '12px system-ui, sans-serif';
      body.fillStyle = colour('text');
      const mark = track.unit === undefined ? '' : this.opened.has(track.unit) ? '▾ ' : '▸ ';
      body.fillText(mark + track.name, 14, y + Math.min(track.height, 18) / 2 + 4, LEFT - 22);
      track.draw(body, window, y);
    }
    if (this.hoverX !== null && this.hoverX >= LEFT) {
      body.fillStyle = colour('text');
      body.fillRect(Math.round(this.hoverX), 0, 1, this.height);
    }
  }

  private drawChosen(body: CanvasRenderingContext2D, window: TimeWindow): void {
    const { operations } = this.app.run.tables;
    const first = operations.share_first_cycle[this.app.operation];
    const end = operations.share_end_cycle[this.app.operation];
    if (first == null || end == null) return;
    const left = Math.max(window.left, xOf(window, first));
    const right = Math.min(window.left + window.width, xOf(window, end));
    body.fillStyle = colour('chosen');
    if (right > left) body.fillRect(left, 0, Math.max(1, right - left), this.height);
  }
}

function create(app: App): View {
  const timeline = new Timeline(app);
  return { element: timeline.element, update: () => timeline.ask() };
}

export const timelineView: ViewKind = {
  id: 'timeline',
  title: 'Timeline',
  available: (run) => run.timed && run.tables.frames.end_cycle.some((cycle) => cycle !== null),
  create,
};
