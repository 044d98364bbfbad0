// SPDX-License-Identifier: MIT
#pragma once
// Checks of a draw or a clear from its state alone, before it starts: the findings of the functional machine, at the
// same places in the stream.

#include <cstdint>
#include <string_view>

#include "machine/configuration/configuration.h"
#include "machine/timing/draw/work.h"
#include "machine/values/draw_preparation.h"
#include "machine/values/shader_units.h"
#include "machine/values/surfaces.h"
#include "mem/address_space.h"
#include "sim/finding.h"

namespace cyclorama::machine::timing {

class DrawChecks {
  public:
    /// `memory` and `findings` must outlive it. `workLimit`: the work of one draw, as DrawBudget counts it.
    DrawChecks(const Configuration& configuration, const gpu::Dialect& dialect, mem::AddressSpace& memory,
               sim::Findings& findings, uint64_t workLimit);

    /// Reports what is wrong with a draw; false if it cannot be drawn at all. Else completes its record, of which state
    /// and place are set: the dialect, the state (DrawPreparation), its runs, and the work that it may do. Its
    /// triangles are counted if they reach any buffer.
    bool start(DrawRecord& draw);

    /// Reports a buffer that cannot be cleared.
    void clearColor(const gpu::DrawState& state, std::string_view place);
    void clearDepthStencil(const gpu::DrawState& state, std::string_view place);

  private:
    /// Reports buffers that the draw cannot write; false if none is left.
    bool checkBuffers(const gpu::DrawState& state, std::string_view place);

    bool attributesByProgram_;
    gpu::Dialect dialect_;
    DrawPreparation preparation_;
    sim::Findings* findings_;
    const mem::AddressSpace* memory_;
    Surfaces surfaces_;
    TextureUnits textures_;
    uint64_t workLimit_;
};

}  // namespace cyclorama::machine::timing
