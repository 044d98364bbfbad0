// SPDX-License-Identifier: MIT
#pragma once
// Which parts of memory are read and written by whom: bytes of transactions by block of addresses.

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "mem/transaction.h"

namespace cyclorama::mem {

class Footprint {
  public:
    static constexpr uint32_t kBlockBytes = 4096;

    /// Traffic of a user with a block.
    struct Block {
        /// Address of the first byte (func::Address::bits()).
        uint64_t address = 0;
        Client client = Client::CommandProcessor;
        uint64_t read = 0;     // bytes
        uint64_t written = 0;  // bytes
    };

    void add(const MemoryTransaction& transaction) {
        const uint64_t block = transaction.address.bits() / kBlockBytes;
        Bytes& bytes = blocks_[block * kClients + static_cast<size_t>(transaction.client)];
        (transaction.access == Access::Read ? bytes.read : bytes.written) += transaction.bytes;
    }

    /// In no order; it begins anew.
    std::vector<Block> take() {
        std::vector<Block> taken;
        taken.reserve(blocks_.size());
        for (const auto& [key, bytes] : blocks_)
            taken.push_back({.address = key / kClients * kBlockBytes,
                             .client = static_cast<Client>(key % kClients),
                             .read = bytes.read,
                             .written = bytes.written});
        blocks_.clear();
        return taken;
    }

  private:
    struct Bytes {
        uint64_t read = 0;
        uint64_t written = 0;
    };
    std::unordered_map<uint64_t, Bytes> blocks_;  // by block and client
};

}  // namespace cyclorama::mem
