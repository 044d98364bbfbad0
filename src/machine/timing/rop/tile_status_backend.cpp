// SPDX-License-Identifier: MIT
#include "machine/timing/rop/tile_status_backend.h"

#include "mem/transaction.h"

namespace cyclorama::machine::timing {

namespace {

/// A look-up of each path or a flush, and that something was moved.
constexpr uint32_t kRequestsAtOnce = 3;

LineMetadata metadataOf(const LineStatus& status) {
    return {.key = status.address.bits(), .pending = status.tracked, .cleared = status.cleared};
}

}  // namespace

TileStatusBackend::Statistics::Statistics(sim::StatisticsRegistry& r, const std::string& s)
    : readBytes(r, sim::statisticOf("TileStatusReadBytes", s, "bytes", "Bytes of tile status asked for from memory.")),
      writeBytes(r, sim::statisticOf("TileStatusWriteBytes", s, "bytes", "Bytes of tile status sent to memory.")),
      clearedLines(r, sim::statisticOf("TileStatusClearedLines", s, "lines",
                                       "Lines filled with the clear value instead of being read.")) {}

TileStatusBackend::TileStatusBackend(sim::StatisticsRegistry& registry, const std::string& suffix, bool attached,
                                     uint32_t slots, uint32_t lineBytes)
    : lineBytes_(lineBytes), requests_(kRequestsAtOnce), current_(slots), replaced_(slots) {
    if (attached) statistics_.emplace(registry, suffix);
}

std::optional<TileStatusRequest> TileStatusBackend::takeRequest() {
    if (requests_.empty()) return std::nullopt;
    return requests_.pop();
}

void TileStatusBackend::receive(const TileStatusAnswer& answer) {
    switch (answer.kind) {
        case TileStatusAnswer::Kind::Present:
            lookups_[static_cast<size_t>(answer.path)] = Progress::Answered;
            break;
        case TileStatusAnswer::Kind::Flushed:
            flush_ = Progress::Answered;
            break;
        case TileStatusAnswer::Kind::Move:
            move_ = answer;
            break;
    }
}

void TileStatusBackend::reset(bool) {
    requests_.clear();
    lookups_ = {};
    flush_ = Progress::None;
    move_ = {};
    reading_ = false;
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

bool TileStatusBackend::lookUp(LinePath path, const LineMetadata& line, TileStatusRequest::Kind kind) {
    Progress& progress = lookups_[static_cast<size_t>(path)];
    if (progress == Progress::None) {
        requests_.push({.kind = kind, .path = path, .address = func::Address::fromBits(line.key)});
        progress = Progress::Asked;
    }
    if (progress != Progress::Answered) return false;
    progress = Progress::None;
    return true;
}

bool TileStatusBackend::lookUpFill(const LineMetadata& line) {
    if (!statistics_) return true;
    if (!lookUp(LinePath::Fill, line, TileStatusRequest::Kind::LookUp)) return false;
    if (line.cleared) ++statistics_->clearedLines;
    return true;
}

bool TileStatusBackend::lookUpWriteback(const LineMetadata& line) {
    if (!statistics_) return true;
    return lookUp(LinePath::Writeback, line,
                  line.cleared ? TileStatusRequest::Kind::Change : TileStatusRequest::Kind::LookUp);
}

std::optional<MetadataAccess> TileStatusBackend::pending() const {
    if (move_.write)
        return MetadataAccess{.address = *move_.write, .bytes = mem::kTransactionBytes, .access = mem::Access::Write};
    if (move_.read && !reading_) return MetadataAccess{.address = *move_.read, .bytes = mem::kTransactionBytes};
    return std::nullopt;
}

void TileStatusBackend::sent() {
    if (!move_.write) {
        statistics_->readBytes.add(mem::kTransactionBytes);
        reading_ = true;
        return;
    }
    statistics_->writeBytes.add(mem::kTransactionBytes);
    move_.write.reset();
    if (!move_.read) endMove();
}

void TileStatusBackend::arrived(uint32_t) {
    reading_ = false;
    lookups_[static_cast<size_t>(move_.path)] = Progress::Answered;
    endMove();
}

void TileStatusBackend::endMove() {
    move_ = {};
    requests_.push({.kind = TileStatusRequest::Kind::Moved});
}

bool TileStatusBackend::flush(mem::FetchCache& cache) {
    if (!cache.flushDirty()) return false;
    if (!statistics_) return true;
    if (flush_ == Progress::None) {
        requests_.push({.kind = TileStatusRequest::Kind::Flush});
        flush_ = Progress::Asked;
    }
    if (flush_ != Progress::Answered) return false;
    flush_ = Progress::None;
    return true;
}

}  // namespace cyclorama::machine::timing
