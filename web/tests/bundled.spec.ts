// SPDX-License-Identifier: MIT
// Pages of runs of the bundled workloads, of each family: every view opens, and its numbers are those of the report's file.

import path from 'node:path';
import type { Page } from '@playwright/test';
import { bundled, recorded } from './recorded';
import { query, value } from './reports';
import { cells, differing, open, tableOf, views } from './viewing';
import { expect, numberOf, test } from './watched';

interface Workload {
  name: string;
  folder: () => string;
  timed: boolean;
}

const workloads: Workload[] = [
  { name: 'attila-scene', folder: () => recorded('attila-scene', bundled.attila(), '--mode', 'timing'), timed: true },
  { name: 'gc2000', folder: () => recorded('gc2000', bundled.gles, '--mode', 'timing'), timed: true },
  { name: 'gc7000l', folder: () => recorded('gc7000l', bundled.medley, '--mode', 'timing'), timed: true },
  { name: 'a630', folder: () => recorded('a630', bundled.vulkan), timed: false },
  { name: 'a630 in time', folder: () => recorded('a630-timed', bundled.vulkan, '--mode', 'timing'), timed: true },
];

async function everyView(page: Page): Promise<void> {
  for (const view of await views(page)) {
    await page.locator(`nav a[href="#${view}"]`).click();
    await expect(page.locator('main')).toHaveAttribute('data-view', view);
    await expect(page.locator('main .view')).toBeVisible();
    await expect(page.locator('[role=alert]')).toHaveCount(0);
  }
}

for (const { name, folder, timed } of workloads) {
  test(`${name}: every view opens`, async ({ page }) => {
    await open(page, '', folder());
    const found = await views(page);
    expect(found).toContain('operations');
    expect(found.includes('time')).toBe(timed);
    expect(found.includes('timeline')).toBe(timed);
    await everyView(page);
  });

  test(`${name}: the last change of the last frame's target makes its picture`, async ({ page }) => {
    const [last] = query(
      folder(),
      `SELECT operation, image FROM target_changes c JOIN targets t ON t.id = target JOIN operations o ON o.id = operation
        JOIN frames f ON f.id = frame WHERE aspect = 'colour' AND t.width = f.width AND t.height = f.height
        AND number IS NOT NULL ORDER BY c.id DESC LIMIT 1`,
    );
    await open(page, `operations/${last!['operation']}`, folder());
    await expect(page.locator('.pixel-frame canvas')).toHaveAttribute('data-operation', `${last!['operation']}`);
    expect(await differing(page, path.join(folder(), `${last!['image']}`))).toBe(0);
  });

  if (!timed) continue;

  test(`${name}: what set the pace adds up to the cycles of the operations, each unit of a kind once`, async ({ page }) => {
    await open(page, 'time', folder());
    const rows = await cells(tableOf(page, 'What set the pace'));
    const total = rows.pop()!;
    expect(numberOf(total[1]!)).toBe(value(folder(), 'SELECT sum(share_end_cycle - share_first_cycle) FROM operations'));
    expect(rows.reduce((sum, row) => sum + numberOf(row[1]!), 0)).toBe(numberOf(total[1]!));
    expect(new Set(rows.map((row) => row[0])).size).toBe(rows.length);
  });

  test(`${name}: where the time went adds up to the cycles of the frames`, async ({ page }) => {
    await open(page, 'time', folder());
    const rows = await cells(tableOf(page, 'Where the time went'));
    const total = rows.pop()!;
    expect(numberOf(total[1]!)).toBe(value(folder(), 'SELECT sum(end_cycle - first_cycle) FROM frames'));
    expect(rows.reduce((sum, row) => sum + numberOf(row[1]!), 0)).toBe(numberOf(total[1]!));
    expect(rows.reduce((sum, row) => sum + Math.round(10 * numberOf(row[2]!)), 0)).toBe(1000);
  });

  if (name === 'a630 in time')
    test(`${name}: passes add up to the cycles of the operations, and each bin has its place in the picture`, async ({ page }) => {
      await open(page, 'time', folder());
      const rows = await cells(tableOf(page, 'Time of passes'));
      const total = rows.pop()!;
      expect(numberOf(total[2]!)).toBe(value(folder(), 'SELECT sum(share_end_cycle - share_first_cycle) FROM operations'));
      expect(rows.length).toBe(value(folder(), 'SELECT count(DISTINCT coalesce(pass, -1)) FROM operations'));
      const bins = query(
        folder(),
        `SELECT p.id, 'bin at ' || x || ', ' || y AS name, sum(share_end_cycle - share_first_cycle) AS cycles FROM passes p
          JOIN operations o ON o.pass = p.id WHERE p.kind = 'bin' GROUP BY p.id ORDER BY p.id`,
      );
      expect(bins.length).toBeGreaterThan(4);
      for (const bin of bins) expect(rows.some((row) => row[0] === bin['name'] && numberOf(row[2]!) === bin['cycles'])).toBe(true);
      const map = page.getByRole('list', { name: 'Cycles of the parts of the picture' });
      await expect(map.getByRole('listitem')).toHaveCount(bins.length);
      await expect(map.locator('img')).toHaveCount(1);
      const image = (await map.locator('img').boundingBox())!;
      const [scale] = query(folder(), 'SELECT f.width AS frame, p.width, p.x FROM passes p JOIN frames f ON f.id = p.frame WHERE x > 0 LIMIT 1');
      const second = (await map.locator(`[data-pass="${bins[1]!['id']}"]`).boundingBox())!;
      const pixel = image.width / Number(scale!['frame']);
      expect(Math.abs((second.x - image.x) / pixel - Number(scale!['x']))).toBeLessThan(2);
      expect(Math.abs(second.width / pixel - Number(scale!['width']))).toBeLessThan(2);
    });

  test(`${name}: the costliest operation, its cycles and its counters`, async ({ page }) => {
    await open(page, 'overview', folder());
    const [first] = query(
      folder(),
      'SELECT id, share_end_cycle - share_first_cycle AS cycles FROM operations ORDER BY cycles DESC, id LIMIT 1',
    );
    const shown = await cells(tableOf(page, 'The costliest operations'));
    expect(numberOf(shown[0]![4]!)).toBe(first!['cycles']);
    await open(page, `operations/${first!['id']}`, folder());
    await page.getByRole('tab', { name: 'Counters' }).click();
    const counters = await cells(tableOf(page, 'Counters'));
    const rows = query(folder(), `SELECT value FROM operation_counters JOIN counters ON id = counter WHERE operation = ${first!['id']} ORDER BY section, counter`);
    expect(counters).toHaveLength(rows.length);
    const integers = rows.flatMap((row, i) => (Number.isInteger(row['value']) ? [i] : []));
    expect(integers.map((i) => numberOf(counters[i]![2]!))).toEqual(integers.map((i) => rows[i]!['value']));
  });
}

test('a change of the configuration is held beside the run without it', async ({ page }) => {
  const changed = recorded('gc2000-changed', bundled.gles, '--mode', 'timing', '--set', 'FRAGMENTSHADER.TextureCacheLines=4');
  await open(page, 'compare', workloads[1]!.folder(), changed);
  expect((await cells(tableOf(page, 'Configuration')))[0]).toEqual(['FRAGMENTSHADER', 'TextureCacheLines', '8', '4']);
  await everyView(page);
});
