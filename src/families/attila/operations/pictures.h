// SPDX-License-Identifier: MIT
#pragma once
// Pictures that the driver asks for beside the frames: of a buffer, or of the source of a blit.

#include <cstdint>
#include <string>

#include "families/attila/operations/operations.h"
#include "gpu/draw_state.h"
#include "machine/values/frame_sink.h"
#include "machine/values/surfaces.h"
#include "sim/finding.h"

namespace cyclorama::attila {

/// The buffer that `content` means. Not valid where it is not wholly in memory.
machine::MappedSurface dumpedSurface(DumpBuffer::Content content, const gpu::DrawState& state,
                                     machine::Surfaces& surfaces);
/// The finding for a buffer that is not valid.
const sim::FindingKind& invalidBuffer(DumpBuffer::Content content);
/// Gives the sink a buffer as picture `number`. Requires a valid surface.
void dump(DumpBuffer::Content content, const gpu::DrawState& state, const machine::MappedSurface& surface,
          uint32_t number, machine::FrameSink& frames);

/// The window of render target 0 that a blit reads, the lowest row last; as much of it as is inside the target.
void dumpBlitSource(const gpu::DrawState& state, machine::Surfaces& surfaces, const std::string& name,
                    machine::FrameSink& frames);

}  // namespace cyclorama::attila
