// SPDX-License-Identifier: MIT
#pragma once
// Follows what the command processor writes to memory until its own reads may see it: after CP_WAIT_MEM_WRITES
// (Mesa: vulkan/tu_cmd_buffer.h, TU_ACCESS_CP_WRITE).

#include <cstdint>
#include <map>

#include "families/adreno/checks/issue.h"

namespace cyclorama::adreno {

class ProcessorWrites {
  public:
    /// All writes so far are there: a wait, or the end of a submission.
    void wait() { ends_.clear(); }
    void write(uint64_t address, uint64_t bytes);
    /// A read that a write is not there for.
    OptionalIssue read(uint64_t address, uint64_t bytes) const;

  private:
    /// Ends of writes, by their first address.
    std::map<uint64_t, uint64_t> ends_;
    uint64_t longest_ = 0;
};

}  // namespace cyclorama::adreno
