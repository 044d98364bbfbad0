// SPDX-License-Identifier: MIT
#pragma once
// The draw that a pipelined GPU may still be drawing when the host's next write arrives, as far as the commands show,
// and whether that draw reads or writes the same memory. Time does not come into it: both machines find the same.

#include <cstdint>
#include <vector>

#include "func/texture/texture_state.h"
#include "gpu/command.h"
#include "gpu/draw_state.h"
#include "machine/configuration/configuration.h"
#include "machine/values/surfaces.h"
#include "mem/address_space.h"

namespace cyclorama::machine {

class DrawInFlight {
  public:
    enum class Use : uint8_t {
        None,
        Possible,  // a vertex program may load from there
        Certain    // a texture, vertices, indices or buffer of the draw are there
    };

    /// `memory` must outlive it. The configuration must have passed check().
    DrawInFlight(const Configuration& configuration, mem::AddressSpace& memory);

    /// A draw was accepted. `state` must stay as it is until the next draw or ended().
    void start(const gpu::DrawState& state);
    /// The next command waits until the draw before has ended: nothing is in flight.
    void ended() { state_ = nullptr; }
    /// Other commands than draws, as they come: most of them wait for the draw before, or for its geometry.
    void pass(const gpu::Operation& operation);

    /// Use that the draw in flight makes of the memory that a write is about to change. Call before the write.
    Use useOf(const gpu::WriteMemory& write);

  private:
    struct Range {
        func::Address begin{};
        func::Address end{};
        bool certain = true;
        bool geometry = false;
    };

    void measure();
    void addTextures();
    void addBuffers();
    void addVertices();
    void add(func::Address address, uint64_t bytes, bool geometry = false);

    const mem::AddressSpace* memory_;
    Surfaces surfaces_;
    func::TextureUnitSettings textures_;
    bool pipelined_;

    const gpu::DrawState* state_ = nullptr;
    bool geometryEnded_ = false;
    bool measured_ = false;
    std::vector<Range> ranges_;
};

}  // namespace cyclorama::machine
