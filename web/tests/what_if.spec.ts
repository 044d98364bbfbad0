// SPDX-License-Identifier: MIT
// What changes are estimated to save, and the commands that run them.

import { madeUp, query } from './reports';
import { cells, open, tableOf } from './viewing';
import { expect, numberOf, test } from './watched';

const small = () => madeUp('small', 2, 12, 1);

function estimates(condition: string): { title: string; cycles: number }[] {
  return query(
    small(),
    `SELECT c.title, sum(cycles * saved) AS cycles FROM operation_limits l JOIN change_effects e ON e.cause = l.cause
      JOIN changes c ON c.id = e.change JOIN operations o ON o.id = operation WHERE ${condition} GROUP BY c.id ORDER BY 2 DESC`,
  ).map((row) => ({ title: String(row['title']), cycles: Number(row['cycles']) }));
}

test('estimates are those of the report, for the run, a frame and an operation', async ({ page }) => {
  await open(page, 'time', small());
  for (const [scope, condition] of [['run', '1'], ['0', 'frame = 0'], ['1', 'frame = 1']] as const) {
    await page.getByRole('combobox', { name: /^Time/ }).selectOption(scope);
    const rows = await cells(tableOf(page, 'What if'));
    expect(rows.map((row) => [row[0], numberOf(row[1]!)])).toEqual(estimates(condition).map((row) => [row.title, Math.round(row.cycles)]));
  }
  await open(page, 'operations/5', small());
  await page.getByRole('tab', { name: 'What if' }).click();
  const rows = await cells(tableOf(page, 'What if, of #5 draw 5'));
  const expected = estimates('operation = 5');
  expect(rows.map((row) => [row[0], numberOf(row[1]!)])).toEqual(expected.map((row) => [row.title, Math.round(row.cycles)]));
  const [cycles] = query(small(), 'SELECT share_end_cycle - share_first_cycle AS cycles FROM operations WHERE id = 5');
  expect(numberOf(rows[0]![2]!)).toBeCloseTo((100 * expected[0]!.cycles) / Number(cycles!['cycles']), 0);
});

test('commands run a change, and copy', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: (text: string) => Promise.resolve(void ((window as unknown as { copied: string }).copied = text)) },
    }),
  );
  await open(page, 'time', small());
  const row = tableOf(page, 'What if').locator('tbody tr', { hasText: 'Change 2' });
  await row.getByRole('button', { name: 'Copy' }).click();
  const copied = await page.evaluate(() => (window as unknown as { copied: string }).copied);
  // The workload is no file that the configuration names: a program's command line.
  const [workload] = query(small(), "SELECT value FROM meta WHERE key = 'workload'");
  expect(copied).toBe(
    'cyclorama exec --config small/config.ini --mode timing --report --out small-GPU.MemoryClock-1000 --set GPU.MemoryClock=1000 ' +
      `-- ${workload!['value']}`,
  );
  // A setting reaches a shell as a word, whatever is in it.
  await expect(tableOf(page, 'What if')).toContainText(`--set A.Few=2 --set 'A.Name='\\''; x'`);
});
