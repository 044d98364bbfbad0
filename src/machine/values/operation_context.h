// SPDX-License-Identifier: MIT
#pragma once
// The part of a machine that a family's operation works with when it is executed for its values
// (ExecutableOperation::apply).

#include <cstdint>

#include "func/texture/texture_state.h"
#include "gpu/command.h"
#include "gpu/draw_state.h"
#include "machine/values/frame_sink.h"
#include "machine/values/run_observer.h"
#include "machine/values/surfaces.h"
#include "mem/address_space.h"
#include "sim/finding.h"

namespace cyclorama::machine {

class OperationContext {
  public:
    virtual ~OperationContext() = default;

    /// The state at the operation.
    virtual const gpu::DrawState& state() const = 0;
    /// The GPU's memory, and the surfaces in it. Whoever writes calls memoryWritten().
    virtual mem::AddressSpace& memory() = 0;
    virtual Surfaces& surfaces() = 0;
    virtual const func::TextureUnitSettings& textures() const = 0;
    virtual void memoryWritten() = 0;
    /// The content of the colour, or the depth and stencil buffer is no longer the one of power-on.
    virtual void contentsSet(gpu::Buffer buffer) = 0;

    /// Takes pictures of buffers that the driver asks to see.
    virtual FrameSink& frames() = 0;
    /// The ordinal of the next such picture.
    virtual uint32_t countPicture() = 0;
    /// Reports a finding at the operation's place in the workload.
    virtual void report(const sim::FindingKind& kind) = 0;
    /// Counts for a program that the operation runs, which outlive it; null where nothing is to be counted.
    virtual isa::IssueCounts* countIssues(const ObservedProgram& /*program*/) { return nullptr; }
    /// Counts for the fragments of the operation, which outlive it; null where nothing is to be counted.
    virtual gpu::PixelCounts* countPixels(const ObservedSurface& /*surface*/) { return nullptr; }
    /// Trace that gets what happens to the followed fragments of the operation, and outlives it; null if none is.
    virtual gpu::WorkTrace* tracePixels(const ObservedSurface& /*surface*/) { return nullptr; }
    /// Observer of the state and the targets of the operation, which is a draw.
    virtual ObservedDraw observedDraw() { return {}; }
};

}  // namespace cyclorama::machine
