// SPDX-License-Identifier: MIT
// The content of targets before and after each operation: changes are differences by XOR, so that a content goes forward and
// back by the same step.

import { ReportError } from './container';
import type { Run } from './run';

const MOST_PIXELS = 1 << 28;

/** Changes that are decompressed at a time. */
const BATCH = 64;

/** The content of a target at a moment. */
class TargetContent {
  readonly pixels: Uint8Array;
  /** Changes of this target that are in `pixels`. */
  private applied = 0;

  constructor(
    private readonly run: Run,
    readonly width: number,
    readonly height: number,
    private readonly channels: number,
    private readonly changes: readonly number[],
  ) {
    if (!(width > 0 && height > 0 && width * height <= MOST_PIXELS))
      throw new ReportError(`The report is damaged: it has a target of ${width} by ${height} pixels.`);
    if (channels !== 1 && channels !== 4)
      throw new ReportError(`The report is damaged: it has a target of ${channels} components.`);
    this.pixels = new Uint8Array(channels * width * height);
  }

  /** RGBA after a number of the target's changes. What has one component is grey. */
  async colors(count: number): Promise<Uint8Array> {
    const pixels = await this.at(count);
    if (this.channels === 4) return Uint8Array.from(pixels);
    const colors = new Uint8Array(4 * pixels.length).fill(255);
    for (let i = 0; i < pixels.length; ++i) colors.fill(pixels[i]!, 4 * i, 4 * i + 3);
    return colors;
  }

  /** The pixels after a number of the target's changes. */
  private async at(count: number): Promise<Uint8Array> {
    while (this.applied !== count) {
      const next = this.applied < count ? Math.min(count, this.applied + BATCH) : Math.max(count, this.applied - BATCH);
      // Their order does not matter to the XOR of them all.
      const batch = this.changes.slice(Math.min(this.applied, next), Math.max(this.applied, next));
      const differences = await Promise.all(batch.map((change) => this.difference(change)));
      batch.forEach((change, i) => this.toggle(change, differences[i]!));
      this.applied = next;
    }
    return this.pixels;
  }

  private async difference(change: number): Promise<Uint8Array> {
    const t = this.run.tables.target_changes;
    const [x, y, width, height] = [t.x[change]!, t.y[change]!, t.width[change]!, t.height[change]!];
    if (x < 0 || y < 0 || width < 0 || height < 0 || x + width > this.width || y + height > this.height)
      throw new ReportError('The report is damaged: an operation changes pixels outside its target.');
    return this.run.blobs.inflated(t.difference[change]!, this.channels * width * height);
  }

  /** Puts a change in, or takes it out. */
  private toggle(change: number, difference: Uint8Array): void {
    const t = this.run.tables.target_changes;
    const [x, y, width, height] = [t.x[change]!, t.y[change]!, t.width[change]!, t.height[change]!];
    for (let row = 0; row < height; ++row) {
      const to = this.channels * ((y + row) * this.width + x);
      const from = this.channels * row * width;
      for (let i = 0; i < this.channels * width; ++i) this.pixels[to + i]! ^= difference[from + i]!;
    }
  }
}

export interface Effect {
  width: number;
  height: number;
  before: Uint8Array;
  after: Uint8Array;
}

/** The effects of a run's operations on its targets. */
export class Effects {
  private readonly contents = new Map<number, TargetContent>();
  private readonly changesOf = new Map<number, number[]>();
  private pending: Promise<unknown> = Promise.resolve();

  constructor(private readonly run: Run) {
    run.tables.target_changes.target.forEach((target, change) => {
      const list = this.changesOf.get(target);
      if (list) list.push(change);
      else this.changesOf.set(target, [change]);
    });
  }

  /** The targets that an operation could write or changed. */
  targets(operation: number): number[] {
    const { byOperation, tables } = this.run;
    const found = new Set<number>();
    for (const row of byOperation.targets.of(operation)) found.add(tables.operation_targets.target[row]!);
    for (const row of byOperation.changes.of(operation)) found.add(tables.target_changes.target[row]!);
    return [...found].sort((a, b) => a - b);
  }

  /** A target before and after an operation. One at a time: they share the target's content. */
  effect(operation: number, target: number): Promise<Effect> {
    const result = this.pending.then(() => this.compute(operation, target));
    this.pending = result.catch(() => undefined);
    return result;
  }

  private async compute(operation: number, target: number): Promise<Effect> {
    const t = this.run.tables;
    const changes = this.changesOf.get(target) ?? [];
    let content = this.contents.get(target);
    if (!content) {
      const { width, height, channels } = t.targets;
      content = new TargetContent(this.run, width[target]!, height[target]!, channels[target]!, changes);
      this.contents.set(target, content);
    }
    const isBefore = (change: number): boolean =>
      t.target_changes.operation[change]! < operation ||
      (t.target_changes.operation[change]! === operation && t.target_changes.moment[change]! === 0);
    const before = changes.filter(isBefore).length;
    const after = changes.filter((change) => t.target_changes.operation[change]! <= operation).length;
    const found = await content.colors(before);
    return { width: content.width, height: content.height, before: found, after: await content.colors(after) };
  }
}
