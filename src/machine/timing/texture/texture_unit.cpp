// SPDX-License-Identifier: MIT
#include "machine/timing/texture/texture_unit.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/fault.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

TextureTimingSettings textureTimingSettings(const TextureUnitParameters& unit, const ShaderParameters& shader,
                                            const func::TextureUnitSettings& sampling) {
    return {.requestRate = shader.textureRequestRate,
            .requestQueueSize = unit.requestQueueSize,
            .accessQueueSize = unit.accessQueueSize,
            .resultQueueSize = unit.resultQueueSize,
            .waitReadWindow = unit.waitReadWindow,
            .addressAluLatency = unit.addressAluLatency,
            .filterAluLatency = unit.filterAluLatency,
            .cache = {.twoLevels = unit.twoLevelCache,
                      .geometry = {.ways = unit.cacheWays, .lines = unit.cacheLines, .lineBytes = unit.cacheLineSize},
                      .portWidth = unit.cachePortWidth,
                      .requestQueueSize = unit.cacheRequestQueueSize,
                      .inputQueueSize = unit.cacheInputQueueSize,
                      .missesPerCycle = unit.cacheMissesPerCycle,
                      .decompressLatency = unit.cacheDecompressLatency,
                      .secondLevel = {.ways = unit.cacheWaysL1,
                                      .lines = unit.cacheLinesL1,
                                      .lineBytes = unit.cacheLineSizeL1},
                      .secondInputQueueSize = unit.cacheInputQueueSizeL1},
            .sampling = sampling};
}

TextureUnit::TextureUnit(sim::Simulation& simulation, sim::DomainId domain, TextureUnitPlace place,
                         const TextureTimingSettings& settings)
    : Box(simulation, domain, fmt::format("TextureUnitFSh{}-{}", place.shader, place.unit)),
      requests(*this, {.name = "requests", .width = settings.requestRate, .latency = 1}),
      results(*this, "results"),
      tickets(*this, "tickets"),
      command(*this, {.name = "command"}),
      memory(*this, "memory"),
      settings_(settings),
      waiting_(settings.requestQueueSize),
      accesses_(settings.accessQueueSize),
      toAddress_(settings.accessQueueSize),
      toFetch_(settings.accessQueueSize),
      locator_(settings.sampling),
      addressAlu_(*this, "address", settings.addressAluLatency),
      ready_(settings.accessQueueSize),
      toFilter_(settings.accessQueueSize),
      filterAlu_(*this, "filter", settings.filterAluLatency),
      filtered_(settings.accessQueueSize),
      finished_(settings.resultQueueSize),
      cache_(simulation.statistics(), settings.cache, fmt::format("TU-FS{}TU{}", place.shader, place.unit)),
      statistics_(simulation.statistics(), fmt::format("TU-FS{}TU{}", place.shader, place.unit)),
      tries_(cache_, statistics_, settings.cache.missesPerCycle) {
    for (uint32_t access = settings.accessQueueSize; access > 0; --access) freeAccesses_.push_back(access - 1);
    window_.reserve(settings.waitReadWindow);
}

void TextureUnit::clock(Cycle cycle) {
    if (const auto order = command.read(cycle); order && order->operation == UnitOperation::Flush) flush();
    const std::optional<mem::CacheSlot> filled = cache_.clock(cycle, memory);
    if (filled || movesPending_ > 0) wakeSamples(filled);
    takeRequests(cycle);
    if (started_) {
        sendResult(cycle);
        filter(cycle);
        read();
        fetch();
        calculateAddresses(cycle);
        admit();
    }
    // In its first cycle the unit resets itself.
    started_ = true;
    offerTicket(cycle);
    countLevels(1);
    if (const Cycle next = nextEvent(cycle); next > cycle + 1) sleepUntil(next);
}

void TextureUnit::flush() {
    if (freeAccesses_.size() != accesses_.size() || !waiting_.empty())
        throw sim::Fault("a texture cache is flushed while it is in use");
    cache_.flush();
}

void TextureUnit::takeRequests(Cycle cycle) {
    for (const TextureRequest& request : requests.take(cycle)) {
        waiting_.push({.request = request, .sent = cycle - requests.latency()});
        --ticketsGiven_;
        ++statistics_.requests;
    }
}

void TextureUnit::wakeSamples(std::optional<mem::CacheSlot> filled) {
    const uint32_t slot = filled ? cache_.indexOf(*filled) : 0;
    const uint64_t arrived = filled ? TexelSample::bitOf(slot) : 0;
    movesPending_ = 0;
    size_t kept = 0;
    for (size_t i = 0; i < window_.size(); ++i) {
        Waiting& waiting = window_[i];
        if ((waiting.expects & arrived) != 0) {
            samples_[waiting.sample].arrived(slot);
            waiting.complete = samples_[waiting.sample].complete();
        }
        if (waiting.complete) [[unlikely]] {
            if (!ready_.full()) {
                ready_.push(waiting.sample);
                continue;
            }
            ++movesPending_;
        }
        if (kept != i) window_[kept] = waiting;
        ++kept;
    }
    window_.resize(kept);
    if (filled && fetching_) samples_[*fetching_].arrived(slot);
}

