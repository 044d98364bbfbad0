// SPDX-License-Identifier: MIT
// Reports of 2,000 draws, and pages that are damaged or empty.

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { address, madeUp, pageOf, project } from './reports';
import { expect, test } from './watched';

const MEGABYTE = 1e6;
const later = gzipSync('{"format":2}').toString('base64');

test('2,000 draws open at once and fit', async ({ page }) => {
  const file = pageOf(madeUp('large', 4, 500, 3));
  expect(statSync(file).size).toBeLessThan(5 * MEGABYTE);
  await page.goto(`${address(file)}#operations`);
  await expect(page.locator('.detail h2')).toBeVisible();
  const links = page.locator('nav a');
  for (let i = 0; i < (await links.count()); ++i) {
    await links.nth(i).click();
    await expect(page.locator('main .view')).toBeVisible();
  }
});

/** A page that was changed, beside the one that it was. */
function changed(name: string, change: (text: string) => string): string {
  const file = pageOf(madeUp('small', 2, 12, 1));
  const other = path.join(path.dirname(file), name);
  writeFileSync(other, change(readFileSync(file, 'utf8')));
  return address(other);
}

test('the page without a report says so', async ({ page }) => {
  await page.goto(address(path.join(project, 'web/built/report.html')));
  await expect(page.getByRole('alert')).toContainText('No report is in this page.');
});

for (const [name, change, message] of [
  ['shortened.html', (text: string) => text.replace(/(id="run-0">.{900})[^<]*/, '$1'), 'cannot be read'],
  ['broken.html', (text: string) => text.replace(/id="run-0">..../, 'id="run-0">!!!!'), 'no base64 text'],
  ['other.html', (text: string) => text.replace(/id="run-0">[^<]*/, `id="run-0">${later}`), 'has data of format 2'],
] as const)
  test(`${name} says what is wrong`, async ({ page }) => {
    await page.goto(changed(name, change));
    await expect(page.getByRole('alert')).toContainText(message);
  });

test('a picture that ends too soon says so, and the rest is shown', async ({ page }) => {
  await page.goto(`${changed('pictures.html', (text) => text.replace(/(id="blobs-0">.{8})[^<]*/, '$1'))}#operations/3`);
  await expect(page.getByRole('alert')).toContainText('ends before its pictures do');
  await expect(page.locator('.detail h2')).toContainText('#3 draw 3');
});
