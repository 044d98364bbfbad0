// SPDX-License-Identifier: MIT
// Overlays of fragments: their numbers beside those of the report's file, by hand and by key.

import type { Page } from '@playwright/test';
import { bundled, recorded } from './recorded';
import { madeUp, query, value } from './reports';
import { open, pixels, tableOf } from './viewing';
import { expect, numberOf, test } from './watched';

const small = () => madeUp('small', 2, 12, 1);
const canvas = '.pixel-frame canvas';

async function openOverlay(page: Page, operation: number, folder: string): Promise<void> {
  await open(page, `operations/${operation}`, folder);
  await page.getByRole('button', { name: 'Overlay of fragments' }).click();
  await expect(page.locator(canvas)).toHaveAttribute('data-overlay', 'shaded');
}

async function choose(page: Page, kind: string, extent = 'operation'): Promise<void> {
  await page.getByRole('combobox', { name: 'Overlay' }).selectOption(kind);
  await page.getByRole('combobox', { name: 'Of', exact: true }).selectOption(extent);
  await expect(page.locator(canvas)).toHaveAttribute('data-overlay', kind);
  await expect(page.locator(canvas)).toHaveAttribute('data-extent', extent);
}

/** A number of what is said of all pixels. */
async function said(page: Page, pattern: RegExp): Promise<number> {
  const text = await page.locator('.overlay-totals p').innerText();
  return numberOf(pattern.exec(text)?.[1] ?? `nothing like ${pattern} in “${text}”`);
}

const sum = (page: Page) => said(page, /; sum ([^.]*)\./);

/** Lets the page copy without a clipboard. */
async function watchCopies(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void ((window as unknown as { copied: string }).copied = text) },
    });
  });
}

const SUMS = {
  covered: 'rejected_early + killed + rejected_late + written',
  shaded: 'killed + rejected_late + written',
  rejected_early: 'rejected_early',
  killed: 'killed',
  written: 'written',
} as const;

