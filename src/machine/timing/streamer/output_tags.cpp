// SPDX-License-Identifier: MIT
#include "machine/timing/streamer/output_tags.h"

#include <algorithm>
#include <bit>

namespace cyclorama::machine::timing {

OutputTags::OutputTags(uint32_t lines) : mask_(std::bit_ceil(lines) - 1), lines_(lines), first_(mask_ + 1u, kNone) {}

void OutputTags::clear() {
    std::fill(lines_.begin(), lines_.end(), Line{});
    std::fill(first_.begin(), first_.end(), kNone);
}

void OutputTags::set(uint32_t line, VertexName name) {
    Line& entry = lines_[line];
    if (entry.tagged) unlink(line);
    uint32_t& first = first_[bucketOf(name)];
    entry = {.name = name, .next = first, .previous = kNone, .tagged = true, .valid = true};
    if (first != kNone) lines_[first].previous = line;
    first = line;
}

void OutputTags::unlink(uint32_t line) {
    const Line& entry = lines_[line];
    if (entry.next != kNone) lines_[entry.next].previous = entry.previous;
    (entry.previous == kNone ? first_[bucketOf(entry.name)] : lines_[entry.previous].next) = entry.next;
}

std::optional<uint32_t> OutputTags::find(VertexName name) const {
    uint32_t found = kNone;
    for (uint32_t line = first_[bucketOf(name)]; line != kNone; line = lines_[line].next)
        if (lines_[line].valid && lines_[line].name == name) found = std::min(found, line);
    return found == kNone ? std::nullopt : std::optional(found);
}

}  // namespace cyclorama::machine::timing
