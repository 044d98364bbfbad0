// SPDX-License-Identifier: MIT
#pragma once
// Follows the registers that a submission writes: which it must not, which it changes under running work, and which
// its work depends on though it never wrote them.

#include <cstdint>
#include <vector>

#include "families/adreno/checks/remark.h"
#include "families/adreno/chip.h"
#include "families/adreno/frontend/register_values.h"

namespace cyclorama::adreno {

class RegisterChecks {
  public:
    explicit RegisterChecks(const Chip& chip);

    void beginSubmission();
    /// Work for the blocks behind the command processor begins, or all of it is done.
    void workBegins() { inFlight_ = true; }
    void allIsDone() { inFlight_ = false; }

    /// A write, before it is done. `now` is the present value.
    Remarks write(uint32_t offset, uint32_t now, uint32_t value) {
        if (offset >= marks_.size()) return std::nullopt;
        const uint8_t marks = marks_[offset];
        if ((marks & kWritten) == 0) remember(offset);
        if ((marks & (kProtected | kUnbanked)) == 0) return std::nullopt;
        return examine(offset, now, value);
    }
    bool isProtected(uint32_t offset) const { return offset < marks_.size() && (marks_[offset] & kProtected) != 0; }
    bool isWritten(uint32_t offset) const { return (marks_[offset] & kWritten) != 0; }

    /// The first register that a draw or dispatch depends on and the submission has not written.
    Remarks draw(const RegisterValues& registers, bool binning) const;
    Remarks dispatch(const RegisterValues& registers) const;

  private:
    enum Marks : uint8_t { kWritten = 1, kProtected = 2, kUnbanked = 4 };

    void remember(uint32_t offset);
    Remarks examine(uint32_t offset, uint32_t now, uint32_t value) const;

    std::vector<uint8_t> marks_;
    std::vector<uint32_t> written_;
    bool inFlight_ = false;
};

}  // namespace cyclorama::adreno