for (const scheme of ['light', 'dark'] as const)
  test(`overlays have the sums of the file, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await watchCopies(page);
    await openOverlay(page, 5, small());
    for (const [kind, columns] of Object.entries(SUMS)) {
      const expected = value(small(), `SELECT ${columns} FROM pixel_counts WHERE operation = 5`);
      await choose(page, kind);
      if (expected === 0) {
        await expect(page.locator('.overlay-totals p')).toContainText('No pixel has a value.');
        continue;
      }
      expect(await sum(page), kind).toBe(expected);
      const [size] = query(small(), 'SELECT width * height AS pixels FROM pixel_counts WHERE operation = 5');
      expect(await said(page, /^(.*) of 19.?200 pixels/)).toBe(size!['pixels']);
      const most = await said(page, /at most ([^,]*),/);
      await expect(page.locator('.scale-numbers span').last()).toHaveText(String(most));
      await page.locator('.overlay-totals button').click();
      const rows = String(await page.evaluate('window.copied')).trim().split('\r\n').slice(1).map((row) => row.split(',').map(Number));
      expect(rows.reduce((all, [, count]) => all + count!, 0)).toBe(160 * 120);
      expect(rows.reduce((all, [each, count]) => all + each! * count!, 0)).toBe(expected);
    }
  });

test('an overlay adds up the operations of a frame', async ({ page }) => {
  await openOverlay(page, 17, small());
  for (const [extent, condition] of [['so far', 'id <= 17'], ['frame', '1']] as const) {
    await choose(page, 'covered', extent);
    const rows = `pixel_counts JOIN operations ON id = operation WHERE frame = 1 AND ${condition}`;
    expect(await sum(page)).toBe(value(small(), `SELECT sum(${SUMS.covered}) FROM ${rows}`));
    expect(await said(page, /Operations: ([^.]*)\./)).toBe(value(small(), `SELECT count(*) FROM ${rows}`));
  }
  await page.keyboard.press('k');
  await expect(page.locator(canvas)).toHaveAttribute('data-operation', '16');
  await expect(page.locator(canvas)).toHaveAttribute('data-extent', 'frame');
});

test('the cost of programs is fragments times the instructions of a thread', async ({ page }) => {
  await openOverlay(page, 5, small());
  await choose(page, 'cost');
  // A thread that begins executes ten instructions: the counts of the listing are 1, 2, 3 and 4 times the first.
  expect(await sum(page)).toBe(10 * value(small(), `SELECT ${SUMS.shaded} FROM pixel_counts WHERE operation = 5`));
  // Every other operation has no fragment program.
  await choose(page, 'cost', 'so far');
  await expect(page.locator('.overlay-totals p')).toContainText('Without those whose programs have no counts: 3.');
});

test('a pixel under the pointer shows its counts, by keys alone', async ({ page }) => {
  await open(page, 'operations/5', small());
  const button = page.getByRole('button', { name: 'Overlay of fragments' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Overlay of fragments' })).toBeFocused();
  const list = page.getByRole('combobox', { name: 'Overlay' });
  await list.focus();
  await page.keyboard.press('End');
  await expect(page.locator(canvas)).toHaveAttribute('data-overlay', 'quads');
  const [row] = query(small(), 'SELECT x, y, width, height FROM pixel_counts WHERE operation = 5');
  await page.locator(canvas).focus();
  for (let i = 0; i < Number(row!['x']) + 1; ++i) await page.keyboard.press('ArrowRight');
  for (let i = 0; i < Number(row!['y']) + Number(row!['height']) - 1; ++i) await page.keyboard.press('ArrowDown');
  const [, early] = /of (\d+) fragments/.exec(await page.locator('.pixel-status').innerText())!;
  const rejected = Number(early) - 302;
  await expect(page.locator('.pixel-status')).toHaveText(
    new RegExp(`: 99\\.7 % of threads; of ${early} fragments ${rejected} rejected early, 1 killed, 0 rejected late, 301 written, 1 helpers$`),
  );
});

test('an operation without fragments says so', async ({ page }) => {
  const folder = recorded('medley-overlay', bundled.medley);
  const [row] = query(
    folder,
    'SELECT id FROM operations WHERE id NOT IN (SELECT operation FROM pixel_counts) AND frame IN (SELECT frame FROM operations JOIN pixel_counts ON operation = id) ORDER BY id DESC LIMIT 1',
  );
  await open(page, `operations/${row!['id']}`, folder);
  await expect(page.locator('.overlay-totals p')).toContainText('No pixel has a value.');
});

for (const [name, folder] of [
  ['ATTILA’s scene, timed', () => recorded('attila-timing', bundled.attila(), '--mode', 'timing')],
  ['a capture of a GC7000L', () => recorded('medley-overlay', bundled.medley)],
] as const)
  test(`${name}: overlays of the draw of most fragments, and of its frame`, async ({ page }) => {
    const [row] = query(
      folder(),
      `SELECT operation, frame, ${SUMS.shaded} AS shaded, written, surface_width AS width, surface_height AS height FROM pixel_counts JOIN operations ON id = operation ORDER BY shaded DESC, id LIMIT 1`,
    );
    await openOverlay(page, Number(row!['operation']), folder());
    expect(await sum(page)).toBe(row!['shaded']);
    expect(await pixels(page)).toHaveLength(4 * Number(row!['width']) * Number(row!['height']));
    await choose(page, 'written', 'frame');
    const all = value(folder(), `SELECT sum(written) FROM pixel_counts JOIN operations ON id = operation WHERE frame = ${row!['frame']}`);
    const shown = await sum(page);
    expect(shown).toBeGreaterThanOrEqual(Number(row!['written']));
    expect(shown).toBeLessThanOrEqual(all);
    await choose(page, 'quads', 'frame');
    await expect(page.locator('.scale-numbers span').last()).toHaveText('100');
    await expect(tableOf(page, 'Operations')).toBeVisible();
  });
