// SPDX-License-Identifier: MIT
// The rows of the timeline.

import type { App } from '../app';
import { activities, NO_STATE, trafficOf } from '../data/model';
import { passName } from '../data/passes';
import type { Run } from '../data/run';
import { drawStack, highest, type Series } from '../ui/chart';
import { colour, kindColourName, seriesName } from '../ui/colours';
import { number, percent, short } from '../ui/format';
import type { Slices } from '../ui/slices';
import { xOf, type TimeWindow } from '../ui/time_axis';
import { trafficSeries } from './memory';

/** A row of the timeline. */
export interface Track {
  name: string;
  height: number;
  /** A heading above it, where a group begins. */
  group?: string;
  draw: (context: CanvasRenderingContext2D, window: TimeWindow, y: number) => void;
  /** What is at a cycle; `y` from the track's top. */
  describe: (cycle: number, y: number) => string;
  /** The operation at a cycle. */
  operationAt?: (cycle: number, y: number) => number | null;
  /** The unit whose queues can be shown below it. */
  unit?: number;
  /** The meanings of its colours. */
  legend?: Legend;
}

export interface Legend {
  title: string;
  /** Names, and names of colours in the style sheet. */
  entries: { name: string; colour: string }[];
}

interface Interval {
  first: number;
  /** A draw's fragments could begin. */
  middle: number;
  end: number;
  text: string;
  colour: string;
  operation: number | null;
}

/** Intervals in a row, in order of their begin and without overlap. */
function drawIntervals(
  context: CanvasRenderingContext2D,
  window: TimeWindow,
  intervals: readonly Interval[],
  y: number,
  height: number,
): void {
  let covered = -1;
  context.font = '11px system-ui, sans-serif';
  context.textAlign = 'left';
  for (const one of intervals) {
    if (one.end < window.first || one.first > window.end) continue;
    const left = Math.max(window.left, xOf(window, one.first));
    const right = Math.min(window.left + window.width, xOf(window, one.end));
    if (right < covered + 0.7) continue;
    covered = right;
    const width = Math.max(0.7, right - left - (right - left > 4 ? 1 : 0));
    context.fillStyle = colour(one.colour);
    context.globalAlpha = 0.45;
    context.fillRect(left, y, width, height);
    context.globalAlpha = 1;
    const middle = Math.min(left + width, Math.max(left, xOf(window, one.middle)));
    context.fillRect(middle, y, left + width - middle, height);
    if (width > 26) {
      context.save();
      context.beginPath();
      context.rect(left, y, width - 3, height);
      context.clip();
      context.fillStyle = colour('on-series');
      context.fillText(one.text, left + 4, y + height / 2 + 4);
      context.restore();
    }
  }
}

function at(intervals: readonly Interval[], cycle: number): Interval | undefined {
  return intervals.find((one) => one.first <= cycle && cycle < one.end);
}

function intervalTrack(name: string, intervals: readonly Interval[], describe: (one: Interval) => string, group?: string): Track {
  return {
    name,
    group,
    height: 20,
    draw: (context, window, y) => drawIntervals(context, window, intervals, y, 18),
    describe: (cycle) => {
      const found = at(intervals, cycle);
      return found ? describe(found) : '';
    },
    operationAt: (cycle) => at(intervals, cycle)?.operation ?? null,
  };
}

function frameTrack(run: Run): Track {
  const t = run.tables.frames;
  const intervals = t.id.flatMap((frame): Interval[] => {
    const [first, end] = [t.first_cycle[frame], t.end_cycle[frame]];
    if (first == null || end == null) return [];
    return [{ first, middle: first, end, text: run.frameName(frame), colour: frame % 2 ? 'series-7' : 'series-6', operation: null }];
  });
  return intervalTrack('Frames', intervals, (one) => `${one.text}: ${number(one.end - one.first)} cycles`);
}

function shareTrack(app: App): Track {
  const t = app.run.tables.operations;
  const intervals = t.id.flatMap((id): Interval[] => {
    const [first, end] = [t.share_first_cycle[id], t.share_end_cycle[id]];
    if (first == null || end == null || end <= first) return [];
    const text = t.draw[id] == null ? t.kind[id]! : String(t.draw[id]);
    return [{ first, middle: first, end, text, colour: kindColourName(t.kind[id]!), operation: id }];
  });
  const describe = (one: Interval): string =>
    `${app.operationName(one.operation!)}, ${t.title[one.operation!]}: ${number(one.end - one.first)} cycles`;
  const kinds = [...new Set(t.kind)].map((kind) => ({ name: kind, colour: kindColourName(kind) }));
  return { ...intervalTrack('Shares of time', intervals, describe, 'Operations'), legend: { title: 'Operations', entries: kinds } };
}

