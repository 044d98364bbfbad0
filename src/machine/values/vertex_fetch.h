// SPDX-License-Identifier: MIT
#pragma once
// Indices and attributes of vertices, read from memory.

#include <cstdint>
#include <optional>
#include <vector>

#include "func/types.h"
#include "gpu/draw_state.h"
#include "mem/address_space.h"

namespace cyclorama::machine {

/// The index of a position in an instance's stream: `start + position`, or what the index stream has there, plus the
/// base vertex. Indices are packed: the stride of their stream has no effect. Nothing where it is outside of memory.
std::optional<uint32_t> fetchIndex(const mem::AddressSpace& memory, const gpu::VertexInput& input, uint32_t position);

/// Positions of an instance's stream, one after the other, that primitives are made of.
struct VertexRun {
    uint32_t first = 0;
    uint32_t count = 0;
};

/// True if some indices of a draw end a strip or fan instead of naming a vertex.
inline bool restarts(const gpu::VertexInput& input) { return input.indexed && input.restartIndex.has_value(); }

/// True if an index that was fetched is such a one. Requires restarts().
inline bool isRestart(const gpu::VertexInput& input, std::optional<uint32_t> index) {
    return index == *input.restartIndex + static_cast<uint32_t>(input.baseVertex);
}

/// The runs of an instance: all of its stream, or where it restarts() the parts between the restarts that are long
/// enough for a primitive.
void findRuns(const mem::AddressSpace& memory, const gpu::VertexInput& input, std::vector<VertexRun>& runs);

/// An input of the vertex program: the attribute's default value, with what its stream has for index or instance in
/// place of the first components; zeros in place of them, and false, where those are outside of memory. Where the
/// program loads the attributes itself, attribute 0 has the bits of index and instance, and the others their defaults.
bool fetchVertexInput(const mem::AddressSpace& memory, const gpu::VertexInput& input, bool loadedByShader,
                      uint32_t attribute, uint32_t index, uint32_t instance, func::Vec4& value);

}  // namespace cyclorama::machine
