// SPDX-License-Identifier: MIT
#pragma once
// The groups of draw state: buffers of packets that CP_SET_DRAW_STATE names and that run at the next draw
// (Mesa: adreno_pm4.xml, CP_SET_DRAW_STATE).

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace cyclorama::adreno {

/// The passes in which a group runs, a bit each, and the pass that CP_SET_MARKER began.
using PassMask = uint32_t;
namespace passes {
inline constexpr PassMask kBinning = 1;
inline constexpr PassMask kGmem = 2;
inline constexpr PassMask kSysmem = 4;
inline constexpr PassMask kAll = kBinning | kGmem | kSysmem;
}  // namespace passes

/// The pass that CP_SET_MARKER begins, from its first word; nothing for marks that begin no pass of draws. With bit 8
/// the packet only says whether the chip may sleep (Mesa: adreno_pm4.xml, CP_SET_MARKER).
constexpr std::optional<PassMask> passOf(uint32_t marker) {
    if ((marker >> 8 & 1) != 0) return std::nullopt;
    switch (marker & 0xf) {
        case 1:
            return passes::kSysmem;
        case 2:
            return passes::kBinning;
        case 8:
        case 0xc:
        case 0xd:
        case 0xe:
            // Compute, blits, and the bounds of lists.
            return std::nullopt;
        default:
            return passes::kGmem;
    }
}

struct DrawStateGroup {
    uint32_t id = 0;
    /// In words; a group without any does not run.
    uint32_t count = 0;
    uint64_t address = 0;
    PassMask passes = 0;

    bool runsIn(PassMask pass) const { return (passes & pass) != 0; }
};

/// One entry of CP_SET_DRAW_STATE: three words.
struct DrawStateEntry {
    DrawStateGroup group;
    bool disable = false;
    bool disableAll = false;
    /// Runs where it is set, and not at a draw.
    bool immediate = false;

    static DrawStateEntry decode(std::span<const uint32_t, 3> words) {
        const uint32_t flags = words[0];
        return {.group = {.id = flags >> 24 & 0x1f,
                          .count = flags & 0xffff,
                          .address = words[1] | static_cast<uint64_t>(words[2]) << 32,
                          .passes = flags >> 20 & passes::kAll},
                .disable = (flags >> 17 & 1) != 0,
                .disableAll = (flags >> 18 & 1) != 0,
                .immediate = (flags >> 19 & 1) != 0};
    }
};

/// The groups by their numbers, in whose order they run.
class DrawStateGroups {
  public:
    static constexpr uint32_t kCount = 32;

    /// Sets or disables what an entry says; one that runs at once stays disabled.
    void apply(const DrawStateEntry& entry) {
        if (entry.disableAll) return clear();
        const bool runsAtDraws = !entry.disable && !entry.immediate;
        groups_[entry.group.id] = runsAtDraws ? entry.group : DrawStateGroup{};
        const uint32_t bit = 1u << entry.group.id;
        waiting_ = runsAtDraws ? waiting_ | bit : waiting_ & ~bit;
    }
    void clear() { *this = {}; }
    const std::array<DrawStateGroup, kCount>& all() const { return groups_; }

    /// Groups that were set and did not run since, and that run in the pass, in the bits of their numbers.
    uint32_t waiting(PassMask pass) const {
        uint32_t found = 0;
        for (uint32_t rest = waiting_; rest != 0; rest &= rest - 1)
            if (groups_[static_cast<size_t>(std::countr_zero(rest))].runsIn(pass)) found |= rest & ~(rest - 1);
        return found;
    }
    void markRun(uint32_t groups) { waiting_ &= ~groups; }

  private:
    std::array<DrawStateGroup, kCount> groups_{};
    uint32_t waiting_ = 0;
};

}  // namespace cyclorama::adreno
