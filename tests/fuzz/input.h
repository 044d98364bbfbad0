// SPDX-License-Identifier: MIT
#pragma once
// The bytes of a fuzzer's input, one after the other; zeros behind them.

#include <cstddef>
#include <cstdint>
#include <span>

namespace cyclorama::fuzz {

class Input {
  public:
    explicit Input(std::span<const uint8_t> bytes) : bytes_(bytes) {}

    bool empty() const { return bytes_.empty(); }
    uint8_t byte() {
        if (bytes_.empty()) return 0;
        const uint8_t value = bytes_.front();
        bytes_ = bytes_.subspan(1);
        return value;
    }
    uint32_t word() {
        uint32_t value = 0;
        for (uint32_t shift = 0; shift < 32; shift += 8) value |= uint32_t{byte()} << shift;
        return value;
    }
    void fill(std::span<std::byte> out) {
        for (std::byte& value : out) value = static_cast<std::byte>(byte());
    }

  private:
    std::span<const uint8_t> bytes_;
};

}  // namespace cyclorama::fuzz
