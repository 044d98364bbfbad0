// SPDX-License-Identifier: MIT
// Which parts of memory were used by whom, and for what threads waited at instructions.

import { madeUp, query, value } from './reports';
import { cells, open, tableOf } from './viewing';
import { expect, numberOf, test } from './watched';

const small = () => madeUp('small', 2, 12, 1);

for (const [scope, condition] of [['run', '1'], ['1', 'frame = 1']] as const)
  test(`the footprint has all blocks of the file, ${scope}`, async ({ page }) => {
    await open(page, 'memory', small());
    await page.getByRole('combobox', { name: /^Time/ }).selectOption(scope);
    const rows = await cells(tableOf(page, 'Footprint'));
    // Two users beside each other, of which one begins without writes; the third is further up.
    expect(rows.map((row) => [row[0], row[1], row[3], row[4]])).toEqual([
      ['0x00200000', '0x00201000', 'Colour cache', ''],
      ['0x00201000', '0x00204000', 'Colour cache', 'Colour cache'],
      ['0x00204000', '0x00208000', 'Depth cache', 'Depth cache'],
      ['0x0026c000', '0x00270000', 'Texture unit', 'Texture unit'],
    ]);
    const sum = (column: string): number => value(small(), `SELECT sum(${column}) FROM memory_blocks WHERE ${condition}`);
    expect(rows.reduce((all, row) => all + numberOf(row[5]!), 0)).toBe(sum('read'));
    expect(rows.reduce((all, row) => all + numberOf(row[6]!), 0)).toBe(sum('written'));
    expect(rows[0]![7]).toBe('colour 0');
    await expect(page.locator('.footprint span')).toHaveCount(4);
  });

test('a listing shows for what threads waited at each instruction', async ({ page }) => {
  await open(page, 'programs/1', small());
  const table = tableOf(page, 'Listing');
  const rows = query(small(), 'SELECT * FROM program_instructions WHERE program = 1 ORDER BY instruction');
  const shown = await cells(table);
  expect(shown.map((row) => row.slice(4).map(numberOf))).toEqual(
    rows.map((row) => {
      const [turn, results, texture] = ['turn_cycles', 'result_cycles', 'texture_cycles'].map((name) => Number(row[name])) as [number, number, number];
      const all = turn + results + texture;
      return [all, all / Number(row['issues']), turn, results, texture];
    }),
  );
});

test('a listing of which no thread was seen to wait has no waits', async ({ page }) => {
  await open(page, 'programs/0', small());
  expect((await cells(tableOf(page, 'Listing')))[0]).toHaveLength(4);
});

test('a program says what limits its threads', async ({ page }) => {
  await open(page, 'programs/1', small());
  const [room] = query(
    small(),
    `SELECT min((SELECT capacity FROM queues WHERE name = 'threads'), (SELECT capacity FROM queues WHERE name = 'registers') / registers) AS threads
      FROM programs WHERE id = 1`,
  );
  await expect(page.locator('.occupancy')).toContainText(`at most ${room!['threads']} of its threads`);
  await expect(page.locator('.occupancy')).toContainText('registers limit them');
});
