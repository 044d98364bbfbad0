// SPDX-License-Identifier: MIT
// Amounts over time, on top of each other.

import type { Run } from '../data/run';
import { colour, sharpen } from './colours';
import { h } from './dom';
import { number, short } from './format';
import { Slices } from './slices';
import { cycleAt, drawTicks, ticks, type TimeWindow } from './time_axis';

export interface Series {
  name: string;
  /** A colour's name in the style sheet. */
  colour: string;
  /** By slice. */
  values: Float64Array;
}

/** The mean of a series over slices. */
function mean(series: Series, first: number, end: number): number {
  let sum = 0;
  for (let slice = first; slice < end; ++slice) sum += series.values[slice]!;
  return sum / (end - first);
}

/** The largest sum of all series in a slice. */
export function highest(series: readonly Series[], slices: number): number {
  let most = 0;
  for (let slice = 0; slice < slices; ++slice) most = Math.max(most, series.reduce((sum, one) => sum + one.values[slice]!, 0));
  return most;
}

/** Draws the series from `bottom` upwards; `height` is that of the value `most`. */
export function drawStack(
  context: CanvasRenderingContext2D,
  window: TimeWindow,
  slices: Slices,
  series: readonly Series[],
  bottom: number,
  height: number,
  most: number,
): void {
  const colours = series.map((one) => colour(one.colour));
  slices.columns(window, (x, width, first, end) => {
    let y = bottom;
    series.forEach((one, i) => {
      const size = (mean(one, first, end) / most) * height;
      if (size <= 0) return;
      context.fillStyle = colours[i]!;
      context.fillRect(x, y - size, width + 0.3, size);
      y -= size;
    });
  });
}

const HEIGHT = 200;
const LEFT = 64;
const BOTTOM = 22;

/** A chart of all of the run, with the values under the pointer. */
export class StackedChart {
  readonly element: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private readonly status = h('div', { class: 'chart-status' });
  private readonly slices: Slices;
  private readonly most: number;
  private hover: number | null = null;

  constructor(
    run: Run,
    private readonly series: readonly Series[],
    private readonly unit: string,
    most: number | null,
  ) {
    this.slices = new Slices(run);
    this.most = most ?? Math.max(1e-9, highest(series, this.slices.count));
    this.canvas = h('canvas', {
      role: 'img',
      'aria-label': `Chart over cycles, in ${unit}: ${series.map((one) => one.name).join(', ')}`,
      onpointermove: (event: PointerEvent) => this.point(event.offsetX),
      onpointerleave: () => this.point(null),
    });
    const legend = h('p', { class: 'legend' });
    for (const one of series) {
      const square = h('span', { class: 'swatch' });
      square.style.background = `var(--${one.colour})`;
      legend.append(h('span', {}, square, one.name));
    }
    this.element = h('div', { class: 'chart' }, this.canvas, this.status, legend);
    new ResizeObserver(() => this.draw()).observe(this.element);
    addEventListener('themechange', () => this.element.isConnected && this.draw());
    this.point(null);
  }

  private window(): TimeWindow {
    const last = this.slices.count - 1;
    const width = Math.max(50, this.element.clientWidth - LEFT - 8);
    return { first: this.slices.first[0] ?? 0, end: this.slices.end[last] ?? 1, left: LEFT, width };
  }

  private point(x: number | null): void {
    this.hover = x;
    const slice = x === null ? -1 : this.slices.at(cycleAt(this.window(), x));
    if (slice < 0) this.status.textContent = `Point at a time for its values, in ${this.unit}`;
    else {
      const values = this.series.filter((one) => one.values[slice]! > 0).map((one) => `${one.name} ${short(one.values[slice]!)}`);
      const [first, end] = [this.slices.first[slice]!, this.slices.end[slice]!];
      this.status.textContent = `Cycles ${number(first)} to ${number(end)}: ${values.join(' · ') || 'none'}`;
    }
    this.draw();
  }

  private draw(): void {
    const window = this.window();
    const context = sharpen(this.canvas, window.left + window.width + 8, HEIGHT);
    const bottom = HEIGHT - BOTTOM;
    context.font = '11px system-ui, sans-serif';
    context.fillStyle = colour('muted');
    context.strokeStyle = colour('line');
    context.textAlign = 'right';
    for (const part of [0, 0.5, 1]) {
      const y = bottom - part * (bottom - 12);
      context.fillText(short(this.most * part), LEFT - 6, y + 4);
      context.beginPath();
      context.moveTo(LEFT, Math.round(y) + 0.5);
      context.lineTo(LEFT + window.width, Math.round(y) + 0.5);
      context.stroke();
    }
    drawTicks(context, window, ticks(window, 90), HEIGHT - 6);
    drawStack(context, window, this.slices, this.series, bottom, bottom - 12, this.most);
    if (this.hover !== null && this.hover > LEFT) {
      context.fillStyle = colour('text');
      context.fillRect(Math.round(this.hover), 0, 1, bottom);
    }
  }
}
