// SPDX-License-Identifier: MIT
#pragma once
// A stream of draws in both machines, each on a memory of its own.

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "adreno/timing/draw_stream.h"

namespace cyclorama::adreno::test {

/// "IDENTIFIER PLACE DETAIL" of each finding, sorted: findings of one packet come as its stages do, which overlap in
/// time.
inline std::vector<std::string> textsOf(const sim::Findings& findings) {
    std::vector<std::string> texts;
    for (const sim::Finding& finding : findings.all())
        texts.push_back(fmt::format("{} {} {}", finding.kind.identifier, finding.place, finding.detail));
    std::ranges::sort(texts);
    return texts;
}

/// Words of `bytes` bytes from an address.
inline std::vector<uint32_t> wordsOf(const mem::AddressSpace& memory, uint64_t address, uint64_t bytes) {
    std::vector<uint32_t> words(bytes / sizeof(uint32_t));
    EXPECT_TRUE(memory.read(address, std::as_writable_bytes(std::span(words))));
    return words;
}

class BothMachines {
  public:
    using Build = std::function<void(DrawStream&)>;
    struct Setup {
        BenchSettings timed{};
        /// Content that both memories have before.
        std::function<void(mem::AddressSpace&)> fill = [](mem::AddressSpace&) {};
        /// Checks streams as those of a driver.
        bool checkStreams = false;
    };

  private:
    template <typename Bench>
    static auto run(Bench& bench, const Build& build, const Setup& setup) {
        if (setup.checkStreams) bench.checkStreams();
        setup.fill(bench.memory);
        DrawStream stream(bench.memory);
        build(stream);
        return bench.run(stream.stream);
    }

  public:
    /// Builds the stream for each machine, and runs it.
    explicit BothMachines(const Build& build) : BothMachines(build, Setup{}) {}
    BothMachines(const Build& build, const Setup& setup) : timed(setup.timed) {
        run(functional, build, setup);
        cycles = run(timed, build, setup);
        EXPECT_GT(cycles, 0u);
    }

    /// True if the machines have left the same in `bytes` bytes from an address.
    bool leftTheSame(uint64_t address, uint64_t bytes) const {
        return wordsOf(timed.memory, address, bytes) == wordsOf(functional.memory, address, bytes);
    }
    void expectSameFindings() const { EXPECT_EQ(textsOf(timed.findings), textsOf(functional.findings)); }

    FunctionalBench functional;
    TimingBench timed;
    uint64_t cycles = 0;
};

}  // namespace cyclorama::adreno::test
