// SPDX-License-Identifier: MIT

import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'tests',
  outputDir: process.env['CYCLORAMA_PAGE_RESULTS'] ?? '../build/page/results',
  workers: availableParallelism(),
  forbidOnly: true,
  reporter: 'list',
  timeout: 60_000,
  // Other tests, and the program that records their runs, have the same processors.
  expect: { timeout: 20_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] },
  },
});
