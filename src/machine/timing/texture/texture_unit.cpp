// SPDX-License-Identifier: MIT
#include "machine/timing/texture/texture_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "func/texture/texture_attribute.h"
#include "func/texture/texture_layout.h"
#include "machine/values/shader_units.h"
#include "sim/fault.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

namespace {

/// True if a request asks for texels, not for an attribute, of a texture that the draw has.
bool sampled(const TextureRequest& request) {
    return request.texture != nullptr && request.operation != func::TextureOperation::LoadAttribute;
}

bool sampledSurface(const TextureRequest& request) { return sampled(request) && request.texture->surface != nullptr; }

/// Size and alignment of a program's loads and stores in memory: one that crosses their bounds becomes two.
constexpr uint32_t kMemoryRequestBytes = 16;

bool accessesMemory(const TextureRequest& request) { return request.detail != nullptr && request.detail->bytes != 0; }

func::SurfaceQuadRequest surfaceRequest(const TextureRequest& request) {
    func::SurfaceQuadRequest asked{.operation = request.operation, .operand = request.operand};
    if (request.detail == nullptr) return asked;
    asked.fragments = request.detail->executing;
    asked.gradients = request.detail->gradients;
    return asked;
}

}  // namespace

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
      addressPipe_(settings.addressAluLatency + TexelSample::kLoops + 1),
      ready_(settings.accessQueueSize),
      toFilter_(settings.accessQueueSize),
      filterPipe_(settings.filterAluLatency + TexelSample::kLoops + 1),
      filtered_(settings.accessQueueSize),
      finished_(settings.resultQueueSize),
      cache_(simulation.statistics(), settings.cache, fmt::format("TU-FS{}TU{}", place.shader, place.unit),
             place.memoryUnit()),
      statistics_(simulation.statistics(), fmt::format("TU-FS{}TU{}", place.shader, place.unit)),
      traces_{.address = {*this, "address"}, .filter = {*this, "filter"}} {
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
    if (filled && fetching_) samples_[fetching_->sample].arrived(slot);
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
    if (!toFilter_.empty() && cycle >= filterFree_) {
        const uint32_t id = toFilter_.pop();
        const TexelSample& sample = samples_[id];
        filterPipe_.push({.leaves = cycle + settings_.filterAluLatency + sample.loops(), .what = sample.access()});
        filterFree_ = cycle + sample.loops();
        traces_.filter.passed(cycle, cycle + settings_.filterAluLatency + sample.loops(),
                              [&] { return nameOf(sample.access()); });
        samples_.release(id);
    }
    if (!filterPipe_.empty() && filterPipe_.front().leaves == cycle) {
        const uint32_t access = filterPipe_.pop().what;
        filtered_.push(access);
        ++accesses_[access].filtered;
    }
    if (cycle < filterFree_) ++statistics_.filterBusy;
}

void TextureUnit::finishSample(uint32_t access) {
    const Access& done = accesses_[access];
    if (done.filtered == done.sampleCount) {
        if (finished_.full()) return;
        finished_.push({.thread = done.request.request.thread, .sent = done.request.sent});
        freeAccesses_.push_back(access);
    }
    filtered_.pop();
}

void TextureUnit::read() {
    if (ready_.empty()) return;
    if (toFilter_.size() + filterPipe_.size() + filtered_.size() == settings_.accessQueueSize) return;
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
    if (refusesAgain()) {
        countRefusals(1);
        return;
    }
    const uint32_t id = fetching_->sample;
    TexelSample& sample = samples_[id];
    if (!fetchLoop(sample) || ++sample.fetching < sample.loops()) return;
    fetching_.reset();
    if (sample.complete())
        ready_.push(id);
    else
        window_.push_back({.expects = sample.expects(), .sample = id});
    Access& access = accesses_[toFetch_.front()];
    if (++access.fetched == access.sampleCount) toFetch_.pop();
}

