// SPDX-License-Identifier: MIT
// A run's tables as the page has them: docs/reference/report_file.md, column by column.

import { Blobs, compressedText, ReportError, type Place } from './container';

type Integers = number[];
type Optional = (number | null)[];
type Texts = string[];
type OptionalTexts = (string | null)[];

export interface Tables {
  meta: { key: Texts; value: Texts };
  configuration: { section: Texts; name: Texts; value: Texts; default_value: Texts; unit: Texts; sentence: Texts };
  clocks: { id: Integers; name: Texts; period_picoseconds: Integers };
  frames: {
    id: Integers;
    number: Optional;
    first_cycle: Optional;
    end_cycle: Optional;
    width: Optional;
    height: Optional;
    image: OptionalTexts;
  };
  operations: {
    id: Integers;
    frame: Integers;
    kind: Texts;
    title: Texts;
    draw: Optional;
    ordinal: Integers;
    offset: Integers;
    first_cycle: Optional;
    fragments_cycle: Optional;
    end_cycle: Optional;
    share_first_cycle: Optional;
    share_end_cycle: Optional;
    label: Optional;
    pass: Optional;
  };
  passes: { id: Integers; frame: Integers; kind: Texts; x: Optional; y: Optional; width: Optional; height: Optional };
  labels: { id: Integers; parent: Optional; text: Texts; ordinal: Integers };
  states: { id: Integers; topic: Texts; name: Texts; value: Texts };
  state_parts: { id: Integers };
  part_states: { part: Integers; state: Integers };
  operation_parts: { operation: Integers; part: Integers };
  counters: {
    id: Integers;
    name: Texts;
    unit: Texts;
    sentence: Texts;
    kind: Texts;
    section: Texts;
    instance: Texts;
    activity: OptionalTexts;
    client: OptionalTexts;
    direction: OptionalTexts;
  };
  operation_counters: { operation: Integers; counter: Integers; value: Integers };
  slice_counters: { slice: Integers; counter: Integers; value: Integers };
  frame_counters: { frame: Integers; counter: Integers; value: Integers };
  slices: { id: Integers; frame: Integers; first_cycle: Integers; end_cycle: Integers };
  units: { id: Integers; name: Texts; kind: Texts; clock: Integers };
  slice_units: { slice: Integers; unit: Integers; busy: Integers; awake: Integers; waiting: Integers; cycles: Integers };
  operation_units: {
    operation: Integers;
    unit: Integers;
    busy: Integers;
    awake: Integers;
    waiting: Integers;
    cycles: Integers;
  };
  wait_reasons: { id: Integers; unit: Integers; sentence: Texts };
  slice_waits: { slice: Integers; reason: Integers; cycles: Integers };
  operation_waits: { operation: Integers; reason: Integers; cycles: Integers };
  limit_causes: { id: Integers; unit: Integers; through: Integers; full: Integers; at_full_rate: Integers; in_larger: Integers };
  changes: { id: Integers; title: Texts };
  change_settings: { change: Integers; place: Integers; setting: Texts };
  change_effects: { change: Integers; cause: Integers; saved: Integers };
  slice_limits: { slice: Integers; cause: Integers; cycles: Integers };
  operation_limits: { operation: Integers; cause: Integers; cycles: Integers };
  queues: { id: Integers; unit: Integers; name: Texts; holds: Texts; capacity: Integers };
  slice_queues: { slice: Integers; queue: Integers; sum: Integers; most: Integers; full_cycles: Integers };
  operation_queues: { operation: Integers; queue: Integers; sum: Integers; most: Integers; full_cycles: Integers };
  findings: {
    id: Integers;
    identifier: Texts;
    severity: Texts;
    sentence: Texts;
    hint: Texts;
    place: Texts;
    detail: Texts;
    count: Integers;
  };
  finding_places: { finding: Integers; operation: Integers; count: Integers };
  programs: { id: Integers; stage: Texts; registers: Integers; instructions: Integers };
  program_instructions: {
    program: Integers;
    instruction: Integers;
    text: Texts;
    issues: Integers;
    threads: Integers;
    turn_cycles: Integers;
    result_cycles: Integers;
    texture_cycles: Integers;
    output_cycles: Integers;
  };
  dram_banks: {
    frame: Integers;
    channel: Integers;
    bank: Integers;
    read: Integers;
    written: Integers;
    activates: Integers;
    conflicts: Integers;
    hits: Integers;
    misses: Integers;
  };
  cache_blocks: { frame: Integers; address: Integers; cache: Texts; hits: Integers; misses: Integers };
  memory_blocks: { frame: Integers; address: Integers; client: Texts; read: Integers; written: Integers };
  operation_programs: { operation: Integers; program: Integers };
  targets: { id: Integers; name: Texts; aspect: Texts; width: Integers; height: Integers; format: Texts; channels: Integers };
  target_changes: {
    id: Integers;
    operation: Integers;
    target: Integers;
    moment: Integers;
    x: Integers;
    y: Integers;
    width: Integers;
    height: Integers;
    difference: Place[];
  };
  operation_targets: { operation: Integers; target: Integers };
  pixel_counts: {
    operation: Integers;
    surface: Integers;
    surface_width: Integers;
    surface_height: Integers;
    x: Integers;
    y: Integers;
    width: Integers;
    height: Integers;
    rejected_early: Integers;
    killed: Integers;
    rejected_late: Integers;
    written: Integers;
    helpers: Integers;
    bytes: Integers;
    counts: Place[];
  };
  commands: { id: Integers; ordinal: Integers; offset: Integers; operation: Optional; text: Texts };
}

