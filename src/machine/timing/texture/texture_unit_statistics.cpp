// SPDX-License-Identifier: MIT
#include "machine/timing/texture/texture_unit_statistics.h"

#include <fmt/format.h>

#include "func/texture/texture_state.h"

namespace cyclorama::machine::timing {

namespace {

/// Loops of an access with the most samples, of two levels each.
constexpr uint32_t kMostBilinears = 2 * func::kMaxAnisotropy;

sim::StatisticInfo column(const char* name, const std::string& suffix, const char* unit, const char* sentence) {
    return {fmt::format("{}_{}", name, suffix), unit, sentence};
}

}  // namespace

TextureUnitStatistics::TextureUnitStatistics(sim::StatisticsRegistry& r, const std::string& s)
    : requests(r, column("TextureRequests", s, "quads", "Requests from the shader.")),
      results(r, column("TextureResults", s, "quads", "Results sent to the shader.")),
      resultLatency(r, column("TextureResultLatency", s, "cycles", "Sum over results from request to result.")),
      addressesFinished(r, column("AddressCalculationFinished", s, "quads", "Whose last addresses were begun.")),
      addressBusy(r, column("AddressALUBusyCycles", s, "cycles", "In which the address unit was taken.")),
      filterBusy(r, column("FilterALUBusyCycles", s, "cycles", "In which the filter was taken.")),
      fetchesOk(r, column("FetchesOK", s, "texels", "Texels whose line is reserved.")),
      fetchesSkipped(r, column("FetchesSkiped", s, "texels", "Passed over: fetched in an earlier cycle.")),
      fetchesFailed(r, column("FetchesFailed", s, "texels", "Texels that have to be fetched again.")),
      stallNothing(r, column("FetchStallFetch", s, "cycles", "Without an access to fetch.")),
      stallAddress(r, column("FetchStallAddress", s, "cycles", "Fetching waits for addresses.")),
      stallWindow(r, column("FetchStallWaitRead", s, "cycles", "Fetching waits for room in the window.")),
      stallReady(r, column("FetchStallReadyRead", s, "cycles", "Fetching waits for room among the ready.")),
      readsOk(r, column("ReadsOK", s, "texels", "Texels read from the cache.")),
      readsFailed(r, column("ReadsFailed", s, "texels", "Texels that have to be read again.")),
      readyLevel(r, column("ReadyReadQueueOccupation", s, "samples", "Ready to be read, summed over cycles.")),
      windowLevel(r, column("WaitReadWindowOccupation", s, "samples", "Waiting for lines, summed over cycles.")),
      resultLevel(r, column("ResultQueueOccupation", s, "quads", "Results that wait, summed over cycles.")),
      accessLevel(r, column("AccessQueueOccupation", s, "quads", "Before the end of fetching, summed over cycles.")),
      requestLevel(r, column("RequestQueueOccupation", s, "quads", "Requests that wait, summed over cycles.")),
      bilinearSamples(r, column("BilinearSamples", s, "samples", "Loops of the filter: bilinear quads.")),
      anisotropyRatio(r, column("AnisotropyRatio", s, "samples", "Trilinear samples of accesses.")),
      magnified(r, column("MagnifiedPixels", s, "fragments", "Whose image is magnified.")),
      pointSampled(r, column("PointSampled", s, "fragments", "Fragments that take the nearest texel.")),
      mipsSampled{sim::Counter(r, column("MipsSampled1", s, "quads", "Quads that sample one level.")),
                  sim::Counter(r, column("MipsSampled2", s, "quads", "Some fragment of which samples two levels."))} {
    ratioHistogram_.emplace_back(r, column("HistoAnisoRatioNoAniso", s, "quads", "Quads of isotropic textures."));
    for (uint32_t ratio = 1; ratio <= func::kMaxAnisotropy; ++ratio)
        ratioHistogram_.emplace_back(r, sim::StatisticInfo{fmt::format("HistoAnisoRatio{:02}_{}", ratio, s), "quads",
                                                           "With so many samples, of anisotropic textures."});
    for (uint32_t loops = 1; loops <= kMostBilinears; ++loops)
        bilinearHistogram_.emplace_back(r, sim::StatisticInfo{fmt::format("HistoBilinears{:02}_{}", loops, s), "quads",
                                                              "With so many loops of the filter."});
}

void TextureUnitStatistics::countAccess(const TextureAccessKind& access, uint32_t loops) {
    ++addressesFinished;
    bilinearSamples.add(uint64_t{loops} * access.samples);
    anisotropyRatio.add(access.samples);
    ++ratioHistogram_[access.isotropic ? 0 : access.samples];
    ++bilinearHistogram_[loops * access.samples - 1];
    magnified.add(access.magnified);
    pointSampled.add(access.pointSampled);
    if (!access.volume) ++mipsSampled[loops - 1];
}

}  // namespace cyclorama::machine::timing
