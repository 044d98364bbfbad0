#include "machine/timing/texture/texel_sample.h"

#include <algorithm>

#include "machine/timing/texture/cache_banks.h"

namespace cyclorama::machine::timing {

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
    const uint64_t* address = texels.address.data();
    uint32_t texel = 0;
    uint32_t run = 0;
    for (uint32_t loop = 0; loop < loops_; ++loop) {
        const uint32_t end = texels.loopEnd[loop];
        const bool crowded = texels.mostBytes > portWidth || !CacheBanks::fitACycle({address + texel, end - texel});
        crowded_ |= (crowded ? 1u : 0u) << loop;
        while (texel < end) {
            const uint64_t line = address[texel] & ~inLine;
            const uint8_t bytes = texels.bytes[texel];
            uint32_t next = texel + 1;
            if (!crowded)
                while (next < end && (address[next] ^ line) <= inLine && texels.bytes[next] == bytes) ++next;
            const auto count = static_cast<uint8_t>(next - texel);
            runs_[run++] = {.line = line == blackLine ? func::kBlackTexelAddress : line,
                            .slot = {},
                            .first = static_cast<uint8_t>(texel),
                            .count = count,
                            .toFetch = count,
                            .bytes = bytes};
            texel = next;
        }
        runEnd_[loop] = static_cast<uint8_t>(run);
        texelEnd_[loop] = static_cast<uint8_t>(texel);
    }
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
