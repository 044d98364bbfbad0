// SPDX-License-Identifier: MIT
#include "families/adreno/timing/lines/translation.h"

#include <algorithm>

#include "families/adreno/timing/lines/line_accesses.h"

namespace cyclorama::adreno {
namespace {

/// Page tables, beyond all buffers; a page has eight bytes of them (ARM's long descriptors).
constexpr uint64_t kTables = uint64_t{1} << 44;
constexpr uint64_t kDescriptorBytes = 8;

}  // namespace

bool PageEntries::use(uint64_t page) {
    const auto found = std::find(pages_.rbegin(), pages_.rend(), page);
    if (found == pages_.rend()) return false;
    std::rotate(pages_.rbegin(), found, std::next(found));
    return true;
}

void PageEntries::insert(uint64_t page) {
    if (pages_.size() == count_) pages_.erase(pages_.begin());
    pages_.push_back(page);
}

Translation::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : misses(registry,
             {"TLB_MISSES_UCHE", "pages", "Translations of addresses that the nearest entries did not have."}),
      walks(registry, {"PAGE_WALKS_UCHE", "lines", "Lines of page tables that were read for them."}),
      latency(registry, {"TLB_LATENCY_CYCLES_UCHE", "cycles", "Cycles that these translations took."}) {}

Translation::Translation(const TranslationSettings& settings, sim::StatisticsRegistry& statistics)
    : settings_(settings), statistics_(statistics), entries_(settings.entries), main_(settings.mainEntries) {}

void Translation::clock(sim::Cycle cycle) {
    if (!counts() || cycle < lookup_->since + settings_.missCycles) return;
    if (main_.use(lookup_->page)) return end(cycle);
    lookup_->walks = true;
    walk_ = kTables + lookup_->page * kDescriptorBytes / kLineBytes * kLineBytes;
    ++statistics_.walks;
}

bool Translation::mayGo(uint64_t address, sim::Cycle cycle) {
    const uint64_t page = address / settings_.pageBytes;
    if (entries_.use(page)) return true;
    if (lookup_) return false;
    lookup_ = Lookup{.page = page, .since = cycle};
    ++statistics_.misses;
    return false;
}

void Translation::endWalk(sim::Cycle cycle) {
    main_.insert(lookup_->page);
    end(cycle);
}

void Translation::end(sim::Cycle cycle) {
    entries_.insert(lookup_->page);
    statistics_.latency.add(cycle - lookup_->since);
    lookup_.reset();
}

}  // namespace cyclorama::adreno
