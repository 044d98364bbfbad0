// SPDX-License-Identifier: MIT
// A scale of colours from dark blue to yellow, distinct for any kind of colour vision, with its legend.

import { h } from './dom';
import { short } from './format';

type Colour = readonly [number, number, number];

const STOPS: readonly Colour[] = [
  [68, 1, 84],
  [59, 82, 139],
  [33, 145, 140],
  [94, 201, 98],
  [253, 231, 37],
];

/** The colour of a part of the scale, from 0 to 1. */
export function scaleColour(part: number): Colour {
  const place = Math.min(Math.max(part, 0), 1) * (STOPS.length - 1);
  const first = Math.min(Math.floor(place), STOPS.length - 2);
  const [low, high] = [STOPS[first]!, STOPS[first + 1]!];
  const mix = (i: 0 | 1 | 2): number => Math.round(low[i] + (high[i] - low[i]) * (place - first));
  return [mix(0), mix(1), mix(2)];
}

/** The most steps of whole numbers that have a number each. */
const MOST_STEPS = 6;

function ticks(most: number): number[] {
  if (Number.isInteger(most) && most <= MOST_STEPS) return Array.from({ length: most + 1 }, (_, i) => i);
  return [0, 0.25, 0.5, 0.75, 1].map((part) => part * most);
}

/** The scale from 0 to `most`, with numbers; a word for what has none, if anything has. */
export function legend(most: number, unit: string, none: string | null): HTMLElement {
  const bar = h('canvas', { width: 256, height: 1, class: 'scale-bar', 'aria-hidden': 'true' });
  const context = bar.getContext('2d');
  for (let x = 0; context && x < bar.width; ++x) {
    context.fillStyle = `rgb(${scaleColour(x / (bar.width - 1)).join(' ')})`;
    context.fillRect(x, 0, 1, 1);
  }
  const numbers = h('div', { class: 'scale-numbers' }, ...ticks(most).map((value) => h('span', {}, short(value))));
  return h(
    'div',
    { class: 'scale', role: 'img', 'aria-label': `Colours from 0 to ${short(most)} ${unit}` },
    h('div', { class: 'scale-ramp' }, bar, numbers),
    h('span', {}, unit),
    none !== null && h('span', { class: 'muted' }, `dimmed: ${none}`),
  );
}
