// SPDX-License-Identifier: MIT
#pragma once
// The state of draws, for people: a property a row.

#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace cyclorama::machine {

struct StateRow {
    /// The unit or group.
    std::string topic;
    std::string name;
    std::string value;
    bool operator==(const StateRow&) const = default;
    bool operator<(const StateRow& other) const {
        return std::tie(topic, name, value) < std::tie(other.topic, other.name, other.value);
    }
};

/// Rows that draws share: equal addresses are the same rows, as long as they are held.
using StateRows = std::shared_ptr<const std::vector<StateRow>>;

/// Makes rows, one after the other.
class StateRowMaker {
  public:
    /// The topic of the rows that follow.
    void topic(std::string name) { topic_ = std::move(name); }
    void add(std::string_view name, std::string value) {
        rows_.push_back({.topic = topic_, .name = std::string(name), .value = std::move(value)});
    }
    std::vector<StateRow> take() { return std::move(rows_); }
    StateRows share() { return std::make_shared<const std::vector<StateRow>>(std::move(rows_)); }

  private:
    std::string topic_;
    std::vector<StateRow> rows_;
};

}  // namespace cyclorama::machine
