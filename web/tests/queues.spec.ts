// SPDX-License-Identifier: MIT
// Queues, threads and registers: on an operation and in the timeline.

import { madeUp, query, value } from './reports';
import { cells, open, tableOf } from './viewing';
import { expect, numberOf, test } from './watched';

const small = () => madeUp('small', 2, 12, 1);

test('an operation has the queues of the file', async ({ page }) => {
  await open(page, 'operations/5', small());
  await page.getByRole('tab', { name: 'Queues' }).click();
  const rows = query(
    small(),
    `SELECT u.name AS unit, q.name AS name, capacity, most, 1.0 * sum / cycles AS mean, 100.0 * full_cycles / cycles AS full FROM operation_queues
      JOIN queues q ON q.id = queue JOIN units u ON u.id = q.unit
      JOIN (SELECT share_end_cycle - share_first_cycle AS cycles FROM operations WHERE id = 5) WHERE operation = 5 ORDER BY queue`,
  );
  const shown = await cells(tableOf(page, 'Queues'));
  expect(shown.map((row) => [row[0], row[1], numberOf(row[3]!), numberOf(row[5]!)])).toEqual(
    rows.map((row) => [row['unit'], row['name'], row['capacity'], row['most']]),
  );
  shown.forEach((row, i) => {
    expect(Math.abs(numberOf(row[4]!) - Number(rows[i]!['mean']))).toBeLessThan(0.1);
    expect(Math.abs(numberOf(row[6]!) - Number(rows[i]!['full']))).toBeLessThan(0.1);
  });
});

test('an operation says what kept shader processors from taking more threads', async ({ page }) => {
  await open(page, 'operations/5', small());
  await page.getByRole('tab', { name: 'Queues' }).click();
  const [limit] = query(
    small(),
    `SELECT name, sum(full_cycles) AS cycles FROM operation_queues JOIN queues ON id = queue
      WHERE operation = 5 AND name IN ('threads', 'registers') GROUP BY name ORDER BY cycles DESC LIMIT 1`,
  );
  await expect(page.locator('.thread-limit')).toContainText(new RegExp(`^${limit!['name']} kept`, 'i'));
});

test('a unit of the timeline opens to its queues', async ({ page }) => {
  await open(page, 'timeline', small());
  const canvas = page.locator('.timeline canvas').nth(1);
  const height = async (): Promise<number> => (await canvas.boundingBox())!.height;
  const closed = await height();
  const legend = page.getByLabel('Colours: Queues');
  await expect(legend).toBeHidden();
  await page.getByRole('combobox', { name: /^Queues of/ }).selectOption({ label: 'FragmentShader0' });
  await expect.poll(height).toBe(closed + 2 * 15);
  await expect(legend).toBeVisible();
  await expect(legend.locator('span:has(> .swatch)')).toHaveCount(4);
  await page.getByRole('combobox', { name: /^Queues of/ }).selectOption('all');
  await expect.poll(height).toBe(closed + 15 * value(small(), 'SELECT count(*) FROM queues'));
  await page.getByRole('combobox', { name: /^Queues of/ }).selectOption('');
  await expect.poll(height).toBe(closed);
  await expect(legend).toBeHidden();
});

test('a click on a unit opens it, and its queues show what they held', async ({ page }) => {
  await open(page, 'timeline', small());
  const canvas = page.locator('.timeline canvas').nth(1);
  const before = (await canvas.boundingBox())!;
  const status = page.locator('.timeline .chart-status');
  const findRow = async (text: RegExp): Promise<number> => {
    const { height } = (await canvas.boundingBox())!;
    for (let y = 4; y < height; y += 6) {
      await canvas.hover({ position: { x: 400, y } });
      if (text.test((await status.textContent()) ?? '')) return y;
    }
    return -1;
  };
  const unit = await findRow(/TriangleSetup: busy/);
  expect(unit).toBeGreaterThan(0);
  await canvas.click({ position: { x: 60, y: unit } });
  await expect.poll(async () => (await canvas.boundingBox())!.height).toBe(before.height + 15);
  expect(await findRow(/TriangleSetup, input: [\d.]+ triangles on average, \d+ at most, of 12; full in/)).toBeGreaterThan(unit);
  await canvas.click({ position: { x: 60, y: unit } });
  await expect.poll(async () => (await canvas.boundingBox())!.height).toBe(before.height);
});
