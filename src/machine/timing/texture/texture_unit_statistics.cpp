// SPDX-License-Identifier: MIT
#include "machine/timing/texture/texture_unit_statistics.h"

#include <fmt/format.h>

#include "func/texture/texture_state.h"

namespace cyclorama::machine::timing {

namespace {

/// Loops of an access with the most samples, of two levels each.
constexpr uint32_t kMostBilinears = 2 * func::kMaxAnisotropy;

}  // namespace

TextureUnitStatistics::TextureUnitStatistics(sim::StatisticsRegistry& r, const std::string& s)
    : requests(r, sim::statisticOf("TextureRequests", s, "quads", "Requests from the shader.")),
      results(r, sim::statisticOf("TextureResults", s, "quads", "Results sent to the shader.")),
      resultLatency(r,
                    sim::statisticOf("TextureResultLatency", s, "cycles", "Sum over results from request to result.")),
      addressesFinished(r,
                        sim::statisticOf("AddressCalculationFinished", s, "quads", "Whose last addresses were begun.")),
      addressBusy(r, sim::statisticOf("AddressALUBusyCycles", s, "cycles", "In which the address unit was taken.")),
      filterBusy(r, sim::statisticOf("FilterALUBusyCycles", s, "cycles", "In which the filter was taken.")),
      fetchesOk(r, sim::statisticOf("FetchesOK", s, "texels", "Texels whose line is reserved.")),
      fetchesSkipped(r, sim::statisticOf("FetchesSkiped", s, "texels", "Passed over: fetched in an earlier cycle.")),
      fetchesFailed(r, sim::statisticOf("FetchesFailed", s, "texels", "Texels that have to be fetched again.")),
      stallNothing(r, sim::statisticOf("FetchStallFetch", s, "cycles", "Without an access to fetch.")),
      stallAddress(r, sim::statisticOf("FetchStallAddress", s, "cycles", "Fetching waits for addresses.")),
      stallWindow(r, sim::statisticOf("FetchStallWaitRead", s, "cycles", "Fetching waits for room in the window.")),
      stallReady(r, sim::statisticOf("FetchStallReadyRead", s, "cycles", "Fetching waits for room among the ready.")),
      readsOk(r, sim::statisticOf("ReadsOK", s, "texels", "Texels read from the cache.")),
      readsFailed(r, sim::statisticOf("ReadsFailed", s, "texels", "Texels that have to be read again.")),
      readyLevel(r,
                 sim::statisticOf("ReadyReadQueueOccupation", s, "samples", "Ready to be read, summed over cycles.")),
      windowLevel(r,
                  sim::statisticOf("WaitReadWindowOccupation", s, "samples", "Waiting for lines, summed over cycles.")),
      resultLevel(r, sim::statisticOf("ResultQueueOccupation", s, "quads", "Results that wait, summed over cycles.")),
      accessLevel(
          r, sim::statisticOf("AccessQueueOccupation", s, "quads", "Before the end of fetching, summed over cycles.")),
      requestLevel(r,
                   sim::statisticOf("RequestQueueOccupation", s, "quads", "Requests that wait, summed over cycles.")),
      bilinearSamples(r, sim::statisticOf("BilinearSamples", s, "samples", "Loops of the filter: bilinear quads.")),
      anisotropyRatio(r, sim::statisticOf("AnisotropyRatio", s, "samples", "Trilinear samples of accesses.")),
      magnified(r, sim::statisticOf("MagnifiedPixels", s, "fragments", "Whose image is magnified.")),
      pointSampled(r, sim::statisticOf("PointSampled", s, "fragments", "Fragments that take the nearest texel.")),
      mipsSampled{
          sim::Counter(r, sim::statisticOf("MipsSampled1", s, "quads", "Quads that sample one level.")),
          sim::Counter(r, sim::statisticOf("MipsSampled2", s, "quads", "Some fragment of which samples two levels."))} {
    ratioHistogram_.emplace_back(
        r, sim::statisticOf("HistoAnisoRatioNoAniso", s, "quads", "Quads of isotropic textures."));
    for (uint32_t ratio = 1; ratio <= func::kMaxAnisotropy; ++ratio)
        ratioHistogram_.emplace_back(r, sim::StatisticInfo{fmt::format("HistoAnisoRatio{:02}_{}", ratio, s), "quads",
                                                           "With n samples, of anisotropic textures."});
    for (uint32_t loops = 1; loops <= kMostBilinears; ++loops)
        bilinearHistogram_.emplace_back(r, sim::StatisticInfo{fmt::format("HistoBilinears{:02}_{}", loops, s), "quads",
                                                              "With n loops of the filter."});
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
