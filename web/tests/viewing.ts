// SPDX-License-Identifier: MIT
// Opens pages, and reads what they show.

import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { address, pageOf } from './reports';

/** Opens a view of the page of one report, or of two: `KIND`, `KIND/NUMBER`, or nothing for the page's own choice. */
export async function open(page: Page, view: string, ...folders: string[]): Promise<void> {
  await page.goto(`${address(pageOf(...folders))}#${view}`);
  await expect(page.locator('#view')).toHaveAttribute('data-view', view.split('/')[0] || 'overview');
}

/** The table with that name. */
export function tableOf(page: Page, label: string): Locator {
  return page.getByRole('region', { name: label, exact: true });
}

/**
 * Texts of a table that has rows, by row and column. A click on a link shows its view in a later task, and a table has all rows
 * that are in sight once the browser has reported its size, which is within the second frame.
 */
export async function cells(table: Locator): Promise<string[][]> {
  const rows = table.locator('tbody tr:not(.space)');
  await expect(rows).not.toHaveCount(0);
  await table.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
  );
}

export async function views(page: Page): Promise<string[]> {
  return page.locator('nav a').evaluateAll((links) => links.map((link) => link.getAttribute('href')!.slice(1)));
}

/** Colours of pixels of the shown picture, without transparency. */
export async function pixels(page: Page): Promise<number[]> {
  return page.locator('.pixel-frame canvas').evaluate((canvas: HTMLCanvasElement) => [
    ...canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data,
  ]);
}

/** How many pixels of the shown picture differ from those of a file; -1 where the sizes do. */
export async function differing(page: Page, file: string): Promise<number> {
  const data = `data:image/png;base64,${readFileSync(file).toString('base64')}`;
  return page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const shown = document.querySelector<HTMLCanvasElement>('.pixel-frame canvas')!;
    if (shown.width !== image.width || shown.height !== image.height) return -1;
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const pixelsOf = (from: HTMLCanvasElement) =>
      new Uint32Array(from.getContext('2d')!.getImageData(0, 0, image.width, image.height).data.buffer);
    const [left, right] = [pixelsOf(shown), pixelsOf(canvas)];
    return left.reduce((count, pixel, i) => count + Number(pixel !== right[i]), 0);
  }, data);
}
