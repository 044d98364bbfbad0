// SPDX-License-Identifier: MIT
#include "families/adreno/timing/rb/target_traffic.h"

#include <fmt/format.h>

#include <algorithm>

namespace cyclorama::adreno {
namespace {

/// Accesses that may wait for one pair before the render backend stops.
constexpr size_t kMostWaiting = 64;

}  // namespace

TargetTraffic::Way::Way(sim::Box& owner, const std::string& name, uint32_t answerLatency)
    : access(owner, name + ".access"),
      answers(owner, {.name = name + ".answers", .width = CcuPort::kWidth, .latency = answerLatency}) {}

TargetTraffic::TargetTraffic(sim::Box& owner, const CcuSettings& ccu, const GmemSettings& gmem, CcuTarget target)
    : target_(target),
      client_(owner.name() + (target == CcuTarget::Color ? "Color" : "Depth")),
      range_(gmem.range),
      units_(ccu.units) {
    const std::string_view name = target == CcuTarget::Color ? "color" : "depth";
    for (uint32_t i = 0; i < units_; ++i)
        ways_.push_back(std::make_unique<Way>(owner, fmt::format("{}{}", name, i), CcuPort::answerLatency(ccu)));
    for (uint32_t i = 0; i < units_; ++i)
        ways_.push_back(std::make_unique<Way>(owner, fmt::format("{}Gmem{}", name, i), Gmem::answerLatency(gmem)));
}

void TargetTraffic::connect(Ccu& ccu, Gmem& gmem) {
    for (uint32_t i = 0; i < ways_.size(); ++i) {
        CcuPort& port = i < units_ ? ccu.addPort(i, target_, client_) : gmem.addPort(i - units_, client_);
        ways_[i]->access.bind(port.access);
        port.answers.bind(ways_[i]->answers);
    }
}

TargetTraffic::Way& TargetTraffic::wayTo(uint64_t address) {
    if (address - range_.base < range_.bytes) return *ways_[units_ + Gmem::partOf(address, units_)];
    return *ways_[address / kCcuBlockBytes % units_];
}

void TargetTraffic::add(const LineAccesses& lines, const CcuAccess& access, const CompressedSurfaces* compressed) {
    for (const LineAccess& line : lines.lines()) {
        CcuAccess one = access;
        one.address = line.address;
        one.bytes = line.bytes;
        if (compressed != nullptr) one.flags = compressed->flagsOf(line.address);
        wayTo(line.address).waiting.push_back(one);
    }
}

uint32_t TargetTraffic::add(const LineAccesses& reads, const LineAccesses& writes, const TargetCaching& caching) {
    const uint32_t number = first_ + static_cast<uint32_t>(reads_.size());
    reads_.push_back(static_cast<uint32_t>(reads.lines().size()));
    add(reads, CcuAccess{.halvings = caching.halvings, .id = number}, caching.compressed);
    add(writes, CcuAccess{.write = true, .halvings = caching.halvings, .id = kWrite}, caching.compressed);
    return number;
}

void TargetTraffic::answer(uint32_t number) {
    if (number != kWrite) --reads_[number - first_];
}

bool TargetTraffic::hasRoom() const {
    return std::ranges::all_of(ways_, [](const auto& way) { return way->waiting.size() < kMostWaiting; });
}

bool TargetTraffic::waitsForGmem() const {
    return std::any_of(ways_.begin() + units_, ways_.end(), [](const auto& way) { return way->outstanding != 0; });
}

bool TargetTraffic::idle() const {
    return std::ranges::all_of(ways_, [](const auto& way) { return way->waiting.empty() && way->outstanding == 0; });
}

bool TargetTraffic::isActive() const {
    return (!reads_.empty() && reads_.front() == 0) || std::ranges::any_of(ways_, [](const auto& way) {
               return !way->waiting.empty() && way->outstanding < CcuPort::kMost;
           });
}

void TargetTraffic::clock(sim::Cycle cycle) {
    for (const auto& way : ways_) {
        for (const CcuAnswer& each : way->answers.take(cycle)) {
            answer(each.id);
            --way->outstanding;
        }
        for (uint32_t i = 0; i < CcuPort::kWidth && !way->waiting.empty() && way->outstanding < CcuPort::kMost; ++i) {
            way->access.write(cycle, way->waiting.front());
            way->waiting.pop_front();
            ++way->outstanding;
        }
    }
    while (!reads_.empty() && reads_.front() == 0) {
        reads_.pop_front();
        ++first_;
    }
}

}  // namespace cyclorama::adreno
