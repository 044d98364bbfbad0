// SPDX-License-Identifier: MIT
// The programs that operations ran: their listings, and how often each instruction was executed.

import type { App, View, ViewKind } from '../app';
import { Ranges, type Run } from '../data/run';
import { h, replace } from '../ui/dom';
import { number } from '../ui/format';
import { barCell, DataTable, type Column } from '../ui/table';
import { matches, searchBox } from './parts';

/** Sums and maxima of a program's instructions. */
interface Amounts {
  issues: number;
  threadInstructions: number;
  mostThreads: number;
  mostIssues: number;
}

class Programs {
  readonly instructions: Ranges;
  readonly amounts: Amounts[];
  private readonly users: number[][];

  constructor(run: Run) {
    const { programs, program_instructions: t, operation_programs: uses } = run.tables;
    this.instructions = new Ranges(t.program, programs.id.length);
    this.amounts = programs.id.map((id) => {
      const amounts = { issues: 0, threadInstructions: 0, mostThreads: 0, mostIssues: 0 };
      for (const row of this.instructions.of(id)) {
        amounts.issues += t.issues[row]!;
        amounts.threadInstructions += t.threads[row]!;
        amounts.mostIssues = Math.max(amounts.mostIssues, t.issues[row]!);
        amounts.mostThreads = Math.max(amounts.mostThreads, t.threads[row]!);
      }
      return amounts;
    });
    this.users = programs.id.map(() => []);
    uses.program.forEach((program, row) => this.users[program]!.push(uses.operation[row]!));
  }

  operations(program: number): readonly number[] {
    return this.users[program]!;
  }
}

/** A table of programs; those of an operation, or all. */
function programsTable(run: Run, programs: Programs, label: string, rows: number[], choose: (program: number) => void): DataTable {
  const t = run.tables.programs;
  const most = programs.amounts.reduce((sum, one) => Math.max(sum, one.threadInstructions), 1);
  return new DataTable({
    label,
    rows,
    choose,
    columns: [
      { title: '#', numeric: true, width: 46, value: (row) => row },
      { title: 'Stage', width: 100, value: (row) => t.stage[row]! },
      { title: 'Length', hint: 'Instructions', numeric: true, width: 76, value: (row) => t.instructions[row]! },
      { title: 'Registers', hint: 'Of four components, that a thread takes', numeric: true, width: 88, value: (row) => t.registers[row]! },
      { title: 'Operations', hint: 'That ran it', numeric: true, width: 96, value: (row) => programs.operations(row).length },
      {
        title: 'Executed',
        hint: 'Instructions of single threads, over the whole run',
        numeric: true,
        value: (row) => programs.amounts[row]!.threadInstructions,
        cell: (row) => barCell(programs.amounts[row]!.threadInstructions, most, number(programs.amounts[row]!.threadInstructions)),
      },
    ],
  });
}

/** The programs of an operation; null where it has none. */
export function programsOf(app: App, operation: number): HTMLElement | null {
  const { run } = app;
  const rows = [...run.byOperation.programs.of(operation)].map((row) => run.tables.operation_programs.program[row]!);
  if (rows.length === 0) return null;
  const links = rows.map((program) =>
    h(
      'li',
      {},
      h('a', { href: `#programs/${program}` }, `Program ${program}`),
      `: ${run.tables.programs.stage[program]}, ${number(run.tables.programs.instructions[program]!)} instructions`,
    ),
  );
  return h('ul', { class: 'findings-list' }, ...links);
}

/** For what threads waited at instructions. */
const WAITS = [
  ['turn_cycles', 'Turn', 'Others were first'],
  ['result_cycles', 'Results', 'Results of earlier instructions were to come'],
  ['texture_cycles', 'Texture', 'The answer of the texture unit, or room in it, was to come'],
  ['output_cycles', 'Outputs', 'It had ended the thread, whose outputs were to be sent'],
] as const;

/** Cycles in which threads waited at an instruction, for any reason. */
function waitOf(run: Run, row: number): number {
  return WAITS.reduce((sum, [column]) => sum + run.tables.program_instructions[column][row]!, 0);
}

/** Columns of waits; none where no thread was seen to wait. */
function waitColumns(run: Run, rows: readonly number[]): Column[] {
  const t = run.tables.program_instructions;
  const whole = rows.reduce((sum, row) => sum + waitOf(run, row), 0);
  if (whole === 0) return [];
  const most = rows.reduce((max, row) => Math.max(max, waitOf(run, row)), 0);
  const causes = WAITS.filter(([column]) => rows.some((row) => t[column][row]! > 0));
  return [
    {
      title: 'Cycles at it',
      hint: 'Estimate of the cycles in which threads of shader processors stood there, summed over threads',
      numeric: true,
      width: 120,
      value: (row) => waitOf(run, row),
      cell: (row) => barCell(waitOf(run, row), most, number(waitOf(run, row))),
    },
    {
      title: 'Each time',
      hint: 'Those cycles by issue: its latency and what came before it could execute',
      numeric: true,
      width: 90,
      value: (row) => (t.issues[row]! > 0 ? waitOf(run, row) / t.issues[row]! : null),
      text: (row) => (t.issues[row]! > 0 ? number(Math.round((10 * waitOf(run, row)) / t.issues[row]!) / 10) : '–'),
    },
    ...causes.map(([column, title, hint]): Column => ({ title, hint, numeric: true, width: 90, value: (row) => t[column][row]! })),
  ];
}

