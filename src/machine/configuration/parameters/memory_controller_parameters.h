// SPDX-License-Identifier: MIT
#pragma once

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// [MEMORYCONTROLLER], what both memory controller models have.
struct MemoryControllerParameters : ParameterSection {
    MemoryControllerParameters() : ParameterSection("MEMORYCONTROLLER", "Memory controller") {}

    // clang-format off
    Parameter<bool> memoryControllerV2{*this, {.name = "MemoryControllerV2", .defaultValue = true,
        .sentence = "Selects the detailed GDDR model instead of the simple one."}};
    Parameter<std::uint32_t> memorySize{*this, {.name = "MemorySize", .unit = "MiB", .defaultValue = 256, .minimum = 1,
        .maximum = 2048,
        .sentence = "The GPU's own memory, at the low end of its address space."}};
    Parameter<std::uint32_t> mappedMemorySize{*this, {.name = "MappedMemorySize", .unit = "MiB", .defaultValue = 128,
        .minimum = 0, .maximum = 2048,
        .sentence = "System memory that the GPU sees in the upper half of its address space."}};
    Parameter<std::uint32_t> burstLength{*this, {.name = "BurstLength", .unit = "32-bit words", .defaultValue = 8,
        .minimum = 1, .maximum = 64,
        .sentence = "Words that one memory command transfers; the simple model ignores it."}};
    Parameter<std::uint32_t> maxConsecutiveReads{*this, {.name = "MaxConsecutiveReads", .unit = "requests",
        .defaultValue = 16, .minimum = 1, .maximum = 65536,
        .sentence = "Reads issued in a row before a waiting write gets its turn."}};
    Parameter<std::uint32_t> maxConsecutiveWrites{*this, {.name = "MaxConsecutiveWrites", .unit = "requests",
        .defaultValue = 16, .minimum = 1, .maximum = 65536,
        .sentence = "Writes issued in a row before a waiting read gets its turn."}};

    Parameter<std::uint32_t> commandProcessorBusWidth{*this, {.name = "CommandProcessorBusWidth", .unit = "bytes/cycle",
        .defaultValue = 8, .minimum = 8, .maximum = 1024,
        .sentence = "Bandwidth between the controller and the command processor, and of the link to the host."}};
    Parameter<std::uint32_t> streamerFetchBusWidth{*this, {.name = "StreamerFetchBusWidth", .unit = "bytes/cycle",
        .defaultValue = 64, .minimum = 8, .maximum = 1024,
        .sentence = "Bandwidth between the controller and the streamer's index fetch."}};
    Parameter<std::uint32_t> streamerLoaderBusWidth{*this, {.name = "StreamerLoaderBusWidth", .unit = "bytes/cycle",
        .defaultValue = 64, .minimum = 8, .maximum = 1024,
        .sentence = "Bandwidth between the controller and each streamer loader."}};
    Parameter<std::uint32_t> zStencilBusWidth{*this, {.name = "ZStencilBusWidth", .unit = "bytes/cycle",
        .defaultValue = 64, .minimum = 8, .maximum = 1024,
        .sentence = "Bandwidth between the controller and each depth-and-stencil unit."}};
    Parameter<std::uint32_t> colorWriteBusWidth{*this, {.name = "ColorWriteBusWidth", .unit = "bytes/cycle",
        .defaultValue = 64, .minimum = 8, .maximum = 1024,
        .sentence = "Bandwidth between the controller and each colour unit."}};
    Parameter<std::uint32_t> dacBusWidth{*this, {.name = "DACBusWidth", .unit = "bytes/cycle", .defaultValue = 64,
        .minimum = 8, .maximum = 1024,
        .sentence = "Bandwidth between the controller and the display."}};
    Parameter<std::uint32_t> textureUnitBusWidth{*this, {.name = "TextureUnitBusWidth", .unit = "bytes/cycle",
        .defaultValue = 64, .minimum = 8, .maximum = 1024,
        .sentence = "Bandwidth between the controller and each texture unit."}};

    // A name means what it says here; files that exist give both the same value.
    Parameter<std::uint32_t> readBufferLines{*this, {.name = "ReadBufferLines", .unit = "64-byte lines",
        .defaultValue = 256, .minimum = 1, .maximum = 65536,
        .sentence = "Lines for data that waits to be sent to its unit, reserved when the read is issued."}};
    Parameter<std::uint32_t> writeBufferLines{*this, {.name = "WriteBufferLines", .unit = "64-byte lines",
        .defaultValue = 256, .minimum = 1, .maximum = 65536,
        .sentence = "Lines for data that waits to be written to memory."}};
    Parameter<std::uint32_t> requestQueueSize{*this, {.name = "RequestQueueSize", .unit = "transactions",
        .defaultValue = 512, .minimum = 1, .maximum = 65536,
        .sentence = "Transactions that can wait to be processed, some of which back-pressure keeps free."}};
    Parameter<std::uint32_t> serviceQueueSize{*this, {.name = "ServiceQueueSize", .unit = "transactions",
        .defaultValue = 64, .minimum = 1, .maximum = 65536,
        .sentence = "Answers that can wait to be sent, for each kind of unit."}};
    // clang-format on
};

}  // namespace cyclorama::machine
