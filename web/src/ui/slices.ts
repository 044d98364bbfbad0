// SPDX-License-Identifier: MIT
// Values by slice of time, gathered by column of pixels: as many columns as there is room for, however many slices.

import type { Run } from '../data/run';
import { cycleAt, xOf, type TimeWindow } from './time_axis';

/** The slices of a run, which follow each other. */
export class Slices {
  readonly first: Float64Array;
  readonly end: Float64Array;

  constructor(run: Run) {
    this.first = Float64Array.from(run.tables.slices.first_cycle);
    this.end = Float64Array.from(run.tables.slices.end_cycle);
  }

  get count(): number {
    return this.first.length;
  }

  /** The slice of a cycle; -1 outside all. */
  at(cycle: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.end[middle]! > cycle) high = middle;
      else low = middle + 1;
    }
    return low < this.count && this.first[low]! <= cycle ? low : -1;
  }

  /** Calls back for each column of pixels, or each slice where these are wider, with its slices. */
  columns(window: TimeWindow, draw: (x: number, width: number, first: number, end: number) => void): void {
    let slice = Math.max(0, this.at(Math.max(window.first, this.first[0] ?? 0)));
    while (slice < this.count && this.first[slice]! < window.end) {
      const x = Math.max(window.left, xOf(window, this.first[slice]!));
      const edge = cycleAt(window, x + 1);
      let next = slice + 1;
      while (next < this.count && this.end[next - 1]! < edge) ++next;
      const right = Math.min(window.left + window.width, xOf(window, this.end[next - 1]!));
      if (right > x) draw(x, right - x, slice, next);
      slice = next;
    }
  }
}
