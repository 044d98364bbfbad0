// SPDX-License-Identifier: MIT
#pragma once
// Dispatches and draws that the command processor has given to the blocks after it, in order, until they end.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "families/adreno/timing/packet_work.h"
#include "sim/time.h"

namespace cyclorama::adreno {

class WorkInFlight {
  public:
    struct Entry {
        std::unique_ptr<PacketWork> work;
        /// Number of its operation for an observer, if there is one.
        std::optional<uint32_t> operation;
        sim::Cycle started = 0;
        bool isDraw = false;
        /// Nothing else begins before it ends.
        bool alone = false;
    };

    bool empty() const { return entries_.empty(); }
    size_t size() const { return entries_.size(); }
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
