// SPDX-License-Identifier: MIT
// How full queues, threads and registers were: of an operation, and over time.

import type { Scope } from '../data/model';
import { queuesOf, threadLimits } from '../data/queues';
import type { Run } from '../data/run';
import { colour } from '../ui/colours';
import { h } from '../ui/dom';
import { number, percent } from '../ui/format';
import type { Slices } from '../ui/slices';
import { barCell, DataTable } from '../ui/table';
import type { Legend, Track } from './tracks';

/** A mean with as many places as it needs. */
function mean(value: number): string {
  return value >= 100 ? number(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2);
}

/** A sentence about what kept shader processors from taking more threads. */
function limitText(run: Run, scope: Scope): string {
  const [limit] = threadLimits(run, scope);
  if (!limit) return 'Shader processors had room for more threads throughout.';
  const processors = run.tables.queues.name.filter((name) => name === limit.name).length;
  const { cycles } = queuesOf(run, scope);
  return `${limit.name} kept shader processors from taking more in ${percent(limit.full, cycles * processors)} of their cycles.`.replace(/^./, (first) => first.toUpperCase());
}

/** The queues that held anything in a scope; null if none did. */
export function queuesTable(run: Run, scope: Scope): HTMLElement | null {
  const { fills, cycles } = queuesOf(run, scope);
  if (fills.length === 0) return null;
  const { queues, units } = run.tables;
  const capacity = (row: number): number => queues.capacity[fills[row]!.queue]!;
  const table = new DataTable({
    label: 'Queues',
    whole: true,
    rows: [...fills.keys()],
    columns: [
      { title: 'Unit', width: 160, value: (row) => units.name[queues.unit[fills[row]!.queue]!]! },
      { title: 'Queue', value: (row) => queues.name[fills[row]!.queue]! },
      { title: 'Of', width: 90, value: (row) => queues.holds[fills[row]!.queue]! },
      { title: 'Room for', numeric: true, width: 80, value: capacity },
      {
        title: 'On average',
        hint: 'Estimate from looks every 61 cycles',
        numeric: true,
        width: 120,
        value: (row) => fills[row]!.mean,
        cell: (row) => barCell(fills[row]!.mean, capacity(row), mean(fills[row]!.mean)),
      },
      {
        title: 'At most',
        hint: 'The most that a look found',
        numeric: true,
        width: 110,
        value: (row) => fills[row]!.most,
        cell: (row) => barCell(fills[row]!.most, capacity(row), number(fills[row]!.most)),
      },
      {
        title: 'Full',
        hint: 'Part of the cycles in which it took nothing more',
        numeric: true,
        width: 110,
        value: (row) => fills[row]!.full / Math.max(1, cycles),
        cell: (row) => barCell(fills[row]!.full, cycles, percent(fills[row]!.full, cycles)),
      },
    ],
  });
  return h('div', {}, h('p', { class: 'thread-limit' }, limitText(run, scope)), table.element);
}

const HEIGHT = 15;

/** The parts of a queue's row. */
export const QUEUES: Legend = {
  title: 'Queues',
  entries: [
    { name: 'held on average', colour: 'busy' },
    { name: 'part of the time in which it was full', colour: 'waiting' },
    { name: 'line: held at most', colour: 'text' },
    { name: 'room left', colour: 'lane' },
  ],
};

/** The queues of a unit, by slice: the mean from the bottom, a line at the most, and above it the part in which it was full. */
export function queueTracks(run: Run, slices: Slices, unit: number): Track[] {
  const { queues, slice_queues: t } = run.tables;
  const own = queues.id.filter((queue) => queues.unit[queue] === unit);
  const values = new Map(own.map((queue) => [queue, { mean: new Float64Array(slices.count), most: new Float64Array(slices.count), full: new Float64Array(slices.count) }]));
  t.queue.forEach((queue, row) => {
    const one = values.get(queue);
    if (!one) return;
    const slice = t.slice[row]!;
    const cycles = Math.max(1, slices.end[slice]! - slices.first[slice]!);
    one.mean[slice] = t.sum[row]! / cycles;
    one.most[slice] = t.most[row]!;
    one.full[slice] = t.full_cycles[row]! / cycles;
  });
  return own.map((queue): Track => {
    const capacity = Math.max(1, queues.capacity[queue]!);
    const one = values.get(queue)!;
    const name = queues.name[queue]!;
    return {
      name: `· ${name}`,
      height: HEIGHT,
      draw: (context, window, y) => {
        const [laneColour, meanColour, fullColour, mostColour] = ['lane', 'busy', 'waiting', 'text'].map(colour);
        context.fillStyle = laneColour!;
        context.fillRect(window.left, y, window.width, HEIGHT - 2);
        slices.columns(window, (x, width, first, end) => {
          let [sum, most, full] = [0, 0, 0];
          for (let slice = first; slice < end; ++slice) {
            sum += one.mean[slice]!;
            most = Math.max(most, one.most[slice]!);
            full += one.full[slice]!;
          }
          const bar = (part: number): number => Math.min(1, part) * (HEIGHT - 2);
          const bottom = y + HEIGHT - 2;
          const size = bar(sum / (end - first) / capacity);
          context.fillStyle = meanColour!;
          context.fillRect(x, bottom - size, width + 0.3, size);
          context.fillStyle = fullColour!;
          const above = Math.min(bar(full / (end - first)), HEIGHT - 2 - size);
          context.fillRect(x, bottom - size - above, width + 0.3, above);
          context.fillStyle = mostColour!;
          if (most > 0) context.fillRect(x, bottom - bar(most / capacity), width + 0.3, 1);
        });
      },
      describe: (cycle) => {
        const slice = slices.at(cycle);
        if (slice < 0) return '';
        const held = `${mean(one.mean[slice]!)} ${queues.holds[queue]} on average, ${number(one.most[slice]!)} at most, of ${number(capacity)}`;
        return `${run.tables.units.name[unit]}, ${name}: ${held}; full in ${percent(one.full[slice]!, 1)} of the time`;
      },
    };
  });
}
