// SPDX-License-Identifier: MIT
// Cycles from left to right.

import { short } from './format';

/** The cycles in sight, and where they are drawn. */
export interface TimeWindow {
  first: number;
  end: number;
  left: number;
  width: number;
}

export function xOf(window: TimeWindow, cycle: number): number {
  return window.left + ((cycle - window.first) / (window.end - window.first)) * window.width;
}

export function cycleAt(window: TimeWindow, x: number): number {
  return window.first + ((x - window.left) / window.width) * (window.end - window.first);
}

/** Round cycles at least this number of pixels apart. */
export function ticks(window: TimeWindow, apart: number): number[] {
  const least = ((window.end - window.first) * apart) / window.width;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const step = Math.max(1, [1, 2, 5, 10].find((factor) => factor * power >= least)! * power);
  const found: number[] = [];
  for (let tick = Math.ceil(window.first / step) * step; tick <= window.end; tick += step) found.push(tick);
  return found;
}

/** Writes ticks, the last of them within the window. */
export function drawTicks(context: CanvasRenderingContext2D, window: TimeWindow, marks: readonly number[], y: number): void {
  const ROOM = 24;
  for (const mark of marks) {
    const x = xOf(window, mark);
    const right = window.left + window.width + 6;
    context.textAlign = x + ROOM > right ? 'right' : 'center';
    context.fillText(tickText(window, mark), x + ROOM > right ? right : x, y);
  }
}

/** The text of a tick: whole cycles where they are close together. */
function tickText(window: TimeWindow, tick: number): string {
  return window.end - window.first < 20000 ? String(Math.round(tick)).replace(/\B(?=(\d{3})+$)/g, '\u202f') : short(tick);
}