/** Rows of a table that is sorted by a column, for each value of it. */
export class Ranges {
  private readonly starts: Int32Array;

  constructor(sorted: readonly number[], values: number) {
    this.starts = new Int32Array(values + 1);
    for (const value of sorted) this.starts[value + 1]!++;
    for (let i = 0; i < values; ++i) this.starts[i + 1]! += this.starts[i]!;
  }

  *of(value: number): Generator<number> {
    for (let row = this.starts[value] ?? 0; row < (this.starts[value + 1] ?? 0); ++row) yield row;
  }

  count(value: number): number {
    return (this.starts[value + 1] ?? 0) - (this.starts[value] ?? 0);
  }
}

export class Run {
  readonly meta: ReadonlyMap<string, string>;
  /** Rows by operation. */
  readonly byOperation: Record<
    'counters' | 'units' | 'waits' | 'limits' | 'queues' | 'parts' | 'programs' | 'changes' | 'targets',
    Ranges
  >;
  readonly bySlice: Record<'counters' | 'units' | 'waits', Ranges>;
  /** Rows by part of a state. */
  readonly partStates: Ranges;
  readonly frameCounters: Ranges;
  /** The operations of each frame. */
  readonly frameOperations: Ranges;
  readonly frameSlices: Ranges;
  private readonly pictureAddresses = new Map<string, string>();

  constructor(
    readonly name: string,
    readonly tables: Tables,
    readonly blobs: Blobs,
    private readonly pictures: Record<string, Place>,
  ) {
    const t = tables;
    this.meta = new Map(t.meta.key.map((key, i) => [key, t.meta.value[i] ?? '']));
    const operations = t.operations.id.length;
    const slices = t.slices.id.length;
    const frames = t.frames.id.length;
    // The table of changes is in the order of its ids, and so of operations.
    this.byOperation = {
      counters: new Ranges(t.operation_counters.operation, operations),
      units: new Ranges(t.operation_units.operation, operations),
      waits: new Ranges(t.operation_waits.operation, operations),
      limits: new Ranges(t.operation_limits.operation, operations),
      queues: new Ranges(t.operation_queues.operation, operations),
      parts: new Ranges(t.operation_parts.operation, operations),
      programs: new Ranges(t.operation_programs.operation, operations),
      changes: new Ranges(t.target_changes.operation, operations),
      targets: new Ranges(t.operation_targets.operation, operations),
    };
    this.bySlice = {
      counters: new Ranges(t.slice_counters.slice, slices),
      units: new Ranges(t.slice_units.slice, slices),
      waits: new Ranges(t.slice_waits.slice, slices),
    };
    this.partStates = new Ranges(t.part_states.part, t.state_parts.id.length);
    this.frameCounters = new Ranges(t.frame_counters.frame, frames);
    this.frameOperations = new Ranges(t.operations.frame, frames);
    this.frameSlices = new Ranges(t.slices.frame, frames);
  }

  get timed(): boolean {
    return this.meta.get('mode') === 'timing';
  }

  get operations(): number {
    return this.tables.operations.id.length;
  }

  get frames(): number {
    return this.tables.frames.id.length;
  }

  /** The number of the frame in the workload, or a name for what follows the last. */
  frameName(frame: number): string {
    const number = this.tables.frames.number[frame];
    return number == null ? 'after the last frame' : `frame ${number}`;
  }

  /** Cycles of an operation's share; null without time. */
  cycles(operation: number): number | null {
    const first = this.tables.operations.share_first_cycle[operation];
    const end = this.tables.operations.share_end_cycle[operation];
    return first == null || end == null ? null : end - first;
  }

  frameCycles(frame: number): number | null {
    const first = this.tables.frames.first_cycle[frame];
    const end = this.tables.frames.end_cycle[frame];
    return first == null || end == null ? null : end - first;
  }

  /** The labels around an operation, outermost first. */
  labels(operation: number): string[] {
    const found: string[] = [];
    let label = this.tables.operations.label[operation];
    while (label != null && found.length < 64) {
      found.unshift(this.tables.labels.text[label] ?? '');
      label = this.tables.labels.parent[label];
    }
    return found;
  }

  /** The address of a picture for an image element; null where the page has none of that name. */
  picture(name: string | null | undefined): string | null {
    if (name == null || !Object.hasOwn(this.pictures, name)) return null;
    let address = this.pictureAddresses.get(name);
    if (!address) {
      const bytes = this.blobs.bytes(this.pictures[name]!);
      address = URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'image/png' }));
      this.pictureAddresses.set(name, address);
    }
    return address;
  }
}

const FORMAT = 1;

/** The page's run of that number; null where it has none. */
export async function readRun(number: number): Promise<Run | null> {
  const text = await compressedText(`run-${number}`);
  if (text === null) return null;
  let content: { format?: unknown; name?: unknown; pictures?: unknown; tables?: unknown };
  try {
    content = JSON.parse(text);
  } catch {
    throw new ReportError('The page is damaged: its tables end too soon. Make it again with “cyclorama report”.');
  }
  if (content.format !== FORMAT)
    throw new ReportError(`The page has data of format ${String(content.format)}, and a program for format ${FORMAT}.`);
  const pictures = content.pictures as Record<string, Place>;
  return new Run(String(content.name), content.tables as Tables, new Blobs(`blobs-${number}`), pictures);
}
