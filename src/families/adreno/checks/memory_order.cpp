// SPDX-License-Identifier: MIT
#include "families/adreno/checks/memory_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "families/adreno/checks/check_findings.h"

namespace cyclorama::adreno {
namespace {

constexpr size_t at(MemoryDomain domain) { return static_cast<size_t>(domain); }

std::string_view name(MemoryDomain domain) {
    constexpr std::string_view kNames[] = {"the colour cache", "the depth cache", "UCHE", "the command processor"};
    return kNames[at(domain)];
}

}  // namespace

void MemoryOrder::beginSubmission() {
    // The kernel writes UCHE back behind each submission, and invalidates the colour and depth caches before the next
    // (Linux: a6xx_gpu.c, a6xx_submit()).
    processorWrites_.clear();
    flushed_[at(MemoryDomain::Uche)] = ++now_;
    invalidated_[at(MemoryDomain::Color)] = invalidated_[at(MemoryDomain::Depth)] = now_;
    waitForIdle();
    // Memory may have got another use since.
    cached_.clear();
}

void MemoryOrder::event(uint32_t number) {
    ++now_;
    switch (number) {
        case 4:  // CACHE_FLUSH_TS
            flushed_[at(MemoryDomain::Uche)] = now_;
            break;
        case 24:  // PC_CCU_INVALIDATE_DEPTH
            invalidated_[at(MemoryDomain::Depth)] = now_;
            break;
        case 25:  // PC_CCU_INVALIDATE_COLOR
            invalidated_[at(MemoryDomain::Color)] = now_;
            break;
        case 28:  // PC_CCU_FLUSH_DEPTH_TS
            flushed_[at(MemoryDomain::Depth)] = now_;
            break;
        case 29:  // PC_CCU_FLUSH_COLOR_TS
            flushed_[at(MemoryDomain::Color)] = now_;
            break;
        case 49:  // CACHE_INVALIDATE
            invalidated_[at(MemoryDomain::Uche)] = now_;
            break;
        default:
            return;
    }
    forgetVisible();
}

void MemoryOrder::write(MemoryDomain domain, uint64_t address, uint64_t bytes) {
    if (bytes == 0) return;
    const uint64_t end = address + bytes;
    if (domain == MemoryDomain::Processor) {
        uint64_t& known = processorWrites_[address];
        known = std::max(known, end);
        return;
    }
    ++now_;
    std::erase_if(cached_, [&](const Range& range) { return range.first >= address && range.end <= end; });
    if (cached_.size() == kMostRanges) cached_.erase(cached_.begin());
    cached_.push_back({.first = address, .end = end, .domain = domain, .written = now_});
}

Remarks MemoryOrder::read(MemoryDomain domain, uint64_t address, uint64_t bytes) const {
    if (domain == MemoryDomain::Processor)
        if (Remarks remark = readProcessorWrites(address, bytes)) return remark;
    for (const Range& range : cached_) {
        if (range.first >= address + bytes || address >= range.end) continue;
        if (const sim::FindingKind* const kind = missing(range, domain))
            return Remark{.kind = kind,
                          .detail = fmt::format("{:#x}, {} bytes, written through {}, read through {}", address, bytes,
                                                name(range.domain), name(domain))};
    }
    return std::nullopt;
}

Remarks MemoryOrder::readProcessorWrites(uint64_t address, uint64_t bytes) const {
    auto behind = processorWrites_.lower_bound(address + bytes);
    // Writes are short: the longest before the address is within a few of it.
    for (int looked = 0; behind != processorWrites_.begin() && looked < 8; ++looked) {
        --behind;
        if (behind->second > address)
            return Remark{.kind = &findings::kReadBeforeWrite,
                          .detail = fmt::format("{:#x}, {} bytes", address, bytes)};
    }
    return std::nullopt;
}

const sim::FindingKind* MemoryOrder::missing(const Range& range, MemoryDomain reader) const {
    if (reader == range.domain) return nullptr;
    const uint64_t flushed = flushed_[at(range.domain)];
    const bool betweenCaches = (range.domain == MemoryDomain::Color && reader == MemoryDomain::Depth) ||
                               (range.domain == MemoryDomain::Depth && reader == MemoryDomain::Color);
    const bool waits = !betweenCaches || waitsBetweenCaches_;
    if (flushed < range.written || (waits && waited_ < flushed)) return &findings::kNotFlushed;
    // The caches of colours and depths are empty where a submission begins, and drivers rely on that (Mesa:
    // gallium/drivers/freedreno/a6xx/fd6_gmem.cc): what they hold of old content is not followed.
    if (reader == MemoryDomain::Uche && invalidated_[at(reader)] < range.written) return &findings::kNotInvalidated;
    return nullptr;
}

void MemoryOrder::forgetVisible() {
    constexpr MemoryDomain kReaders[] = {MemoryDomain::Color, MemoryDomain::Depth, MemoryDomain::Uche,
                                         MemoryDomain::Processor};
    std::erase_if(cached_, [&](const Range& range) {
        return std::ranges::none_of(kReaders, [&](MemoryDomain reader) { return missing(range, reader) != nullptr; });
    });
}

}  // namespace cyclorama::adreno
