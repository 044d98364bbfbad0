// SPDX-License-Identifier: MIT
#pragma once
// A GC320, its command stream and its memory, for tests of the 2D engine.

#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "families/vivante/engine2d/drawing.h"
#include "families/vivante/engine2d/filter_blit.h"
#include "vivante_stream.h"

namespace cyclorama::vivante {

/// A GC320 (etna_viv: gpus.json).
inline Chip gc320() {
    return {.name = "GC320", .model = 0x320, .revision = 0x5007, .features = {0xe02c7eca, 0xc1399eff, 0x020fb2db}};
}

/// Values of DE.DEST_CONFIG.COMMAND, in place.
inline constexpr uint32_t kClearCommand = 0;
inline constexpr uint32_t kLineCommand = 1 << 12;
inline constexpr uint32_t kBlitCommand = 2 << 12;
inline constexpr uint32_t kStretchCommand = 4 << 12;

class Scene2d {
  public:
    static constexpr uint32_t kSource = 0x100000;
    static constexpr uint32_t kDestination = 0x200000;
    static constexpr uint32_t kBytes = 0x300000;
    using Rectangle = engine2d::Rectangle;

    explicit Scene2d(const Chip& chip = gc320()) : frontEnd_(chip, findings_) {
        memory.mappings()->mapZeros(kSource, kBytes);
        rop(0xcc);
        clip({0, 0, 0x7fff, 0x7fff});
    }

    void set(Register reg, uint32_t value) { stream.set(reg, value); }
    /// `format` is DE_FORMAT, and DE_SWIZZLE times 32.
    void source(uint32_t address, uint32_t stride, uint32_t format, uint32_t config = 0) {
        set("DE.SRC_ADDRESS"_reg, address);
        set("DE.SRC_STRIDE"_reg, stride);
        set("DE.SRC_CONFIG"_reg, (format & 31) << 24 | format >> 5 << 20 | config);
    }
    void destination(uint32_t address, uint32_t stride, uint32_t format, uint32_t config) {
        set("DE.DEST_ADDRESS"_reg, address);
        set("DE.DEST_STRIDE"_reg, stride);
        set("DE.DEST_CONFIG"_reg, (format & 31) | format >> 5 << 16 | config);
    }
    void rop(uint32_t opaque) { rop(opaque, opaque); }
    void rop(uint32_t opaque, uint32_t transparent) { set("DE.ROP"_reg, opaque | transparent << 8 | 3u << 20); }
    void clip(const Rectangle& r) {
        stream.load("DE.CLIP_TOP_LEFT"_reg.word(), {corner(r.left, r.top), corner(r.right, r.bottom)});
    }
    void draw(const std::vector<Rectangle>& rectangles, const std::vector<uint32_t>& data = {}) {
        std::vector<uint32_t> packet{4u << 27 | static_cast<uint32_t>(data.size()) << 16 |
                                         (static_cast<uint32_t>(rectangles.size()) & 0xff) << 8,
                                     0};
        for (const Rectangle& r : rectangles) {
            packet.push_back(corner(r.left, r.top));
            packet.push_back(corner(r.right, r.bottom));
        }
        packet.insert(packet.end(), data.begin(), data.end());
        stream.packet(packet);
    }
    /// Executes what was written, and forgets it. State stays.
    Outcome run() {
        PieceMemory streams;
        streams.put(kStreamAddress, stream.words);
        const uint64_t hangs = frontEnd_.hangs();
        frontEnd_.submit(kStreamAddress, static_cast<uint32_t>(stream.words.size() * sizeof(uint32_t)));
        Outcome outcome;
        while (const auto command = frontEnd_.next(streams)) {
            if (const auto* drawing = getIf<engine2d::Drawing>(command->operation))
                results.push_back(engine2d::draw(*drawing, memory));
            if (const auto* blit = getIf<engine2d::FilterBlit>(command->operation))
                results.push_back(filterBlit(*blit, memory));
        }
        outcome.findings = std::exchange(findings_, {});
        outcome.hangs = frontEnd_.hangs() - hangs;
        stream.words.clear();
        return outcome;
    }

    std::span<std::byte> bytes(uint32_t address, size_t count) { return *memory.span(address, count); }
    uint32_t word(uint32_t address) { return memory.load<uint32_t>(address).value(); }
    void randomize(uint32_t address, size_t count, uint32_t seed) {
        std::mt19937 random(seed);
        for (std::byte& each : bytes(address, count)) each = static_cast<std::byte>(random());
    }

    mem::AddressSpace memory{mem::FlatAddressSpace{}};
    Stream stream;
    std::vector<machine::ResolveResult> results;

  private:
    static uint32_t corner(int32_t x, int32_t y) {
        return (static_cast<uint32_t>(x) & 0xffff) | static_cast<uint32_t>(y) << 16;
    }

    sim::Findings findings_;
    VivanteFrontEnd frontEnd_;
};

}  // namespace cyclorama::vivante
