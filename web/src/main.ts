// SPDX-License-Identifier: MIT

import { App, problem } from './app';
import { ReportError } from './data/container';
import { readRun, type Run } from './data/run';
import { replace } from './ui/dom';
import { followSystem } from './ui/theme';
import { viewKinds } from './views';
import './style.css';

async function start(root: HTMLElement): Promise<void> {
  if (typeof DecompressionStream === 'undefined')
    throw new ReportError('This browser is too old for the report: it has no DecompressionStream.');
  const runs: Run[] = [];
  for (let number = 0; number < 2; ++number) {
    const run = await readRun(number);
    if (run) runs.push(run);
  }
  const [first] = runs;
  if (!first) throw new ReportError('No report is in this page. “cyclorama report DIR” makes one that has.');
  document.title = `${runs.map((run) => run.name).join(' and ')} – Cyclorama report`;
  new App(runs, viewKinds, root);
}

followSystem();
const root = document.getElementById('page');
if (root) start(root).catch((error: unknown) => replace(root, problem(error)));
