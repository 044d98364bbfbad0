// SPDX-License-Identifier: MIT
#pragma once
// Follows the registers that a submission writes: which it must not, which it changes under running work, which its
// work depends on though it never wrote them, and of which settings blocks have different copies.

#include <cstdint>
#include <vector>

#include "families/adreno/checks/issue.h"
#include "families/adreno/checks/state_copies.h"
#include "families/adreno/chip/chip.h"
#include "families/adreno/registers/register_values.h"

namespace cyclorama::adreno {

class RegisterChecks {
  public:
    explicit RegisterChecks(const Chip& chip);

    void beginSubmission();
    /// Work for the blocks after the command processor begins, or all of it is done.
    void workBegins() { inFlight_ = true; }
    void allIsDone() { inFlight_ = false; }

    /// A write, before it is done. `now` is the present value.
    OptionalIssue write(uint32_t offset, uint32_t now, uint32_t value) {
        if (offset >= marks_.size()) return std::nullopt;
        const uint8_t marks = marks_[offset];
        if ((marks & kWritten) == 0) remember(offset);
        if ((marks & kCompared) != 0) settingsChanged_ = true;
        if ((marks & (kProtected | kUnbanked)) == 0) return std::nullopt;
        return examine(offset, now, value);
    }
    bool isProtected(uint32_t offset) const { return offset < marks_.size() && (marks_[offset] & kProtected) != 0; }
    bool isWritten(uint32_t offset) const { return (marks_[offset] & kWritten) != 0; }

    /// The first register that work has read and the submission has not written: it has what another process left.
    OptionalIssue firstStale(const RegisterReads& reads) const;
    /// The first setting of a draw or dispatch that is not modelled, or of which its blocks have different values.
    OptionalIssue draw(const RegisterValues& registers, bool binning);
    OptionalIssue dispatch(const RegisterValues& registers);

  private:
    enum Marks : uint8_t { kWritten = 1, kProtected = 2, kUnbanked = 4, kCompared = 8 };

    void remember(uint32_t offset);
    OptionalIssue examine(uint32_t offset, uint32_t now, uint32_t value) const;
    OptionalIssue compare(const RegisterValues& registers, CopyUse use);

    std::vector<uint8_t> marks_;
    std::vector<uint32_t> written_;
    bool inFlight_ = false;
    /// A register of the settings that are compared was written since the last work.
    bool settingsChanged_ = false;
    /// The user of state that they were compared for last.
    CopyUse comparedFor_ = CopyUse::Dispatch;
};

}  // namespace cyclorama::adreno
