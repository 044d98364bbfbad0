// SPDX-License-Identifier: MIT
#pragma once
// How the run of a workload ended, and what it showed, as far as conditions ask for it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cyclorama::reduce {

enum class End : uint8_t {
    Done,
    Refused,     // the workload is malformed, or of another chip
    StoodStill,  // the machine waits for ever
    Failed,      // the program has an error of its own, and says which
    Killed,      // a signal ended the program
    Late         // the time for a run was over
};

struct ShownFinding {
    std::string identifier;
    /// A real chip would stop.
    bool hangs = false;

    bool operator==(const ShownFinding&) const = default;
};

struct Outcome {
    End end = End::Done;
    /// The signal's number, if there was one.
    int signal = 0;
    /// The reason where the run was refused, stood still or failed.
    std::string reason{};
    std::vector<ShownFinding> findings{};
    /// The pixel that a question names, RGBA from the highest byte on; none if the frame or the place is not shown.
    std::optional<uint32_t> pixel{};
    /// The most cycles that one of the operations took that a question names; none if no such operation ended.
    std::optional<uint64_t> cycles{};
};

/// Values that a run reports in addition to its findings.
struct Questions {
    struct Pixel {
        uint32_t frame = 0;
        /// From the upper left corner.
        uint32_t x = 0;
        uint32_t y = 0;
    };
    std::optional<Pixel> pixel{};
    /// Text that the kind and the title of operations have in them; empty for all operations.
    std::optional<std::string> operation{};
};

}  // namespace cyclorama::reduce
