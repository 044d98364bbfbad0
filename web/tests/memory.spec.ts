// SPDX-License-Identifier: MIT
// Caches and DRAM beside the counters of the file.

import { madeUp, query, value } from './reports';
import { cells, open, tableOf } from './viewing';
import { expect, numberOf, test } from './watched';

const small = () => madeUp('small', 2, 12, 1);

const sum = (names: string, condition = '1'): number =>
  value(small(), `SELECT coalesce(sum(value), 0) FROM frame_counters JOIN counters ON id = counter WHERE name GLOB '${names}' AND ${condition}`);

for (const [scope, condition] of [['run', '1'], ['1', 'frame = 1']] as const) {
  test(`rows of DRAM by user add up to the counters, ${scope}`, async ({ page }) => {
    await open(page, 'memory', small());
    await page.getByRole('combobox', { name: /^Time/ }).selectOption(scope);
    const rows = await cells(tableOf(page, 'Rows of DRAM by user'));
    expect(rows.map((row) => row[0]).sort()).toEqual(['ColorWrite', 'TextureUnit']);
    for (const [user, hits, misses, rate] of rows as [string, string, string, string][]) {
      expect(numberOf(hits)).toBe(sum(`ClientRowHit_${user}_*`, condition));
      expect(numberOf(misses)).toBe(sum(`ClientRowMiss_${user}_*`, condition));
      expect(Math.abs(numberOf(rate) - (100 * numberOf(hits)) / (numberOf(hits) + numberOf(misses)))).toBeLessThan(0.1);
    }
  });

  test(`channels have the bytes of the counters, ${scope}`, async ({ page }) => {
    await open(page, 'memory', small());
    await page.getByRole('combobox', { name: /^Time/ }).selectOption(scope);
    const rows = await cells(tableOf(page, 'Channels of DRAM'));
    const counted = (name: string, channel: string): number => sum(`${name}_Sched${channel}`, condition);
    expect(rows.map((row) => [row[0], numberOf(row[1]!), numberOf(row[2]!), numberOf(row[4]!), numberOf(row[5]!), numberOf(row[6]!)])).toEqual(
      ['0', '1'].map((channel) => [
        channel,
        counted('ReadBytes', channel),
        counted('WriteBytes', channel),
        counted('DDRActiveCommands', channel),
        counted('RowHit', channel),
        counted('RowMiss', channel),
      ]),
    );
  });
}

for (const [scope, condition] of [['run', '1'], ['1', 'frame = 1']] as const)
  test(`banks have what the file has of them, ${scope}`, async ({ page }) => {
    await open(page, 'memory', small());
    await page.getByRole('combobox', { name: /^Time/ }).selectOption(scope);
    const shown = await cells(tableOf(page, 'Banks of DRAM'));
    const banks = query(
      small(),
      `SELECT channel, bank, sum(read) AS read, sum(written) AS written, sum(activates) AS activates, sum(conflicts) AS conflicts,
        sum(hits) AS hits, sum(misses) AS misses FROM dram_banks WHERE ${condition} GROUP BY channel, bank ORDER BY channel, bank`,
    );
    const of = (row: number, name: string): number => Number(banks[row]![name]);
    expect(banks).toHaveLength(8);
    expect(shown.map((row) => [0, 1, 2, 3, 5, 6, 7, 8].map((column) => numberOf(row[column]!)))).toEqual(
      banks.map((_, row) => ['channel', 'bank', 'read', 'written', 'activates', 'conflicts', 'hits', 'misses'].map((name) => of(row, name))),
    );
    const bytes = banks.map((_, row) => of(row, 'read') + of(row, 'written'));
    const all = bytes.reduce((sum, each) => sum + each, 0);
    shown.forEach((row, i) => {
      expect(Math.abs(numberOf(row[4]!) - (100 * bytes[i]!) / all)).toBeLessThan(0.1);
      expect(Math.abs(numberOf(row[9]!) - (100 * of(i, 'hits')) / (of(i, 'hits') + of(i, 'misses')))).toBeLessThan(0.1);
    });
    const channel = Math.max(bytes.slice(0, 4).reduce((a, b) => a + b), bytes.slice(4).reduce((a, b) => a + b));
    await expect(page.locator('.balance')).toHaveText(
      `The busiest of 2 channels moved ${((2 * channel) / all).toFixed(2)} times the bytes of their mean, the busiest of 8 banks ${((8 * Math.max(...bytes)) / all).toFixed(2)} times.`,
    );
  });

test('caches have the hits and misses of the counters, of both levels', async ({ page }) => {
  await open(page, 'memory', small());
  const rows = await cells(tableOf(page, 'Caches'));
  expect(rows.map((row) => [row[1], row[2], numberOf(row[3]!), numberOf(row[4]!)])).toEqual(
    [
      ['CW-SU0', '', 'FC_CW-SU0'],
      ['TU-FS0TU0', 'first', 'FC64_TU-FS0TU0'],
      ['TU-FS0TU0', 'second', 'FC_TU-FS0TU0'],
    ].map(([unit, level, name]) => [unit, level, sum(`Hits*_${name}`), sum(`MissOK*_${name}`)]),
  );
});

for (const [scope, condition] of [['run', '1'], ['1', 'frame = 1']] as const)
  test(`surfaces have the uses of caches of their blocks, ${scope}`, async ({ page }) => {
    await open(page, 'memory', small());
    await page.getByRole('combobox', { name: /^Time/ }).selectOption(scope);
    const shown = await cells(tableOf(page, 'Caches by surface'));
    const of = (column: string, cache: string, first: number, end: number): number =>
      value(small(), `SELECT sum(${column}) FROM cache_blocks WHERE ${condition} AND cache = '${cache}' AND address >= ${first} AND address < ${end}`);
    // The target at 0x200000 and the texture at 0x300800, whose block begins before it.
    const expected = [
      ['in front of all surfaces', '–', 'texture', 0, 0x200000],
      ['colour 0', '0x00200000', 'colour', 0x200000, 0x300000],
      ['colour 0', '0x00200000', 'depth and stencil', 0x200000, 0x300000],
      ['texture 0', '0x00300800', 'texture', 0x300000, 0x400000],
      ['texture 0', '0x00300800', 'texture, second level', 0x300000, 0x400000],
    ] as const;
    expect(shown.map((row) => [row[0], row[1], row[2], numberOf(row[3]!), numberOf(row[4]!)])).toEqual(
      expected.map(([name, address, cache, first, end]) => [name, address, cache, of('hits', cache, first, end), of('misses', cache, first, end)]),
    );
    for (const row of shown) expect(Math.abs(numberOf(row[5]!) - (100 * numberOf(row[3]!)) / (numberOf(row[3]!) + numberOf(row[4]!)))).toBeLessThan(0.1);
  });
