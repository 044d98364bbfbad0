// SPDX-License-Identifier: MIT
// "What if": changes of the configuration, the cycles that each is estimated to save, and the command that runs it.

import { operationsOf, type Scope } from './model';
import type { Run } from './run';

export interface Gain {
  change: number;
  /** Of the scope's time. */
  cycles: number;
}

/** The changes that are estimated to save anything, the most first. */
export function gainsOf(run: Run, scope: Scope): Gain[] {
  const { operation_limits: limits, change_effects: effects } = run.tables;
  const byCause = new Map<number, number>();
  for (const operation of operationsOf(run, scope))
    for (const row of run.byOperation.limits.of(operation))
      byCause.set(limits.cause[row]!, (byCause.get(limits.cause[row]!) ?? 0) + limits.cycles[row]!);
  const gains = new Map<number, number>();
  effects.change.forEach((change, row) => {
    const cycles = (byCause.get(effects.cause[row]!) ?? 0) * effects.saved[row]!;
    if (cycles > 0) gains.set(change, (gains.get(change) ?? 0) + cycles);
  });
  return [...gains].map(([change, cycles]) => ({ change, cycles })).sort((a, b) => b.cycles - a.cycles);
}

export function settingsOf(run: Run, change: number): string[] {
  const t = run.tables.change_settings;
  return t.setting.filter((_, row) => t.change[row] === change);
}

/** Text as a POSIX shell takes it for one word. */
function word(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The command line that does the run again with a change, where the folder of its results is. */
export function commandOf(run: Run, change: number): string {
  const { configuration } = run.tables;
  const workload = run.meta.get('workload') ?? '';
  const settings = settingsOf(run, change);
  const input = configuration.name.findIndex((name, row) => name === 'InputFile' && configuration.section[row] === 'SIMULATOR');
  // A program's command line is no parameter.
  const isFile = configuration.value[input]?.replace(/^"|"$/g, '') === workload;
  const out = `${run.name}-${settings.join('-').replace(/[^\w.-]/g, '-')}`;
  const options = [
    '--config',
    word(`${run.name}/config.ini`),
    '--mode timing --report',
    '--out',
    word(out),
    ...settings.flatMap((setting) => ['--set', word(setting)]),
  ].join(' ');
  return isFile ? `cyclorama run ${word(workload)} ${options}` : `cyclorama exec ${options} -- ${workload}`;
}
