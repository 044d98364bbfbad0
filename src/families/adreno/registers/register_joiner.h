// SPDX-License-Identifier: MIT
#pragma once
// Registers of 64 bits, whose two words come one after the other.

#include <cstdint>
#include <optional>

#include "families/adreno/registers/registers.h"

namespace cyclorama::adreno {

/// Takes registers word by word, in any order, and calls `use(offset, value)` for each that is whole. The lower half of
/// one whose upper half does not follow is given by itself.
template <typename Use>
class RegisterJoiner {
  public:
    /// The space outlives the joiner.
    RegisterJoiner(const RegisterSpace& space, Use use) : space_(space), use_(use) {}

    void add(uint32_t offset, uint32_t word) {
        if (waiting_ && offset == low_.offset + 1) {
            waiting_ = false;
            use_(low_.offset, low_.word | static_cast<uint64_t>(word) << 32);
            return;
        }
        end();
        const std::optional<RegisterPlace> place = space_.find(offset);
        waiting_ = place && place->word == 0 && place->info->words() == 2;
        if (waiting_)
            low_ = {.offset = offset, .word = word};
        else
            use_(offset, word);
    }
    /// No word follows.
    void end() {
        if (waiting_) use_(low_.offset, low_.word);
        waiting_ = false;
    }

  private:
    struct Low {
        uint32_t offset = 0;
        uint32_t word = 0;
    };

    const RegisterSpace& space_;
    Use use_;
    /// The lower half waits for its upper one.
    bool waiting_ = false;
    Low low_;
};

}  // namespace cyclorama::adreno
