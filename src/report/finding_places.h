// SPDX-License-Identifier: MIT
#pragma once
// The tables of findings.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "report/insert.h"
#include "sim/finding.h"

namespace cyclorama::report {

class FindingPlaces {
  public:
    /// Findings from now on; `findings` must outlive it.
    explicit FindingPlaces(const sim::Findings& findings) : findings_(&findings) { note(std::nullopt); }

    /// Gives the findings that came up since the last call to `operation`, the newest that had started by now.
    void note(std::optional<uint32_t> operation);
    /// Writes all findings of the run, with the places of those that were noted.
    void write(const ReportFile& file, std::span<const sim::Finding> findings);

  private:
    const sim::Findings* findings_;
    std::vector<uint64_t> noted_;  // counts, by place in the list
    std::map<std::pair<std::string, uint32_t>, uint64_t> places_;
};

}  // namespace cyclorama::report