void TextureUnit::startSample(uint32_t id) {
    const Access& access = accesses_[id];
    const TextureRequest& request = access.request.request;
    if (sampledSurface(request)) {
        func::locateSurfaceSample(*request.texture->surface, surfaceRequest(request), access.surface, access.fetched,
                                  texels_);
    } else if (accessesMemory(request)) {
        locateMemory(request);
    } else if (access.quad.together) {
        func::locateSample(*request.texture, access.quad, access.fetched, texels_);
    } else {
        planWhole(request);
        func::arrangeSample(plan_, access.fetched, texels_);
    }
    fetching_ = {.sample = samples_.acquire(), .refusal = {}};
    samples_[fetching_->sample].start(id, texels_, settings_.cache.geometry.lineBytes, settings_.cache.portWidth);
}

bool TextureUnit::fetchLoop(TexelSample& sample) {
    uint32_t tried = 0;
    uint32_t failed = 0;
    std::optional<TextureCache::Refusal> refusal({.freed = cache_.freed()});
    for (TexelRun& run : sample.runs(sample.fetching)) {
        if (run.toFetch == 0) continue;
        tried += run.toFetch;
        const uint32_t fetched = run.black() ? run.toFetch : fetchTexels(sample, run, refusal);
        if (fetched > 0) {
            refusal.reset();
            if (!run.black() && !cache_.ready(run.slot)) sample.expect(cache_.indexOf(run.slot));
        }
        run.toFetch = static_cast<uint8_t>(run.toFetch - fetched);
        failed += run.toFetch;
    }
    countFetches(sample, tried, failed, 1);
    if (failed == 0) refusal.reset();
    fetching_->refusal = refusal;
    return failed == 0;
}

uint32_t TextureUnit::fetchTexels(const TexelSample& sample, TexelRun& run,
                                  std::optional<TextureCache::Refusal>& refusal) {
    using Fetch = TextureCache::Fetch;
    const bool crowded = sample.crowded(sample.fetching);
    Fetch outcome = Fetch::Refused;
    uint32_t fetched = 0;
    if (crowded) {
        outcome = cache_.fetch(sample.address(run, run.first), run.slot);
        fetched = outcome == Fetch::Pending || outcome == Fetch::Ready ? 1 : 0;
    } else {
        fetched = cache_.fetchRun(run.line, run.toFetch, run.slot);
    }
    if (fetched > 0 || !refusal) return fetched;
    if (outcome == Fetch::Conflict) {
        ++refusal->conflicts;
    } else if (cache_.full(run.line)) {
        refusal->line = run.line;
        refusal->refused += run.toFetch;
    } else {
        refusal.reset();
    }
    return fetched;
}

void TextureUnit::countFetches(const TexelSample& sample, uint32_t tried, uint32_t failed, uint64_t cycles) {
    statistics_.fetchesOk.add((tried - failed) * cycles);
    statistics_.fetchesSkipped.add((sample.texels(sample.fetching) - tried) * cycles);
    statistics_.fetchesFailed.add(failed * cycles);
}

void TextureUnit::countRefusals(uint64_t cycles) {
    const TextureCache::Refusal& refusal = *fetching_->refusal;
    countFetches(samples_[fetching_->sample], refusal.fetches(), refusal.fetches(), cycles);
    cache_.countAgain(refusal, cycles);
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
    if (!toAddress_.empty() && cycle >= addressFree_) {
        const uint32_t id = toAddress_.front();
        Access& access = accesses_[id];
        if (access.addressed == 0) plan(access);
        const uint32_t loops = access.loops;
        addressPipe_.push({.leaves = cycle + settings_.addressAluLatency + loops, .what = id});
        addressFree_ = cycle + loops;
        traces_.address.passed(cycle, cycle + settings_.addressAluLatency + loops, [&] {
            return fmt::format("{}, sample {} of {}", nameOf(id), access.addressed, access.sampleCount);
        });
        if (++access.addressed == access.sampleCount) {
            toAddress_.pop();
            toFetch_.push(id);
            statistics_.countAccess(access.kind, loops);
        }
    }
    if (!addressPipe_.empty() && addressPipe_.front().leaves == cycle) {
        Access& access = accesses_[addressPipe_.pop().what];
        access.addressesKnown = access.addressed == access.sampleCount;
    }
    if (cycle < addressFree_) ++statistics_.addressBusy;
}

