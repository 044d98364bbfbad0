// SPDX-License-Identifier: MIT
#pragma once
// One trilinear sample of a quad on its way through the cache: the lines of its texels in the order in which they are
// fetched and read, loop by loop.

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "func/texture/texture_quad_plan.h"
#include "mem/cache_tags.h"

namespace cyclorama::machine::timing {

/// Texels in succession that are in the same line. Where the banks of the cache may be short of accesses for a loop,
/// each of its texels is a run of its own.
struct TexelRun {
    uint64_t line = 0;  // address of its first byte; kBlackTexelAddress if nothing is to be read
    mem::CacheSlot slot;
    uint8_t first = 0;  // texel
    uint8_t count = 0;  // texels
    uint8_t toFetch = 0;
    uint8_t bytes = 0;  // of each texel
    /// The last try found no access left in the bank. For a run of one texel.
    bool conflict = false;

    bool black() const { return line == func::kBlackTexelAddress; }
};

class TexelSample {
  public:
    static constexpr uint32_t kTexels = func::SampleTexels::kTexels;
    static constexpr uint32_t kLoops = func::SampleTexels::kLoops;

    /// Takes over the texels of a sample. `owner` is the quad's access, `lineBytes` a power of two, `portWidth` the
    /// bytes that a port of the cache moves in a cycle.
    void start(uint32_t owner, const func::SampleTexels& texels, uint32_t lineBytes, uint32_t portWidth);

    uint32_t access() const { return access_; }
    /// Loops of the fragment that has most of them.
    uint32_t loops() const { return loops_; }

    /// A loop that is fetched, and later read, texel by texel over as many cycles as that takes.
    std::span<TexelRun> runs(uint32_t loop) {
        const uint32_t first = loop == 0 ? 0 : runEnd_[loop - 1];
        return {&runs_[first], runEnd_[loop] - first};
    }
    uint32_t texels(uint32_t loop) const { return texelEnd_[loop] - (loop == 0 ? 0 : texelEnd_[loop - 1]); }
    /// The banks may be short of accesses, or ports be busy for more than a cycle.
    bool crowded(uint32_t loop) const { return (crowded_ >> loop & 1) != 0; }

    uint32_t fetching = 0;    // loop
    uint32_t reading = 0;     // loop
    uint64_t texelsRead = 0;  // bit t: texel t, of the loop that is read

    uint64_t address(const TexelRun& run, uint32_t texel) const { return run.line + offset_[texel]; }

    /// One of the sample's fetched lines is on its way; `slot` is the number of its place in the cache.
    void expect(uint32_t slot);
    /// It is there.
    void arrived(uint32_t slot) {
        if ((expectedFilter_ & bitOf(slot)) != 0) remove(slot);
    }
    /// The bitOf() all slots that are, or were, expected.
    uint64_t expects() const { return expectedFilter_; }
    static uint64_t bitOf(uint32_t slot) { return uint64_t{1} << slot % 64; }
    bool complete() const { return expected_ == 0; }

  private:
    void remove(uint32_t slot);

    uint32_t access_ = 0;
    uint32_t loops_ = 0;
    uint32_t crowded_ = 0;  // bit l: loop l
    uint32_t expected_ = 0;
    uint64_t expectedFilter_ = 0;
    std::array<uint8_t, kLoops> runEnd_{};
    std::array<uint8_t, kLoops> texelEnd_{};
    // Only the first elements have meaning, as many as there are texels, runs or lines.
    std::array<uint16_t, kTexels> offset_;  // in the line
    std::array<uint32_t, kTexels> expectedSlot_;
    std::array<TexelRun, kTexels> runs_;
};

/// Samples by number; numbers are reused, and addresses stay valid.
class TexelSamples {
  public:
    uint32_t acquire() {
        if (free_.empty()) {
            samples_.emplace_back();
            return static_cast<uint32_t>(samples_.size() - 1);
        }
        const uint32_t id = free_.back();
        free_.pop_back();
        return id;
    }
    void release(uint32_t id) { free_.push_back(id); }
    TexelSample& operator[](uint32_t id) { return samples_[id]; }

  private:
    std::deque<TexelSample> samples_;
    std::vector<uint32_t> free_;
};

}  // namespace cyclorama::machine::timing
