#pragma once
// What a shader processor and its texture units say to each other (ATTILA: TextureRequest with TextureAccess,
// TextureResult, TextureUnitStateInfo). The processor has the texels already; the unit accounts for their time.

#include <cstdint>

#include "func/texture_access.h"
#include "machine/timing/work.h"

namespace cyclorama::machine::timing {

/// A texture instruction or an attribute load of four elements, all of which take part, whether their results matter or
/// not. Signal "TextureRequest": as wide as the unit's TextureRequestRate, latency 1.
struct TextureRequest {
    DrawRecord* draw = nullptr;
    /// The unit's state, ready for func::planTextureAccess(). Null for LoadAttribute, whose stream is that of
    /// draw->state.input.attributeStream[unit]. Valid until the last result of the draw.
    const func::PreparedTexture* texture = nullptr;
    /// SampleBias (with a bias of zero where the instruction has none), SampleLod or LoadAttribute. Coordinates are
    /// projected already.
    func::TextureOperation operation = func::TextureOperation::SampleBias;
    /// Sampler, or vertex attribute.
    uint32_t unit = 0;
    /// The thread that asks; the result names it.
    uint32_t thread = 0;
    func::QuadCoordinates operand{};
};

/// A request is done. Signal "TextureData": width 1, latency 1.
struct TextureResult {
    uint32_t thread = 0;
};

/// Leave to send one more request, that is four elements. Signal "TextureUnitState": width 1, latency 1, written in
/// every cycle in which the requests that wait and those already allowed leave room (ATTILA: TextureUnit, tickets).
struct TextureTicket {};

inline constexpr uint32_t kElementsOfTicket = 4;

}  // namespace cyclorama::machine::timing
