// SPDX-License-Identifier: MIT
#pragma once
// The state of draws, for people: rows that many draws share.

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "gpu/draw_state.h"
#include "report/insert.h"

namespace cyclorama::report {

struct StateRow {
    /// The unit or group.
    std::string topic;
    std::string name;
    std::string value;
    bool operator<(const StateRow& other) const {
        return std::tie(topic, name, value) < std::tie(other.topic, other.name, other.value);
    }
};

/// All that a draw of that state depends on, without units that are switched off.
std::vector<StateRow> rowsOf(const gpu::DrawState& state);

class States {
  public:
    explicit States(const ReportFile& file)
        : state_(file, "INSERT INTO states VALUES (?, ?, ?, ?)"),
          operationState_(file, "INSERT OR IGNORE INTO operation_states VALUES (?, ?)") {}

    void write(uint32_t operation, const gpu::DrawState& state);

  private:
    Insert state_, operationState_;
    std::map<StateRow, uint32_t> numbers_;
};

}  // namespace cyclorama::report
