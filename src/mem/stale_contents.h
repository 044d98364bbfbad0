// SPDX-License-Identifier: MIT
#pragma once
// Two views of memory at once. A host that writes while the GPU still works on what came before must not change what
// that work sees: until it has ended, its readers and writers are shown memory as it was, and everyone else what was
// written since. The bytes of one view are in the address space, those of the other here; they change places when the
// other side looks.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mem/address_space.h"

namespace cyclorama::mem {

class StaleContents {
  public:
    /// The range, wholly in memory, is about to be overwritten: work up to number `work` continues to see what is there
    /// now. Until forget() calls name the same address space and work.
    void keep(AddressSpace& memory, func::Address address, uint64_t bytes, uint32_t work);

    /// Call before work of this number looks into memory or changes it.
    void showTo(uint32_t work) {
        if (!ranges_.empty()) show(work <= work_);
    }
    /// Call before someone looks who comes after all writes.
    void showNewest() {
        if (!ranges_.empty()) show(false);
    }

    /// The work has ended: what was written since is there for everyone.
    void forget();

  private:
    struct Range {
        func::Address address{};
        std::vector<std::byte> bytes;  // of the view that is not in memory
    };

    void show(bool earlier);
    void exchange(Range& range);

    AddressSpace* memory_ = nullptr;
    std::vector<Range> ranges_;  // in the order of the writes; they may overlap
    uint32_t work_ = 0;
    bool earlierShown_ = false;
};

}  // namespace cyclorama::mem