void TextureUnit::sendResult(Cycle cycle) {
    if (finished_.empty()) return;
    const Result result = finished_.pop();
    results.write(cycle, TextureResult{.thread = result.thread});
    ++statistics_.results;
    statistics_.resultLatency.add(cycle - result.sent);
}

void TextureUnit::filter(Cycle cycle) {
    if (!filtered_.empty()) finishSample(filtered_.front());
    if (!toFilter_.empty() && !filterAlu_.busy(cycle)) {
        const uint32_t id = toFilter_.pop();
        const TexelSample& sample = samples_[id];
        filterAlu_.start(cycle, sample.loops(), sample.access(), [&] { return nameOf(sample.access()); });
        samples_.release(id);
    }
    if (const std::optional<uint32_t> access = filterAlu_.end(cycle)) {
        filtered_.push(*access);
        ++accesses_[*access].filtered;
    }
    if (filterAlu_.busy(cycle)) ++statistics_.filterBusy;
}

void TextureUnit::finishSample(uint32_t access) {
    const Access& done = accesses_[access];
    if (done.filtered == done.plan.sampleCount) {
        if (finished_.full()) return;
        finished_.push({.thread = done.request.request.thread, .sent = done.request.sent});
        freeAccesses_.push_back(access);
    }
    filtered_.pop();
}

void TextureUnit::read() {
    if (ready_.empty()) return;
    if (toFilter_.size() + filterAlu_.size() + filtered_.size() == settings_.accessQueueSize) return;
    TexelSample& sample = samples_[ready_.front()];
    if (sample.crowded(sample.reading) || sample.texelsRead != 0 || !cache_.portsFree()) {
        if (!readTexels(sample)) return;
    } else {
        readRuns(sample);
    }
    sample.texelsRead = 0;
    if (++sample.reading == sample.loops()) toFilter_.push(ready_.pop());
}

void TextureUnit::readRuns(TexelSample& sample) {
    for (const TexelRun& run : sample.runs(sample.reading))
        if (!run.black()) cache_.readRun(run.slot, run.bytes, run.count);
    statistics_.readsOk.add(sample.texels(sample.reading));
}

bool TextureUnit::readTexels(TexelSample& sample) {
    uint32_t done = 0;
    uint32_t failed = 0;
    for (const TexelRun& run : sample.runs(sample.reading)) {
        for (uint32_t texel = run.first; texel < run.first + run.count; ++texel) {
            const uint64_t bit = uint64_t{1} << texel;
            if ((sample.texelsRead & bit) != 0) continue;
            if (!run.black()) {
                if (!cache_.read(sample.address(run, texel), run.slot, run.bytes)) {
                    ++failed;
                    continue;
                }
                cache_.unreserve(run.slot);
            }
            sample.texelsRead |= bit;
            ++done;
        }
    }
    statistics_.readsOk.add(done);
    statistics_.readsFailed.add(failed);
    return failed == 0;
}

TextureUnit::FetchState TextureUnit::fetchState() const {
    if (toFetch_.empty()) return FetchState::Nothing;
    if (!accesses_[toFetch_.front()].addressesKnown) return FetchState::WaitsForAddress;
    if (ready_.full()) return FetchState::WaitsForReady;
    return window_.size() == settings_.waitReadWindow ? FetchState::WaitsForWindow : FetchState::Fetching;
}

void TextureUnit::fetch() {
    const FetchState state = fetchState();
    if (state != FetchState::Fetching) {
        countStall(state, 1);
        return;
    }
    if (!fetching_) startSample(toFetch_.front());
    const uint32_t id = *fetching_;
    TexelSample& sample = samples_[id];
    if (!tries_.fetch(sample) || ++sample.fetching < sample.loops()) return;
    fetching_.reset();
    if (sample.complete())
        ready_.push(id);
    else
        window_.push_back({.expects = sample.expects(), .sample = id});
    Access& access = accesses_[toFetch_.front()];
    if (++access.fetched == access.plan.sampleCount) toFetch_.pop();
}

void TextureUnit::startSample(uint32_t id) {
    const Access& access = accesses_[id];
    fetching_ = samples_.acquire();
    samples_[*fetching_].start(id, locator_.locate(access.request.request, access.plan, access.fetched),
                               settings_.cache.geometry.lineBytes, settings_.cache.portWidth);
}

void TextureUnit::countStall(FetchState state, uint64_t cycles) {
    switch (state) {
        case FetchState::Nothing:
            statistics_.stallNothing.add(cycles);
            break;
        case FetchState::WaitsForAddress:
            statistics_.stallAddress.add(cycles);
            break;
        case FetchState::WaitsForReady:
            statistics_.stallReady.add(cycles);
            break;
        case FetchState::WaitsForWindow:
            statistics_.stallWindow.add(cycles);
            break;
        case FetchState::Fetching:
            break;
    }
}

