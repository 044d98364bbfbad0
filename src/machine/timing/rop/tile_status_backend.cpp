// SPDX-License-Identifier: MIT
#include "machine/timing/rop/tile_status_backend.h"

namespace cyclorama::machine::timing {

namespace {

LineMetadata metadataOf(const LineStatus& status) {
    return {.key = status.address.bits(), .pending = status.tracked, .cleared = status.cleared};
}

}  // namespace

TileStatusBackend::TileStatusBackend(sim::StatisticsRegistry& registry, const std::string& suffix,
                                     const std::optional<TileStatusCacheSettings>& settings, uint32_t slots,
                                     uint32_t lineBytes)
    : lineBytes_(lineBytes), current_(slots), replaced_(slots) {
    if (settings) cache_.emplace(registry, suffix, *settings);
}

void TileStatusBackend::reset(bool) {
    if (cache_) cache_->reset();
}

LineMetadata TileStatusBackend::leavingLine(func::Address address, uint32_t slot) {
    LineStatus& current = current_[slot];
    if (current.line != address) return metadataOf(replaced_[slot]);
    const LineMetadata line = metadataOf(current);
    // The same line may come in again: it is in memory then.
    current.cleared = false;
    return line;
}

LineMetadata TileStatusBackend::comingLine(func::Address, uint32_t slot) { return metadataOf(current_[slot]); }

bool TileStatusBackend::lookUpFill(const LineMetadata& line) {
    if (!cache_) return true;
    if (!cache_->lookUp(func::Address::fromBits(line.key))) return false;
    if (line.cleared) cache_->recordClearedLine();
    return true;
}

bool TileStatusBackend::lookUpWriteback(const LineMetadata& line) {
    if (!cache_) return true;
    if (!cache_->lookUp(func::Address::fromBits(line.key))) return false;
    if (line.cleared) cache_->write(func::Address::fromBits(line.key));
    return true;
}

}  // namespace cyclorama::machine::timing
