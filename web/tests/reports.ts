// SPDX-License-Identifier: MIT
// Reports to test the page with, each made once by each process of tests that asks for it.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const tests = path.dirname(fileURLToPath(import.meta.url));
export const project = path.resolve(tests, '../..');
export const program = process.env['CYCLORAMA_PROGRAM'] ?? path.join(project, 'build/release/cyclorama');
/** The folder of this process of tests: Playwright runs several at once. */
export const place = path.join(
  process.env['CYCLORAMA_PAGE_REPORTS'] ?? path.join(project, 'build/page/reports'),
  process.env['TEST_PARALLEL_INDEX'] ?? '0',
);

const made = new Set<string>();

/** A folder of that name, made anew in each run of the tests. */
export function folderOf(name: string, make: (folder: string) => void): string {
  const folder = path.join(place, name);
  if (made.has(name)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  make(folder);
  made.add(name);
  return folder;
}

/** What a command prints. */
export function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28 });
}

/** A folder with a report of made-up numbers, whose time begins in a cycle. */
export function madeUp(name: string, frames: number, draws: number, seed: number, start = 0): string {
  const script = path.join(tests, 'make_report.py');
  return folderOf(name, (folder) =>
    run('python3', script, folder, '--frames', `${frames}`, '--draws', `${draws}`, '--seed', `${seed}`, '--start', `${start}`),
  );
}

/** The page of one report, or of two. */
export function pageOf(...folders: string[]): string {
  const page = path.join(place, `${folders.map((folder) => path.basename(folder)).join('+')}.html`);
  if (!existsSync(page) || !made.has(page)) run(program, 'report', ...folders, '-o', page);
  made.add(page);
  return page;
}

export function address(page: string): string {
  return pathToFileURL(page).href;
}

/** Rows of a query of a report. */
export function query(folder: string, sql: string): Record<string, number | string | null>[] {
  const script =
    'import json, sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.row_factory = sqlite3.Row; ' +
    'print(json.dumps([dict(row) for row in d.execute(sys.argv[2])]))';
  return JSON.parse(run('python3', '-c', script, path.join(folder, 'report.sqlite'), sql));
}

/** The only value of a query. */
export function value(folder: string, sql: string): number {
  return Number(Object.values(query(folder, sql)[0]!)[0]);
}