void TextureUnit::calculateAddresses(Cycle cycle) {
    if (!toAddress_.empty() && !addressAlu_.busy(cycle)) {
        const uint32_t id = toAddress_.front();
        Access& access = accesses_[id];
        if (access.addressed == 0) locator_.plan(access.request.request, access.plan);
        const uint32_t loops = access.plan.loops;
        addressAlu_.start(cycle, loops, id, [&] {
            return fmt::format("{}, sample {} of {}", nameOf(id), access.addressed, access.plan.sampleCount);
        });
        if (++access.addressed == access.plan.sampleCount) {
            toAddress_.pop();
            toFetch_.push(id);
            statistics_.countAccess(access.plan.kind, loops);
        }
    }
    if (const std::optional<uint32_t> id = addressAlu_.end(cycle)) {
        Access& access = accesses_[*id];
        access.addressesKnown = access.addressed == access.plan.sampleCount;
    }
    if (addressAlu_.busy(cycle)) ++statistics_.addressBusy;
}

void TextureUnit::admit() {
    if (waiting_.empty() || freeAccesses_.empty()) return;
    const uint32_t access = freeAccesses_.back();
    freeAccesses_.pop_back();
    accesses_[access] = {};
    accesses_[access].request = waiting_.pop();
    toAddress_.push(access);
}

void TextureUnit::offerTicket(Cycle cycle) {
    if (waiting_.size() + ticketsGiven_ >= settings_.requestQueueSize) return;
    tickets.write(cycle, TextureTicket{});
    ++ticketsGiven_;
}

void TextureUnit::countLevels(uint64_t cycles) {
    statistics_.readyLevel.add(ready_.size() * cycles);
    statistics_.windowLevel.add(window_.size() * cycles);
    statistics_.resultLevel.add(finished_.size() * cycles);
    statistics_.accessLevel.add((toAddress_.size() + toFetch_.size()) * cycles);
    statistics_.requestLevel.add(waiting_.size() * cycles);
}

TextureUnit::Cycle TextureUnit::nextEvent(Cycle cycle) const {
    const Cycle next = cycle + 1;
    if (waiting_.size() + ticketsGiven_ < settings_.requestQueueSize) return next;
    if (!waiting_.empty() && !freeAccesses_.empty()) return next;
    if (!toAddress_.empty() || addressAlu_.busy(next)) return next;
    if (movesPending_ > 0 || !ready_.empty()) return next;
    if (fetchState() == FetchState::Fetching && !(fetching_ && tries_.repeats())) return next;
    if (!toFilter_.empty() || filterAlu_.busy(next) || !filtered_.empty() || !finished_.empty()) return next;
    const Cycle event = cache_.nextEvent(cycle, memory.accepts.read(cycle));
    return std::min({event, addressAlu_.nextEnd(), filterAlu_.nextEnd()});
}

void TextureUnit::accountSleep(Cycle, uint64_t count) {
    const FetchState state = fetchState();
    if (started_) countStall(state, count);
    if (state == FetchState::Fetching) tries_.count(samples_[*fetching_], count);
    countLevels(count);
    cache_.accountSleep(count);
}

std::string TextureUnit::nameOf(uint32_t access) const {
    return fmt::format("access {}: {}", access, describe(accesses_[access].request.request));
}

std::string TextureUnit::describeWait() const {
    const size_t accesses = accesses_.size() - freeAccesses_.size();
    if (accesses == 0 && waiting_.empty()) return {};
    std::string text = fmt::format("{} requests and {} quads under way: {} wait for addresses, {} to be fetched",
                                   waiting_.size(), accesses, toAddress_.size(), toFetch_.size());
    if (!window_.empty()) text += fmt::format("; {} samples wait for cache lines", window_.size());
    if (const std::string lines = cache_.describeWait(); !lines.empty()) text += "; " + lines;
    return text;
}

sim::Backlog TextureUnit::backlog() const {
    const bool isEmpty = freeAccesses_.size() == accesses_.size() && waiting_.empty();
    return isEmpty ? sim::Backlog::None : sim::Backlog::Some;
}

void TextureUnit::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "requests", .unit = "quads", .used = waiting_.size(), .capacity = waiting_.capacity()});
    queues.push_back({.name = "accesses",
                      .unit = "quads",
                      .used = accesses_.size() - freeAccesses_.size(),
                      .capacity = accesses_.size()});
    queues.push_back({.name = "samples that wait for lines",
                      .unit = "samples",
                      .used = window_.size(),
                      .capacity = settings_.waitReadWindow});
    queues.push_back(
        {.name = "samples to be read", .unit = "samples", .used = ready_.size(), .capacity = ready_.capacity()});
}

const sim::Box* TextureUnit::holdup() const {
    // Samples that wait for lines leave in their order: none is there to be filtered then.
    const bool waits = !window_.empty() && ready_.empty() && toFilter_.empty();
    return waits && cache_.waitsForMemory() ? memory.holdup() : nullptr;
}

}  // namespace cyclorama::machine::timing
