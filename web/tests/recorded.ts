// SPDX-License-Identifier: MIT
// Reports of runs of the bundled workloads.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { folderOf, place, program, project, run } from './reports';

/** The bundled workloads. */
export const bundled = {
  /** The trace for ATTILA's GPU, which its program writes. */
  attila: (): string => {
    const trace = path.join(place, 'scene.agp.gz');
    mkdirSync(place, { recursive: true });
    run(path.join(path.dirname(program), 'examples/attila_scene'), trace);
    return trace;
  },
  gles: path.join(project, 'examples/gles_scene/gc2000.cyc'),
  medley: path.join(project, 'tests/golden/captures/medley-gc7000l.cyc'),
  vulkan: path.join(project, 'examples/vulkan_scene/a630.cyc'),
};

/** A folder with a report of a run. */
export function recorded(name: string, workload: string, ...options: string[]): string {
  return folderOf(name, (folder) => run(program, 'run', workload, '--report', '--out', folder, ...options));
}
