// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "mem/cache_blocks.h"
#include "sim/fault.h"

namespace cyclorama::machine::timing {

/// The kinds of cache of a machine that hold parts of surfaces, registered by who has them, with their uses by block of
/// memory.
class CacheKinds {
  public:
    /// Has all caches of a kind add their uses from now on, or with null no longer.
    using Count = std::function<void(mem::CacheBlocks* uses)>;

    /// `name`: a literal, for reports. Throws sim::Fault if it is taken.
    void add(std::string_view name, Count count) {
        if (std::ranges::find(kinds_, name, &Kind::name) != kinds_.end())
            throw sim::Fault("there are caches called " + std::string(name) + " already");
        kinds_.push_back({.name = name, .count = std::move(count), .uses = {}});
    }

    /// Counts uses from now on, beginning with none; or no longer.
    void count(bool counts) {
        for (Kind& kind : kinds_) {
            kind.uses = {};
            kind.count(counts ? &kind.uses : nullptr);
        }
    }

    /// Passes the name of each kind and its uses since the last call to `use`, in the order of registration.
    template <typename Use>
    void take(Use use) {
        for (Kind& kind : kinds_) use(kind.name, kind.uses.take());
    }

  private:
    struct Kind {
        std::string_view name;
        Count count;
        mem::CacheBlocks uses;
    };
    std::deque<Kind> kinds_;  // counts keep pointers to `uses`
};

}  // namespace cyclorama::machine::timing
