// SPDX-License-Identifier: MIT
#pragma once

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// [DAC]: the display, which reads the colour buffer when a frame ends.
struct DacParameters : ParameterSection {
    DacParameters() : ParameterSection("DAC", "Display") {}

    // clang-format off
    Parameter<std::uint32_t> bytesPerPixel{*this, {.name = "BytesPerPixel", .unit = "bytes", .defaultValue = 4,
        .sentence = "Was the size of a pixel, which the frame buffer's format now gives.",
        .status = ParameterStatus::Unused, .statusReason = "the reference calls it deprecated"}};
    Parameter<std::uint32_t> blockSize{*this, {.name = "BlockSize", .unit = "bytes", .defaultValue = 256, .minimum = 16,
        .maximum = 1 << 16,
        .sentence = "Bytes of a block: a line of the colour cache."}};
    Parameter<std::uint32_t> blockUpdateLatency{*this, {.name = "BlockUpdateLatency", .unit = "cycles",
        .defaultValue = 1, .minimum = 1, .maximum = 4096,
        .sentence = "Cycles that block states travel from the colour units."}};
    Parameter<std::uint32_t> blocksUpdatedPerCycle{*this, {.name = "BlocksUpdatedPerCycle", .unit = "blocks/cycle",
        .defaultValue = 1024, .minimum = 1, .maximum = 1 << 24,
        .sentence = "Block states received from the colour units each cycle."}};
    Parameter<std::uint32_t> blockRequestQueueSize{*this, {.name = "BlockRequestQueueSize", .unit = "blocks",
        .defaultValue = 32, .minimum = 1, .maximum = 1 << 16,
        .sentence = "Blocks being read or decompressed."}};
    Parameter<std::uint32_t> decompressionUnitLatency{*this, {.name = "DecompressionUnitLatency", .unit = "cycles",
        .defaultValue = 1, .minimum = 1, .maximum = 4096,
        .sentence = "Cycles that decompressing a block takes, one block at a time."}};
    Parameter<std::uint64_t> refreshRate{*this, {.name = "RefreshRate", .unit = "GPU cycles", .defaultValue = 5000000,
        .minimum = 1,
        .sentence = "Cycles from one screen refresh to the next, without SynchedRefresh."}};
    Parameter<bool> synchedRefresh{*this, {.name = "SynchedRefresh", .defaultValue = true,
        .sentence = "Refreshes the screen at the end of each frame."}};
    Parameter<bool> refreshFrame{*this, {.name = "RefreshFrame", .defaultValue = true,
        .sentence = "Reads each presented frame through the memory system, and writes it as a picture."}};
    Parameter<bool> saveBlitSourceData{*this, {.name = "SaveBlitSourceData", .defaultValue = false,
        .sentence = "Writes the source of every blit as a picture."}};
    // clang-format on
};

}  // namespace cyclorama::machine
