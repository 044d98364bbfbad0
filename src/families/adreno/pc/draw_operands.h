// SPDX-License-Identifier: MIT
#pragma once
// A draw's own numbers, as its packet or the memory that the packet names has them.

#include <cstdint>
#include <memory>
#include <vector>

#include "families/adreno/vsc/visibility_stream.h"

namespace cyclorama::adreno {

/// Bits of the word that starts every draw packet (Mesa: adreno_pm4.xml, vgt_draw_initiator_a4xx).
struct DrawInitiator {
    uint32_t word = 0;

    /// A value of the enumeration PC_DI_PRIMTYPE.
    uint32_t primitive() const { return word & 0x3f; }
    enum Source : uint32_t { Memory = 0, Immediate = 1, Counted = 2, StreamedOut = 3 };
    uint32_t source() const { return word >> 6 & 3; }
    bool usesVisibility() const { return (word >> 8 & 3) == 1; }
    /// 1, 2 or 4; 8 stands for no size.
    uint32_t indexBytes() const { return 1u << (word >> 10 & 3); }
    enum Patch : uint32_t { Quads = 0, Triangles = 1, Isolines = 2 };
    uint32_t patch() const { return word >> 12 & 3; }
    bool hasGeometryStage() const { return (word >> 16 & 1) != 0; }
    bool tessellates() const { return (word >> 17 & 1) != 0; }
};

struct DrawOperands {
    DrawInitiator initiator;
    uint32_t instances = 0;
    /// Indices or vertices of each instance.
    uint32_t count = 0;
    /// The first one, in the index buffer; the buffer, and the indices that it has.
    uint32_t firstIndex = 0;
    uint64_t indexAddress = 0;
    uint32_t mostIndices = 0;
    /// Indices that are drawn as one where patches are tessellated; 0 for all (CP_SET_SUBDRAW_SIZE).
    uint32_t subdrawIndices = 0;
    /// Primitives that reach the bin, of all that the input makes; null: all. In ascending order.
    std::shared_ptr<const std::vector<PrimitiveRun>> seen{};
};

}  // namespace cyclorama::adreno
