// SPDX-License-Identifier: MIT
#include "report/dram_banks.h"

namespace cyclorama::report {

DramBanks::DramBanks(const ReportFile& file)
    : row_(file, "INSERT INTO dram_banks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)") {}

void DramBanks::writeFrame(uint32_t frame) {
    for (uint32_t channel = 0; channel < uses_.channels(); ++channel) {
        uint32_t bank = 0;
        for (const mem::BankUse& use : uses_.channel(channel))
            row_.run(frame, channel, bank++, use.read, use.written, use.activates, use.conflicts, use.hits, use.misses);
    }
    uses_.clear();
}

}  // namespace cyclorama::report
