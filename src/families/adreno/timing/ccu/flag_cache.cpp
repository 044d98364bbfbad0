// SPDX-License-Identifier: MIT
#include "families/adreno/timing/ccu/flag_cache.h"

#include <algorithm>

#include "families/adreno/timing/lines/line_accesses.h"

namespace cyclorama::adreno {

FlagCache::FlagCache(uint32_t lines, LineMemory& memory, uint32_t firstId)
    : memory_(memory), firstId_(firstId), lines_(lines) {}

FlagCache::Line* FlagCache::victim() {
    Line* oldest = nullptr;
    for (Line& line : lines_)
        if (!line.pending && (oldest == nullptr || line.used < oldest->used)) oldest = &line;
    return oldest;
}

FlagCache::Found FlagCache::use(uint64_t address, bool write) {
    const uint64_t offset = address % kLineBytes;
    const uint64_t start = address - offset;
    const auto known =
        std::ranges::find_if(lines_, [start](const Line& line) { return line.used != 0 && line.address == start; });
    Line* line = known != lines_.end() ? &*known : nullptr;
    if (line == nullptr) {
        line = victim();
        if (line == nullptr) return Found::NoRoom;
        if (line->written != 0) {
            if (!memory_.hasRoomForWrite(line->address)) return Found::NoRoom;
            memory_.write(line->address, line->written);
        }
        *line = {.address = start, .pending = true};
        memory_.read(start, firstId_ + static_cast<uint32_t>(line - lines_.data()));
        ++misses_;
    }
    line->used = ++uses_;
    if (write) line->written |= uint64_t{1} << offset;
    return line->pending ? Found::Coming : Found::There;
}

bool FlagCache::writeBack() {
    const auto found = std::ranges::find_if(lines_, [this](const Line& line) {
        return line.written != 0 && !line.pending && memory_.hasRoomForWrite(line.address);
    });
    if (found == lines_.end()) return false;
    memory_.write(found->address, found->written);
    found->written = 0;
    return true;
}

bool FlagCache::isClean() const {
    return std::ranges::all_of(lines_, [](const Line& line) { return line.written == 0; });
}

void FlagCache::invalidate() {
    for (Line& line : lines_)
        if (!line.pending) line.used = 0;
}

uint32_t FlagCache::pending() const {
    return static_cast<uint32_t>(std::ranges::count_if(lines_, [](const Line& line) { return line.pending; }));
}

}  // namespace cyclorama::adreno
