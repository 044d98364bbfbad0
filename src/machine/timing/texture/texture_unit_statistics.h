// SPDX-License-Identifier: MIT
#pragma once
// Statistics of a texture unit.

#include <array>
#include <cstdint>
#include <deque>
#include <string>

#include "sim/statistics.h"

namespace cyclorama::machine::timing {

/// Properties of a quad's access that are counted.
struct TextureAccessKind {
    uint32_t samples = 1;       // trilinear ones
    uint32_t magnified = 0;     // fragments
    uint32_t pointSampled = 0;  // fragments
    bool isotropic = true;
    bool volume = false;
};

struct TextureUnitStatistics {
    /// Names end in `suffix`, for example "TU-FS0TU0".
    TextureUnitStatistics(sim::StatisticsRegistry& registry, const std::string& suffix);

    /// The last addresses of an access are begun; `loops` are those of its last sample.
    void countAccess(const TextureAccessKind& access, uint32_t loops);

    sim::Counter requests, results, resultLatency;
    sim::Counter addressesFinished, addressBusy, filterBusy;
    sim::Counter fetchesOk, fetchesSkipped, fetchesFailed;
    sim::Counter stallNothing, stallAddress, stallWindow, stallReady;
    sim::Counter readsOk, readsFailed;
    sim::Counter readyLevel, windowLevel, resultLevel, accessLevel, requestLevel;
    sim::Counter bilinearSamples, anisotropyRatio, magnified, pointSampled;
    std::array<sim::Counter, 2> mipsSampled;

  private:
    std::deque<sim::Counter> ratioHistogram_;     // isotropic, then by samples
    std::deque<sim::Counter> bilinearHistogram_;  // by loops of all samples, from one on
};

}  // namespace cyclorama::machine::timing
