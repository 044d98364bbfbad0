// SPDX-License-Identifier: MIT
#pragma once
// The packets of the FE's command stream: a word that names the opcode, arguments, padded to 64 bits (GCxxx hardware
// notes, Command stream; etna_viv: cmdstream.xml).

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "families/vivante/frontend/registers/register_info.h"

namespace cyclorama::vivante {

enum class Opcode : uint8_t {
    LoadState = 1,
    End = 2,
    Nop = 3,
    Draw2d = 4,
    DrawPrimitives = 5,
    DrawIndexedPrimitives = 6,
    Wait = 7,
    Link = 8,
    Stall = 9,
    Call = 10,
    Return = 11,
    DrawInstanced = 12,
    ChipSelect = 13,
    WaitFence = 15,
    DrawIndirect = 16,
    SnapPages = 19
};

/// A row of the table of opcodes.
struct OpcodeInfo {
    Opcode opcode = Opcode::Nop;
    std::string_view name;
    /// Words with the header, before padding; LOAD_STATE and DRAW_2D say theirs in the header.
    uint32_t words = 1;
    /// Fields of the header.
    std::span<const FieldInfo> fields{};
    /// Names of the words after the header.
    std::array<std::string_view, 4> arguments{};
    std::string_view meaning;
};

/// Null where the number is none.
const OpcodeInfo* findOpcode(uint32_t number);

constexpr uint32_t opcodeNumber(uint32_t header) { return header >> 27; }

/// Words of a packet, its padding included, from its header; 0 where the opcode is none.
uint32_t packetWords(uint32_t header);

/// The header of LOAD_STATE.
struct LoadStateHeader {
    uint32_t firstWord = 0;
    uint32_t count = 0;
    /// The words are 16.16 fixed point, and become floats.
    bool fixedPoint = false;

    static LoadStateHeader decode(uint32_t header) {
        const uint32_t count = header >> 16 & 0x3ff;
        return {
            .firstWord = header & 0xffff, .count = count == 0 ? 1024 : count, .fixedPoint = (header >> 26 & 1) != 0};
    }
};

/// The packet DRAW_2D: a header, a word that is skipped, two words for each rectangle, and data words.
class Draw2dPacket {
  public:
    /// Pixels; the right column and the lower row are not in a rectangle.
    struct Corners {
        int16_t left = 0;
        int16_t top = 0;
        int16_t right = 0;
        int16_t bottom = 0;
    };

    /// `words` is the packet, or what there is of it; it has to outlive this.
    explicit Draw2dPacket(std::span<const uint32_t> words) : words_(words) {}

    static uint32_t rectanglesOf(uint32_t header) {
        const uint32_t count = header >> 8 & 0xff;
        return count == 0 ? 256 : count;
    }
    static uint32_t dataWordsOf(uint32_t header) { return header >> 16 & 0x7ff; }

    /// Rectangles that are there.
    uint32_t count() const;
    /// Requires index < count().
    Corners corners(uint32_t index) const;
    std::span<const uint32_t> data() const;

  private:
    static constexpr uint32_t kFirst = 2;

    std::span<const uint32_t> words_;
};

/// The value that the state holds for a 16.16 fixed point word.
uint32_t fixedPointToFloat(uint32_t word);

/// One line: "DRAW_PRIMITIVES TYPE=TRIANGLES, START=0, COUNT=2". `words` is the whole packet.
std::string describePacket(std::span<const uint32_t> words);

}  // namespace cyclorama::vivante
