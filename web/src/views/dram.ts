// SPDX-License-Identifier: MIT
// Rows and channels of DRAM, and hit rates of caches.

import type { Scope } from '../data/model';
import { banksOf, cachedSurfacesOf, cachesOf, channelsOf, imbalance, rowsByUser, type Bank } from '../data/memory';
import type { Run } from '../data/run';
import { h, section } from '../ui/dom';
import { percent } from '../ui/format';
import { barCell, DataTable, type Column } from '../ui/table';
import { hexadecimal } from './footprint';

interface Uses {
  hits: number;
  misses: number;
}

const plain = (title: string, hint: string, value: (row: number) => number): Column => ({ title, hint, numeric: true, width: 130, value });

/** Columns of hits, misses and their ratio. */
function hitColumns(uses: readonly Uses[], hits: string, misses: string): Column[] {
  const all = (row: number): number => uses[row]!.hits + uses[row]!.misses;
  return [
    plain('Hits', hits, (row) => uses[row]!.hits),
    plain('Misses', misses, (row) => uses[row]!.misses),
    {
      title: 'Hit rate',
      numeric: true,
      width: 150,
      value: (row) => (100 * uses[row]!.hits) / Math.max(1, all(row)),
      cell: (row) => barCell(uses[row]!.hits, all(row), percent(uses[row]!.hits, all(row))),
    },
  ];
}

const ROW_HIT = 'Bursts in a row that the access before had used';
const CACHE_HIT = 'Fetches and allocations of a line that was there, or on its way';
const CACHE_MISS = 'Those for which a line had to be replaced';
const ROW_MISS = 'Bursts that were the first in a row since it was opened';

function usersTable(run: Run, scope: Scope): HTMLElement | null {
  const users = rowsByUser(run, scope);
  if (users.length === 0) return null;
  return new DataTable({
    label: 'Rows of DRAM by user',
    whole: true,
    rows: [...users.keys()],
    columns: [{ title: 'User of memory', value: (row) => users[row]!.name }, ...hitColumns(users, ROW_HIT, ROW_MISS)],
  }).element;
}

function channelsTable(run: Run, scope: Scope): HTMLElement | null {
  const channels = channelsOf(run, scope);
  if (channels.length === 0) return null;
  const bytes = (row: number): number => channels[row]!.read + channels[row]!.written;
  const all = channels.reduce((sum, _, row) => sum + bytes(row), 0);
  return new DataTable({
    label: 'Channels of DRAM',
    whole: true,
    rows: [...channels.keys()],
    columns: [
      { title: 'Channel', value: (row) => channels[row]!.name },
      plain('Bytes read', 'Received from the module', (row) => channels[row]!.read),
      plain('Bytes written', 'Sent to the module', (row) => channels[row]!.written),
      { title: 'Part', hint: 'Equal parts are in balance', numeric: true, width: 130, value: (row) => (100 * bytes(row)) / Math.max(1, all), cell: (row) => barCell(bytes(row), all, percent(bytes(row), all)) },
      plain('Rows opened', 'Activates sent to the module', (row) => channels[row]!.activates),
      ...hitColumns(channels, ROW_HIT, ROW_MISS),
    ],
  }).element;
}

const bytesOf = (bank: Bank): number => bank.read + bank.written;

/** How far the busiest channel, and the busiest bank, are from the mean. */
function balanceLine(banks: readonly Bank[]): HTMLElement | null {
  const channels = new Map<number, number>();
  for (const bank of banks) channels.set(bank.channel, (channels.get(bank.channel) ?? 0) + bytesOf(bank));
  const [ofChannels, ofBanks] = [imbalance([...channels.values()]), imbalance(banks.map(bytesOf))];
  if (ofChannels === null || ofBanks === null) return null;
  return h(
    'p',
    { class: 'balance' },
    `The busiest of ${channels.size} channels moved ${ofChannels.toFixed(2)} times the bytes of their mean, the busiest of ${banks.length} banks ${ofBanks.toFixed(2)} times.`,
  );
}

function banksTable(run: Run, scope: Scope): HTMLElement | null {
  const banks = banksOf(run, scope);
  if (banks.length === 0) return null;
  const all = banks.reduce((sum, bank) => sum + bytesOf(bank), 0);
  const most = Math.max(...banks.map(bytesOf));
  const table = new DataTable({
    label: 'Banks of DRAM',
    whole: true,
    rows: [...banks.keys()],
    columns: [
      { title: 'Channel', numeric: true, width: 80, value: (row) => banks[row]!.channel },
      { title: 'Bank', numeric: true, width: 70, value: (row) => banks[row]!.bank },
      plain('Bytes read', 'Received from the bank', (row) => banks[row]!.read),
      plain('Bytes written', 'Sent to the bank', (row) => banks[row]!.written),
      {
        title: 'Part',
        hint: 'Of the bytes of all banks; bars as long as each other are in balance',
        numeric: true,
        width: 130,
        value: (row) => (100 * bytesOf(banks[row]!)) / Math.max(1, all),
        cell: (row) => barCell(bytesOf(banks[row]!), most, percent(bytesOf(banks[row]!), all)),
      },
      plain('Rows opened', 'Activates of the bank', (row) => banks[row]!.activates),
      plain('Conflicts', 'Rows that were closed for another row of the bank', (row) => banks[row]!.conflicts),
      ...hitColumns(banks, ROW_HIT, ROW_MISS),
    ],
  });
  return h('div', {}, balanceLine(banks), table.element);
}

function cachesTable(run: Run, scope: Scope): HTMLElement | null {
  const caches = cachesOf(run, scope);
  if (caches.length === 0) return null;
  return new DataTable({
    label: 'Caches',
    whole: true,
    rows: [...caches.keys()],
    columns: [
      { title: 'Of', value: (row) => caches[row]!.section },
      { title: 'Cache', width: 150, value: (row) => caches[row]!.unit },
      { title: 'Level', width: 80, value: (row) => caches[row]!.level },
      ...hitColumns(caches, CACHE_HIT, CACHE_MISS),
    ],
  }).element;
}

function surfacesTable(run: Run, scope: Scope): HTMLElement | null {
  const uses = cachedSurfacesOf(run, scope);
  if (uses.length === 0) return null;
  const address = (row: number): number | null => uses[row]!.address;
  return new DataTable({
    label: 'Caches by surface',
    whole: true,
    rows: [...uses.keys()],
    columns: [
      { title: 'Surface', hint: 'A target or texture, with the memory after it up to the next one', value: (row) => uses[row]!.name || 'in front of all surfaces' },
      { title: 'Address', width: 120, value: address, text: (row) => (address(row) === null ? '–' : hexadecimal(address(row)!)) },
      { title: 'Caches', width: 180, value: (row) => uses[row]!.cache },
      ...hitColumns(uses, CACHE_HIT, CACHE_MISS),
    ],
  }).element;
}

/** What caches and DRAM did in a scope. */
export function dramTables(run: Run, scope: Scope): (HTMLElement | null)[] {
  const [users, channels, banks] = [usersTable(run, scope), channelsTable(run, scope), banksTable(run, scope)];
  const [caches, surfaces] = [cachesTable(run, scope), surfacesTable(run, scope)];
  return [
    caches && section('Caches', caches),
    surfaces && section('Caches by surface', surfaces),
    users && section('Rows of DRAM by user', users),
    channels && section('Channels of DRAM', channels),
    banks && section('Banks of DRAM', banks),
  ];
}

