// SPDX-License-Identifier: MIT
// The page: its views, what is chosen in it, and the keys that work everywhere.

import { ReportError } from './data/container';
import { Effects } from './data/pictures';
import type { Run } from './data/run';
import { choice, h, replace } from './ui/dom';
import { number } from './ui/format';
import { chooseTheme, type Theme } from './ui/theme';

/** A view that was opened. */
export interface View {
  element: HTMLElement;
  /** Called whenever the view is shown, and when another operation is chosen in it. */
  update?: () => void;
}

/** A view of the page, open only to runs that have what it shows. */
export interface ViewKind {
  id: string;
  title: string;
  available: (run: Run, runs: readonly Run[]) => boolean;
  create: (app: App) => View;
}

export class App {
  private current = 0;
  private readonly opened = new Map<string, View>();
  private readonly effectsOf = new Map<Run, Effects>();
  private readonly place = h('main', { id: 'view', tabindex: -1 });
  private readonly navigation = h('nav', { 'aria-label': 'Views' });
  private chosen = 0;

  constructor(
    readonly runs: readonly Run[],
    private readonly kinds: readonly ViewKind[],
    root: HTMLElement,
  ) {
    this.chosen = this.firstDraw();
    replace(root, this.header(), this.navigation, this.place, this.help());
    addEventListener('hashchange', () => this.route());
    addEventListener('keydown', (event) => this.key(event));
    this.route();
  }

  get run(): Run {
    return this.runs[this.current]!;
  }

  /** The chosen operation. */
  get operation(): number {
    return this.chosen;
  }

  get effects(): Effects {
    let effects = this.effectsOf.get(this.run);
    if (!effects) this.effectsOf.set(this.run, (effects = new Effects(this.run)));
    return effects;
  }

  /** Opens a view, at an operation where one is given. */
  open(view: string, operation?: number): void {
    if (operation !== undefined) this.chosen = operation;
    const target = `#${view}${view === 'operations' ? `/${this.chosen}` : ''}`;
    if (location.hash === target) this.route();
    else location.hash = target;
  }

  /** Chooses an operation and stays in the view. */
  choose(operation: number): void {
    this.chosen = operation;
    if (location.hash.startsWith('#operations')) history.replaceState(null, '', `#operations/${operation}`);
    this.view()?.update?.();
  }

  /** A link to an operation. */
  operationLink(operation: number): HTMLElement {
    return h('a', { href: `#operations/${operation}` }, this.operationName(operation));
  }

  operationName(operation: number): string {
    const t = this.run.tables.operations;
    const draw = t.draw[operation];
    return `#${operation} ${draw == null ? (t.kind[operation] ?? '') : `draw ${draw}`}`;
  }

  private firstDraw(): number {
    return Math.max(0, this.run.tables.operations.kind.indexOf('draw'));
  }

  private available(): ViewKind[] {
    return this.kinds.filter((kind) => kind.available(this.run, this.runs));
  }

  private route(): void {
    const [id, operation] = location.hash.slice(1).split('/');
    if (id === 'operations' && operation !== undefined && /^\d+$/.test(operation) && Number(operation) < this.run.operations)
      this.chosen = Number(operation);
    const kinds = this.available();
    const kind = kinds.find((one) => one.id === id) ?? kinds[0];
    if (!kind) return;
    const links = kinds.map((one, i) =>
      h(
        'a',
        { href: `#${one.id}`, 'aria-current': one === kind ? 'page' : null, title: i < 9 ? `Key ${i + 1}` : null },
        one.title,
      ),
    );
    replace(this.navigation, ...links);
    this.show(kind);
  }

  private show(kind: ViewKind): void {
    const key = `${this.current} ${kind.id}`;
    try {
      let view = this.opened.get(key);
      if (!view) this.opened.set(key, (view = kind.create(this)));
      this.place.dataset['view'] = kind.id;
      if (this.place.firstChild !== view.element) this.place.replaceChildren(view.element);
      view.update?.();
    } catch (error) {
      this.place.replaceChildren(problem(error));
    }
  }

  private view(): View | undefined {
    return this.opened.get(`${this.current} ${this.place.dataset['view'] ?? ''}`);
  }

  private header(): HTMLElement {
    const facts = h('div', { class: 'facts' });
    const fill = (): void => {
      const { meta } = this.run;
      const cycles = meta.get('cycles');
      replace(
        facts,
        ...[meta.get('chip'), meta.get('workload'), meta.get('mode'), cycles && `${number(Number(cycles))} cycles`]
          .filter(Boolean)
          .map((text) => h('span', {}, text)),
        meta.get('error') ? h('span', { class: 'error' }, `The run failed: ${meta.get('error')}`) : null,
      );
    };
    fill();
    const runs = this.runs.map((run, i) => [String(i), `${'AB'[i]} · ${run.name}`] as const);
    const choose = (value: string): void => {
      this.current = Number(value);
      this.chosen = Math.min(this.chosen, Math.max(0, this.run.operations - 1));
      fill();
      this.route();
    };
    return h(
      'header',
      {},
      h('h1', {}, 'Cyclorama'),
      facts,
      this.runs.length > 1 && choice('Run', runs, '0', choose),
      choice<Theme>('Colours', [['auto', 'Auto'], ['light', 'Light'], ['dark', 'Dark']], 'auto', chooseTheme),
      h('button', { type: 'button', class: 'help-button', onclick: () => this.toggleHelp(), title: 'Key ?' }, 'Keys'),
    );
  }

  private help(): HTMLElement {
    const keys: [string, string][] = [
      ['1 … 9', 'Views in the order of their tabs'],
      ['j  k', 'Next and previous operation'],
      ['/', 'Search in the view'],
      ['↑ ↓ Page Home End', 'Rows of a table, once it has the focus'],
      ['← → ↑ ↓', 'Pixels of a picture, once it has the focus'],
      ['+ −  ← →  0', 'Timeline: closer, away, earlier, later, all of it; with the wheel: hold Ctrl to come closer'],
      ['?', 'This list; Esc closes it'],
    ];
    return h(
      'dialog',
      { id: 'help', 'aria-label': 'Keys' },
      h('h2', {}, 'Keys'),
      h('dl', {}, ...keys.flatMap(([key, meaning]) => [h('dt', {}, key), h('dd', {}, meaning)])),
      h('form', { method: 'dialog' }, h('button', {}, 'Close')),
    );
  }

  private toggleHelp(): void {
    const dialog = document.getElementById('help') as HTMLDialogElement;
    if (dialog.open) dialog.close();
    else dialog.showModal();
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.closest('input, select, textarea')) return;
    const kind = /^[1-9]$/.test(event.key) ? this.available()[Number(event.key) - 1] : undefined;
    if (kind) this.open(kind.id);
    else if (event.key === '?') this.toggleHelp();
    else if (event.key === '/') this.place.querySelector<HTMLInputElement>('input[type=search]')?.focus();
    else if (event.key === 'j') this.choose(Math.min(this.run.operations - 1, this.chosen + 1));
    else if (event.key === 'k') this.choose(Math.max(0, this.chosen - 1));
    else return;
    event.preventDefault();
  }
}

/** What went wrong, for people. */
export function problem(error: unknown): HTMLElement {
  const text = error instanceof ReportError ? error.message : `The report cannot be shown: ${String(error)}`;
  return h('p', { class: 'problem', role: 'alert' }, text);
}
