// SPDX-License-Identifier: MIT
#pragma once
// A context of a chip: the blocks after the command processor, and the checks that listen to them.

#include "families/adreno/checks/checks.h"
#include "families/adreno/cp/packet_processor.h"
#include "families/adreno/operations/context_blocks.h"

namespace cyclorama::adreno::test {

struct ChipContext {
    ChipContext(const Chip& chip, sim::Findings& findings, uint32_t threads, HangTimer& hangTimer,
                uint64_t mostWords = PacketProcessor::kMostWords)
        : reporter(findings),
          checks(chip, reporter),
          workers(threads),
          blocks(chip, reporter, workers, checks.listeners()),
          processor(blocks, checks, clock, hangTimer, mostWords) {}

    RegisterValues& registers() { return blocks.state().registers; }

    Reporter reporter;
    Checks checks;
    machine::WorkerPool workers;
    AlwaysOnClock clock;
    ContextBlocks blocks;
    PacketProcessor processor;
};

}  // namespace cyclorama::adreno::test
