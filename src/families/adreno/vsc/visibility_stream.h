// SPDX-License-Identifier: MIT
#pragma once
// The visibility streams of a pipe of the visibility stream compressor (VSC): which draws, and which of their
// primitives, reach which of the pipe's bins, of which it has 32 at most. The chip's own encoding is not known in full;
// this one has its parts, in its order, and about its size (Mesa: gallium/drivers/freedreno/a6xx/fd6_vsc.cc). Bits are
// taken from the low end of words on.
//
//   field    0: no bin; else 1, and a bit for each bin
//   number   from 1 on: as many zeros as it has bits after the first, then its bits, the highest first
//   check    makes the count of ones in what is before it since the last check odd
//
//   draw stream, for each draw      field, whole, number, check
//            the number is that of draws without any bin, which have no bit of their own; else, if not all primitives
//            reach what the draw reaches, that of the words of the draw's part of the other stream
//   draw stream, at its end         1, zeros for the bins, 1
//   primitive stream, for each draw packets of field, number, check, and zeros up to a whole word
//            the number is that of primitives, one after the other, with that field
//
// A chip marks a draw's last instance by the bit that is `whole` here: draws take no more bits than drivers count with.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cyclorama::adreno {

/// Bins of a pipe, a bit each.
using BinMask = uint32_t;

class BitWriter {
  public:
    void bit(bool value) {
        if (used_ % 32 == 0) words_.push_back(0);
        words_.back() |= static_cast<uint32_t>(value) << used_ % 32;
        odd_ ^= value;
        ++used_;
    }
    void field(BinMask bins, uint32_t count);
    void number(uint32_t value);
    void check() {
        bit(!odd_);
        odd_ = false;
    }
    /// Continues at the next word.
    void align() { used_ = static_cast<uint32_t>(words_.size()) * 32; }
    const std::vector<uint32_t>& words() const { return words_; }

  private:
    std::vector<uint32_t> words_;
    uint32_t used_ = 0;
    bool odd_ = false;
};

/// Reads what BitWriter wrote. Empty if the words end.
class BitReader {
  public:
    explicit BitReader(std::span<const uint32_t> words) : words_(words) {}

    std::optional<bool> bit() {
        if (next_ / 32 >= words_.size()) return std::nullopt;
        const bool value = (words_[next_ / 32] >> next_ % 32 & 1) != 0;
        ++next_;
        return value;
    }
    std::optional<BinMask> field(uint32_t count);
    std::optional<uint32_t> number();
    /// The check is not looked at: only this program's writer writes what it reads.
    void check() { ++next_; }

  private:
    std::span<const uint32_t> words_;
    size_t next_ = 0;
};

/// Primitives of a draw, one after the other.
struct PrimitiveRun {
    uint32_t first = 0;
    uint32_t count = 0;

    bool operator==(const PrimitiveRun&) const = default;
};

/// The streams of a pipe, as draws come.
class PipeEncoder {
  public:
    explicit PipeEncoder(uint32_t bins = 0) : bins_(bins) {}

    /// Primitive `number` of the draw reaches bins; numbers rise.
    void add(uint32_t number, BinMask bins);
    /// The draw reaches bins, whatever its primitives are.
    void addWhole(BinMask bins) {
        union_ |= bins;
        whole_ = true;
    }
    /// The draw has `primitives` primitives.
    void endDraw(uint32_t primitives);
    void finish();

    /// Bins that any draw reached.
    BinMask reached() const { return reached_; }
    const std::vector<uint32_t>& draws() const { return draws_.words(); }
    const std::vector<uint32_t>& primitives() const { return primitives_.words(); }

  private:
    struct Run {
        BinMask bins = 0;
        uint32_t count = 0;
    };
    void extend(BinMask bins, uint32_t count);
    /// The primitive that was added last reaches more bins.
    void join(BinMask bins);
    void writeEmpty();

    uint32_t bins_ = 0;
    std::vector<Run> runs_;
    uint32_t counted_ = 0;
    BinMask union_ = 0;
    BinMask reached_ = 0;
    uint32_t empty_ = 0;
    bool whole_ = false;
    BitWriter draws_;
    BitWriter primitives_;
};

/// The part of a draw that reaches a bin.
struct DrawVisibility {
    enum class Kind : uint8_t {
        Nothing,
        Whole,  // all primitives
        Runs,
        Unknown  // the streams end before the draw
    };
    Kind kind = Kind::Whole;
    std::vector<PrimitiveRun> runs;
};

/// The streams of a pipe, as one of its bins reads them.
class PipeDecoder {
  public:
    PipeDecoder(std::vector<uint32_t> draws, std::vector<uint32_t> primitives, uint32_t bins, uint32_t bin)
        : drawWords_(std::move(draws)),
          primitiveWords_(std::move(primitives)),
          bins_(bins),
          bin_(bin),
          draws_(drawWords_) {}
    // The reader looks into the words.
    PipeDecoder(const PipeDecoder&) = delete;
    PipeDecoder& operator=(const PipeDecoder&) = delete;

    DrawVisibility next();

  private:
    /// `number` counts draws where no bin has any; else words in the primitive stream, none for all primitives.
    struct DrawEntry {
        BinMask bins = 0;
        uint32_t number = 0;
    };
    /// Nothing at the stream's end.
    std::optional<DrawEntry> nextEntry();
    DrawVisibility runsOf(std::span<const uint32_t> words) const;

    std::vector<uint32_t> drawWords_;
    std::vector<uint32_t> primitiveWords_;
    uint32_t bins_ = 0;
    uint32_t bin_ = 0;
    BitReader draws_;
    size_t nextPrimitiveWord_ = 0;
    uint32_t empty_ = 0;
};

}  // namespace cyclorama::adreno
