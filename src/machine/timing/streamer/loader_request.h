// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "func/raster/triangle_setup.h"
#include "machine/timing/streamer/streamer_messages.h"
#include "mem/cache_tags.h"

namespace cyclorama::machine::timing {

/// A vertex in a streamer loader, and the parts of the attributes to be read from its cache.
struct LoaderRequest {
    /// One access to the cache.
    struct Part {
        func::Address address{};
        uint32_t bytes = 0;
        mem::CacheSlot slot;
    };

    StreamIndex index;
    /// In the list of mapped attributes.
    uint32_t nextAttribute = 0;
    bool secondPart = false;
    /// By place in that list. The second is used if the attribute is split, at the end of a line of the cache.
    std::array<std::array<Part, 2>, func::kVertexAttributes> parts;
    std::array<bool, func::kVertexAttributes> split{};
};

}  // namespace cyclorama::machine::timing
