// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

#include "gpu/command.h"

namespace cyclorama::attila {

/// All addresses, in pages that exist once they are written.
class SparseMemory final : public gpu::MemoryReader {
  public:
    void write(func::Address to, std::span<const std::byte> data) {
        uint64_t address = to.bits();
        for (size_t i = 0; i < data.size(); ++i, ++address) pages_[address / kPage][address % kPage] = data[i];
    }
    bool read(func::Address from, std::span<std::byte> out) const override {
        uint64_t address = from.bits();
        for (std::byte& byte : out) {
            const auto page = pages_.find(address / kPage);
            byte = page == pages_.end() ? std::byte{0} : page->second[address % kPage];
            ++address;
        }
        return true;
    }

  private:
    static constexpr uint32_t kPage = 4096;
    std::map<uint64_t, std::array<std::byte, kPage>> pages_;
};

}  // namespace cyclorama::attila
