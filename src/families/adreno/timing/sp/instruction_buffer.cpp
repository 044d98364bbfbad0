// SPDX-License-Identifier: MIT
#include "families/adreno/timing/sp/instruction_buffer.h"

#include <algorithm>

namespace cyclorama::adreno {

InstructionBuffer::Place* InstructionBuffer::find(uint64_t line) {
    const auto found = std::ranges::find(places_, line, &Place::line);
    return found == places_.end() ? nullptr : &*found;
}

bool InstructionBuffer::fetch(uint64_t line, uint64_t last) {
    if (Place* const place = find(line)) {
        place->used = ++uses_;
        return true;
    }
    if (std::ranges::find(asked_, line) != asked_.end()) return false;
    asked_.push_back(line);
    // A line that no wave waits for yet may be on its way to the cache already: it is asked for again.
    std::erase_if(queue_, [line](const InstructionRequest& request) { return request.line == line; });
    queue_.push_back({.line = line, .last = last});
    return false;
}

void InstructionBuffer::fetchAhead(uint64_t line, uint64_t last) {
    const auto waits = [line](const InstructionRequest& request) { return request.line == line; };
    if (find(line) != nullptr || std::ranges::find(asked_, line) != asked_.end()) return;
    if (std::ranges::none_of(queue_, waits)) queue_.push_back({.line = line, .last = last, .ahead = true});
}

void InstructionBuffer::arrive(uint64_t line) {
    std::erase(asked_, line);
    Place* place = find(line);
    if (place == nullptr) place = &*std::ranges::min_element(places_, {}, &Place::used);
    *place = {.line = line, .used = ++uses_};
}

void InstructionBuffer::send(sim::Cycle cycle) {
    if (queue_.empty()) return;
    output.write(cycle, queue_.front());
    queue_.pop_front();
}

}  // namespace cyclorama::adreno
