#include "machine/timing/texture/texel_sample.h"

#include <algorithm>

namespace cyclorama::machine::timing {

void TexelSample::start(uint32_t owner, const func::TextureAccessPlan& plan, uint32_t index) {
    const func::TrilinearPlan& sample = plan.samples[index];
    access_ = owner;
    loops_ = *std::max_element(sample.loops.begin(), sample.loops.end());
    expected_ = 0;
    expectedFilter_ = 0;
    fetching = {};
    reading = {};
    uint32_t texels = 0;
    for (uint32_t loop = 0; loop < loops_; ++loop) {
        for (uint32_t fragment = 0; fragment < func::kQuadFragments; ++fragment) {
            if (loop >= sample.loops[fragment]) continue;
            const uint32_t count = sample.texelsPerLoop[fragment];
            const uint64_t* addresses = &sample.address[fragment][size_t{loop} * count];
            for (uint32_t t = 0; t < count; ++t, ++texels) {
                address_[texels] = addresses[t];
                bytes_[texels] = static_cast<uint8_t>(plan.bytesPerRead[fragment]);
            }
        }
        loopEnd_[loop] = texels;
    }
}

void TexelSample::expect(uint32_t slot) {
    const uint64_t bit = uint64_t{1} << slot % 64;
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
