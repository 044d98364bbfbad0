// SPDX-License-Identifier: MIT
#include "machine/timing/texture/texel_sample.h"

#include <algorithm>
#include <bit>

#include "machine/timing/texture/cache_banks.h"

namespace cyclorama::machine::timing {

namespace {

struct LoopLines {
    /// First texels of the runs of a loop, and the end of the last: bit t is set if texel t is not in the line of the
    /// one before it.
    uint32_t bounds = 0;
    uint32_t bankCounts = 0;
};

LoopLines linesOf(std::span<const uint64_t> address, uint64_t inLine) {
    LoopLines lines;
    if (address.empty()) return lines;
    uint64_t next = ~address.back();
    for (size_t t = address.size(); t-- > 0;) {
        lines.bounds = lines.bounds * 2 + ((next ^ address[t]) > inLine ? 1 : 0);
        lines.bankCounts += CacheBanks::countOf(address[t]);
        next = address[t];
    }
    lines.bounds = lines.bounds * 2 + 1;
    return lines;
}

/// The same for texels that reading brings in other sizes than those before them.
uint32_t sizeBounds(const uint8_t* bytes, size_t count) {
    uint32_t bounds = 0;
    for (size_t t = 1; t < count; ++t) bounds |= uint32_t{bytes[t] != bytes[t - 1]} << t;
    return bounds;
}

}  // namespace

void TexelSample::start(uint32_t owner, const func::SampleTexels& texels, uint32_t lineBytes, uint32_t portWidth) {
    access_ = owner;
    loops_ = texels.loops;
    crowded_ = 0;
    expected_ = 0;
    expectedFilter_ = 0;
    fetching = reading = 0;
    texelsRead = 0;
    const uint64_t inLine = lineBytes - 1;
    const uint64_t blackLine = func::kBlackTexelAddress & ~inLine;
    const uint8_t* const bytes = texels.bytes.data();
    const uint32_t all = loops_ > 0 ? texels.loopEnd[loops_ - 1] : 0;
    const bool alike = all == 0 || std::equal(bytes, bytes + all - 1, bytes + 1);
    uint32_t texel = 0;
    uint32_t run = 0;
    for (uint32_t loop = 0; loop < loops_; ++loop) {
        const uint32_t end = texels.loopEnd[loop];
        const std::span address = std::span(texels.address).subspan(texel, end - texel);
        const LoopLines lines = linesOf(address, inLine);
        const bool crowded = texels.mostBytes > portWidth || !CacheBanks::fitACycle(address, lines.bankCounts);
        crowded_ |= (crowded ? 1u : 0u) << loop;
        uint32_t bounds = crowded ? (2u << address.size()) - 1 : lines.bounds;
        if (!alike) bounds |= sizeBounds(bytes + texel, address.size());
        uint32_t first = 0;
        while ((bounds &= bounds - 1) != 0) {
            const auto next = static_cast<uint32_t>(std::countr_zero(bounds));
            const uint64_t line = address[first] & ~inLine;
            TexelRun& to = runs_[run++];
            to.line = line == blackLine ? func::kBlackTexelAddress : line;
            to.first = static_cast<uint8_t>(texel + first);
            to.count = to.toFetch = static_cast<uint8_t>(next - first);
            to.bytes = bytes[texel + first];
            to.conflict = false;
            first = next;
        }
        texel = end;
        runEnd_[loop] = static_cast<uint8_t>(run);
        texelEnd_[loop] = static_cast<uint8_t>(texel);
    }
    const uint64_t* address = texels.address.data();
    for (uint32_t t = 0; t < texel; ++t) offset_[t] = static_cast<uint16_t>(address[t] & inLine);
}

void TexelSample::expect(uint32_t slot) {
    const uint64_t bit = bitOf(slot);
    const auto end = expectedSlot_.begin() + expected_;
    if ((expectedFilter_ & bit) != 0 && std::find(expectedSlot_.begin(), end, slot) != end) return;
    expectedFilter_ |= bit;
    expectedSlot_[expected_++] = slot;
}

void TexelSample::remove(uint32_t slot) {
    const auto end = expectedSlot_.begin() + expected_;
    const auto found = std::find(expectedSlot_.begin(), end, slot);
    if (found != end) *found = expectedSlot_[--expected_];
}

}  // namespace cyclorama::machine::timing
