// SPDX-License-Identifier: MIT
#pragma once

#include "sim/parameter.h"

namespace cyclorama::machine {

using sim::Parameter;
using sim::ParameterSection;
using sim::ParameterSource;
using sim::ParameterStatus;

/// [STREAMER]: index fetch, the cache of shaded vertices and the loaders of vertex attributes.
struct StreamerParameters : ParameterSection {
    StreamerParameters() : ParameterSection("STREAMER", "Streamer") {}

    // clang-format off
    Parameter<std::uint32_t> indicesPerCycle{*this, {.name = "IndicesCycle", .unit = "indices/cycle", .defaultValue = 2,
        .minimum = 1, .maximum = 64,
        .sentence = "Indices that are fetched or made up each cycle, for draws without indices as well."}};
    Parameter<std::uint32_t> indexBufferSize{*this, {.name = "IndexBufferSize", .unit = "bytes", .defaultValue = 2048,
        .minimum = 64, .maximum = 1 << 20,
        .sentence = "Index data that is fetched ahead."}};
    Parameter<std::uint32_t> outputFifoSize{*this, {.name = "OutputFIFOSize", .unit = "vertices", .defaultValue = 512,
        .minimum = 1, .maximum = 1 << 16,
        .sentence = "Queue that puts shaded vertices back in order: the most that can be under way."}};
    Parameter<std::uint32_t> outputMemorySize{*this, {.name = "OutputMemorySize", .unit = "vertices",
        .defaultValue = 512, .minimum = 1, .maximum = 1 << 16,
        .sentence = "Post-shading vertex cache, whose entries are reserved when a vertex is sent to be shaded."}};
    Parameter<std::uint32_t> verticesPerCycle{*this, {.name = "VerticesCycle", .unit = "vertices/cycle",
        .defaultValue = 2, .minimum = 1, .maximum = 64,
        .sentence = "Shaded vertices sent to primitive assembly each cycle."}};
    Parameter<std::uint32_t> attributesSentPerCycle{*this, {.name = "AttributesSentCycle", .unit = "attributes/cycle",
        .defaultValue = 4, .minimum = 1, .maximum = 64,
        .sentence = "Attributes of each of those vertices that are sent each cycle."}};

    Parameter<std::uint32_t> loaderUnits{*this, {.name = "StreamerLoaderUnits", .unit = "units", .defaultValue = 1,
        .minimum = 1, .maximum = 64,
        .sentence = "Streamer loaders, which fetch the attributes of vertices."}};
    Parameter<std::uint32_t> loaderIndicesPerCycle{*this, {.name = "SLIndicesCycle", .unit = "indices/cycle",
        .defaultValue = 2, .minimum = 1, .maximum = 64,
        .sentence = "Indices that one loader takes each cycle."}};
    Parameter<std::uint32_t> loaderInputRequestQueueSize{*this, {.name = "SLInputRequestQueueSize", .unit = "vertices",
        .defaultValue = 128, .minimum = 1, .maximum = 1 << 16,
        .sentence = "Vertices whose attributes a loader can be fetching."}};
    Parameter<std::uint32_t> loaderAttributesPerCycle{*this, {.name = "SLAttributesCycle", .unit = "attributes/cycle",
        .defaultValue = 8, .minimum = 1, .maximum = 64,
        .sentence = "Attributes that a loader fills each cycle, through one cache port each."}};
    Parameter<std::uint32_t> loaderCacheLines{*this, {.name = "SLInputCacheLines", .unit = "lines", .defaultValue = 32,
        .minimum = 1, .maximum = 1 << 16,
        .sentence = "Lines of a loader's fully associative cache."}};
    Parameter<std::uint32_t> loaderCacheLineSize{*this, {.name = "SLInputCacheLineSize", .unit = "bytes",
        .defaultValue = 256, .minimum = 4, .maximum = 1 << 16,
        .sentence = "Bytes of a line of a loader's cache."}};
    Parameter<std::uint32_t> loaderCachePortWidth{*this, {.name = "SLInputCachePortWidth", .unit = "bytes/cycle",
        .defaultValue = 16, .minimum = 1, .maximum = 1024,
        .sentence = "Bytes that one port of a loader's cache delivers each cycle."}};
    Parameter<std::uint32_t> loaderCacheRequestQueueSize{*this, {.name = "SLInputCacheRequestQueueSize",
        .unit = "lines", .defaultValue = 32, .minimum = 1, .maximum = 1 << 16,
        .sentence = "Line fills that a loader's cache keeps track of."}};
    Parameter<std::uint32_t> loaderCacheInputQueueSize{*this, {.name = "SLInputCacheInputQueueSize", .unit = "lines",
        .defaultValue = 32, .minimum = 1, .maximum = 1 << 16,
        .sentence = "Line fills that can be on their way from memory to a loader's cache."}};
    // clang-format on
};

}  // namespace cyclorama::machine
