// SPDX-License-Identifier: MIT
// How full queues, threads and registers were.

import { cyclesOf, operationsOf, type Scope } from './model';
import type { Run } from './run';

export interface QueueFill {
  queue: number;
  /** What it held on average. */
  mean: number;
  most: number;
  /** Cycles in which it took nothing more. */
  full: number;
}

/** The queues that held anything in a scope, with its cycles. */
export function queuesOf(run: Run, scope: Scope): { fills: QueueFill[]; cycles: number } {
  const cycles = cyclesOf(run, scope) ?? 0;
  const t = run.tables.operation_queues;
  const sums = new Map<number, QueueFill>();
  for (const operation of operationsOf(run, scope))
    for (const row of run.byOperation.queues.of(operation)) {
      const queue = t.queue[row]!;
      const fill = sums.get(queue) ?? { queue, mean: 0, most: 0, full: 0 };
      fill.mean += t.sum[row]! / Math.max(1, cycles);
      fill.most = Math.max(fill.most, t.most[row]!);
      fill.full += t.full_cycles[row]!;
      sums.set(queue, fill);
    }
  return { fills: [...sums.values()].sort((a, b) => a.queue - b.queue), cycles };
}

/** Queues that a shader processor's threads take places of. */
const OF_THREADS = ['threads', 'registers'];

export interface ThreadLimit {
  /** `threads` or `registers`. */
  name: string;
  /** Cycles in which there was no room, of all processors together. */
  full: number;
}

/** What kept shader processors from taking more threads, the most first; empty where nothing did. */
export function threadLimits(run: Run, scope: Scope): ThreadLimit[] {
  const { queues } = run.tables;
  const sums = new Map<string, number>();
  for (const fill of queuesOf(run, scope).fills) {
    const name = queues.name[fill.queue]!;
    if (OF_THREADS.includes(name) && fill.full > 0) sums.set(name, (sums.get(name) ?? 0) + fill.full);
  }
  return [...sums].map(([name, full]) => ({ name, full })).sort((a, b) => b.full - a.full);
}
