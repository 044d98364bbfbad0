// SPDX-License-Identifier: MIT
#include "families/adreno/checks/cache_writes.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "families/adreno/checks/cache_events.h"
#include "families/adreno/checks/check_findings.h"

namespace cyclorama::adreno {
/// The bytes of a write, in order after the first question for them.
class CacheWrites::ExactBytes {
  public:
    explicit ExactBytes(ByteRuns runs) : runs_(std::move(runs)) {}

    bool meets(uint64_t address, uint64_t bytes) {
        std::call_once(known_, [&] { sort(); });
        // The first run that ends after the address.
        const auto run = std::ranges::upper_bound(sorted_, address, {}, &Run::end);
        return run != sorted_.end() && run->first < address + bytes;
    }

  private:
    struct Run {
        uint64_t first = 0;
        uint64_t end = 0;
    };

    void sort() {
        runs_([&](uint64_t address, uint64_t bytes) {
            if (!sorted_.empty() && sorted_.back().end == address)
                sorted_.back().end += bytes;
            else
                sorted_.push_back({.first = address, .end = address + bytes});
        });
        runs_ = nullptr;
        std::ranges::sort(sorted_, {}, &Run::first);
    }

    ByteRuns runs_;
    std::once_flag known_;
    std::vector<Run> sorted_;
};

void CacheWrites::event(uint32_t number) {
    const uint32_t flush = cache_ == WriterCache::Color ? cache_events::kColorFlush : cache_events::kUcheFlush;
    for (Write& write : writes_) {
        write.flushed |= number == flush;
        write.invalidated |= number == cache_events::kUcheInvalidate;
    }
    forgetVisible();
}

void CacheWrites::waitForIdle() {
    for (Write& write : writes_) write.settled |= write.flushed;
    forgetVisible();
}

void CacheWrites::waitForProcessor() {
    for (Write& write : writes_) write.processorWaited |= write.settled;
    forgetVisible();
}

void CacheWrites::forgetVisible() {
    std::erase_if(writes_, [](const Write& write) {
        return missing(write, ReadPath::Uche) == nullptr && missing(write, ReadPath::ProcessorAhead) == nullptr;
    });
}

void CacheWrites::write(uint64_t first, uint64_t end, ByteRuns runs) {
    if (writes_.size() == kMostWrites) writes_.erase(writes_.begin());
    writes_.push_back({.first = first,
                       .end = end,
                       .bytes = std::make_shared<ExactBytes>(std::move(runs)),
                       .invalidated = cache_ == WriterCache::Uche});
}

const sim::FindingKind* CacheWrites::missing(const Write& write, ReadPath path) {
    if (!write.settled) return &findings::kNotFlushed;
    if (path == ReadPath::ProcessorAhead) return write.processorWaited ? nullptr : &findings::kReadAhead;
    return path == ReadPath::Uche && !write.invalidated ? &findings::kNotInvalidated : nullptr;
}

bool CacheWrites::mayMiss(ReadPath path, uint64_t address, uint64_t bytes) const {
    return std::ranges::any_of(
        writes_, [&](const Write& write) { return write.meets(address, bytes) && missing(write, path) != nullptr; });
}

OptionalIssue CacheWrites::read(ReadPath path, uint64_t address, uint64_t bytes) const {
    for (const Write& write : writes_) {
        if (!write.meets(address, bytes)) continue;
        const sim::FindingKind* const kind = missing(write, path);
        if (kind == nullptr || !write.bytes->meets(address, bytes)) continue;
        return Issue{.kind = kind, .detail = fmt::format("{:#x}, {} bytes", address, bytes)};
    }
    return std::nullopt;
}

}  // namespace cyclorama::adreno
