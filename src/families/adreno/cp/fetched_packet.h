// SPDX-License-Identifier: MIT
#pragma once
// A packet as the command processor fetched it.

#include <cstdint>
#include <string>
#include <vector>

#include "families/adreno/cp/stream_queue.h"
#include "families/adreno/packets/packets.h"

namespace cyclorama::adreno {

struct FetchedPacket {
    /// The place of its header.
    uint64_t address = 0;
    PacketHeader header;
    /// The words after the header.
    std::vector<uint32_t> words;
    /// Bytes of its buffer directly after it.
    uint64_t following = 0;
    StreamQueue queue = StreamQueue::Buffer;

    uint32_t word(size_t index) const { return words[index]; }
    /// Two words as an address or a number, the low one first.
    uint64_t pair(size_t index) const { return word(index) | static_cast<uint64_t>(word(index + 1)) << 32; }
    bool bit(size_t index, uint32_t number) const { return (word(index) >> number & 1) != 0; }
    /// Bits `low` to `high` of a word.
    uint32_t bits(size_t index, uint32_t low, uint32_t high) const {
        return word(index) >> low & ((2u << (high - low)) - 1);
    }
    /// The packet's name and its address: "CP_EXEC_CS at 0x100000000".
    std::string place() const;
};

}  // namespace cyclorama::adreno
