// SPDX-License-Identifier: MIT

import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'tests',
  outputDir: process.env['CYCLORAMA_PAGE_RESULTS'] ?? '../build/page/results',
  workers: availableParallelism(),
  forbidOnly: true,
  reporter: 'list',
  // Milliseconds. A test records the runs that it shows; other tests have the same processors.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] },
  },
});
