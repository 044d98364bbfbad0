// SPDX-License-Identifier: MIT
#include "families/adreno/fragment/wave_packer.h"

#include "families/adreno/gras/batch_runs.h"
#include "machine/values/fragment_quads.h"

namespace cyclorama::adreno {

void WavePacker::take(FragmentBatch& batch) {
    from_ = &batch;
    quad_ = 0;
    expanding_ = false;
}

bool WavePacker::pack() {
    for (; quad_ < from_->quads; ++quad_) {
        if (from_->live[quad_] == 0 && !expanding_) continue;
        if (!rules_.perSample) {
            if (rules_.separatesOverlaps && overlapsWave()) return true;
            wave_.append(*from_, quad_);
            if (wave_.quads < rules_.waveQuads) continue;
            ++quad_;
            return true;
        }
        if (!expanding_) {
            expanding_ = true;
            sample_ = 0;
            left_ = from_->live[quad_];
        }
        while (nextSample()) {
            if (rules_.separatesOverlaps && overlapsWave()) return true;
            wave_.append(*from_, quad_);
            ++sample_;
            if (wave_.quads == rules_.waveQuads) return true;
        }
        expanding_ = false;
    }
    return false;
}

/// Chooses the next sample of the quad that any of its fragments has; false where there is no further one.
bool WavePacker::nextSample() {
    for (; sample_ < rules_.samplesPerPixel; ++sample_) {
        from_->live[quad_] = left_ & machine::samplesOfQuad(1u << sample_, rules_.samplesPerPixel);
        from_->sample[quad_] = static_cast<uint8_t>(sample_);
        if (from_->live[quad_] != 0) return true;
    }
    return false;
}

bool WavePacker::overlapsWave() const {
    for (uint32_t q = 0; q < wave_.quads; ++q)
        if (overlap(wave_, q, *from_, quad_, list_)) return true;
    return false;
}

}  // namespace cyclorama::adreno