/** Passes, each over the shares of its operations. */
function passTrack(run: Run): Track | null {
  const t = run.tables.operations;
  const kinds = [...new Set(run.tables.passes.kind)];
  const intervals: Interval[] = [];
  let last: number | null = null;
  for (const id of [...t.id].sort((a, b) => (t.share_first_cycle[a] ?? 0) - (t.share_first_cycle[b] ?? 0))) {
    const [pass, first, end] = [t.pass[id] ?? null, t.share_first_cycle[id], t.share_end_cycle[id]];
    if (first == null || end == null || end <= first) continue;
    if (pass !== null && pass === last) intervals.at(-1)!.end = end;
    else if (pass !== null) {
      const kind = seriesName(kinds.indexOf(run.tables.passes.kind[pass]!));
      intervals.push({ first, middle: first, end, text: passName(run, pass), colour: kind, operation: id });
    }
    last = pass;
  }
  if (intervals.length === 0) return null;
  const track = intervalTrack('Passes', intervals, (one) => `${one.text}: ${number(one.end - one.first)} cycles`);
  return { ...track, legend: { title: 'Passes', entries: kinds.map((name, i) => ({ name, colour: seriesName(i) })) } };
}

const MOST_LANES = 6;

/** Operations from when they were taken to their end: several at a time, in rows. */
function flightTracks(app: App): Track[] {
  const t = app.run.tables.operations;
  const lanes: Interval[][] = [];
  for (const id of t.id) {
    const [first, end] = [t.first_cycle[id], t.end_cycle[id]];
    if (first == null || end == null || end <= first) continue;
    const text = t.draw[id] == null ? t.kind[id]! : `draw ${t.draw[id]}`;
    const middle = t.fragments_cycle[id] ?? first;
    const one: Interval = { first, middle, end, text, colour: kindColourName(t.kind[id]!), operation: id };
    const lane = lanes.find((row) => row.at(-1)!.end <= first);
    if (lane) lane.push(one);
    else if (lanes.length < MOST_LANES) lanes.push([one]);
  }
  const describe = (one: Interval): string => {
    const fragments = one.middle > one.first ? `; fragments from ${number(one.middle)}` : '';
    return `${app.operationName(one.operation!)}, ${t.title[one.operation!]}: in the machine from ${number(one.first)} to ${number(one.end)}${fragments}`;
  };
  return lanes.map((lane, i) => intervalTrack(i === 0 ? 'In the machine' : '', lane, describe));
}

/** Amounts by slice on top of each other. */
function stackTrack(name: string, series: readonly Series[], slices: Slices, height: number, most: number, unit: string, group: string): Track {
  return {
    name,
    group,
    height,
    legend: { title: name, entries: series.map((one) => ({ name: one.name, colour: one.colour })) },
    draw: (context, window, y) => drawStack(context, window, slices, series, y + height - 2, height - 4, most),
    describe: (cycle) => {
      const slice = slices.at(cycle);
      if (slice < 0) return '';
      const values = series.filter((one) => one.values[slice]! > 0);
      const text = (value: number): string => (unit === '' ? percent(value, most) : short(value));
      return `${name}${unit ? `, ${unit}` : ''}: ${values.map((one) => `${one.name} ${text(one.values[slice]!)}`).join(' · ')}`;
    },
  };
}

/** The command processor's states as parts of each slice. */
function activityTrack(run: Run, slices: Slices): Track | null {
  const names = activities(run);
  const { counters, slice_counters: t } = run.tables;
  const series = names.map((name, i): Series => ({ name, colour: seriesName(i), values: new Float64Array(slices.count) }));
  t.counter.forEach((counter, row) => {
    const index = names.indexOf(counters.activity[counter] ?? '');
    const slice = t.slice[row]!;
    if (index >= 0) series[index]!.values[slice]! += t.value[row]! / (slices.end[slice]! - slices.first[slice]!);
  });
  const used = series.filter((one) => one.values.some((value) => value > 0));
  if (used.length === 0) return null;
  const rest: Series = { name: NO_STATE, colour: 'idle', values: new Float64Array(slices.count) };
  for (let slice = 0; slice < slices.count; ++slice)
    rest.values[slice] = Math.max(0, 1 - used.reduce((sum, one) => sum + one.values[slice]!, 0));
  // Rounding leaves a rest where the states add up to all of a slice.
  const seen = rest.values.some((value) => value > 1e-6);
  return stackTrack('State', seen ? [...used, rest] : used, slices, 46, 1, '', 'Command processor');
}

