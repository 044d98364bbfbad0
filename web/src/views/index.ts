// SPDX-License-Identifier: MIT

import type { ViewKind } from '../app';
import { commandsView } from './commands';
import { compareView } from './compare';
import { configurationView } from './configuration';
import { countersView } from './counters';
import { findingsView } from './findings';
import { memoryView } from './memory';
import { operationsView } from './operations';
import { overviewView } from './overview';
import { programsView } from './programs';
import { timeView } from './time';
import { timelineView } from './timeline';

/** In the order of their tabs. */
export const viewKinds: readonly ViewKind[] = [
  overviewView,
  operationsView,
  timelineView,
  timeView,
  memoryView,
  countersView,
  programsView,
  commandsView,
  findingsView,
  configurationView,
  compareView,
];
