// SPDX-License-Identifier: MIT
#pragma once
// Cuts a transaction into the accesses that single banks can serve, and finds the place of each address.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "mem/gddr/settings.h"

namespace cyclorama::mem::gddr {

/// Place of an address in the memory. A column is 4 bytes. Without initialisers: Pieces makes room for many and uses
/// one or two.
struct Location {
    uint32_t channel;
    uint32_t bank;
    uint32_t row;
    uint32_t column;
    bool operator==(const Location&) const = default;
};

/// Part of a transaction in one row of one bank.
struct Piece {
    Location location;
    uint32_t bytes;
};

/// A transaction has no more pieces than bursts of one word.
inline constexpr uint32_t kMaximumPieces = kTransactionBytes / 4;

struct Pieces {
    std::array<Piece, kMaximumPieces> items;
    uint32_t count = 0;
    const Piece* begin() const { return items.data(); }
    const Piece* end() const { return items.data() + count; }
};

/// One interleaving of channels and banks over addresses.
class RequestSplitter {
  public:
    /// Throws sim::Error where the interleaving does not fit the number of channels, banks or the burst.
    RequestSplitter(const Settings& settings, const Interleaving& interleaving);

    Location locate(func::Address address) const;

    /// Consecutive bursts in the same row are one piece. Throws sim::Fault for a transaction that does not start on a
    /// burst, or is outside the memory.
    Pieces split(func::Address address, uint32_t bytes) const;

  private:
    /// A field of address bits that is cut out, the bits above it moving down.
    struct Cut {
        uint32_t shift = 0;      // lowest bit of the field
        uint32_t mask = 0;       // of the field's value
        uint32_t width = 0;      // bits the rest moves down
        uint64_t belowMask = 0;  // the bits that stay
    };
    static Cut interleavingCut(uint32_t bytes, uint32_t count);
    static uint32_t apply(const Cut& cut, uint64_t& offset);
    /// Bits of an address next to each other, and where the first of them goes.
    struct BitRun {
        uint32_t from = 0;
        uint32_t to = 0;
        uint32_t count = 0;
    };
    /// Bit i of the number is bit bits[i] of the address.
    static std::vector<BitRun> runsOf(const std::vector<uint32_t>& bits);
    static uint32_t gather(const std::vector<BitRun>& runs, uint64_t offset);
    static std::vector<uint32_t> parseBits(const std::string& text, uint32_t count, const char* parameter,
                                           uint32_t& used);

    SplitterKind kind_;
    uint32_t burstBytes_;
    uint32_t rows_;
    uint32_t channels_;
    uint32_t banks_;
    Cut channelCut_;
    Cut bankCut_;
    std::vector<BitRun> channelBits_;
    std::vector<BitRun> bankBits_;
    std::vector<BitRun> removedBits_;  // both, the highest first
    uint32_t contiguousBits_ = 0;      // addresses that differ in these lowest bits alone are in one row of one bank
    uint32_t rowShift_;
    uint32_t rowMask_;
    uint32_t columnMask_;
    bool flat_;
    bool permutesBanks_;
};

}  // namespace cyclorama::mem::gddr