/** How many threads of a program a shader processor has room for, and what limits them; null where that is not known. */
function roomText(run: Run, program: number): string | null {
  const { queues, programs } = run.tables;
  const room = (name: string): number | undefined => {
    const queue = queues.name.indexOf(name);
    return queue < 0 ? undefined : queues.capacity[queue];
  };
  const [threads, registers] = [room('threads'), room('registers')];
  const needed = Math.max(1, programs.registers[program]!);
  if (threads === undefined || registers === undefined) return null;
  const byRegisters = Math.floor(registers / needed);
  const limit = byRegisters < threads ? `its ${number(registers)} registers limit them` : 'the number of threads limits them, not registers';
  return `at most ${number(Math.min(threads, byRegisters))} of its threads in a shader processor: ${limit}`;
}

/** Pixels of the texts of instructions: the widest column, the blank sides of a cell, a character. */
const [MOST_TEXT, CELL_MARGINS, CHARACTER] = [460, 16, 7.3];

/** The listing of a program, with how often each instruction was executed. */
function listing(run: Run, programs: Programs, program: number): HTMLElement {
  const t = run.tables.program_instructions;
  const { mostIssues, mostThreads } = programs.amounts[program]!;
  const bars = (title: string, hint: string, values: readonly number[], most: number): Column => ({
    title,
    hint,
    numeric: true,
    width: 120,
    value: (row) => values[row]!,
    cell: (row) => barCell(values[row]!, most, number(values[row]!)),
  });
  const rows = [...programs.instructions.of(program)];
  const longest = rows.reduce((most, row) => Math.max(most, t.text[row]!.length), 'Instruction'.length);
  return new DataTable({
    label: 'Listing',
    whole: true,
    rows,
    rowClass: (row) => (t.issues[row] === 0 ? 'muted' : ''),
    columns: [
      { title: '#', numeric: true, width: 52, kept: true, value: (row) => t.instruction[row]! },
      {
        title: 'Instruction',
        width: Math.min(MOST_TEXT, CELL_MARGINS + CHARACTER * longest),
        kept: true,
        value: (row) => t.text[row]!,
        cell: (row) => h('code', { title: t.text[row] }, t.text[row]),
      },
      bars('Issues', 'Groups of threads that executed it', t.issues, mostIssues),
      bars('Threads', 'Threads that executed it', t.threads, mostThreads),
      ...waitColumns(run, rows),
    ],
  }).element;
}

function detail(app: App, programs: Programs, program: number): HTMLElement {
  const { run } = app;
  const MOST = 40;
  const t = run.tables.programs;
  const users = programs.operations(program);
  const links = users.slice(0, MOST).flatMap((operation) => [app.operationLink(operation), ' ']);
  const { issues, threadInstructions } = programs.amounts[program]!;
  const room = roomText(run, program);
  return h(
    'div',
    {},
    h('h2', {}, h('span', { class: 'muted' }, `Program ${program}`), ` ${t.stage[program]}`),
    h(
      'dl',
      { class: 'facts-list' },
      h('dt', {}, 'Executed'),
      h('dd', {}, `${number(threadInstructions)} instructions of single threads in ${number(issues)} issues, over the whole run`),
      h('dt', {}, 'Registers'),
      h('dd', {}, `${number(t.registers[program]!)} of four components`),
      ...(room === null ? [] : [h('dt', {}, 'Occupancy'), h('dd', { class: 'occupancy' }, room)]),
      h('dt', {}, 'Operations'),
      h('dd', { class: 'links' }, ...links, users.length > MOST && `and ${number(users.length - MOST)} more`),
    ),
    listing(run, programs, program),
  );
}

function create(app: App): View {
  const { run } = app;
  const programs = new Programs(run);
  const place = h('div', { class: 'pane detail' });
  const all = run.tables.programs.id;
  const table = programsTable(run, programs, 'Programs', all, (program) => {
    history.replaceState(null, '', `#programs/${program}`);
    replace(place, detail(app, programs, program));
  });
  const text = (program: number): string =>
    `${run.tables.programs.stage[program]} ${[...programs.instructions.of(program)].map((row) => run.tables.program_instructions.text[row]).join(' ')}`;
  const tools = h(
    'div',
    { class: 'tools' },
    searchBox('Search listings', (words) => table.setRows(all.filter((program) => matches(text(program), words)))),
  );
  const costliest = all.reduce(
    (best, id) => (programs.amounts[id]!.threadInstructions > programs.amounts[best]!.threadInstructions ? id : best),
    0,
  );
  return {
    element: h('div', { class: 'view split' }, h('div', { class: 'pane list' }, tools, table.element), place),
    update: () => {
      const asked = Number(location.hash.split('/')[1] ?? costliest);
      const program = Number.isInteger(asked) && asked >= 0 && asked < all.length ? asked : costliest;
      table.mark(program);
      replace(place, detail(app, programs, program));
    },
  };
}

export const programsView: ViewKind = {
  id: 'programs',
  title: 'Programs',
  available: (run) => run.tables.programs.id.length > 0,
  create,
};
