// SPDX-License-Identifier: MIT
#include "families/adreno/tp/texel_reports.h"

#include <algorithm>

namespace cyclorama::adreno {
namespace {

/// Four components of 8 bits, and of 16.
constexpr uint32_t kDecodedBytes = 4;
constexpr uint32_t kDecodedWideBytes = 8;
/// Bytes of a block of pixels that UBWC has a byte of flags for.
constexpr uint64_t kFlaggedBytes = 256;

bool isPlace(uint64_t offset) { return offset != kBorderTap && offset != kEmptyTap; }

/// Reads of what is stored at offsets from a texture's address. Flags are taken to be in the order of their blocks.
class ReadsOf {
  public:
    ReadsOf(const TextureDescriptor& descriptor, uint32_t bytes)
        : address_(descriptor.address),
          flags_(descriptor.flags ? descriptor.flagAddress : 0),
          hasFlags_(descriptor.flags),
          bytes_(bytes) {}

    TexelRead at(uint64_t offset, uint32_t lane) const {
        return {.address = address_ + offset,
                .bytes = bytes_,
                .lane = lane,
                .flag = hasFlags_ ? flags_ + offset / kFlaggedBytes : 0};
    }

  private:
    uint64_t address_;
    uint64_t flags_;
    bool hasFlags_;
    uint32_t bytes_;
};

TexelRead nothing(uint32_t lane) { return {.address = 0, .bytes = 0, .lane = lane}; }

TexelForm formOf(const Texture& texture, uint32_t filterBytes) {
    return {.filterBytes = filterBytes, .compressed = texture.descriptor().flags ? texture.format() : nullptr};
}

/// Reads that are collected, and reported together.
class Reports {
  public:
    Reports(TexelListener& listener, const TexelForm& form) : listener_(listener), form_(form) {}
    Reports(const Reports&) = delete;
    Reports& operator=(const Reports&) = delete;
    ~Reports() { flush(); }

    void add(const TexelRead& read) {
        if (count_ == reads_.size()) flush();
        reads_[count_++] = read;
    }

  private:
    /// Few enough for the host's first cache.
    static constexpr size_t kTogether = 64;

    void flush() {
        if (count_ != 0) listener_.texels(std::span(reads_).first(count_), form_);
        count_ = 0;
    }

    TexelListener& listener_;
    TexelForm form_;
    std::array<TexelRead, kTogether> reads_;
    size_t count_ = 0;
};

/// One byte of luma and one of each colour difference, from the planes that have them; the nearest differences where
/// several are mixed.
void reportChroma(const Texture& texture, const TexelTap& tap, Reports& reports) {
    const ChromaPlace place = ChromaPlace::of(tap.offset);
    const TextureDescriptor& descriptor = texture.descriptor();
    const bool planes = texture.format()->hasPlanes();
    const auto report = [&](uint64_t address, const TextureLevel& level, uint32_t x, uint32_t y, uint32_t bytes) {
        reports.add({.address = address + level.offset(x, y, place.layer), .bytes = bytes, .lane = tap.lane});
    };
    report(descriptor.address, texture.level(0), planes ? place.x : place.x / 2, place.y, planes ? 1 : 4);
    if (!planes) return;
    const bool two = texture.format()->codec == TexelCodec::TwoPlanes;
    for (size_t i = 0; i < (two ? 1 : 2); ++i)
        report(descriptor.planeAddress[i], texture.plane(i), place.x / 2, place.y / 2, two ? 2 : 1);
}

}  // namespace

TexelFilterKind filterKindOf(const SelectedLevels& levels) {
    if (levels.share != 0) return TexelFilterKind::Levels;
    return levels.filter == TextureFilter::Nearest ? TexelFilterKind::Point : TexelFilterKind::Linear;
}

uint32_t filterBytesOf(const SurfaceFormat& format) {
    if (format.codec == TexelCodec::Packed) return format.bytes;
    const bool wide = format.codec == TexelCodec::Block &&
                      (format.block == func::BlockCodec::Bc6Unsigned || format.block == func::BlockCodec::Bc6Signed);
    return wide ? kDecodedWideBytes : kDecodedBytes;
}

void reportTaps(const Texture& texture, std::span<const TexelTap> taps, TexelListener& listener) {
    const SurfaceFormat& format = *texture.format();
    const uint32_t bytes = format.bytes;
    const uint64_t there = texture.bytes().size();
    const ReadsOf reads(texture.descriptor(), bytes);
    Reports reports(listener, formOf(texture, filterBytesOf(format)));
    for (const TexelTap& tap : taps) {
        if (!isPlace(tap.offset)) {
            reports.add(nothing(tap.lane));
        } else if (format.sharesChroma()) {
            reportChroma(texture, tap, reports);
        } else {
            const bool mapped = tap.offset <= there && there - tap.offset >= bytes;
            reports.add(mapped ? reads.at(tap.offset, tap.lane) : nothing(tap.lane));
        }
    }
}

void TexelPlaces::add(const func::RowBatch& rows, const func::PerLane<uint32_t>& columns, unsigned width) {
    func::PerLane<uint32_t>& places = places_[count_++];
    for (unsigned i = 0; i < width; ++i) places[i] = rows.base[i] + (rows.bits[i] ^ columns[i]);
}

void TexelPlaces::addBorder(unsigned width) { std::fill_n(places_[count_++].begin(), width, kNone); }

void TexelPlaces::report(const Texture& texture, std::span<const uint8_t> lanes, isa::WaveMask wanted,
                         TexelListener& listener) const {
    const uint32_t bytes = texture.packed().bytes;
    const ReadsOf reads(texture.descriptor(), bytes);
    Reports reports(listener, formOf(texture, bytes));
    for (size_t i = 0; i < lanes.size(); ++i) {
        if (!wanted.test(lanes[i])) continue;
        for (const func::PerLane<uint32_t>& places : std::span(places_).first(count_))
            reports.add(places[i] != kNone ? reads.at(places[i], lanes[i]) : nothing(lanes[i]));
    }
}

}  // namespace cyclorama::adreno
