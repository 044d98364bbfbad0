// SPDX-License-Identifier: MIT
#pragma once
// The state space of a chip: each register keeps what was written to it last (GCxxx hardware notes, Operations).

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "families/vivante/frontend/registers.h"

namespace cyclorama::vivante {

/// Parts of the state whose changes are followed, so that what depends on them is translated again only then.
enum class StateGroup : uint8_t {
    Instructions,
    VertexUniforms,
    PixelUniforms,
    SharedUniforms,
    Textures,
    VertexStreams,
    Other
};
inline constexpr size_t kStateGroups = 7;

class StateFile {
  public:
    /// The state at power-on.
    StateFile();

    /// Writes a word of the state space, below kStateWords, with the mask bits of its register. Mirrors are written
    /// with it.
    void write(uint32_t word, uint32_t value);

    uint32_t at(uint32_t word) const { return words_[word]; }
    uint32_t get(Register reg, uint32_t index = 0, uint32_t inner = 0) const { return words_[reg.word(index, inner)]; }
    float getFloat(Register reg, uint32_t index = 0) const { return std::bit_cast<float>(get(reg, index)); }
    uint32_t get(Field field, uint32_t index = 0) const { return field.of(words_[field.reg.word(index)]); }
    bool flag(Field field, uint32_t index = 0) const { return get(field, index) != 0; }
    /// Byte `index` of the words from a register on: how VS.INPUT and the like hold their lists.
    uint32_t byteOf(Register reg, uint32_t index) const { return get(reg, index / 4) >> (index % 4 * 8) & 0xff; }
    /// `count` words from a register on; the array must hold them.
    std::span<const uint32_t> words(Register reg, uint32_t first, uint32_t count) const {
        return std::span(words_).subspan(reg.word(first), count);
    }
    /// True if the register was ever written.
    bool written(Register reg, uint32_t index = 0) const { return written_[reg.word(index)]; }

    /// Value of a word after a write to it, with the mask bits of its register.
    uint32_t afterWrite(uint32_t word, uint32_t value) const;

    /// Rises with each change in a group. Writing what a word holds is none.
    uint64_t generation(StateGroup group) const { return generations_[static_cast<size_t>(group)]; }

  private:
    void store(uint32_t word, uint32_t value);

    std::vector<uint32_t> words_;
    std::vector<bool> written_;
    std::array<uint64_t, kStateGroups> generations_{};
};

}  // namespace cyclorama::vivante
