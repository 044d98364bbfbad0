// SPDX-License-Identifier: MIT
// What the views show that follows from the tables.

import type { Ranges, Run } from './run';

/** A time: that of an operation, of a frame or of the run. */
export type Scope = { kind: 'operation' | 'frame'; id: number } | { kind: 'run' };

/** The operations of a scope. */
export function* operationsOf(run: Run, scope: Scope): Generator<number> {
  if (scope.kind === 'operation') yield scope.id;
  else if (scope.kind === 'frame') yield* run.frameOperations.of(scope.id);
  else for (let id = 0; id < run.operations; ++id) yield id;
}

/** Cycles of a scope; null without time. */
export function cyclesOf(run: Run, scope: Scope): number | null {
  if (scope.kind === 'operation') return run.cycles(scope.id);
  if (scope.kind === 'frame') return run.frameCycles(scope.id);
  let sum: number | null = null;
  for (let frame = 0; frame < run.frames; ++frame) {
    const cycles = run.frameCycles(frame);
    if (cycles !== null) sum = (sum ?? 0) + cycles;
  }
  return sum;
}

/** Values of counters over a scope, by counter; averages only where they were taken over just that time. */
export function countersOf(run: Run, scope: Scope): Map<number, number> {
  const values = new Map<number, number>();
  const add = (table: { counter: number[]; value: number[] }, ranges: Ranges, id: number, averages: boolean): void => {
    for (const row of ranges.of(id)) {
      const counter = table.counter[row]!;
      if (averages || run.tables.counters.kind[counter] === 'sum')
        values.set(counter, (values.get(counter) ?? 0) + table.value[row]!);
    }
  };
  if (scope.kind === 'operation') add(run.tables.operation_counters, run.byOperation.counters, scope.id, true);
  else if (scope.kind === 'frame') add(run.tables.frame_counters, run.frameCounters, scope.id, true);
  else for (let frame = 0; frame < run.frames; ++frame) add(run.tables.frame_counters, run.frameCounters, frame, false);
  return values;
}

export interface Part {
  name: string;
  value: number;
  /** The counter's meaning. */
  hint: string;
}

/** The name of cycles in which the command processor was in none of its states. */
export const NO_STATE = 'no state';

/** The cycles of a scope by the states of the command processor; they add up to its time. Empty without such counters. */
export function breakdown(run: Run, scope: Scope): Part[] {
  const total = cyclesOf(run, scope);
  if (total === null) return [];
  const { counters } = run.tables;
  const parts = new Map<string, Part>();
  for (const [counter, value] of countersOf(run, scope)) {
    const name = counters.activity[counter];
    if (name == null) continue;
    const part = parts.get(name) ?? { name, value: 0, hint: counters.sentence[counter] ?? '' };
    part.value += value;
    parts.set(name, part);
  }
  if (parts.size === 0) return [];
  const order = activities(run);
  const result = [...parts.values()].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  const rest = total - result.reduce((sum, part) => sum + part.value, 0);
  if (rest > 0)
    result.push({ name: NO_STATE, value: rest, hint: 'Cycles in which the command processor was in none of these states' });
  return result;
}

/** The states of the command processor, in the order of their counters. */
export function activities(run: Run): string[] {
  return [...new Set(run.tables.counters.activity.filter((name): name is string => name !== null))];
}

export interface UnitWork {
  unit: number;
  busy: number;
  awake: number;
  waiting: number;
  cycles: number;
}

/** What each unit did in a scope. */
export function unitsOf(run: Run, scope: Scope): UnitWork[] {
  const sums = new Map<number, UnitWork>();
  const t = run.tables.operation_units;
  for (const operation of operationsOf(run, scope))
    for (const row of run.byOperation.units.of(operation)) {
      const unit = t.unit[row]!;
      const sum = sums.get(unit) ?? { unit, busy: 0, awake: 0, waiting: 0, cycles: 0 };
      sum.busy += t.busy[row]!;
      sum.awake += t.awake[row]!;
      sum.waiting += t.waiting[row]!;
      sum.cycles += t.cycles[row]!;
      sums.set(unit, sum);
    }
  return [...sums.values()].sort((a, b) => a.unit - b.unit);
}

/** The kinds of units, in the order in which work passes them. */
export function unitKinds(run: Run): string[] {
  return [...new Set(run.tables.units.kind.map(kindName))];
}

/** `ColorWriteN` is a kind of which there are several. */
function kindName(kind: string): string {
  return kind.replace(/N(-N)?$/, '');
}

/** Cycles in which a kind of unit set the pace. */
export interface Limit extends Part {
  /** Those of them in which its rate did, and not its latency. */
  atFullRate: number;
  /** Those of them in which more work waited. */
  full: number;
}

/** The cycles of a scope by the kind of unit that set the pace, the most first: they add up to its time. */
export function limitsOf(run: Run, scope: Scope): Limit[] {
  const { operation_limits: t, limit_causes: causes } = run.tables;
  const parts = new Map<string, Limit>();
  for (const operation of operationsOf(run, scope))
    for (const row of run.byOperation.limits.of(operation)) {
      const cause = t.cause[row]!;
      const cycles = t.cycles[row]!;
      const name = kindName(run.tables.units.kind[causes.unit[cause]!]!);
      const part = parts.get(name) ?? { name, value: 0, hint: `Cycles in which ${name} set the pace`, atFullRate: 0, full: 0 };
      part.value += cycles;
      if (causes.at_full_rate[cause]) part.atFullRate += cycles;
      if (causes.full[cause]) part.full += cycles;
      parts.set(name, part);
    }
  return [...parts.values()].sort((a, b) => b.value - a.value);
}

/** The unit in which something moved in the largest part of its cycles; null where no unit worked. */
export function busiest(units: readonly UnitWork[]): UnitWork | null {
  let best: UnitWork | null = null;
  for (const work of units)
    if (work.busy > 0 && (!best || work.busy * best.cycles > best.busy * work.cycles)) best = work;
  return best;
}

export interface Wait {
  reason: number;
  cycles: number;
}

/** Waits of a scope, the longest first. */
export function waitsOf(run: Run, scope: Scope): Wait[] {
  const sums = new Map<number, number>();
  const t = run.tables.operation_waits;
  for (const operation of operationsOf(run, scope))
    for (const row of run.byOperation.waits.of(operation))
      sums.set(t.reason[row]!, (sums.get(t.reason[row]!) ?? 0) + t.cycles[row]!);
  return [...sums].map(([reason, cycles]) => ({ reason, cycles })).sort((a, b) => b.cycles - a.cycles);
}

export interface Traffic {
  client: string;
  read: number;
  write: number;
}

/** Bytes by user of memory, those with most first. */
export function trafficOf(run: Run, scope: Scope): Traffic[] {
  const { counters } = run.tables;
  const sums = new Map<string, Traffic>();
  for (const [counter, value] of countersOf(run, scope)) {
    const client = counters.client[counter];
    if (client == null) continue;
    const sum = sums.get(client) ?? { client, read: 0, write: 0 };
    if (counters.direction[counter] === 'write') sum.write += value;
    else sum.read += value;
    sums.set(client, sum);
  }
  return [...sums.values()].sort((a, b) => b.read + b.write - a.read - a.write);
}

/** The name of a counter with the unit that it is of. */
export function counterName(run: Run, counter: number): string {
  const name = run.tables.counters.name[counter] ?? '';
  const instance = run.tables.counters.instance[counter] ?? '';
  return instance && !name.includes(instance) ? `${name} ${instance}` : name;
}
