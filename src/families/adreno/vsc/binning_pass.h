// SPDX-License-Identifier: MIT
#pragma once
// A binning pass: collects which draws and primitives reach which bins, and writes it as visibility streams for the
// passes over the bins. The pass lasts from the event UNK_2C to UNK_2D (Mesa: vulkan/tu_cmd_buffer.cc,
// tu6_emit_binning_pass).

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/memory/write_listener.h"
#include "families/adreno/vsc/bin_grid.h"
#include "families/adreno/vsc/visibility_stream.h"

namespace cyclorama::adreno {

/// Bytes of a pipe's streams.
struct StreamBytes {
    uint32_t draws = 0;
    uint32_t primitives = 0;
};
using StreamSizes = std::array<StreamBytes, kVscPipes>;

class BinningPass {
  public:
    void begin(const RegisterValues& registers);
    bool active() const { return grid_.has_value(); }
    /// Writes the streams, their sizes to memory and registers, and VSC_STATE. Nothing of streams beyond their limit
    /// is written; their sizes show it.
    /// The listener may be null. `results`: the chip's registers. Returns the sizes.
    StreamSizes end(const RegisterValues& registers, const GpuMemory& memory, Reporter& reporter,
                    WriteListener* listener, RegisterValues& results);

    /// Once for each draw that is not left out and uses visibility, whatever becomes of it. `countsPrimitives` where
    /// add() gets the numbers of the primitives that the draw's input makes: those that passes over bins can leave
    /// out.
    void beginDraw(bool countsPrimitives) { countsPrimitives_ = countsPrimitives; }
    /// Pixels that a primitive may touch. Numbers must not fall. Returns the number of bins that they are in.
    uint32_t add(uint32_t primitive, const func::PixelRectangle& box);
    void endDraw(uint32_t primitives);
    /// Sizes of the streams so far.
    StreamSizes sizes() const;

  private:
    std::optional<BinGrid> grid_;
    std::vector<PipeEncoder> pipes_;
    bool countsPrimitives_ = true;
};

}  // namespace cyclorama::adreno
