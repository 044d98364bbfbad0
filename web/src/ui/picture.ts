// SPDX-License-Identifier: MIT
// Pixels to look at closely: fitted or magnified, with the values under the pointer.

import { h } from './dom';

export interface Pixels {
  width: number;
  height: number;
  /** RGBA, rows from the top. */
  data: Uint8ClampedArray;
}

/** Pixels of the page to which small pictures are enlarged. */
const MOST_ENLARGED = 420;

/** A picture that shows the values of the pixel under the pointer, or chosen by arrow keys. */
export class PixelView {
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  private readonly status: HTMLElement;
  private readonly frame: HTMLElement;
  private zoom = 0;
  private pixels: Pixels | null = null;
  private point: [number, number] | null = null;

  constructor(
    label: string,
    private readonly describe: (x: number, y: number) => string,
    private readonly idle: string,
  ) {
    this.canvas = h('canvas', {
      tabindex: 0,
      role: 'img',
      'aria-label': label,
      onpointermove: (event: PointerEvent) => this.pointAt(event),
      onpointerleave: () => this.show(null),
      onkeydown: (event: KeyboardEvent) => this.key(event),
    });
    this.status = h('div', { class: 'pixel-status', 'aria-live': 'polite' }, idle);
    this.frame = h('div', { class: 'pixel-frame' }, this.canvas);
    const buttons = ([['Fit', 0], ['1×', 1], ['2×', 2], ['4×', 4], ['8×', 8]] as const).map(([title, zoom]) =>
      h('button', { type: 'button', onclick: () => this.setZoom(zoom) }, title),
    );
    const bar = h('div', { class: 'pixel-bar' }, this.status, h('div', { class: 'choice' }, ...buttons));
    this.element = h('div', { class: 'pixel-view' }, this.frame, bar);
  }

  set(pixels: Pixels): void {
    this.pixels = pixels;
    this.canvas.width = pixels.width;
    this.canvas.height = pixels.height;
    const image = new ImageData(pixels.data as Uint8ClampedArray<ArrayBuffer>, pixels.width, pixels.height);
    this.canvas.getContext('2d', { willReadFrequently: true })?.putImageData(image, 0, 0);
    this.setZoom(this.zoom);
    this.show(this.point);
  }

  private setZoom(zoom: number): void {
    this.zoom = zoom;
    this.canvas.classList.toggle('fit', zoom === 0);
    if (!this.pixels) return;
    const scale = zoom === 0 ? this.fitting() : zoom / (devicePixelRatio || 1);
    this.canvas.style.width = scale === null ? '' : `${this.pixels.width * scale}px`;
    this.canvas.style.height = scale === null ? '' : `${this.pixels.height * scale}px`;
  }

  /** A whole number by which small pictures are enlarged to fit; null for those that are not. */
  private fitting(): number | null {
    const { width, height } = this.pixels!;
    const scale = Math.floor(Math.min(this.frame.clientWidth / width, MOST_ENLARGED / height));
    return scale > 1 ? scale : null;
  }

  private pointAt(event: PointerEvent): void {
    if (!this.pixels) return;
    const box = this.canvas.getBoundingClientRect();
    const x = Math.floor(((event.clientX - box.left) / box.width) * this.pixels.width);
    const y = Math.floor(((event.clientY - box.top) / box.height) * this.pixels.height);
    this.show([x, y]);
  }

  private key(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (!step || !this.pixels) return;
    event.preventDefault();
    event.stopPropagation();
    const [x, y] = this.point ?? [0, 0];
    this.show([x + step[0], y + step[1]]);
  }

  private show(point: [number, number] | null): void {
    const pixels = this.pixels;
    const inside = point && pixels && point[0] >= 0 && point[1] >= 0 && point[0] < pixels.width && point[1] < pixels.height;
    this.point = inside ? point : null;
    this.status.textContent = this.point ? this.describe(...this.point) : this.idle;
  }
}
