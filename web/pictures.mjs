// SPDX-License-Identifier: MIT
// Takes the pictures of the documentation from a page.
// usage: pictures.mjs PAGE FOLDER

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';

const [page, folder] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const tab = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
const address = pathToFileURL(path.resolve(page)).href;

async function take(view, name, prepare = async () => {}) {
  await tab.goto('about:blank');
  await tab.goto(`${address}#${view}`);
  await tab.locator('main .view').waitFor();
  await prepare();
  await tab.waitForTimeout(1500);
  await tab.screenshot({ path: path.join(folder, `${name}.png`) });
}

await tab.goto(`${address}#overview`);
// The draw that took longest.
const costliest = await tab.locator('[aria-label="The costliest operations"] a', { hasText: 'draw' }).first().getAttribute('href');
await take(costliest.slice(1), 'report_operation');
await take(costliest.slice(1), 'report_overlay', async () => {
  await tab.getByRole('button', { name: 'Overlay of fragments' }).click();
  await tab.getByRole('combobox', { name: 'Overlay' }).selectOption('covered');
  await tab.getByRole('combobox', { name: 'Of', exact: true }).selectOption('frame');
});
await take('timeline', 'report_timeline');
await browser.close();
