// SPDX-License-Identifier: MIT
#include "families/adreno/vsc/visibility_stream.h"

#include <algorithm>
#include <bit>

namespace cyclorama::adreno {

void BitWriter::field(BinMask bins, uint32_t count) {
    bit(bins != 0);
    for (uint32_t i = 0; bins != 0 && i < count; ++i) bit((bins >> i & 1) != 0);
}

void BitWriter::number(uint32_t value) {
    const auto bits = static_cast<int>(std::bit_width(value));
    for (int i = 1; i < bits; ++i) bit(false);
    for (int i = bits - 1; i >= 0; --i) bit((value >> i & 1) != 0);
}

std::optional<BinMask> BitReader::field(uint32_t count) {
    const std::optional<bool> any = bit();
    if (!any) return std::nullopt;
    BinMask bins = 0;
    for (uint32_t i = 0; *any && i < count; ++i) {
        const std::optional<bool> value = bit();
        if (!value) return std::nullopt;
        bins |= static_cast<BinMask>(*value) << i;
    }
    // One and no bin is the stream's end, which has no number.
    return *any && bins == 0 ? std::nullopt : std::optional(bins);
}

std::optional<uint32_t> BitReader::number() {
    constexpr uint32_t kMostBits = 32;
    uint32_t zeros = 0;
    for (;;) {
        const std::optional<bool> value = bit();
        if (!value || zeros == kMostBits) return std::nullopt;
        if (*value) break;
        ++zeros;
    }
    uint32_t number = 1;
    for (; zeros > 0; --zeros) {
        const std::optional<bool> value = bit();
        if (!value) return std::nullopt;
        number = number << 1 | static_cast<uint32_t>(*value);
    }
    return number;
}

void PipeEncoder::extend(BinMask bins, uint32_t count) {
    if (count == 0) return;
    if (!runs_.empty() && runs_.back().bins == bins)
        runs_.back().count += count;
    else
        runs_.push_back({bins, count});
    counted_ += count;
}

void PipeEncoder::add(uint32_t number, BinMask bins) {
    if (bins == 0) return;
    union_ |= bins;
    if (number < counted_) return join(bins);
    extend(0, number - counted_);
    extend(bins, 1);
}

/// Parts of one primitive reach several places.
void PipeEncoder::join(BinMask bins) {
    const BinMask joined = runs_.back().bins | bins;
    if (joined == runs_.back().bins) return;
    --counted_;
    if (--runs_.back().count == 0) runs_.pop_back();
    extend(joined, 1);
}

void PipeEncoder::writeEmpty() {
    if (empty_ == 0) return;
    draws_.field(0, bins_);
    draws_.number(empty_);
    draws_.check();
    empty_ = 0;
}

void PipeEncoder::endDraw(uint32_t primitives) {
    if (union_ == 0) {
        ++empty_;
    } else {
        writeEmpty();
        const size_t before = primitives_.words().size();
        if (!whole_) {
            extend(0, primitives - std::min(primitives, counted_));
            for (const Run& run : runs_) {
                primitives_.field(run.bins, bins_);
                primitives_.number(run.count);
                primitives_.check();
            }
            primitives_.align();
        }
        draws_.field(union_, bins_);
        draws_.bit(whole_);
        if (!whole_) draws_.number(static_cast<uint32_t>(primitives_.words().size() - before));
        draws_.check();
        reached_ |= union_;
    }
    runs_.clear();
    counted_ = 0;
    union_ = 0;
    whole_ = false;
}

void PipeEncoder::finish() {
    writeEmpty();
    draws_.bit(true);
    for (uint32_t i = 0; i < bins_; ++i) draws_.bit(false);
    draws_.bit(true);
}

std::optional<PipeDecoder::DrawEntry> PipeDecoder::nextEntry() {
    const std::optional<BinMask> bins = draws_.field(bins_);
    if (!bins) return std::nullopt;
    const std::optional<bool> whole = *bins == 0 ? std::optional(false) : draws_.bit();
    if (!whole) return std::nullopt;
    const std::optional<uint32_t> number = *whole ? std::optional(0u) : draws_.number();
    if (!number) return std::nullopt;
    draws_.check();
    return DrawEntry{.bins = *bins, .number = *number};
}

DrawVisibility PipeDecoder::next() {
    if (empty_ > 0) {
        --empty_;
        return {.kind = DrawVisibility::Kind::Nothing, .runs = {}};
    }
    const std::optional<DrawEntry> entry = nextEntry();
    if (!entry) return {.kind = DrawVisibility::Kind::Unknown, .runs = {}};
    if (entry->bins == 0) {
        empty_ = entry->number - 1;
        return {.kind = DrawVisibility::Kind::Nothing, .runs = {}};
    }
    const size_t first = nextPrimitiveWord_;
    nextPrimitiveWord_ += entry->number;
    if ((entry->bins >> bin_ & 1) == 0) return {.kind = DrawVisibility::Kind::Nothing, .runs = {}};
    if (entry->number == 0) return {.kind = DrawVisibility::Kind::Whole, .runs = {}};
    if (nextPrimitiveWord_ > primitiveWords_.size()) return {.kind = DrawVisibility::Kind::Unknown, .runs = {}};
    return runsOf(std::span(primitiveWords_).subspan(first, entry->number));
}

DrawVisibility PipeDecoder::runsOf(std::span<const uint32_t> words) const {
    DrawVisibility result{.kind = DrawVisibility::Kind::Runs, .runs = {}};
    BitReader reader(words);
    uint32_t first = 0;
    for (;;) {
        const std::optional<BinMask> bins = reader.field(bins_);
        const std::optional<uint32_t> count = bins ? reader.number() : std::nullopt;
        if (!count) return result;
        reader.check();
        if ((*bins >> bin_ & 1) != 0) {
            if (!result.runs.empty() && result.runs.back().first + result.runs.back().count == first)
                result.runs.back().count += *count;
            else
                result.runs.push_back({first, *count});
        }
        first += *count;
    }
}

}  // namespace cyclorama::adreno
