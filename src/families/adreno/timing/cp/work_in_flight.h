// SPDX-License-Identifier: MIT
#pragma once
// Dispatches, draws, moves of bins, ends of binning passes and clears of low resolution depth that the command
// processor has given to the blocks after it, in order, until they end.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "families/adreno/timing/cp/awaited.h"
#include "families/adreno/timing/programs/packet_work.h"
#include "sim/time.h"

namespace cyclorama::adreno {

class WorkInFlight {
  public:
    /// Draws wait for the end of what is alone.
    enum class Kind : uint8_t { Dispatch, Draw, Move, Alone };
    struct Entry {
        std::unique_ptr<PacketWork> work;
        /// Number of its operation for an observer, if there is one.
        std::optional<uint32_t> operation;
        sim::Cycle started = 0;
        Kind kind = Kind::Dispatch;
        Awaited awaited = Awaited::Dispatches;
        /// DrawOperation::lrzState(): it overlaps draws with the same alone.
        std::vector<uint32_t> lrz{};
        /// A draw that leaves the ends of its buffers in registers.
        bool streamsOut = false;
    };

    bool empty() const { return entries_.empty(); }
    size_t size() const { return entries_.size(); }
    size_t count(Kind kind) const { return static_cast<size_t>(std::ranges::count(entries_, kind, &Entry::kind)); }
    /// One of them uses low resolution depth.
    bool anyLrz() const {
        return std::ranges::any_of(entries_, [](const Entry& each) { return !each.lrz.empty(); });
    }
    bool anyStreamout() const { return std::ranges::any_of(entries_, &Entry::streamsOut); }
    /// All of them use low resolution depth, with that state.
    bool allLrz(const std::vector<uint32_t>& state) const {
        return std::ranges::all_of(entries_, [&state](const Entry& each) { return each.lrz == state; });
    }
    const std::vector<Entry>& entries() const { return entries_; }
    /// All that were begun so far, and those of them that have ended.
    uint32_t begun() const { return begun_; }
    uint32_t ended() const { return begun_ - static_cast<uint32_t>(entries_.size()); }

    void add(Entry entry) {
        entries_.push_back(std::move(entry));
        ++begun_;
    }
    /// Takes one that has ended.
    Entry take(const PacketWork& work) {
        const auto found =
            std::ranges::find_if(entries_, [&work](const Entry& each) { return each.work.get() == &work; });
        Entry entry = std::move(*found);
        entries_.erase(found);
        return entry;
    }
    /// The number of the first for which the chip hangs.
    std::optional<uint32_t> hung() const {
        const auto found = std::ranges::find_if(entries_, [](const Entry& each) { return each.work->hangs(); });
        return found == entries_.end() ? std::nullopt : std::optional(found->work->number);
    }
    /// Abandons what is unfinished of all work. True if one of them was not abandoned before.
    bool drop() {
        bool any = false;
        for (const Entry& each : entries_) {
            any = any || !each.work->dropped();
            each.work->drop();
        }
        return any;
    }

  private:
    std::vector<Entry> entries_;
    uint32_t begun_ = 0;
};

}  // namespace cyclorama::adreno
