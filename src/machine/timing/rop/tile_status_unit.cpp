// SPDX-License-Identifier: MIT
#include "machine/timing/rop/tile_status_unit.h"

#include <fmt/format.h>

#include "sim/simulation.h"

namespace cyclorama::machine::timing {

std::string describe(const TileStatusRequest& request) {
    constexpr std::array kNames{"look up", "change", "flush", "moved"};
    return fmt::format("{} {:#010x}", kNames[static_cast<size_t>(request.kind)], request.address.bits());
}

std::string describe(const TileStatusAnswer& answer) {
    constexpr std::array kNames{"present", "flushed", "move"};
    std::string text = kNames[static_cast<size_t>(answer.kind)];
    if (answer.write) text += fmt::format(", write {:#010x}", answer.write->bits());
    if (answer.read) text += fmt::format(", read {:#010x}", answer.read->bits());
    return text;
}

TileStatusUnit::Statistics::Statistics(sim::StatisticsRegistry& r, const std::string& s)
    : lookups(r, sim::statisticOf("TileStatusLookups", s, "lookups",
                                  "Lines of which the tile status was found in its cache.")),
      misses(r, sim::statisticOf("TileStatusMisses", s, "lines", "Lines of tile status that had to be read.")) {}

TileStatusUnit::Bus::Bus(sim::Box& owner, const std::string& name)
    : requests(owner, {.name = name + ".requests", .width = 3, .latency = 1}), answers(owner, name + ".answers") {}

TileStatusUnit::TileStatusUnit(sim::Simulation& simulation, sim::DomainId domain, const std::string& name,
                               const std::string& suffix, const Settings& settings)
    : Box(simulation, domain, name),
      tags_(settings.geometry),
      statistics_(simulation.statistics(), suffix),
      buses_{Bus(*this, "depthTest"), Bus(*this, "colorWrite")} {}

void TileStatusUnit::connect(User user, TileStatusPort& port) {
    Bus& own = buses_[static_cast<size_t>(user)];
    port.requests.bind(own.requests);
    own.answers.bind(port.answers);
}

void TileStatusUnit::clock(sim::Cycle cycle) {
    for (size_t user = 0; user < kUsers; ++user) take(cycle, user);
    std::erase_if(waiting_, [this, cycle](const Waiting& waiting) { return answer(cycle, waiting); });
    // All that is left waits for what is being moved.
    sleep();
}

void TileStatusUnit::take(sim::Cycle cycle, size_t user) {
    for (const TileStatusRequest& request : buses_[user].requests.take(cycle)) {
        if (request.kind == TileStatusRequest::Kind::Moved)
            endMove();
        else
            waiting_.push_back({.user = user, .request = request});
    }
}

bool TileStatusUnit::answer(sim::Cycle cycle, const Waiting& waiting) {
    const TileStatusRequest& request = waiting.request;
    if (request.kind == TileStatusRequest::Kind::Flush) return flush(cycle, waiting);
    mem::CacheSlot slot;
    const bool held = tags_.find(request.address.bits(), slot);
    if (held && !tags_[slot].pending) {
        tags_.touch(slot);
        ++statistics_.lookups;
        if (request.kind == TileStatusRequest::Kind::Change) tags_[slot].dirty = true;
        buses_[waiting.user].answers.write(
            cycle, TileStatusAnswer{.kind = TileStatusAnswer::Kind::Present, .path = request.path});
        return true;
    }
    if (held || move_) return false;
    startMiss(cycle, waiting, slot);
    return true;
}

void TileStatusUnit::startMiss(sim::Cycle cycle, const Waiting& waiting, mem::CacheSlot slot) {
    const TileStatusRequest& request = waiting.request;
    slot.way = tags_.chooseVictim(slot.line);
    mem::CacheLine& line = tags_[slot];
    TileStatusAnswer answer{.kind = TileStatusAnswer::Kind::Move, .path = request.path};
    if (line.valid && line.dirty) answer.write = func::Address::fromBits(tags_.addressOf(slot));
    line = {.tag = tags_.tagOf(request.address.bits()), .valid = true, .pending = true};
    answer.read = func::Address::fromBits(tags_.addressOf(slot));
    move_ = {.missing = slot, .changes = request.kind == TileStatusRequest::Kind::Change};
    ++statistics_.misses;
    buses_[waiting.user].answers.write(cycle, answer);
}

bool TileStatusUnit::flush(sim::Cycle cycle, const Waiting& waiting) {
    if (move_) return false;
    TileStatusAnswer answer{.kind = TileStatusAnswer::Kind::Flushed};
    const mem::CacheGeometry& geometry = tags_.geometry();
    for (mem::CacheSlot slot; slot.line < geometry.lines && !answer.write; ++slot.line) {
        for (slot.way = 0; slot.way < geometry.ways && !answer.write; ++slot.way) {
            mem::CacheLine& line = tags_[slot];
            if (!line.valid || !line.dirty) continue;
            line.dirty = false;
            answer = {.kind = TileStatusAnswer::Kind::Move, .write = func::Address::fromBits(tags_.addressOf(slot))};
        }
    }
    if (answer.write)
        move_ = Move{};
    else
        tags_.reset();
    buses_[waiting.user].answers.write(cycle, answer);
    return answer.kind == TileStatusAnswer::Kind::Flushed;
}

void TileStatusUnit::endMove() {
    if (move_ && move_->missing) {
        tags_[*move_->missing].pending = false;
        tags_[*move_->missing].dirty = move_->changes;
        tags_.touch(*move_->missing);
    }
    move_.reset();
}

std::string TileStatusUnit::describeWait() const {
    if (waiting_.empty()) return {};
    return fmt::format("{} requests wait{}", waiting_.size(), move_ ? ", a line of status is being moved" : "");
}

}  // namespace cyclorama::machine::timing
