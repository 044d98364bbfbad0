#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

#include "gpu/command.h"

namespace cyclorama::attila {

/// All 4 GiB of addresses, in pages that exist once they are written.
class SparseMemory final : public gpu::MemoryReader {
  public:
    void write(uint32_t address, std::span<const std::byte> data) {
        for (size_t i = 0; i < data.size(); ++i, ++address) pages_[address / kPage][address % kPage] = data[i];
    }
    bool read(uint32_t address, std::span<std::byte> out) const override {
        for (std::byte& byte : out) {
            const auto page = pages_.find(address / kPage);
            byte = page == pages_.end() ? std::byte{0} : page->second[address % kPage];
            ++address;
        }
        return true;
    }

  private:
    static constexpr uint32_t kPage = 4096;
    std::map<uint32_t, std::array<std::byte, kPage>> pages_;
};

}  // namespace cyclorama::attila
