// SPDX-License-Identifier: MIT
#pragma once
// The banks of a texture cache: they limit the texels that a quad fetches and reads in one cycle. Four banks,
// interleaved by words of 32 bits, take four accesses a cycle each; accesses of a bank to the same line (fetches) or
// the same word (reads) count once. Each of the sixteen data ports moves TextureCachePortWidth bytes a cycle.

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "sim/time.h"

namespace cyclorama::machine::timing {

class CacheBanks {
  public:
    static constexpr uint32_t kBanks = 4;
    static constexpr uint32_t kAccesses = 4;  // each bank's in a cycle
    static constexpr uint32_t kPorts = kBanks * kAccesses;
    static constexpr uint32_t kWordBytes = 4;

    explicit CacheBanks(uint32_t portWidth) : portWidth_(portWidth) {}

    void startCycle(sim::Cycle cycle) {
        cycle_ = cycle;
        for (uint32_t bank = 0; bank < kBanks; ++bank) lines_[bank].count = words_[bank].count = 0;
    }

    /// One for the bank of the address, of eight bits for each bank.
    static uint32_t countOf(uint64_t address) { return kOneOfBank[bankOf(address)]; }

    /// True if all banks have accesses enough to open the words of all addresses, and their lines, in one cycle.
    /// `counts`: the sum of their countOf().
    static bool fitACycle(std::span<const uint64_t> addresses, uint32_t counts) {
        if (((counts + kSpareCounts) & kFullCounts) == 0) return true;
        std::array<Accesses, kBanks> words{};
        return std::all_of(addresses.begin(), addresses.end(), [&](uint64_t address) {
            return words[bankOf(address)].open(address / kWordBytes) != Access::Refused;
        });
    }

    /// True if no port still moves an earlier read.
    bool portsFree() const { return cycle_ >= allPortsFree_; }

    /// Looks up the tag of a line; false where the bank has no more accesses in this cycle.
    bool openLine(uint64_t address, uint64_t line) { return lines_[bankOf(address)].open(line) != Access::Refused; }

    enum class Read : uint8_t { Port, Bypass, Busy, Conflict };

    /// A way to read a word. Bypass: another read of this cycle brings it. Busy: its port still moves an earlier read;
    /// the access counts, and makes later reads of the word in this cycle bypasses. Conflict: the bank has no more
    /// accesses in this cycle.
    Read openWord(uint64_t address, uint32_t& port) {
        const uint32_t bank = bankOf(address);
        switch (words_[bank].open(address / kWordBytes)) {
            case Access::Known:
                return Read::Bypass;
            case Access::Refused:
                return Read::Conflict;
            case Access::New:
                break;
        }
        port = bank * kAccesses + words_[bank].count - 1;
        return cycle_ < portFree_[port] ? Read::Busy : Read::Port;
    }

    void occupy(uint32_t port, uint32_t bytes) {
        portFree_[port] = cycle_ + (bytes + portWidth_ - 1) / portWidth_;
        allPortsFree_ = std::max(allPortsFree_, portFree_[port]);
    }

    /// Duration of a write of a whole line through all ports.
    uint32_t cyclesForLine(uint32_t bytes) const { return (bytes + portWidth_ * kPorts - 1) / (portWidth_ * kPorts); }

  private:
    enum class Access : uint8_t { New, Known, Refused };

    // Added to counts of eight bits, sets the highest bit of those above kAccesses.
    static constexpr uint32_t kSpareCounts = 0x0101'0101 * (0x7f - kAccesses);
    static constexpr uint32_t kFullCounts = 0x8080'8080;
    static constexpr std::array<uint32_t, kBanks> kOneOfBank{1, 1 << 8, 1 << 16, 1 << 24};

    /// The lines or words that one bank was asked for in this cycle.
    struct Accesses {
        std::array<uint64_t, kAccesses> opened{};
        uint32_t count = 0;

        Access open(uint64_t what) {
            for (uint32_t i = 0; i < count; ++i)
                if (opened[i] == what) return Access::Known;
            if (count == kAccesses) return Access::Refused;
            opened[count++] = what;
            return Access::New;
        }
    };

    static uint32_t bankOf(uint64_t address) { return static_cast<uint32_t>(address / kWordBytes) % kBanks; }

    uint32_t portWidth_;
    sim::Cycle cycle_ = 0;
    std::array<Accesses, kBanks> lines_;
    std::array<Accesses, kBanks> words_;
    std::array<sim::Cycle, kPorts> portFree_{};  // the first cycle in which each is free again
    sim::Cycle allPortsFree_ = 0;
};

}  // namespace cyclorama::machine::timing
