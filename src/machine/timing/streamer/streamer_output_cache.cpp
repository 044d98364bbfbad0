// SPDX-License-Identifier: MIT
#include "machine/timing/streamer/streamer_output_cache.h"

#include <algorithm>

#include "sim/simulation.h"

namespace cyclorama::machine::timing {

StreamerOutputCache::Statistics::Statistics(sim::StatisticsRegistry& r)
    : hits(r, {"Hits_StOC", "indices", "Indices whose vertex was shaded, or being shaded."}),
      misses(r, {"Misses_StOC", "indices", "Indices whose vertex had to be shaded."}),
      indices(r, {"Indices_StOC", "indices", "Indices looked up."}) {}

StreamerOutputCache::StreamerOutputCache(sim::Simulation& simulation, sim::DomainId domain,
                                         const StreamerParameters& parameters)
    : UnitBox(simulation, domain, "StreamerOutputCache"),
      indices(*this, {.name = "indices", .width = parameters.indicesPerCycle}),
      releases(*this, {.name = "releases", .width = 2 * parameters.verticesPerCycle}),
      toCommit(*this, "toCommit"),
      statistics_(simulation.statistics()),
      tags_(parameters.outputMemorySize),
      free_(parameters.outputMemorySize),
      isFree_(parameters.outputMemorySize) {
    for (uint32_t unit = 0; unit < parameters.loaderUnits; ++unit)
        toLoaders.push_back(std::make_unique<sim::Output<StreamIndex>>(*this, "toLoader" + std::to_string(unit)));
    allocated_.reserve(parameters.indicesPerCycle);
    released_.reserve(parameters.verticesPerCycle);
    toBeConfirmed_.reserve(parameters.verticesPerCycle);
}

void StreamerOutputCache::start(sim::Cycle, DrawRecord&) {
    tags_.clear();
    free_.clear();
    for (uint32_t line = 0; line < tags_.lines(); ++line) addFree(line);
    allocated_.clear();
    released_.clear();
}

bool StreamerOutputCache::work(sim::Cycle cycle) {
    for (const StreamIndex& index : allocated_) tags_.set(index.outputLine, index.name);
    allocated_.clear();
    takeReleases(cycle);
    lookUpIndices(cycle);
    return !allocated_.empty() || !released_.empty();
}

void StreamerOutputCache::addFree(uint32_t line) {
    free_.push(line);
    isFree_[line] = true;
}

void StreamerOutputCache::takeReleases(sim::Cycle cycle) {
    std::swap(released_, toBeConfirmed_);
    released_.clear();
    for (const LineRelease& release : releases.take(cycle)) {
        if (!release.confirmed) {
            released_.push_back(release.line);
            tags_.setValid(release.line, false);
            continue;
        }
        const auto place = std::find(toBeConfirmed_.begin(), toBeConfirmed_.end(), release.line);
        if (place == toBeConfirmed_.end()) continue;
        toBeConfirmed_.erase(place);
        if (!isFree_[release.line]) addFree(release.line);
    }
    for (const uint32_t line : toBeConfirmed_) tags_.setValid(line, true);
    toBeConfirmed_.clear();
}

void StreamerOutputCache::lookUpIndices(sim::Cycle cycle) {
    const std::span<StreamIndex> batch = indices.take(cycle);
    for (StreamIndex& index : batch) {
        const auto line = tags_.find(index.name);
        index.hit = line.has_value();
        if (!line) continue;
        index.outputLine = *line;
        ++statistics_.hits;
        // A line that hits before it was taken is not free any more.
        if (isFree_[*line]) removeFree(*line);
    }
    for (StreamIndex& index : batch) {
        if (!index.hit) allocate(index);
        toLoaders[index.loader]->write(cycle, index);
        toCommit.write(cycle, index);
        ++statistics_.indices;
    }
}

void StreamerOutputCache::removeFree(uint32_t line) {
    isFree_[line] = false;
    for (uint32_t rest = free_.size(); rest > 0; --rest)
        if (const uint32_t next = free_.pop(); next != line) free_.push(next);
}

void StreamerOutputCache::allocate(StreamIndex& index) {
    const auto same = std::find_if(allocated_.begin(), allocated_.end(),
                                   [&index](const StreamIndex& other) { return other.name == index.name; });
    if (same != allocated_.end()) {
        index.outputLine = same->outputLine;
        index.hit = true;
        ++statistics_.hits;
        return;
    }
    if (free_.empty()) throw sim::Fault(name() + " has no free line of the output memory");
    index.outputLine = free_.pop();
    isFree_[index.outputLine] = false;
    allocated_.push_back(index);
    ++statistics_.misses;
}

std::string StreamerOutputCache::describeWait() const { return {}; }

template class UnitBox<StreamerOutputCache, DrawProtocol, UnitKind::Part>;

}  // namespace cyclorama::machine::timing