void TextureUnit::plan(Access& access) {
    const TextureRequest& request = access.request.request;
    // An attribute load is counted as if it went to the sampler of its number.
    const func::TextureState& state = request.texture != nullptr
                                          ? request.texture->state
                                          : request.draw->state.textures[request.unit % gpu::kTextureUnits];
    access.kind = {.isotropic = state.maxAnisotropy == 1, .volume = state.mode == func::TextureMode::Texture3D};
    if (sampledSurface(request)) return planSurface(access);
    if (accessesMemory(request)) {
        access.sampleCount = access.loops = 1;
        return;
    }
    if (!sampled(request)) {
        planWhole(request);
        access.sampleCount = 1;
        access.loops = *std::max_element(plan_.samples[0].loops.begin(), plan_.samples[0].loops.end());
        return;
    }
    access.quad = func::startQuadAccess(*request.texture, {.operation = request.operation, .operand = request.operand});
    access.sampleCount = access.quad.area.samples;
    access.loops = access.quad.loops;
    access.kind.samples = access.sampleCount;
    access.kind.magnified = access.quad.magnified;
    for (const func::FragmentLevels& levels : access.quad.levels)
        access.kind.pointSampled += levels.filter == func::FilterMode::Nearest ? 1 : 0;
}

void TextureUnit::planSurface(Access& access) {
    const TextureRequest& request = access.request.request;
    access.surface = func::startSurfaceAccess(*request.texture->surface, surfaceRequest(request));
    access.sampleCount = access.surface.samples;
    access.loops = access.surface.loops;
    access.kind.samples = access.sampleCount;
    access.kind.magnified = access.surface.magnified;
    access.kind.pointSampled = access.surface.pointSampled;
}

void TextureUnit::locateMemory(const TextureRequest& request) {
    uint32_t texels = 0;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f) {
        if ((request.detail->executing >> f & 1) == 0) continue;
        auto address = std::bit_cast<uint32_t>(request.operand[f][0]);
        for (uint32_t rest = request.detail->bytes; rest > 0;) {
            const uint32_t bytes = std::min(rest, kMemoryRequestBytes - address % kMemoryRequestBytes);
            texels_.address[texels] = address;
            texels_.bytes[texels++] = static_cast<uint8_t>(bytes);
            address += bytes;
            rest -= bytes;
        }
    }
    texels_.loops = 1;
    texels_.loopEnd[0] = texels;
    texels_.mostBytes = kMemoryRequestBytes;
}

void TextureUnit::planWhole(const TextureRequest& request) {
    if (sampled(request)) {
        func::planTextureAccess(*request.texture, {.operation = request.operation, .operand = request.operand}, plan_);
        return;
    }
    std::array<uint32_t, func::kQuadFragments> indices;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f) indices[f] = std::bit_cast<uint32_t>(request.operand[f][0]);
    // A sampler that the draw does not have is as an attribute without a stream: nothing is read.
    const bool loads = request.operation == func::TextureOperation::LoadAttribute;
    const func::AttributeStream stream =
        loads ? attributeStream(*request.draw->state.input, request.unit) : func::AttributeStream{};
    func::planAttributeLoad(stream, settings_.sampling, indices, plan_);
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
    if (!toAddress_.empty() || next < addressFree_) return next;
    if (movesPending_ > 0 || !ready_.empty()) return next;
    if (fetchState() == FetchState::Fetching && !refusesAgain()) return next;
    if (!toFilter_.empty() || next < filterFree_ || !filtered_.empty() || !finished_.empty()) return next;
    Cycle event = cache_.nextEvent(cycle, memory.accepts.read(cycle));
    if (!addressPipe_.empty()) event = std::min(event, addressPipe_.front().leaves);
    if (!filterPipe_.empty()) event = std::min(event, filterPipe_.front().leaves);
    return event;
}

void TextureUnit::accountSleep(Cycle, uint64_t count) {
    const FetchState state = fetchState();
    if (started_) countStall(state, count);
    if (state == FetchState::Fetching) countRefusals(count);
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
