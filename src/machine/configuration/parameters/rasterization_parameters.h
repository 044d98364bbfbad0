// SPDX-License-Identifier: MIT
#pragma once

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// [RASTERIZER], rasterization: the hierarchy of tiles and triangle traversal. A stamp is a quad of 2x2 fragments; a
/// generation tile is made of stamps, a scan tile of generation tiles, an over-scan tile of scan tiles.
struct RasterizationParameters : ParameterSection {
    RasterizationParameters() : ParameterSection("RASTERIZER", "Rasterization") {}

    // clang-format off
    Parameter<std::uint32_t> stampsPerCycle{*this, {.name = "StampsPerCycle", .unit = "stamps/cycle", .defaultValue = 4,
        .minimum = 1, .maximum = 256,
        .sentence = "Stamps that a fragment stage passes on each cycle, and generation tiles before hierarchical Z."}};
    Parameter<std::uint32_t> msaaSamplesPerCycle{*this, {.name = "MSAASamplesCycle", .unit = "samples/cycle",
        .defaultValue = 2, .allowed = {2, 4, 8},
        .sentence = "Samples of each fragment that traversal covers in a cycle.", .status = ParameterStatus::Unused,
        .statusReason = "no unit waits for the cycles that it stands for"}};
    Parameter<std::uint32_t> overScanWidth{*this, {.name = "OverScanWidth", .unit = "scan tiles", .defaultValue = 4,
        .minimum = 1, .maximum = 256,
        .sentence = "Width of an over-scan tile."}};
    Parameter<std::uint32_t> overScanHeight{*this, {.name = "OverScanHeight", .unit = "scan tiles", .defaultValue = 4,
        .minimum = 1, .maximum = 256,
        .sentence = "Height of an over-scan tile."}};
    Parameter<std::uint32_t> scanWidth{*this, {.name = "ScanWidth", .unit = "fragments", .defaultValue = 16,
        .minimum = 2, .maximum = 1024,
        .sentence = "Width of a scan tile, by which fragments are dealt to output pipes and shader processors."}};
    Parameter<std::uint32_t> scanHeight{*this, {.name = "ScanHeight", .unit = "fragments", .defaultValue = 16,
        .minimum = 2, .maximum = 1024,
        .sentence = "Height of a scan tile."}};
    Parameter<std::uint32_t> genWidth{*this, {.name = "GenWidth", .unit = "fragments", .defaultValue = 8, .minimum = 2,
        .maximum = 64,
        .sentence = "Width of a generation tile: what traversal emits, a cache line holds and hierarchical Z tests."}};
    Parameter<std::uint32_t> genHeight{*this, {.name = "GenHeight", .unit = "fragments", .defaultValue = 8,
        .minimum = 2, .maximum = 64,
        .sentence = "Height of a generation tile."}};
    Parameter<std::uint32_t> batchSize{*this, {.name = "RasterizationBatchSize", .unit = "triangles", .defaultValue = 4,
        .minimum = 1, .maximum = 1024,
        .sentence = "Triangles that recursive traversal descends with at the same time."}};
    Parameter<std::uint32_t> batchQueueSize{*this, {.name = "BatchQueueSize", .unit = "triangles", .defaultValue = 16,
        .minimum = 1, .maximum = 1 << 16,
        .sentence = "Triangles that wait for traversal."}};
    Parameter<bool> recursiveMode{*this, {.name = "RecursiveMode", .defaultValue = true,
        .sentence = "Traverses by recursive descent over tiles instead of scanning line by line."}};
    // clang-format on
};

}  // namespace cyclorama::machine
