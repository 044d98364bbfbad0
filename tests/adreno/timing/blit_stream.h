// SPDX-License-Identifier: MIT
#pragma once
// Streams of blits of the 2D engine, with the registers that Mesa's drivers set.

#include <cstdint>
#include <set>

#include "adreno/command_stream.h"
#include "families/adreno/registers/register_values.h"

namespace cyclorama::adreno::test {

/// An image, or a part of it from `x` and `y` on.
struct BlitSide {
    uint64_t address = 0;
    uint32_t pitch = 0;  ///< bytes
    uint32_t width = 0;
    uint32_t height = 1;
    uint32_t format = 0x30;  ///< FMT6_8_8_8_8_UNORM
    bool tiled = false;
    uint32_t x = 0;
    uint32_t y = 0;
    uint32_t samples = 1;
    uint64_t flags = 0;  ///< of UBWC; 0: it is not compressed
};

class BlitStream {
  public:
    /// Fills the target with a word of each component.
    BlitStream& fill(const BlitSide& target, uint32_t word) {
        setTarget(target);
        set("RB_2D_BLIT_CNTL/SOLID_COLOR"_field, 1);
        set("RB_2D_BLIT_CNTL/IFMT"_field, 7);
        for (uint32_t i = 0; i < 4; ++i) write("RB_2D_SRC_SOLID_C0"_reg.offset + i, word);
        return send();
    }
    /// The source's size need not be the target's. `linear`: filters.
    BlitStream& copy(const BlitSide& source, const BlitSide& target, bool linear = false) {
        setTarget(target);
        set("RB_2D_BLIT_CNTL/SOLID_COLOR"_field, 0);
        set("SP_PS_2D_SRC_INFO/COLOR_FORMAT"_field, source.format);
        set("SP_PS_2D_SRC_INFO/TILE_MODE"_field, source.tiled ? 3 : 0);
        set("SP_PS_2D_SRC_INFO/SAMPLES"_field, source.samples == 1 ? 0 : source.samples == 2 ? 1 : 2);
        set("SP_PS_2D_SRC_INFO/SAMPLES_AVERAGE"_field, source.samples > 1);
        set("SP_PS_2D_SRC_INFO/FILTER"_field, linear);
        set("SP_PS_2D_SRC_INFO/FLAGS"_field, source.flags != 0);
        if (source.flags != 0) address("SP_PS_2D_SRC_FLAGS"_reg.offset, source.flags);
        address("SP_PS_2D_SRC"_reg.offset, source.address);
        set("SP_PS_2D_SRC_PITCH/PITCH"_field, source.pitch);
        set("SP_PS_2D_SRC_SIZE/WIDTH"_field, source.x + source.width);
        set("SP_PS_2D_SRC_SIZE/HEIGHT"_field, source.y + source.height);
        write("GRAS_2D_SRC_TL_X"_reg.offset, source.x << 8);
        write("GRAS_2D_SRC_TL_Y"_reg.offset, source.y << 8);
        write("GRAS_2D_SRC_BR_X"_reg.offset, (source.x + source.width - 1) << 8);
        write("GRAS_2D_SRC_BR_Y"_reg.offset, (source.y + source.height - 1) << 8);
        return send();
    }
    /// An event without a write.
    BlitStream& event(uint32_t number) {
        stream.command(Opcode::EventWrite, {number});
        return *this;
    }
    BlitStream& waitForIdle() {
        stream.command(Opcode::WaitForIdle);
        return *this;
    }
    void set(const Field& field, uint64_t value) {
        const uint64_t mask = field.value.mask();
        const uint64_t bits = value >> field.value.shift << field.value.low & mask;
        write(field.reg.word(), static_cast<uint32_t>((values_.read(field.reg.word()) & ~mask) | bits));
    }

    CommandStream stream;

  private:
    void write(uint32_t offset, uint32_t value) {
        values_.write(offset, value);
        changed_.insert(offset);
    }
    void address(uint32_t offset, uint64_t address) {
        write(offset, low(address));
        write(offset + 1, high(address));
    }
    void setTarget(const BlitSide& target) {
        set("RB_2D_BLIT_CNTL/MASK"_field, 0xf);
        set("RB_2D_DST_INFO/COLOR_FORMAT"_field, target.format);
        set("RB_2D_DST_INFO/TILE_MODE"_field, target.tiled ? 3 : 0);
        set("RB_2D_DST_INFO/FLAGS"_field, target.flags != 0);
        if (target.flags != 0) address("RB_2D_DST_FLAGS"_reg.offset, target.flags);
        address("RB_2D_DST"_reg.offset, target.address);
        write("RB_2D_DST_PITCH"_reg.offset, target.pitch >> 6);
        write("GRAS_2D_DST_TL"_reg.offset, target.x | target.y << 16);
        write("GRAS_2D_DST_BR"_reg.offset, (target.x + target.width - 1) | (target.y + target.height - 1) << 16);
    }
    BlitStream& send() {
        for (const uint32_t offset : changed_) stream.registers(offset, {values_.read(offset)});
        changed_.clear();
        stream.command(Opcode::Blit, {3});
        return *this;
    }

    RegisterValues values_;
    std::set<uint32_t> changed_;
};

}  // namespace cyclorama::adreno::test
