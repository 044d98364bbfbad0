// SPDX-License-Identifier: MIT
#pragma once
// The arguments of a command, word by word.

#include <bit>
#include <cstdint>
#include <span>

#include "virgl/protocol/refusal.h"

namespace cyclorama::virgl {

/// Bits [first, first + size) of a word.
constexpr uint32_t bits(uint32_t word, uint32_t first, uint32_t size) { return word >> first & ((1u << size) - 1); }
constexpr bool bit(uint32_t word, uint32_t number) { return (word >> number & 1) != 0; }

/// Throws Malformed where a command has fewer words than it needs.
class Words {
  public:
    explicit Words(std::span<const uint32_t> words) : words_(words) {}

    uint32_t next() {
        if (at_ == words_.size()) throw Malformed("the command is too short");
        return words_[at_++];
    }
    float nextFloat() { return std::bit_cast<float>(next()); }
    uint32_t left() const { return static_cast<uint32_t>(words_.size() - at_); }
    std::span<const uint32_t> rest() const { return words_.subspan(at_); }

  private:
    std::span<const uint32_t> words_;
    size_t at_ = 0;
};

}  // namespace cyclorama::virgl
