// SPDX-License-Identifier: MIT
#include "report/footprints.h"

namespace cyclorama::report {

Footprints::Footprints(const ReportFile& file) : row_(file, "INSERT INTO memory_blocks VALUES (?, ?, ?, ?, ?)") {}

void Footprints::add(std::span<const mem::MemoryFootprint::Block> blocks) {
    for (const mem::MemoryFootprint::Block& block : blocks) {
        Bytes& bytes = blocks_[{block.address, block.client}];
        bytes.client = block.clientName;
        bytes.read += block.read;
        bytes.written += block.written;
    }
}

void Footprints::writeFrame(uint32_t frame) {
    for (const auto& [place, bytes] : blocks_) row_.run(frame, place.first, bytes.client, bytes.read, bytes.written);
    blocks_.clear();
}

}  // namespace cyclorama::report
