// SPDX-License-Identifier: MIT
#pragma once
// A workload as units that can be left out, on several levels from coarse to fine. The family of the workload finds the
// units and writes workloads without some of them; it need not know whether these still make sense.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cyclorama::reduce {

/// Sizes of units, in the order in which they are tried.
enum class Level : uint8_t {
    Results,      // records of what the GPU left, for comparison alone
    Frames,       // all work up to a frame that is shown
    Submissions,  // jobs of a driver, and frames that are shown
    Draws,        // commands that start work
    Buffers,      // buffers with their contents, or writes to memory by the host
    Pages,        // 4096 bytes of contents
    State,        // all other commands and writes of registers
    StateWords,   // single words of commands that write several registers, instructions of programs among them
    Lines,        // 256 bytes of contents
    Words         // 16 bytes of contents, an instruction or two of a program
};

inline constexpr std::array kLevels{Level::Results, Level::Frames, Level::Submissions, Level::Draws, Level::Buffers,
                                    Level::Pages,   Level::State,  Level::StateWords,  Level::Lines, Level::Words};

/// The units of a level, for people: a plural.
constexpr std::string_view nameOf(Level level) {
    constexpr std::array<std::string_view, kLevels.size()> kNames{"records of results",
                                                                  "frames",
                                                                  "submissions",
                                                                  "draws",
                                                                  "buffers",
                                                                  "pages",
                                                                  "state",
                                                                  "words of state",
                                                                  "lines of 256 bytes",
                                                                  "pieces of 16 bytes"};
    return kNames[static_cast<size_t>(level)];
}

/// Bytes of the units on levels that divide contents; 0 for others.
constexpr uint64_t blockBytes(Level level) {
    switch (level) {
        case Level::Pages:
            return 4096;
        case Level::Lines:
            return 256;
        case Level::Words:
            return 16;
        default:
            return 0;
    }
}

/// Numbers of a workload's parts, for messages.
struct Amounts {
    uint64_t frames = 0;
    uint64_t submissions = 0;
    /// Draws and other commands that start work; one that is executed again and again counts once.
    uint64_t draws = 0;
};

class Capture {
  public:
    virtual ~Capture() = default;

    virtual Amounts amounts() const = 0;
    /// Units on a level; 0 where the workload has none there.
    virtual size_t units(Level level) const = 0;
    /// The bytes, uncompressed, of the workload with those units of a level alone whose flags are set, and everything
    /// that is no unit of the level. Requires a flag for each unit. The same flags give the same bytes.
    virtual std::vector<std::byte> with(Level level, const std::vector<bool>& kept) const = 0;
};

}  // namespace cyclorama::reduce
