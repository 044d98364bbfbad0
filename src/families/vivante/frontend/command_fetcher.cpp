// SPDX-License-Identifier: MIT
#include "families/vivante/frontend/command_fetcher.h"

#include "families/vivante/frontend/findings.h"
#include "families/vivante/frontend/packets.h"

namespace cyclorama::vivante {
namespace {

constexpr uint32_t kWordBytes = 4;
constexpr uint32_t kPrefetchBytes = 8;

}  // namespace

void CommandFetcher::clear() {
    queue_.clear();
    finish();
}

void CommandFetcher::finish() {
    active_ = false;
    returns_.clear();
}

bool CommandFetcher::begin(Reporter& report) {
    if (active_) return true;
    if (queue_.empty()) return false;
    current_ = queue_.front();
    queue_.pop_front();
    active_ = true;
    position_ = 0;
    fetched_ = 0;
    links_ = 0;
    waitAddress_.reset();
    report.moveTo({ordinal_++, 0});
    return true;
}

std::optional<std::span<const uint32_t>> CommandFetcher::fail(const sim::FindingKind& kind, const Reporter& report,
                                                              std::string_view detail) {
    report(kind, detail);
    finish();
    failed_ = true;
    return std::nullopt;
}

std::optional<std::span<const uint32_t>> CommandFetcher::next(const gpu::MemoryReader& memory, Reporter& report) {
    failed_ = false;
    while (begin(report)) {
        if (position_ < current_.bytes) break;
        finish();
    }
    if (!active_) return std::nullopt;
    const uint64_t address = uint64_t{current_.address} + position_;
    packetAddress_ = static_cast<uint32_t>(address);
    report.moveTo({report.position().ordinal, fetched_});

    uint32_t header = 0;
    if (address > 0xffffffffu || !memory.read(packetAddress_, std::as_writable_bytes(std::span(&header, 1))))
        return fail(findings::kStreamOutsideMemory, report, fmt::format("address {:#010x}", address));
    const uint32_t words = packetWords(header);
    if (words == 0) return fail(findings::kOpcode, report, fmt::format("header {:#010x} at {:#010x}", header, address));
    const uint64_t bytes = uint64_t{words} * kWordBytes;
    // The last packet of a buffer may lack its padding.
    const uint64_t left = current_.bytes - position_;
    const uint64_t needed = bytes <= left ? bytes : bytes - kWordBytes;
    if (needed > left)
        return fail(findings::kPacketTruncated, report,
                    fmt::format("{} bytes of {} at {:#010x}", left, bytes, address));
    fetched_ += bytes;
    if (fetched_ > kFetchLimit) return fail(findings::kEndlessStream, report, "too many packets");
    packet_.assign(words, 0);
    if (!memory.read(packetAddress_, std::as_writable_bytes(std::span(packet_)).first(needed)))
        return fail(findings::kStreamOutsideMemory, report, fmt::format("address {:#010x}", address));
    position_ += bytes;
    if (opcodeNumber(header) != static_cast<uint32_t>(Opcode::Link) &&
        opcodeNumber(header) != static_cast<uint32_t>(Opcode::Wait))
        waitAddress_.reset();
    return std::span<const uint32_t>(packet_);
}

bool CommandFetcher::link(uint32_t address, uint32_t prefetch, const Reporter& report) {
    if (waitAddress_ == address) {
        finish();
        return true;
    }
    if (++links_ > kLinkLimit) {
        fail(findings::kEndlessStream, report, fmt::format("link to {:#010x}", address));
        return false;
    }
    waitAddress_.reset();
    current_ = {address, uint64_t{prefetch} * kPrefetchBytes};
    position_ = 0;
    return true;
}

bool CommandFetcher::call(uint32_t address, uint32_t prefetch, uint32_t returnAddress, uint32_t returnPrefetch,
                          const Reporter& report) {
    if (returns_.size() >= kCallLimit) {
        fail(findings::kCallDepth, report, fmt::format("call of {:#010x}", address));
        return false;
    }
    returns_.push_back({returnAddress, uint64_t{returnPrefetch & 0xffff} * kPrefetchBytes});
    return link(address, prefetch, report);
}

bool CommandFetcher::returnFromCall(const Reporter& report) {
    if (returns_.empty()) {
        fail(findings::kCallDepth, report, "return without a call");
        return false;
    }
    const Piece piece = returns_.back();
    returns_.pop_back();
    return link(piece.address, static_cast<uint32_t>(piece.bytes / kPrefetchBytes), report);
}

}  // namespace cyclorama::vivante
