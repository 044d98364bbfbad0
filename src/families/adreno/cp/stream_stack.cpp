// SPDX-License-Identifier: MIT
#include "families/adreno/cp/stream_stack.h"

#include <algorithm>
#include <span>

namespace cyclorama::adreno {
namespace {

constexpr uint64_t kWordBytes = sizeof(uint32_t);

}  // namespace

StreamStack::Fetch StreamStack::next(const gpu::MemoryReader& memory, FetchedPacket& packet) {
    while (!levels_.empty() && levels_.back().next == levels_.back().end) levels_.pop_back();
    packet.words.clear();
    if (levels_.empty()) return Fetch::End;
    Level& level = levels_.back();
    packet.address = level.next;
    uint32_t word = 0;
    if (!memory.read(level.next, std::as_writable_bytes(std::span(&word, 1)))) return Fetch::Unmapped;
    packet.header = decodeHeader(word);
    if (packet.header.kind == PacketHeader::Kind::Malformed) return Fetch::Malformed;
    level.next += kWordBytes;
    const uint64_t bytes = packet.header.count * kWordBytes;
    if (bytes > level.end - level.next) {
        packet.header.fault = "a packet that reaches beyond the end of its buffer";
        return Fetch::Malformed;
    }
    packet.words.resize(packet.header.count);
    if (!memory.read(level.next, std::as_writable_bytes(std::span(packet.words)))) return Fetch::Unmapped;
    level.next += bytes;
    packet.following = level.end - level.next;
    packet.queue = level.isGroup         ? StreamQueue::DrawState
                   : levels_.size() == 1 ? StreamQueue::Buffer
                                         : StreamQueue::NestedBuffer;
    return Fetch::Packet;
}

bool StreamStack::call(uint64_t address, uint32_t words) {
    if (levels_.size() >= kMostLevels) return false;
    levels_.push_back({.next = address, .end = address + words * kWordBytes});
    return true;
}

void StreamStack::callGroup(uint64_t address, uint32_t words) {
    levels_.push_back({.next = address, .end = address + words * kWordBytes, .isGroup = true});
}

bool StreamStack::returnedTo(size_t depth) {
    while (levels_.size() > depth && levels_.back().next == levels_.back().end) levels_.pop_back();
    return levels_.size() <= depth;
}

void StreamStack::chain(uint64_t address, uint32_t words) {
    Level& level = levels_.back();
    level.next = address;
    level.end = address + words * kWordBytes;
}

bool StreamStack::skip(uint32_t words) {
    Level& level = levels_.back();
    const uint64_t left = (level.end - level.next) / kWordBytes;
    level.next += std::min<uint64_t>(words, left) * kWordBytes;
    return words <= left;
}

}  // namespace cyclorama::adreno
