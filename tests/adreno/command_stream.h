// SPDX-License-Identifier: MIT
#pragma once
// Command streams for tests, written word by word.

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "families/adreno/packets/packets.h"

namespace cyclorama::adreno::test {

class CommandStream {
  public:
    CommandStream& command(Opcode opcode, std::initializer_list<uint32_t> words = {}) {
        return add(commandHeader(opcode, static_cast<uint32_t>(words.size())), words);
    }
    CommandStream& registers(uint32_t first, std::initializer_list<uint32_t> values) {
        return add(registerWriteHeader(first, static_cast<uint32_t>(values.size())), values);
    }
    CommandStream& word(uint32_t value) { return add(value, {}); }

    const std::vector<uint32_t>& words() const { return words_; }

  private:
    CommandStream& add(uint32_t header, std::initializer_list<uint32_t> words) {
        words_.push_back(header);
        words_.insert(words_.end(), words);
        return *this;
    }

    std::vector<uint32_t> words_;
};

constexpr uint32_t low(uint64_t address) { return static_cast<uint32_t>(address); }
constexpr uint32_t high(uint64_t address) { return static_cast<uint32_t>(address >> 32); }

}  // namespace cyclorama::adreno::test
