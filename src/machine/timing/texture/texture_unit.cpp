#include "machine/timing/texture/texture_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "func/texture_attribute.h"
#include "func/texture_layout.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

namespace {

func::AttributeStream attributeStream(const gpu::VertexInput& input, uint32_t attribute) {
    func::AttributeStream stream;
    if (attribute >= func::kVertexAttributes) return stream;
    stream.defaultValue = input.attributeDefault[attribute];
    const uint32_t source = input.attributeStream[attribute];
    if (source >= gpu::kVertexStreams) return stream;
    const gpu::VertexStream& from = input.streams[source];
    stream.active = true;
    stream.address = from.address;
    stream.stride = from.stride;
    stream.format = from.format;
    stream.components = from.components;
    stream.d3d9ColorOrder = from.d3d9ColorOrder;
    return stream;
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
      requests(*this, {.name = name() + ".requests", .width = settings.requestRate, .latency = 1}),
      results(*this, name() + ".results"),
      tickets(*this, name() + ".tickets"),
      memory(*this, name() + ".memory"),
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
      statistics_(simulation.statistics(), fmt::format("TU-FS{}TU{}", place.shader, place.unit)) {
    for (uint32_t access = settings.accessQueueSize; access > 0; --access) freeAccesses_.push_back(access - 1);
    window_.reserve(settings.waitReadWindow);
}

void TextureUnit::clock(Cycle cycle) {
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

void TextureUnit::takeRequests(Cycle cycle) {
    for (const TextureRequest& request : requests.take(cycle)) {
        waiting_.push({.request = request, .sent = cycle - requests.latency()});
        --ticketsGiven_;
        ++statistics_.requests;
    }
}

void TextureUnit::wakeSamples(std::optional<mem::CacheSlot> filled) {
    const uint32_t slot = filled ? cache_.indexOf(*filled) : 0;
    movesPending_ = 0;
    size_t kept = 0;
    for (const uint32_t id : window_) {
        TexelSample& sample = samples_[id];
        if (filled) sample.arrived(slot);
        if (sample.complete() && !ready_.full()) {
            ready_.push(id);
            continue;
        }
        movesPending_ += sample.complete() ? 1 : 0;
        window_[kept++] = id;
    }
    window_.resize(kept);
    if (!filled || toFetch_.empty()) return;
    const Access& access = accesses_[toFetch_.front()];
    if (access.addressesKnown) samples_[access.samples[access.fetched]].arrived(slot);
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
    if (!readLoop(sample) || !sample.finishLoop(sample.reading)) return;
    toFilter_.push(ready_.pop());
}

bool TextureUnit::readLoop(TexelSample& sample) {
    TexelSample::Progress& progress = sample.reading;
    uint32_t done = 0;
    uint32_t failed = 0;
    for (uint32_t texel = sample.firstTexel(progress); texel < sample.endTexel(progress); ++texel) {
        const uint64_t bit = uint64_t{1} << texel;
        if ((progress.done & bit) != 0) continue;
        if (sample.address(texel) != func::kBlackTexelAddress) {
            if (!cache_.read(sample.address(texel), sample.slot(texel), sample.bytes(texel))) {
                ++failed;
                continue;
            }
            cache_.unreserve(sample.slot(texel));
        }
        progress.done |= bit;
        ++done;
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
    Access& access = accesses_[toFetch_.front()];
    const uint32_t id = access.samples[access.fetched];
    TexelSample& sample = samples_[id];
    if (!fetchLoop(sample) || !sample.finishLoop(sample.fetching)) return;
    if (sample.complete())
        ready_.push(id);
    else
        window_.push_back(id);
    if (++access.fetched == access.sampleCount) toFetch_.pop();
}

bool TextureUnit::fetchLoop(TexelSample& sample) {
    TexelSample::Progress& progress = sample.fetching;
    uint32_t done = 0;
    uint32_t skipped = 0;
    uint32_t failed = 0;
    for (uint32_t texel = sample.firstTexel(progress); texel < sample.endTexel(progress); ++texel) {
        const uint64_t bit = uint64_t{1} << texel;
        if ((progress.done & bit) != 0) {
            ++skipped;
            continue;
        }
        if (sample.address(texel) != func::kBlackTexelAddress) {
            mem::CacheSlot& slot = sample.slot(texel);
            const TextureCache::Fetch result = cache_.fetch(sample.address(texel), slot);
            if (result == TextureCache::Fetch::Refused) {
                ++failed;
                continue;
            }
            if (result == TextureCache::Fetch::Pending) sample.expect(cache_.indexOf(slot));
        }
        progress.done |= bit;
        ++done;
    }
    statistics_.fetchesOk.add(done);
    statistics_.fetchesSkipped.add(skipped);
    statistics_.fetchesFailed.add(failed);
    return failed == 0;
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
        if (access.addressed == 0) plan(id);
        const uint32_t loops = samples_[access.samples[access.addressed]].loops();
        addressPipe_.push({.leaves = cycle + settings_.addressAluLatency + loops, .what = id});
        addressFree_ = cycle + loops;
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

void TextureUnit::plan(uint32_t access) {
    Access& planned = accesses_[access];
    const TextureRequest& request = planned.request.request;
    planTexels(request);
    planned.sampleCount = static_cast<uint32_t>(plan_.samples.size());
    for (uint32_t s = 0; s < planned.sampleCount; ++s) {
        planned.samples[s] = samples_.acquire();
        samples_[planned.samples[s]].start(access, plan_, s);
    }
    // An attribute load is counted as if it went to the sampler of its number (ATTILA: TextureAccess::textUnit).
    const func::TextureState& state = request.texture != nullptr
                                          ? request.texture->state
                                          : request.draw->state.textures[request.unit % gpu::kTextureUnits];
    planned.kind = {.samples = planned.sampleCount,
                    .magnified = plan_.magnified,
                    .isotropic = state.maxAnisotropy == 1,
                    .volume = state.mode == func::TextureMode::Texture3D};
    if (plan_.operation != func::TextureOperation::LoadAttribute)
        planned.kind.pointSampled =
            static_cast<uint32_t>(std::count(plan_.filter.begin(), plan_.filter.end(), func::FilterMode::Nearest));
}

void TextureUnit::planTexels(const TextureRequest& request) {
    if (request.operation == func::TextureOperation::LoadAttribute) {
        std::array<uint32_t, func::kQuadFragments> indices;
        for (uint32_t f = 0; f < func::kQuadFragments; ++f) indices[f] = std::bit_cast<uint32_t>(request.operand[f][0]);
        func::planAttributeLoad(attributeStream(request.draw->state.input, request.unit), settings_.sampling, indices,
                                plan_);
        return;
    }
    if (request.texture != nullptr) {
        func::planTextureAccess(*request.texture, {.operation = request.operation, .operand = request.operand}, plan_);
        return;
    }
    // A sampler that the draw does not have: as of an attribute without a stream, nothing is read.
    func::planAttributeLoad(func::AttributeStream{}, settings_.sampling, {}, plan_);
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
    if (fetchState() == FetchState::Fetching || movesPending_ > 0 || !ready_.empty()) return next;
    if (!toFilter_.empty() || next < filterFree_ || !filtered_.empty() || !finished_.empty()) return next;
    Cycle event = cache_.nextEvent(cycle, memory.accepts.read(cycle));
    if (!addressPipe_.empty()) event = std::min(event, addressPipe_.front().leaves);
    if (!filterPipe_.empty()) event = std::min(event, filterPipe_.front().leaves);
    return event;
}

void TextureUnit::accountSleep(Cycle, uint64_t count) {
    if (started_) countStall(fetchState(), count);
    countLevels(count);
    cache_.accountSleep(count);
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

}  // namespace cyclorama::machine::timing
