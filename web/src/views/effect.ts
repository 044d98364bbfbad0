// SPDX-License-Identifier: MIT
// What an operation did to its targets: before, after, and what differs.

import { problem, type App } from '../app';
import type { Effect } from '../data/pictures';
import { choice, h, replace, select } from '../ui/dom';
import { PixelView } from '../ui/picture';

type Moment = 'before' | 'after' | 'difference';

/** RGBA as a text, by its aspect. */
function colourText(pixels: Uint8Array, at: number, aspect: string): string {
  if (aspect !== 'colour') return String(pixels[at]);
  return `${pixels[at]} ${pixels[at + 1]} ${pixels[at + 2]} ${pixels[at + 3]}`;
}

/** Opaque pixels to look at. The difference has what changed as it is after, and the rest dimmed and grey. */
function shown(effect: Effect, moment: Moment): Uint8ClampedArray {
  const source = moment === 'before' ? effect.before : effect.after;
  const pixels = new Uint8ClampedArray(source);
  for (let i = 0; i < pixels.length; i += 4) {
    if (moment === 'difference' && !changed(effect, i)) {
      const grey = 24 + (source[i]! * 0.3 + source[i + 1]! * 0.6 + source[i + 2]! * 0.1) * 0.25;
      pixels[i] = pixels[i + 1] = pixels[i + 2] = grey;
    }
    pixels[i + 3] = 255;
  }
  return pixels;
}

function changed(effect: Effect, at: number): boolean {
  for (let k = 0; k < 4; ++k) if (effect.before[at + k] !== effect.after[at + k]) return true;
  return false;
}

export class EffectPanel {
  readonly element = h('div', { class: 'effect' });
  private readonly view: PixelView;
  private readonly tools = h('div', { class: 'tools' });
  private readonly place = h('div');
  private moment: Moment = 'after';
  private target: number | null = null;
  private operation = 0;
  private effect: Effect | null = null;

  constructor(private readonly app: App) {
    this.view = new PixelView('Picture of the target', (x, y) => this.describe(x, y), 'Point at a pixel for its values');
  }

  show(operation: number): void {
    this.operation = operation;
    const targets = this.app.effects.targets(operation);
    this.element.hidden = targets.length === 0;
    if (targets.length === 0) return;
    if (this.target === null || !targets.includes(this.target)) this.target = this.first(targets);
    const t = this.app.run.tables.targets;
    replace(this.element, this.tools, this.place);
    replace(
      this.tools,
      choice<Moment>('Moment', [['before', 'Before'], ['after', 'After'], ['difference', 'Difference']], this.moment, (moment) => {
        this.moment = moment;
        this.draw();
      }),
      select(
        'Target',
        targets.map((id) => [String(id), `${t.name[id]}, ${t.format[id]}`] as const),
        String(this.target),
        (value) => {
          this.target = Number(value);
          this.load();
        },
      ),
    );
    this.load();
  }

  /** The first target that the operation changed, colours before others. */
  private first(targets: number[]): number {
    const { run } = this.app;
    const changes = [...run.byOperation.changes.of(this.operation)].map((row) => run.tables.target_changes.target[row]!);
    const rank = (id: number): number =>
      Number(!changes.includes(id)) + 2 * Number(run.tables.targets.aspect[id] !== 'colour');
    return [...targets].sort((a, b) => rank(a) - rank(b))[0]!;
  }

  private load(): void {
    const { operation, target } = this;
    this.app.effects.effect(operation, target!).then(
      (effect) => {
        if (operation !== this.operation || target !== this.target) return;
        this.effect = effect;
        replace(this.place, this.view.element);
        this.draw();
        this.view.canvas.dataset['operation'] = String(operation);
      },
      (error: unknown) => replace(this.place, problem(error)),
    );
  }

  private draw(): void {
    if (!this.effect) return;
    this.view.canvas.dataset['moment'] = this.moment;
    this.view.set({ width: this.effect.width, height: this.effect.height, data: shown(this.effect, this.moment) });
  }

  private describe(x: number, y: number): string {
    const effect = this.effect;
    if (!effect) return '';
    const at = 4 * (y * effect.width + x);
    const aspect = this.app.run.tables.targets.aspect[this.target!]!;
    const before = colourText(effect.before, at, aspect);
    const after = colourText(effect.after, at, aspect);
    return `${x}, ${y}: ${before === after ? `${after}, unchanged` : `${before} → ${after}`}`;
  }
}
