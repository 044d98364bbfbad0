// SPDX-License-Identifier: MIT
#include "families/vivante/frontend/hazards.h"

#include <algorithm>
#include <array>

#include "families/vivante/frontend/findings.h"

namespace cyclorama::vivante {
namespace {

/// Blob and Mesa stall the rasterizer before these change (GCxxx hardware notes, Synchronization).
constexpr std::array kNeedStall{
    "TS.MEM_CONFIG"_reg.word(),        "TS.COLOR_STATUS_BASE"_reg.word(), "TS.COLOR_SURFACE_BASE"_reg.word(),
    "TS.COLOR_CLEAR_VALUE"_reg.word(), "TS.DEPTH_STATUS_BASE"_reg.word(), "TS.DEPTH_SURFACE_BASE"_reg.word(),
    "TS.DEPTH_CLEAR_VALUE"_reg.word(), "PE.DEPTH_ADDR"_reg.word(),        "PE.DEPTH_STRIDE"_reg.word(),
    "PE.PIPE_DEPTH_ADDR"_reg.word(0),  "PE.PIPE_DEPTH_ADDR"_reg.word(1),  "PE.DEPTH_CONFIG"_reg.word()};

/// Bits of PE.DEPTH_CONFIG that describe the buffer. The test itself may change between draws.
constexpr uint32_t kDepthBufferBits = 0x3 | 1u << 4 | 1u << 26;

/// Buffers that may be unflushed at a time; more are not followed.
constexpr size_t kFollowedBuffers = 64;

void follow(std::vector<AddressRange>& ranges, const AddressRange& range) {
    if (range.begin == range.end || ranges.size() >= kFollowedBuffers) return;
    if (std::find(ranges.begin(), ranges.end(), range) == ranges.end()) ranges.push_back(range);
}

}  // namespace

void Hazards::draw(std::span<const AddressRange> colors, const AddressRange& depth, const Reporter& report) {
    if (vertexTexturesFlushed_) report(findings::kVertexTextureFlush);
    vertexTexturesFlushed_ = false;
    drawsUnderWay_ = true;
    blitIsLast_ = false;
    for (const AddressRange& color : colors) follow(unflushedColor_, color);
    follow(unflushedDepth_, depth);
}

void Hazards::flush(bool color, bool depth) {
    if (color) unflushedColor_.clear();
    if (depth) unflushedDepth_.clear();
}

void Hazards::resolveReads(const AddressRange& range, const Reporter& report) const {
    for (const std::vector<AddressRange>* buffers : {&unflushedColor_, &unflushedDepth_})
        for (const AddressRange& buffer : *buffers)
            if (range.overlaps(buffer)) {
                report(findings::kMissingFlush,
                       fmt::format("{} buffer at {:#010x}", buffers == &unflushedColor_ ? "colour" : "depth",
                                   buffer.begin));
                return;
            }
}

void Hazards::filled(const AddressRange& range) {
    if (range.begin >= range.end) return;
    AddressRange joined = range;
    // With the neighbours that it touches.
    while (const auto* const other =
               filled_.overlapping({joined.begin - std::min<uint64_t>(joined.begin, 1), joined.end + 1})) {
        const AddressRange held = other->range;
        joined = {std::min(joined.begin, held.begin), std::max(joined.end, held.end)};
        filled_.erase(held.begin);
    }
    filled_.insert(joined, {});
}

void Hazards::tileStatusUsed(func::Address address, const Reporter& report) const {
    if (filled_.at(address.bits()) != nullptr) return;
    report(findings::kTileStatusNeverCleared, fmt::format("tile status at {:#010x}", address.bits()));
}

void Hazards::beforeChange(uint32_t word, uint32_t previous, uint32_t value, const Reporter& report) const {
    if (!drawsUnderWay_ || previous == value) return;
    if (std::find(kNeedStall.begin(), kNeedStall.end(), word) == kNeedStall.end()) return;
    if (word == "PE.DEPTH_CONFIG"_reg.word() && ((previous ^ value) & kDepthBufferBits) == 0) return;
    report(findings::kMissingStall, registerName(*findRegister(word)));
}

}  // namespace cyclorama::vivante
