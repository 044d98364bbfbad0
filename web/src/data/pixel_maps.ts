// SPDX-License-Identifier: MIT
// Counts of fragments by pixel, of an operation or of several that draw into the same image.

import { ReportError } from './container';
import type { Run } from './run';

/** The ends of fragments, in the order of the file; and the helpers of quads. */
const ENDS = ['rejected_early', 'killed', 'rejected_late', 'written', 'helpers'] as const;
export type End = (typeof ENDS)[number];

/** Operations whose counts are added up: one, those of its frame up to it, all of its frame. */
export type Extent = 'operation' | 'so far' | 'frame';

const MOST_PIXELS = 1 << 28;

/** Operations whose counts are decompressed at a time. */
const BATCH = 32;

export class FragmentSums {
  readonly ends: Record<End, Uint32Array>;
  /** Instructions of fragments that ran a program, as far as that is known. */
  readonly instructions: Float64Array;
  /** Operations with fragments; those of them whose program has no counts. */
  operations = 0;
  unknown = 0;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    if (!(width >= 0 && height >= 0 && width * height <= MOST_PIXELS))
      throw new ReportError(`The report is damaged: it has counts for ${width} by ${height} pixels.`);
    const pixels = width * height;
    this.ends = Object.fromEntries(ENDS.map((end) => [end, new Uint32Array(pixels)])) as Record<End, Uint32Array>;
    this.instructions = new Float64Array(pixels);
  }

  /** Fragments at a pixel that ran their program. */
  shaded(at: number): number {
    return this.ends.killed[at]! + this.ends.rejected_late[at]! + this.ends.written[at]!;
  }

  covered(at: number): number {
    return this.shaded(at) + this.ends.rejected_early[at]!;
  }
}

export class FragmentMaps {
  private readonly rows = new Map<number, number>();
  private readonly costs = new Map<number, number | null>();
  private newest: { key: string; sums: Promise<FragmentSums> } | null = null;

  constructor(private readonly run: Run) {
    run.tables.pixel_counts.operation.forEach((operation, row) => this.rows.set(operation, row));
  }

  /** True if an operation, or another of its frame, has counts. */
  has(operation: number): boolean {
    return this.surfaceOf(operation) !== null;
  }

  /** The counts of an extent of operations around one. */
  sums(operation: number, extent: Extent): Promise<FragmentSums> {
    const operations = this.operations(operation, extent);
    const key = [this.surfaceOf(operation), ...operations].join(' ');
    if (this.newest?.key !== key) this.newest = { key, sums: this.add(operations, operation) };
    return this.newest.sums;
  }

  /** Instructions that a thread of the operation's fragment program executes, on average over the run; null where unknown. */
  instructionsPerThread(operation: number): number | null {
    const { tables, byOperation } = this.run;
    const used = [...byOperation.programs.of(operation)].map((row) => tables.operation_programs.program[row]!);
    const program = used.find((id) => tables.programs.stage[id] === 'fragment');
    if (program === undefined) return null;
    if (!this.costs.has(program)) this.costs.set(program, this.cost(program));
    return this.costs.get(program)!;
  }

  private cost(program: number): number | null {
    const t = this.run.tables.program_instructions;
    let started = 0;
    let executed = 0;
    t.program.forEach((of, row) => {
      if (of !== program) return;
      // Threads begin at the first instruction that any executes.
      if (started === 0) started = t.threads[row]!;
      executed += t.threads[row]!;
    });
    return started > 0 ? executed / started : null;
  }

  private operations(operation: number, extent: Extent): number[] {
    if (extent === 'operation') return this.rows.has(operation) ? [operation] : [];
    const surface = this.surfaceOf(operation);
    return this.counted(operation).filter(
      (other) => (extent === 'frame' || other <= operation) && this.ownSurface(other) === surface,
    );
  }

  /** Operations of the same frame that have counts. */
  private counted(operation: number): number[] {
    const frame = this.run.tables.operations.frame[operation]!;
    return [...this.run.frameOperations.of(frame)].filter((other) => this.rows.has(other));
  }

  /** The address of the image that an operation, or that of its frame before it, draws into; null without counts. */
  private surfaceOf(operation: number): number | null {
    const counted = this.counted(operation);
    const nearest = counted.filter((other) => other <= operation).at(-1) ?? counted[0];
    return nearest === undefined ? null : this.ownSurface(nearest);
  }

  private ownSurface(operation: number): number {
    return this.run.tables.pixel_counts.surface[this.rows.get(operation)!]!;
  }

  private async add(operations: number[], around: number): Promise<FragmentSums> {
    const t = this.run.tables.pixel_counts;
    const rows = operations.map((operation) => this.rows.get(operation)!);
    // An image is as large as the largest part that its frame draws into: bins are parts, and scissors may leave some out.
    const sizes = this.operations(around, 'frame').map((operation) => this.rows.get(operation)!);
    const sums = new FragmentSums(
      sizes.reduce((most, row) => Math.max(most, t.surface_width[row]!), 0),
      sizes.reduce((most, row) => Math.max(most, t.surface_height[row]!), 0),
    );
    for (let first = 0; first < rows.length; first += BATCH) {
      const batch = rows.slice(first, first + BATCH);
      const counts = await Promise.all(batch.map((row) => this.counts(row, sums)));
      batch.forEach((row, i) => this.addRow(row, counts[i]!, sums));
    }
    return sums;
  }

  /** The ends that a row has counts of. */
  private ends(row: number): End[] {
    return ENDS.filter((end) => this.run.tables.pixel_counts[end][row]! > 0);
  }

  private counts(row: number, sums: FragmentSums): Promise<Uint8Array> {
    const t = this.run.tables.pixel_counts;
    const [x, y, width, height, bytes] = [t.x[row]!, t.y[row]!, t.width[row]!, t.height[row]!, t.bytes[row]!];
    if (x < 0 || y < 0 || width < 0 || height < 0 || x + width > sums.width || y + height > sums.height || (bytes !== 1 && bytes !== 2))
      throw new ReportError('The report is damaged: an operation counts fragments outside its target.');
    return this.run.blobs.inflated(t.counts[row]!, width * height * bytes * this.ends(row).length);
  }

  private addRow(row: number, counts: Uint8Array, sums: FragmentSums): void {
    const t = this.run.tables.pixel_counts;
    const [width, height, bytes] = [t.width[row]!, t.height[row]!, t.bytes[row]!];
    const ends = this.ends(row);
    const cost = this.instructionsPerThread(t.operation[row]!);
    ++sums.operations;
    if (cost === null) ++sums.unknown;
    let from = 0;
    for (let line = 0; line < height; ++line)
      for (const end of ends) {
        const to = (t.y[row]! + line) * sums.width + t.x[row]!;
        const shaded = end !== 'rejected_early' && end !== 'helpers' ? (cost ?? 0) : 0;
        for (let i = 0; i < width; ++i, from += bytes) {
          const count = bytes === 1 ? counts[from]! : counts[from]! | (counts[from + 1]! << 8);
          sums.ends[end][to + i]! += count;
          sums.instructions[to + i]! += count * shaded;
        }
      }
  }
}
