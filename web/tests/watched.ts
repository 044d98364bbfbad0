// SPDX-License-Identifier: MIT
// A page that fails its test where it says an error, asks for anything but itself, or executes what a report brought.

import { expect, test as base } from '@playwright/test';

export const test = base.extend({
  page: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      if (!/^(file|blob|data):/.test(request.url())) complaints.push(`asked for ${request.url()}`);
    });
    await use(page);
    expect(complaints).toEqual([]);
    expect(await page.evaluate('window.harmed')).toBeUndefined();
  },
});

export { expect };

/** The number that a text of the page stands for. */
export function numberOf(text: string | null): number {
  return Number((text ?? '').replaceAll('\u202f', '').replace('−', '-').replace('%', ''));
}
