// SPDX-License-Identifier: MIT
// Which parts of memory were read and written by whom.

import type { Scope } from './model';
import type { Run } from './run';

export const BLOCK_BYTES = 4096;

/** Blocks that follow each other and were used by the same users, in the same ways. */
export interface MemoryRange {
  first: number;
  /** Behind the last byte. */
  end: number;
  readers: string[];
  writers: string[];
  read: number;
  written: number;
  /** Targets and textures that begin in it. */
  surfaces: string[];
}

interface Block {
  read: Map<string, number>;
  written: Map<string, number>;
}

function sum(values: Iterable<number>): number {
  let all = 0;
  for (const value of values) all += value;
  return all;
}

/** Addresses of targets and textures, with their names. */
export function surfaces(run: Run): Map<number, string> {
  const { targets, states } = run.tables;
  const found = new Map<number, string>();
  const add = (address: string | undefined, name: string): void => {
    const at = Number(address);
    if (address !== undefined && Number.isFinite(at)) found.set(at, found.has(at) ? `${found.get(at)}, ${name}` : name);
  };
  for (const name of new Set(targets.name)) add(/ at (0x[0-9a-f]+)$/.exec(name)?.[1], name.replace(/ at 0x.*/, ''));
  states.topic.forEach((topic, state) => {
    if (topic.startsWith('texture') && states.name[state] === 'image' && !found.has(Number(states.value[state]))) add(states.value[state], topic);
  });
  return found;
}

/** The parts of memory that a frame, or all frames, used, by address. */
export function footprintOf(run: Run, scope: Scope): MemoryRange[] {
  const t = run.tables.memory_blocks;
  const blocks = new Map<number, Block>();
  t.frame.forEach((frame, row) => {
    if (scope.kind === 'frame' && scope.id !== frame) return;
    const block = blocks.get(t.address[row]!) ?? { read: new Map<string, number>(), written: new Map<string, number>() };
    for (const way of ['read', 'written'] as const) {
      const bytes = t[way][row]!;
      if (bytes > 0) block[way].set(t.client[row]!, (block[way].get(t.client[row]!) ?? 0) + bytes);
    }
    blocks.set(t.address[row]!, block);
  });
  const names = surfaces(run);
  const ranges: MemoryRange[] = [];
  for (const [address, block] of [...blocks].sort(([a], [b]) => a - b)) {
    const readers = [...block.read.keys()].sort();
    const writers = [...block.written.keys()].sort();
    const last = ranges.at(-1);
    const goesOn = last?.end === address && last.readers.join() === readers.join() && last.writers.join() === writers.join();
    const range = goesOn ? last : { first: address, end: address, readers, writers, read: 0, written: 0, surfaces: [] };
    if (!goesOn) ranges.push(range);
    range.end = address + BLOCK_BYTES;
    range.read += sum(block.read.values());
    range.written += sum(block.written.values());
  }
  for (const [address, name] of names) ranges.find((range) => range.first <= address && address < range.end)?.surfaces.push(name);
  return ranges;
}
