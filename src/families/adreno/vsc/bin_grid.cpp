// SPDX-License-Identifier: MIT
#include "families/adreno/vsc/bin_grid.h"

#include "families/adreno/registers/registers.h"

namespace cyclorama::adreno {
BinGrid::BinGrid(const RegisterValues& registers)
    : binWidth_(registers.field("VSC_BIN_SIZE/WIDTH"_field)),
      binHeight_(registers.field("VSC_BIN_SIZE/HEIGHT"_field)),
      columns_(registers.field("VSC_BIN_COUNT/NX"_field)),
      rows_(registers.field("VSC_BIN_COUNT/NY"_field)) {
    if (binWidth_ == 0 || binHeight_ == 0) return;
    constexpr uint32_t kMostBins = 32;
    places_.resize(size_t{columns_} * rows_);
    for (uint32_t i = 0; i < kVscPipes; ++i) {
        VscPipe& pipe = pipes_[i];
        pipe = {.x = registers.field("VSC_PIPE_CONFIG[].REG/X"_field, i),
                .y = registers.field("VSC_PIPE_CONFIG[].REG/Y"_field, i),
                .width = registers.field("VSC_PIPE_CONFIG[].REG/W"_field, i),
                .height = registers.field("VSC_PIPE_CONFIG[].REG/H"_field, i)};
        for (uint32_t bin = 0; bin < std::min(pipe.bins(), kMostBins); ++bin) {
            const uint32_t x = pipe.x + bin % pipe.width;
            const uint32_t y = pipe.y + bin / pipe.width;
            if (x < columns_ && y < rows_)
                places_[y * columns_ + x] = {static_cast<uint8_t>(i), static_cast<uint8_t>(bin)};
        }
    }
}

StreamPlace drawStreams(const RegisterValues& registers) {
    return {.address = registers.read64("VSC_DRAW_STRM_ADDRESS"_reg.word()),
            .pitch = registers.read("VSC_DRAW_STRM_PITCH"_reg.word()),
            .limit = registers.read("VSC_DRAW_STRM_LIMIT"_reg.word())};
}

StreamPlace primitiveStreams(const RegisterValues& registers) {
    return {.address = registers.read64("VSC_PRIM_STRM_ADDRESS"_reg.word()),
            .pitch = registers.read("VSC_PRIM_STRM_PITCH"_reg.word()),
            .limit = registers.read("VSC_PRIM_STRM_LIMIT"_reg.word())};
}

}  // namespace cyclorama::adreno
