// SPDX-License-Identifier: MIT
// The pictures of an operation: its targets, or an overlay of its fragments.

import type { App } from '../app';
import { choice, h, replace } from '../ui/dom';
import { EffectPanel } from './effect';
import { fragmentMaps, OverlayPanel } from './overlay';

type Shown = 'targets' | 'overlay';

export class PicturePanel {
  readonly element = h('div', { class: 'effect' });
  private readonly effect: EffectPanel;
  private readonly overlay: OverlayPanel;
  private shown: Shown = 'targets';
  private operation = 0;

  constructor(private readonly app: App) {
    this.effect = new EffectPanel(app);
    this.overlay = new OverlayPanel(app);
  }

  show(operation: number): void {
    this.operation = operation;
    const targets = this.app.effects.targets(operation).length > 0;
    const counts = fragmentMaps(this.app.run).has(operation);
    this.element.hidden = !targets && !counts;
    if (this.element.hidden) return;
    const overlay = counts && (this.shown === 'overlay' || !targets);
    const options = [['targets', 'Targets'], ['overlay', 'Overlay of fragments']] as const;
    const choose = (shown: Shown): void => {
      this.shown = shown;
      this.show(this.operation);
      this.element.querySelector<HTMLElement>(`[data-value=${shown}]`)?.focus();
    };
    replace(
      this.element,
      targets && counts && choice<Shown>('Picture', options, overlay ? 'overlay' : 'targets', choose),
      overlay ? this.overlay.element : this.effect.element,
    );
    if (overlay) this.overlay.show(operation);
    else this.effect.show(operation);
  }
}
