// SPDX-License-Identifier: MIT
#pragma once
// Bytes of transactions by block of addresses and client.

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mem/transaction.h"

namespace cyclorama::mem {

class MemoryFootprint {
  public:
    static constexpr uint32_t kBlockBytes = 4096;

    /// Traffic of a client with a block.
    struct Block {
        /// Address of the first byte (func::Address::bits()).
        uint64_t address = 0;
        Client client{};
        std::string_view clientName{};
        uint64_t read = 0;     // bytes
        uint64_t written = 0;  // bytes
    };

    void add(const MemoryTransaction& transaction) {
        const uint64_t block = transaction.address.bits() / kBlockBytes;
        Bytes& bytes = blocks_[block << kClientBits | static_cast<uint64_t>(transaction.client)];
        (transaction.access == Access::Read ? bytes.read : bytes.written) += transaction.bytes;
    }

    /// In no order; it begins anew. `clients`: those of the controller that the transactions went to.
    std::vector<Block> take(const Clients& clients) {
        std::vector<Block> taken;
        taken.reserve(blocks_.size());
        for (const auto& [key, bytes] : blocks_) {
            const auto client = static_cast<Client>(key % (1u << kClientBits));
            taken.push_back({.address = (key >> kClientBits) * kBlockBytes,
                             .client = client,
                             .clientName = clients[client].name,
                             .read = bytes.read,
                             .written = bytes.written});
        }
        blocks_.clear();
        return taken;
    }

  private:
    static constexpr uint32_t kClientBits = 8;

    struct Bytes {
        uint64_t read = 0;
        uint64_t written = 0;
    };
    std::unordered_map<uint64_t, Bytes> blocks_;  // by block and client
};

}  // namespace cyclorama::mem
