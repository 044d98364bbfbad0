// SPDX-License-Identifier: MIT
#pragma once
// Messages between a shader processor and its texture units. The processor has the texels already; the unit
// accounts for their time.

#include <cstdint>
#include <string>

#include "func/texture/surface_quad_plan.h"
#include "func/texture/texture_access.h"
#include "machine/timing/draw/work.h"

namespace cyclorama::machine::timing {

/// The details of a request beside its operand, for a quad of a program whose lanes may diverge.
struct QuadDetail {
    /// The quad's texture, as an index may choose the sampler; if that parts the quad, the one of its first fragment.
    /// Null for accesses to memory, and for samplers that do not exist.
    const func::PreparedTexture* texture = nullptr;
    /// Null where the operation takes none.
    const func::QuadGradients* gradients = nullptr;
    /// Bit f: fragment f takes part.
    uint8_t executing = 0;
    /// Bytes of each fragment's access to memory, at the address in the bits of the operand's first component.
    uint8_t bytes = 0;
};

/// A texture instruction, an attribute load or an access to memory of four elements, all of which take part, whether
/// their results matter or not, unless a detail says which. Signal TextureUnit::requests: as wide as the
/// unit's TextureRequestRate, latency 1.
struct TextureRequest {
    DrawRecord* draw = nullptr;
    /// The unit's state, ready for func::planTextureAccess(). Null for LoadAttribute, whose stream is that of
    /// draw->state.input->attributeStream[unit]. Valid until the last result of the draw.
    const func::PreparedTexture* texture = nullptr;
    /// SampleBias (with a bias of zero where the instruction has none), SampleLod or LoadAttribute. Coordinates are
    /// projected already.
    func::TextureOperation operation = func::TextureOperation::SampleBias;
    /// Sampler, or vertex attribute.
    uint32_t unit = 0;
    /// The thread that asks; the result names it.
    uint32_t thread = 0;
    /// Null where all elements take part. Valid until the result.
    const QuadDetail* detail = nullptr;
    func::QuadCoordinates operand{};
};
std::string describe(const TextureRequest& request);

/// A request is done. Signal TextureUnit::results: width 1, latency 1.
struct TextureResult {
    uint32_t thread = 0;
};
std::string describe(const TextureResult& result);

/// Leave to send one more request, that is four elements. Signal TextureUnit::tickets: width 1, latency 1, written in
/// every cycle in which the requests that wait and those already allowed leave room.
struct TextureTicket {};
std::string describe(const TextureTicket& ticket);

inline constexpr uint32_t kElementsOfTicket = 4;

}  // namespace cyclorama::machine::timing
