// SPDX-License-Identifier: MIT
#pragma once
// The tables of the states of draws: rows that parts share, and parts that draws share.

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "machine/values/state_rows.h"
#include "report/insert.h"

namespace cyclorama::report {

class States {
  public:
    explicit States(const ReportFile& file)
        : state_(file, "INSERT INTO states VALUES (?, ?, ?, ?)"),
          part_(file, "INSERT INTO state_parts VALUES (?)"),
          partState_(file, "INSERT OR IGNORE INTO part_states VALUES (?, ?)"),
          operationPart_(file, "INSERT OR IGNORE INTO operation_parts VALUES (?, ?)") {}

    void write(uint32_t operation, std::span<const machine::StateRows> parts);

  private:
    /// Parts by address that are held; beyond, all are forgotten.
    static constexpr size_t kMostGiven = 8192;

    uint32_t partOf(std::span<const machine::StateRow> rows);

    Insert state_, part_, partState_, operationPart_;
    std::map<machine::StateRow, uint32_t> numbers_;
    std::map<std::vector<uint32_t>, uint32_t> parts_;  // by the numbers of their rows
    std::unordered_map<machine::StateRows, uint32_t> given_;
};

}  // namespace cyclorama::report
