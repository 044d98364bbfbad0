// SPDX-License-Identifier: MIT
// The steps of docs/start/tutorial.md, on the pages of its runs: what it says is there.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { bundled, recorded } from './recorded';
import { project } from './reports';
import { cells, open, tableOf } from './viewing';
import { expect, numberOf, test } from './watched';

const tutorial = readFileSync(path.join(project, 'docs/start/tutorial.md'), 'utf8').replace(/\s+/g, ' ');

/** A text that the tutorial has. */
function said(text: string): string {
  expect(tutorial).toContain(text);
  return text;
}

/** A number that the tutorial has, with a comma between groups of digits. */
function saidNumber(text: string): number {
  return Number(said(text).replace(/,/g, ''));
}

const results = (): string => recorded('attila-scene', bundled.attila(), '--mode', 'timing');
const isotropic = (): string =>
  recorded('isotropic', bundled.attila(), '--mode', 'timing', '--set', said('FRAGMENTSHADER.MaxAnisotropy=1'));

/** Rows of a table in a tab of an operation. */
async function tab(page: Page, name: string, table: string): Promise<string[][]> {
  await page.getByRole('tab', { name, exact: true }).click();
  return cells(tableOf(page, table));
}

test('the costliest draw is where the tutorial says', async ({ page }) => {
  await open(page, 'overview', results());
  const rows = await cells(tableOf(page, 'The costliest operations'));
  expect(numberOf(rows[0]![4]!)).toBe(saidNumber('688,565'));
  expect(rows[1]![0]).toContain(said('draw 15'));
  expect(numberOf(rows[1]![4]!)).toBe(saidNumber('649,878'));
  expect(rows[1]![5]!.replace(/\s/g, ' ')).toBe(said('22.8 %'));
  expect(3 * numberOf(rows[2]![4]!)).toBeLessThan(numberOf(rows[1]![4]!));
  await tableOf(page, 'The costliest operations').getByRole('link', { name: 'draw 15' }).click();
  await page.getByRole('button', { name: said('Difference') }).click();
  await expect(page.locator('.pixel-frame canvas')).toHaveAttribute('data-moment', 'difference');
  const state = await tab(page, said('State'), 'State');
  expect(state).toContainEqual(['rasterizer', 'samples', '4']);
  expect(state).toContainEqual(['texture 0', 'size', `${said('512x512x1 texels')}`]);
  expect(state).toContainEqual(['texture 0', 'anisotropy', '8']);
});

test('units and waits of the floor are what the tutorial says', async ({ page }) => {
  await open(page, 'operations/31', results());
  const units = await tab(page, said('Units'), 'Units');
  for (const unit of ['MemoryController', 'TextureUnitFSh0-0', 'VectorShader0']) {
    const [, busy, waiting] = units.find(([name]) => name === unit)!.map((cell) => cell.replace(/\s/g, ' '));
    said(`\`${unit}\`: busy ${busy}, waiting ${waiting}.`);
  }
  const limits = await tab(page, said('Limits'), 'What set the pace of #31 draw 15');
  said(`\`${limits[0]![0]}\` did in ${limits[0]![2]!.replace(/\s/g, ' ')} of the draw's cycles`);
  said(`In ${limits[0]![3]!.replace(/\s/g, ' ')} of these cycles data moved`);
  const waits = await tab(page, said('Waits'), 'Who waits for what');
  const reasonOf = (unit: string): string => waits.find(([name]) => name === unit)![1]!;
  expect(reasonOf('TriangleTraversal')).toContain(said('room in hierarchical Z'));
  expect(reasonOf('HierarchicalZ')).toContain('room in the work distributor');
  expect(reasonOf('VectorShader0')).toContain(said('wait for texture units'));
  expect(reasonOf('TextureUnitFSh0-0')).toContain(said('under way in memory'));
  await page.getByRole('tab', { name: said('Programs'), exact: true }).click();
  await page.getByRole('listitem').filter({ hasText: 'fragment' }).getByRole('link').click();
  const executed = (await cells(tableOf(page, 'Listing'))).filter(([, , , threads]) => numberOf(threads!) > 0);
  expect(executed).toHaveLength(saidNumber('21'));
  for (const [, , , threads] of executed) expect(numberOf(threads!)).toBe(saidNumber('259,776'));
  expect(executed.filter(([, text]) => text!.startsWith(`${said('tex')} `))).toHaveLength(1);
});

test('the floor reads what the tutorial says', async ({ page }) => {
  await open(page, 'operations/31', results());
  const counters = await tab(page, said('Counters'), 'Counters');
  const sum = (name: RegExp): number =>
    counters.filter((row) => row.some((cell) => name.test(cell))).reduce((all, row) => all + numberOf(row[2]!), 0);
  expect(sum(/^TextureUnit_ReadBytes_MC$/)).toBe(saidNumber('16,047,744'));
  expect(sum(/^ColorWrite_ReadBytes_MC$/)).toBe(saidNumber('2,527,680'));
  expect(sum(/^AnisotropyRatio_TU/)).toBe(saidNumber('297,917'));
  expect(sum(/^TextureRequests_TU/)).toBe(saidNumber('51,920'));
});

test('what if is what the tutorial says', async ({ page }) => {
  await open(page, 'time', results());
  const [first] = await cells(tableOf(page, 'What if'));
  said(`*${first![0]}*, by which the frame would take ${first![2]!.replace(/\s/g, ' ')} less`);
  expect(first![3]).toContain(`cyclorama run ${bundled.attila()} --config attila-scene/config.ini --mode timing --report --out`);
  expect(first![3]).toContain('--set GPU.MemoryClock=1000');
});

test('without anisotropy the floor takes what the tutorial says', async ({ page }) => {
  await open(page, 'compare', results(), isotropic());
  const frames = await cells(tableOf(page, 'Frames'));
  expect(frames[0]!.slice(1, 3).map(numberOf)).toEqual([saidNumber('2,849,974'), saidNumber('2,297,388')]);
  expect(frames[0]!.join(' ').replace(/\s/g, ' ')).toContain(`−${said('19.4 %')}`);
  const floor = (await cells(tableOf(page, 'Operations'))).find(([id]) => id === '31')!;
  expect(floor.slice(3, 5).map(numberOf)).toEqual([saidNumber('649,878'), saidNumber('231,941')]);
  await expect(page.locator('[data-differing]')).not.toHaveAttribute('data-differing', '0');
});
