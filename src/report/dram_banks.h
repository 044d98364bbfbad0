// SPDX-License-Identifier: MIT
#pragma once
// The table of what the banks of DRAM did in each frame.

#include <cstdint>

#include "mem/bank_use.h"
#include "report/insert.h"

namespace cyclorama::report {

class DramBanks {
  public:
    explicit DramBanks(const ReportFile& file);

    void add(const mem::BankUses& uses) { uses_.add(uses); }
    /// Writes what was added since the last frame: a row a bank, those of banks at rest too.
    void writeFrame(uint32_t frame);

  private:
    Insert row_;
    mem::BankUses uses_;
};

}  // namespace cyclorama::report