function trafficTrack(app: App, slices: Slices): Track | null {
  const order = trafficOf(app.run, { kind: 'run' }).map((one) => one.client);
  const series = trafficSeries(app, order).filter((one) => one.values.some((value) => value > 0));
  const most = highest(series, slices.count);
  return most > 0 ? stackTrack('Traffic', series, slices, 60, most, 'bytes a cycle', 'Memory') : null;
}

/** For what a unit waited longest in a slice; empty where it did not wait. */
function longestWait(run: Run, slice: number, unit: number): string {
  const { slice_waits: t, wait_reasons: reasons } = run.tables;
  let longest: number | null = null;
  for (const row of run.bySlice.waits.of(slice))
    if (reasons.unit[t.reason[row]!] === unit && (longest === null || t.cycles[row]! > t.cycles[longest]!)) longest = row;
  return longest === null ? '' : `; ${reasons.sentence[t.reason[longest]!]}`;
}

/** What a unit did, as parts of each slice: busy from the bottom, then waiting, then at work inside. */
function unitTracks(run: Run, slices: Slices): Track[] {
  const { units, slice_units: t } = run.tables;
  const zeros = (): Float32Array[] => units.id.map(() => new Float32Array(slices.count));
  const [busy, waiting, inside] = [zeros(), zeros(), zeros()];
  t.unit.forEach((unit, row) => {
    const slice = t.slice[row]!;
    const cycles = Math.max(1, t.cycles[row]!);
    busy[unit]![slice] = t.busy[row]! / cycles;
    waiting[unit]![slice] = t.waiting[row]! / cycles;
    inside[unit]![slice] = Math.max(0, t.awake[row]! - t.busy[row]! - t.waiting[row]!) / cycles;
  });
  const used = units.id.filter((unit) => busy[unit]!.some((v) => v > 0) || waiting[unit]!.some((v) => v > 0));
  const queueing = new Set(run.tables.queues.unit);
  const HEIGHT = 17;
  return used.map((unit, i) => {
    const layers = [
      ['busy', busy[unit]!],
      ['waiting', waiting[unit]!],
      ['inside', inside[unit]!],
    ] as const;
    return {
      name: units.name[unit]!,
      group: i === 0 ? 'Units' : undefined,
      legend: i === 0 ? WORK : undefined,
      height: HEIGHT,
      unit: queueing.has(unit) ? unit : undefined,
      draw: (context, window, y) => {
        const colours = layers.map(([name]) => colour(name));
        context.fillStyle = colour('lane');
        context.fillRect(window.left, y, window.width, HEIGHT - 2);
        slices.columns(window, (x, width, first, end) => {
          let bottom = y + HEIGHT - 2;
          layers.forEach(([, values], layer) => {
            let sum = 0;
            for (let slice = first; slice < end; ++slice) sum += values[slice]!;
            const size = Math.min((sum / (end - first)) * (HEIGHT - 2), bottom - y);
            if (size <= 0) return;
            context.fillStyle = colours[layer]!;
            context.fillRect(x, bottom - size, width + 0.3, size);
            bottom -= size;
          });
        });
      },
      describe: (cycle) => {
        const slice = slices.at(cycle);
        if (slice < 0) return '';
        const part = (values: Float32Array): string => percent(values[slice]!, 1);
        const work = `${units.name[unit]}: busy ${part(busy[unit]!)}, waiting ${part(waiting[unit]!)}, at work inside ${part(inside[unit]!)}`;
        return `${work}${longestWait(run, slice, unit)}`;
      },
    };
  });
}

/** The parts of a unit's row. */
const WORK: Legend = {
  title: 'Units',
  entries: [
    { name: 'busy', colour: 'busy' },
    { name: 'waiting', colour: 'waiting' },
    { name: 'at work inside', colour: 'inside' },
    { name: 'idle', colour: 'lane' },
  ],
};

/** All rows that a run has anything for. */
export function tracksOf(app: App, slices: Slices): Track[] {
  const tracks: (Track | null)[] = [frameTrack(app.run), passTrack(app.run), shareTrack(app), ...flightTracks(app)];
  if (slices.count > 0) tracks.push(activityTrack(app.run, slices), trafficTrack(app, slices), ...unitTracks(app.run, slices));
  return tracks.filter((track): track is Track => track !== null);
}
