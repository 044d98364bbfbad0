// SPDX-License-Identifier: MIT
#pragma once
// Findings: what the driver or the workload did that a real chip would choke on, or that the simulator does not do.
// None is silently swallowed: each is counted, and the first place of each kind is kept.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cyclorama::sim {

enum class Severity : uint8_t {
    Note,        // worth knowing
    Slow,        // works, but costs time
    Corruption,  // what is drawn is not what was meant
    Hang         // a real chip would stop
};

/// "note", "slow", "corruption", "hang".
std::string_view name(Severity severity);

/// A kind of finding, declared once where it is detected. The texts are literals.
struct FindingKind {
    std::string_view identifier;  // lower case words joined by '-'
    Severity severity = Severity::Note;
    std::string_view sentence;  // what happens
    std::string_view hint;      // what to do about it
};

struct Finding {
    FindingKind kind;
    std::string place;   // of the first, in the workload
    std::string detail;  // of the first: names and values; may be empty
    uint64_t count = 0;
};

/// Collects findings, one entry a kind. Not for several threads at once.
class Findings {
  public:
    /// Counts `count` more of a kind; place and detail are kept of the first alone.
    void report(const FindingKind& kind, std::string_view place, std::string_view detail = {}, uint64_t count = 1);

    /// In the order in which they came first.
    const std::vector<Finding>& all() const { return findings_; }

  private:
    std::vector<Finding> findings_;
};

}  // namespace cyclorama::sim
