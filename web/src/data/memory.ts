// SPDX-License-Identifier: MIT
// What counters say of DRAM and caches. Their names are those of the statistics, the unit that counts at the end:
// `ClientRowHit_ColorWrite_Sched0`, `HitsFetch_FC_CW-SU0`.

import { BLOCK_BYTES, surfaces } from './footprint';
import { countersOf, type Scope } from './model';
import type { Run } from './run';

/** Sums of counters whose names match, by what the first group matches; of each the sums by name of the second group. */
function sums(run: Run, scope: Scope, pattern: RegExp, key: (match: RegExpExecArray) => string, value: (match: RegExpExecArray) => string): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>();
  for (const [counter, amount] of countersOf(run, scope)) {
    const match = pattern.exec(run.tables.counters.name[counter] ?? '');
    if (!match) continue;
    const row = found.get(key(match)) ?? new Map<string, number>();
    row.set(value(match), (row.get(value(match)) ?? 0) + amount);
    found.set(key(match), row);
  }
  return found;
}

export interface RowUse {
  /** A user of memory, or a channel. */
  name: string;
  /** Bursts in a row that the access before had used, and those that were the first in a row since it was opened. */
  hits: number;
  misses: number;
}

function rowUses(found: Map<string, Map<string, number>>): RowUse[] {
  return [...found]
    .map(([name, row]) => ({ name, hits: row.get('Hit') ?? 0, misses: row.get('Miss') ?? 0 }))
    .filter((use) => use.hits + use.misses > 0)
    .sort((a, b) => b.hits + b.misses - a.hits - a.misses);
}

/** Bursts of DRAM by user of memory, all channels together. */
export function rowsByUser(run: Run, scope: Scope): RowUse[] {
  return rowUses(sums(run, scope, /^ClientRow(Hit|Miss)_(\w+)_Sched\d+$/, (match) => match[2]!, (match) => match[1]!));
}

export interface Channel extends RowUse {
  read: number;
  written: number;
  activates: number;
}

/** What each channel of DRAM did. */
export function channelsOf(run: Run, scope: Scope): Channel[] {
  const found = sums(
    run,
    scope,
    /^(RowHit|RowMiss|ReadBytes|WriteBytes|DDRActiveCommands)_Sched(\d+)$/,
    (match) => match[2]!,
    (match) => match[1]!,
  );
  return [...found]
    .map(([name, row]) => ({
      name,
      hits: row.get('RowHit') ?? 0,
      misses: row.get('RowMiss') ?? 0,
      read: row.get('ReadBytes') ?? 0,
      written: row.get('WriteBytes') ?? 0,
      activates: row.get('DDRActiveCommands') ?? 0,
    }))
    .sort((a, b) => Number(a.name) - Number(b.name));
}

export interface Bank {
  channel: number;
  bank: number;
  /** Bytes. */
  read: number;
  written: number;
  /** Rows that were opened. */
  activates: number;
  /** Rows that were closed for another row of the bank. */
  conflicts: number;
  hits: number;
  misses: number;
}

const AMOUNTS = ['read', 'written', 'activates', 'conflicts', 'hits', 'misses'] as const;

/** What each bank of DRAM did, channel by channel, those that did nothing included. */
export function banksOf(run: Run, scope: Scope): Bank[] {
  const t = run.tables.dram_banks;
  const found = new Map<string, Bank>();
  t.frame.forEach((frame, row) => {
    const [channel, bank] = [t.channel[row]!, t.bank[row]!];
    const key = `${channel} ${bank}`;
    const uses = found.get(key) ?? { channel, bank, read: 0, written: 0, activates: 0, conflicts: 0, hits: 0, misses: 0 };
    found.set(key, uses);
    if (scope.kind === 'frame' && scope.id !== frame) return;
    for (const amount of AMOUNTS) uses[amount] += t[amount][row]!;
  });
  return [...found.values()].sort((a, b) => a.channel - b.channel || a.bank - b.bank);
}

/** The most that one of the parts has, over their mean: 1 if all have the same. Null if none has any. */
export function imbalance(parts: readonly number[]): number | null {
  const all = parts.reduce((sum, part) => sum + part, 0);
  return all > 0 ? (Math.max(...parts) * parts.length) / all : null;
}

export interface CacheUse {
  /** The unit that the cache is of, as in the names of its statistics: `CW-SU0`. */
  unit: string;
  /** Its part of the chip: `Colour writes`. */
  section: string;
  /** `first` or `second` of units with two. */
  level: string;
  hits: number;
  /** Lines that were asked for, whether they had to be filled or not. */
  misses: number;
}

/** Fetches and allocations of lines, by cache. A miss that is tried again counts once. */
export function cachesOf(run: Run, scope: Scope): CacheUse[] {
  const pattern = /^(Hits|MissOK)(?:Fetch|Alloc)_(FC(?:64)?)_(.+)$/;
  const { counters } = run.tables;
  const sections = new Map<string, string>();
  counters.name.forEach((name, counter) => {
    const match = pattern.exec(name);
    if (match) sections.set(match[3]!, counters.section[counter]!);
  });
  const found = sums(run, scope, pattern, (match) => `${match[2]} ${match[3]}`, (match) => match[1]!);
  const two = new Set([...found.keys()].filter((key) => key.startsWith('FC64 ')).map((key) => key.slice(5)));
  return [...found]
    .map(([key, row]) => {
      const [kind, unit] = key.split(' ') as [string, string];
      const level = !two.has(unit) ? '' : kind === 'FC64' ? 'first' : 'second';
      return { unit, section: sections.get(unit) ?? '', level, hits: row.get('Hits') ?? 0, misses: row.get('MissOK') ?? 0 };
    })
    .sort((a, b) => a.section.localeCompare(b.section) || a.unit.localeCompare(b.unit, undefined, { numeric: true }) || a.level.localeCompare(b.level));
}

export interface SurfaceUse {
  /** Its names as target and texture; empty for memory in front of all surfaces. */
  name: string;
  /** Null for memory in front of all surfaces. */
  address: number | null;
  /** The kind of caches. */
  cache: string;
  hits: number;
  misses: number;
}

/** Uses of caches by surface: a block of memory is of the one that begins last before its end. */
export function cachedSurfacesOf(run: Run, scope: Scope): SurfaceUse[] {
  const t = run.tables.cache_blocks;
  const names = surfaces(run);
  const addresses = [...names.keys()].sort((a, b) => a - b);
  const surfaceOf = (block: number): number | null => {
    let low = 0;
    for (let high = addresses.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (addresses[middle]! < block + BLOCK_BYTES) low = middle + 1;
      else high = middle;
    }
    return addresses[low - 1] ?? null;
  };
  const found = new Map<string, SurfaceUse>();
  t.frame.forEach((frame, row) => {
    if (scope.kind === 'frame' && scope.id !== frame) return;
    const [address, cache] = [surfaceOf(t.address[row]!), t.cache[row]!];
    const key = `${address} ${cache}`;
    const use = found.get(key) ?? { name: address === null ? '' : names.get(address)!, address, cache, hits: 0, misses: 0 };
    found.set(key, use);
    use.hits += t.hits[row]!;
    use.misses += t.misses[row]!;
  });
  return [...found.values()].sort((a, b) => (a.address ?? -1) - (b.address ?? -1) || a.cache.localeCompare(b.cache));
}
