// SPDX-License-Identifier: MIT
#include "families/attila/driver/memory/buffer_storage.h"

namespace cyclorama::attila {
namespace {

/// The longest line of the caches that read buffers: a line with new bytes is sent as a whole, since a cache of
/// textures may keep it.
constexpr uint64_t kLineBytes = 256;
/// Writes start where a transaction with the memory does (ATTILA: MemoryRequestSplitter, split).
constexpr uint64_t kWriteBytes = 64;

}  // namespace

BufferStorage::BufferStorage(const DriverMemory& driver, uint32_t bytes)
    : driver_(driver), place_(driver.memory, bytes), content_(bytes), usedSince_(driver.transactions.drains()) {
    // Draws under way may still read a buffer that was here before.
    used_.add({.begin = 0, .end = bytes});
}

void BufferStorage::write(uint32_t offset, std::span<const std::byte> bytes) {
    std::ranges::copy(bytes, content_.begin() + offset);
    unsent_.add({.begin = offset, .end = offset + bytes.size()});
}

void BufferStorage::bring(ByteRange range) {
    range.begin = range.begin / kLineBytes * kLineBytes;
    range.end = std::min<uint64_t>((range.end + kLineBytes - 1) / kLineBytes * kLineBytes, content_.size());
    TransactionBuffer& out = driver_.transactions;
    for (ByteRange part : unsent_.take(range)) {
        part.begin = part.begin / kWriteBytes * kWriteBytes;
        if (usedSince_ != out.drains()) used_.clear();
        usedSince_ = out.drains();
        out.writeMemory(address() + static_cast<uint32_t>(part.begin),
                        std::span(content_).subspan(part.begin, part.end - part.begin),
                        used_.touch(part) ? WriteOrder::AfterDraws : WriteOrder::AtOnce);
    }
    if (usedSince_ != out.drains()) used_.clear();
    usedSince_ = out.drains();
    used_.add(range);
}

}  // namespace cyclorama::attila
