#pragma once
// What vertices are made of: indices and attributes out of memory (ATTILA: StreamerFetch, StreamerLoader).

#include <cstdint>
#include <optional>

#include "func/types.h"
#include "gpu/draw_state.h"
#include "mem/address_space.h"

namespace cyclorama::machine {

/// The index of a position in an instance's stream: `start + position`, or what the index stream has there, plus the
/// base vertex. Indices are
/// packed: the stride of their stream has no effect. Nothing where it is outside of memory.
std::optional<uint32_t> fetchIndex(const mem::AddressSpace& memory, const gpu::VertexInput& input, uint32_t position);

/// An input of the vertex program: the attribute's default value, with what its stream has for index or instance in
/// place of the first components; zeros in place of them, and false, where those are outside of memory. Where the
/// program loads the attributes itself, attribute 0 has the bits of index and instance, and the others their defaults.
bool fetchVertexInput(const mem::AddressSpace& memory, const gpu::VertexInput& input, bool loadedByShader,
                      uint32_t attribute, uint32_t index, uint32_t instance, func::Vec4& value);

}  // namespace cyclorama::machine
