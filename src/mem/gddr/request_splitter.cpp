// SPDX-License-Identifier: MIT
#include "mem/gddr/request_splitter.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <sstream>

#include "sim/error.h"
#include "sim/fault.h"

namespace cyclorama::mem::gddr {

namespace {

// A single row or column still takes one bit.
uint32_t bitsFor(uint32_t count) { return std::max<uint32_t>(1, static_cast<uint32_t>(std::bit_width(count - 1))); }
uint32_t maskOf(uint32_t bits) { return static_cast<uint32_t>((uint64_t{1} << bits) - 1); }

}  // namespace

RequestSplitter::RequestSplitter(const Settings& settings, const Interleaving& interleaving)
    : kind_(settings.splitter),
      burstBytes_(settings.burstBytes()),
      rows_(settings.rows()),
      channels_(settings.channels),
      banks_(settings.banks),
      rowShift_(bitsFor(settings.columns()) + 2),
      rowMask_(maskOf(bitsFor(settings.rows()))),
      columnMask_(maskOf(bitsFor(settings.columns()))),
      flat_(settings.clients.flatAddresses),
      permutesBanks_(settings.permutesBanks) {
    if (kind_ == SplitterKind::Interleaving) {
        const auto checkBytes = [this](uint32_t bytes, const char* parameter) {
            if (bytes < burstBytes_ || bytes % 4 != 0)
                throw sim::Error("", parameter,
                                 fmt::format("has to be a multiple of 4 and hold a burst, {} bytes", burstBytes_));
        };
        checkBytes(interleaving.channelBytes, "V2ChannelInterleaving");
        checkBytes(interleaving.bankBytes, "V2BankInterleaving");
        channelCut_ = interleavingCut(interleaving.channelBytes, channels_);
        bankCut_ = interleavingCut(interleaving.bankBytes, banks_);
        return;
    }
    uint32_t used = 0;
    const auto channelBits = parseBits(interleaving.channelBits, channels_, "V2ChannelInterleavingMask", used);
    const auto bankBits = parseBits(interleaving.bankBits, banks_, "V2BankInterleavingMask", used);
    std::vector<uint32_t> removed = channelBits;
    removed.insert(removed.end(), bankBits.begin(), bankBits.end());
    std::sort(removed.begin(), removed.end());
    channelBits_ = runsOf(channelBits);
    bankBits_ = runsOf(bankBits);
    removedBits_ = runsOf(removed);
    std::reverse(removedBits_.begin(), removedBits_.end());
    contiguousBits_ = removed.empty() ? rowShift_ : std::min(rowShift_, removed.front());
}

std::vector<RequestSplitter::BitRun> RequestSplitter::runsOf(const std::vector<uint32_t>& bits) {
    std::vector<BitRun> runs;
    for (uint32_t i = 0; i < bits.size(); ++i) {
        if (!runs.empty() && runs.back().from + runs.back().count == bits[i])
            ++runs.back().count;
        else
            runs.push_back({.from = bits[i], .to = i, .count = 1});
    }
    return runs;
}

uint32_t RequestSplitter::gather(const std::vector<BitRun>& runs, uint64_t offset) {
    uint32_t number = 0;
    for (const BitRun& run : runs) number |= (static_cast<uint32_t>(offset >> run.from) & maskOf(run.count)) << run.to;
    return number;
}

RequestSplitter::Cut RequestSplitter::interleavingCut(uint32_t bytes, uint32_t count) {
    const uint32_t shift = bitsFor(bytes);
    return {.shift = shift, .mask = maskOf(bitsFor(count)), .width = bitsFor(count), .belowMask = maskOf(shift)};
}

uint32_t RequestSplitter::apply(const Cut& cut, uint64_t& offset) {
    const uint32_t value = static_cast<uint32_t>(offset >> cut.shift) & cut.mask;
    offset = ((offset >> cut.width) & ~cut.belowMask) | (offset & cut.belowMask);
    return value;
}

std::vector<uint32_t> RequestSplitter::parseBits(const std::string& text, uint32_t count, const char* parameter,
                                                 uint32_t& used) {
    std::vector<uint32_t> bits;
    std::istringstream stream(text);
    std::string word;
    while (stream >> word) {
        if (word.find_first_not_of("0123456789") != std::string::npos || word.size() > 2 || std::stoul(word) > 31)
            throw sim::Error("", parameter, fmt::format("'{}' is not a bit from 0 to 31", word));
        const auto bit = static_cast<uint32_t>(std::stoul(word));
        if ((used >> bit & 1) != 0) throw sim::Error("", parameter, fmt::format("bit {} is used twice", bit));
        used |= uint32_t{1} << bit;
        bits.insert(bits.begin(), bit);
    }
    const auto needed = static_cast<uint32_t>(std::countr_zero(count));
    if (bits.size() != needed)
        throw sim::Error("", parameter,
                         fmt::format("has {} bits where {} select one of {}", bits.size(), needed, count));
    return bits;
}

Location RequestSplitter::locate(func::Address address) const {
    Location location{};
    uint64_t offset = address.offset();
    if (kind_ == SplitterKind::Interleaving) {
        if (channels_ > 1) location.channel = apply(channelCut_, offset);
        if (banks_ > 1) location.bank = apply(bankCut_, offset);
    } else {
        location.channel = gather(channelBits_, offset);
        location.bank = gather(bankBits_, offset);
        for (const BitRun& run : removedBits_) {
            const uint64_t below = maskOf(run.from);
            offset = (offset >> run.count & ~below) | (offset & below);
        }
    }
    location.row = static_cast<uint32_t>(offset >> rowShift_) & rowMask_;
    if (flat_) location.row %= rows_;
    if (permutesBanks_) location.bank ^= location.row & (banks_ - 1);
    location.column = static_cast<uint32_t>(offset >> 2) & columnMask_;
    return location;
}

Pieces RequestSplitter::split(func::Address address, uint32_t bytes) const {
    if (address.offset() % burstBytes_ != 0)
        throw sim::Fault(fmt::format("a transaction at {:#010x} does not start on a burst of {} bytes", address.bits(),
                                     burstBytes_));
    Pieces pieces;
    const bool onePiece = (address.bits() ^ (address + (bytes - 1)).bits()) >> contiguousBits_ == 0;
    const uint32_t step = onePiece ? bytes : burstBytes_;
    for (uint32_t done = 0; done < bytes; done += step) {
        const Location location = locate(address + done);
        const uint32_t length = std::min(bytes - done, step);
        if (location.row >= rows_)
            throw sim::Fault(fmt::format("a transaction at {:#010x} lies outside the GPU's memory", address.bits()));
        if (pieces.count > 0) {
            Piece& last = pieces.items[pieces.count - 1];
            if (last.location.channel == location.channel && last.location.bank == location.bank &&
                last.location.row == location.row) {
                last.bytes += length;
                continue;
            }
        }
        pieces.items[pieces.count++] = {.location = location, .bytes = length};
    }
    return pieces;
}

}  // namespace cyclorama::mem::gddr
