// SPDX-License-Identifier: MIT
// The passes in which a picture was drawn, and the time of each.

import { operationsOf, type Scope } from './model';
import type { Run } from './run';

/** Cycles of the operations of a pass. */
export interface PassTime {
  /** Null for operations that are part of none. */
  pass: number | null;
  operations: number;
  cycles: number;
  /** Of the cycles, those of draws. */
  draws: number;
  /** Of the cycles, those of loads, stores and clears of the pass's own memory. */
  moves: number;
}

/** The passes of a scope in their order, and at the end what is part of none. They add up to the operations' cycles. */
export function passTimes(run: Run, scope: Scope): PassTime[] {
  const t = run.tables.operations;
  const times = new Map<number | null, PassTime>();
  for (const operation of operationsOf(run, scope)) {
    const pass = t.pass[operation] ?? null;
    let time = times.get(pass);
    if (!time) times.set(pass, (time = { pass, operations: 0, cycles: 0, draws: 0, moves: 0 }));
    const cycles = run.cycles(operation) ?? 0;
    time.operations += 1;
    time.cycles += cycles;
    if (t.kind[operation] === 'draw') time.draws += cycles;
    if (t.kind[operation] === 'resolve' || t.kind[operation] === 'clear') time.moves += cycles;
  }
  const outside = times.get(null);
  times.delete(null);
  const inside = [...times.values()].sort((a, b) => a.pass! - b.pass!);
  return outside ? [...inside, outside] : inside;
}

/** `bin at 256, 0`. */
export function passName(run: Run, pass: number | null): string {
  if (pass === null) return 'no pass';
  const { kind, x, y } = run.tables.passes;
  return x[pass] == null ? kind[pass]! : `${kind[pass]} at ${x[pass]}, ${y[pass]}`;
}

/** Passes that draw parts of one picture, none of them twice, one after the other. */
export function pictures(run: Run, scope: Scope): PassTime[][] {
  const { x, y, frame } = run.tables.passes;
  const found: PassTime[][] = [];
  let places = new Set<string>();
  let next: number | null = null;
  for (const time of passTimes(run, scope)) {
    const { pass } = time;
    if (pass === null || x[pass] == null) continue;
    const place = `${x[pass]}, ${y[pass]}`;
    const continues = pass === next && !places.has(place) && frame[pass] === frame[pass - 1];
    if (!continues) {
      found.push([]);
      places = new Set();
    }
    found.at(-1)!.push(time);
    places.add(place);
    next = pass + 1;
  }
  return found;
}
