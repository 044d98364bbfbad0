// SPDX-License-Identifier: MIT
#pragma once
// Streams of vertices and of indices in the registers of the chip.

#include <array>
#include <cstdint>
#include <optional>

#include "families/attila/driver/memory/transaction_buffer.h"
#include "families/attila/registers/register_rows.h"
#include "func/formats/format.h"

namespace cyclorama::attila {

/// Values of an attribute in memory.
struct VertexStream {
    uint32_t address = 0;
    /// Bytes from an entry to the next.
    uint32_t stride = 0;
    func::StreamFormat format = func::StreamFormat::Float32;
    uint32_t components = 4;
    /// Instances that share an entry; 0: an entry a vertex.
    uint32_t divisor = 0;
    /// Red and blue the other way round.
    bool exchanged = false;
};

/// By attribute; nothing for those that no stream gives.
using VertexStreams = std::array<std::optional<VertexStream>, detail::kAttilaVertexAttributes>;

struct IndexStream {
    uint32_t address = 0;
    /// Bytes of an index: 1, 2 or 4.
    uint32_t bytes = 4;
};

/// The vertices of a draw: entries of the streams from `start` on, or those that indices name.
struct VertexOrder {
    uint32_t start = 0;
    uint32_t count = 0;
    uint32_t instances = 1;
    std::optional<IndexStream> indices{};
};

void setVertexStreams(TransactionBuffer& out, const VertexStreams& streams);
void setVertexOrder(TransactionBuffer& out, const VertexOrder& order);

}  // namespace cyclorama::attila
