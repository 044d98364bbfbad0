// SPDX-License-Identifier: MIT
// Colours of what charts draw, from the style sheet: they follow light and dark.

/** The value of a custom property. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

const SERIES = 12;

/** The colour of a series of a chart; they repeat. */
export function seriesName(index: number): string {
  return `series-${index % SERIES}`;
}

export function seriesColour(index: number): string {
  return colour(seriesName(index));
}

const KINDS: Record<string, string> = {
  draw: 'series-0',
  dispatch: 'series-4',
  clear: 'series-2',
  resolve: 'series-3',
  fill: 'series-2',
  copy: 'series-5',
  blit: 'series-5',
  flush: 'series-1',
  present: 'series-6',
  write: 'series-7',
  load: 'series-8',
};

/** The name of the colour of a kind of operation. */
export function kindColourName(kind: string): string {
  return KINDS[kind] ?? 'series-9';
}

/** A canvas of that size on the screen, sharp on each; the context counts in the page's pixels. */
export function sharpen(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const ratio = Math.min(devicePixelRatio || 1, 3);
  canvas.width = Math.max(1, Math.round(width * ratio));
  canvas.height = Math.max(1, Math.round(height * ratio));
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas to draw on');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}
