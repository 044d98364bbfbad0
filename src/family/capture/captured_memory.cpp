// SPDX-License-Identifier: MIT
#include "family/capture/captured_memory.h"

#include <cstring>

namespace cyclorama::family {

void CapturedMemory::apply(const capture::NewBuffer& record) {
    Buffer& buffer = buffers_[record.buffer];
    buffer.content.assign(record.bytes, std::byte{0});
    buffer.written.clear();
}

void CapturedMemory::apply(const capture::BufferContent& record, size_t number) {
    if (record.data.empty()) return;
    Buffer& buffer = buffers_[record.buffer];
    std::memcpy(buffer.content.data() + record.offset, record.data.data(), record.data.size());
    buffer.written.push_back({.record = number, .offset = record.offset, .bytes = record.data.size()});
}

void CapturedMemory::apply(const capture::MapBuffer& record) {
    mappings_[record.context].insert({record.address, record.address + record.bytes}, record.buffer);
}

void CapturedMemory::apply(const capture::UnmapBuffer& record) { mappings_[record.context].erase(record.address); }

std::optional<CapturedMemory::Mapped> CapturedMemory::find(uint32_t context, uint64_t address, uint64_t bytes) const {
    const auto space = mappings_.find(context);
    if (space == mappings_.end()) return std::nullopt;
    const auto* const mapping = space->second.at(address);
    if (mapping == nullptr || bytes > mapping->range.end - address) return std::nullopt;
    const auto buffer = buffers_.find(mapping->value);
    const uint64_t offset = address - mapping->range.begin;
    if (buffer == buffers_.end() || offset + bytes > buffer->second.content.size()) return std::nullopt;
    return Mapped{.buffer = &buffer->second, .offset = offset};
}

bool CapturedMemory::read(uint32_t context, uint64_t address, std::span<std::byte> out) const {
    if (out.empty()) return true;
    const std::optional<Mapped> mapped = find(context, address, out.size());
    if (!mapped) return false;
    std::memcpy(out.data(), mapped->buffer->content.data() + mapped->offset, out.size());
    return true;
}

std::optional<CapturedMemory::Origin> CapturedMemory::origin(uint32_t context, uint64_t address, uint64_t bytes) const {
    const std::optional<Mapped> mapped = find(context, address, bytes);
    if (!mapped) return std::nullopt;
    const std::vector<Written>& written = mapped->buffer->written;
    for (auto last = written.rbegin(); last != written.rend(); ++last) {
        const bool touches = last->offset < mapped->offset + bytes && mapped->offset < last->offset + last->bytes;
        if (!touches) continue;
        const bool holdsAll = last->offset <= mapped->offset && mapped->offset + bytes <= last->offset + last->bytes;
        if (!holdsAll) return std::nullopt;
        return Origin{.record = last->record, .offset = mapped->offset - last->offset};
    }
    return std::nullopt;
}

}  // namespace cyclorama::family
