// SPDX-License-Identifier: MIT
#include "machine/timing/streamer/streamer_loader.h"

#include <algorithm>
#include <bit>

#include "func/texture/texture_attribute.h"
#include "isa/program.h"
#include "machine/values/vertex_fetch.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

namespace {

/// Attributes of a vertex that goes to the shader only because it is the last.
constexpr func::Vec4 kMeaningless = {255.0f, 255.0f, 255.0f, 255.0f};

constexpr uint32_t kWordMask = 3;

VertexInputCacheSettings cacheSettings(const StreamerParameters& parameters) {
    return {.lines = parameters.loaderCacheLines,
            .lineBytes = parameters.loaderCacheLineSize,
            .ports = parameters.loaderAttributesPerCycle,
            .portWidth = parameters.loaderCachePortWidth,
            .requestQueueSize = parameters.loaderCacheRequestQueueSize,
            .fillQueueSize = parameters.loaderCacheInputQueueSize};
}

}  // namespace

StreamerLoader::Statistics::Statistics(sim::StatisticsRegistry& r, const std::string& s)
    : indices(r, sim::statisticOf("Indices", s, "vertices", "Indices whose attributes were to be loaded.")),
      transactions(r, sim::statisticOf("MemTransactions", s, "transactions", "Requests sent to memory.")),
      bytesRead(r, sim::statisticOf("ReadBytes", s, "bytes", "Bytes read from memory.")),
      fetches(r,
              sim::statisticOf("Fetches", s, "attributes", "Attributes, or parts of them, whose line was reserved.")),
      noFetches(r, sim::statisticOf("NoFetches", s, "attributes", "Attempts of that which failed.")),
      reads(r,
            sim::statisticOf("Reads", s, "attributes", "Attributes, or parts of them, that were read from the cache.")),
      noReads(r, sim::statisticOf("NoReads", s, "attributes", "Attempts of that which failed.")),
      inputs(r, sim::statisticOf("Inputs", s, "vertices", "Vertices sent to be shaded.")),
      splitAttributes(r, sim::statisticOf("SplittedAttributes", s, "attributes", "Attributes that cross a line.")),
      mappedAttributes(
          r, sim::statisticOf("MappedAttributes", s, "attributes", "Attributes with a stream, added up by batch.")),
      stallsShaderBusy(
          r, sim::statisticOf("StallsShaderBusy", s, "vertices", "Vertices not sent as the distributor had no room.")),
      verticesSent(
          r, sim::statisticOf("AvgVtxSentThisCycle", s, "vertices/cycle", "Vertices sent in a cycle of a batch.")) {}

StreamerLoader::StreamerLoader(sim::Simulation& simulation, sim::DomainId domain, VertexPool& vertices,
                               const mem::AddressSpace& addressSpace, mem::StaleContents& earlier,
                               const StreamerParameters& parameters, const Links& links)
    : UnitBox(simulation, domain, "StreamerLoader" + std::to_string(links.unit)),
      indices(*this, {.name = "indices", .width = parameters.loaderIndicesPerCycle}),
      memory(*this, "memory"),
      distributorReady(*this, "distributorReady", true),
      freed(*this, "freed"),
      vertices_(&vertices),
      addressSpace_(&addressSpace),
      earlier_(&earlier),
      limits_{.indicesPerCycle = parameters.loaderIndicesPerCycle,
              .attributesPerCycle = parameters.loaderAttributesPerCycle,
              .lineBytes = parameters.loaderCacheLineSize},
      attributesByShader_(links.attributesByShader),
      cache_(simulation.statistics(), cacheSettings(parameters)),
      statistics_(simulation.statistics(), "SL" + std::to_string(links.unit)),
      requests_(parameters.loaderInputRequestQueueSize) {
    for (uint32_t c = 0; c < links.channels; ++c)
        channels.push_back(std::make_unique<sim::Output<VertexId>>(*this, "channel" + std::to_string(c)));
}

bool StreamerLoader::receive(sim::Cycle cycle) {
    if (const auto data = memory.data.read(cycle)) {
        cache_.receive(*data, memory);
        statistics_.bytesRead.add(data->bytes);
    }
    mem::MemoryTransaction request;
    if (cache_.update(memory.accepts.read(cycle).reads, request)) {
        memory.send(cycle, request);
        ++statistics_.transactions;
    }
    return false;
}

void StreamerLoader::reset(sim::Cycle) { cache_.reset(); }

void StreamerLoader::start(sim::Cycle, DrawRecord& draw) {
    draw_ = &draw;
    const gpu::VertexInput& input = *draw.state.input;
    byShader_ = attributesByShader_ || input.loadedByShader;
    mappedCount_ = 0;
    for (uint32_t a = 0; a < func::kVertexAttributes; ++a) {
        if (input.attributeStream[a] >= gpu::kVertexStreams) continue;
        ++statistics_.mappedAttributes;
        mapped_[mappedCount_++] = a;
    }
    loadedCount_ = byShader_ ? 0 : mappedCount_;
    nextChannel_ = 0;
    stages_.nextFree = stages_.nextFetch = stages_.nextRead = stages_.nextSend = 0;
    stages_.fetching = stages_.reading = stages_.sending = 0;
    cache_.reset();
    instanceEntries_.fill({});
}

bool StreamerLoader::work(sim::Cycle cycle) {
    load(cycle);
    return canMove(cycle);
}

void StreamerLoader::load(sim::Cycle cycle) {
    sendVertices(cycle);
    readAttributes();
    fetchAttributes();
    takeIndices(cycle);
    if (freedNow_ == 0) return;
    freed.write(cycle, FreedRequests{freedNow_});
    freedNow_ = 0;
}

void StreamerLoader::sendVertices(sim::Cycle cycle) {
    if (stages_.sending > 0 && !distributorReady.read(cycle)) {
        statistics_.stallsShaderBusy.add(limits_.indicesPerCycle);
        statistics_.verticesSent.sample(0);
        return;
    }
    const auto most = std::min(limits_.indicesPerCycle, static_cast<uint32_t>(channels.size()));
    uint32_t sent = 0;
    while (sent < most && stages_.sending > 0) {
        send(cycle, requests_[stages_.nextSend]);
        nextChannel_ = nextChannel_ + 1 == channels.size() ? 0 : nextChannel_ + 1;
        stages_.nextSend = nextPlace(stages_.nextSend);
        --stages_.sending;
        ++freedNow_;
        ++sent;
        ++statistics_.inputs;
    }
    statistics_.verticesSent.sample(sent);
}

void StreamerLoader::send(sim::Cycle cycle, const LoaderRequest& request) {
    const VertexId id = vertices_->acquire();
    VertexInFlight& vertex = (*vertices_)[id];
    vertex.draw = draw_;
    vertex.name = request.index.name;
    vertex.outputEntry = request.index.outputEntry;
    vertex.created = cycle;
    vertex.repeated = request.index.hit;
    vertex.last = request.index.last;
    setAttributes(vertex);
    channels[nextChannel_]->write(cycle, id);
}

void StreamerLoader::setAttributes(VertexInFlight& vertex) {
    // Shaded again, its results are dropped: its inputs matter only if it may go through the program on a path of its
    // own.
    if (vertex.repeated && draw_->dialect.branches == gpu::BranchGranularity::Quad) {
        vertex.attributes.fill(kMeaningless);
        if (byShader_) vertex.attributes[0] = {};
        return;
    }
    const gpu::DrawState& state = draw_->state;
    earlier_->showTo(draw_->number);
    for (uint32_t rest = state.stages[gpu::Stage::Vertex].program->resources.inputsRead; rest != 0; rest &= rest - 1) {
        const auto a = static_cast<uint32_t>(std::countr_zero(rest));
        if (!fetchVertexInput(*addressSpace_, *state.input, byShader_, a, vertex.name.index, vertex.name.instance,
                              vertex.attributes[a]))
            ++readsOutOfRange_;
    }
}

void StreamerLoader::resume(LoaderRequest& request, bool wholeAttribute) {
    request.secondPart = !wholeAttribute;
    if (wholeAttribute) ++request.nextAttribute;
}

void StreamerLoader::readAttributes() {
    for (uint32_t i = 0; i < limits_.attributesPerCycle && stages_.reading > 0; ++i) {
        if (readAttribute()) continue;
        // The cycle has no better chance: neither a line nor a port comes before the next.
        const uint32_t attempts = limits_.attributesPerCycle - i;
        statistics_.noReads.add(attempts);
        cache_.countFailedReads(attempts - 1);
        return;
    }
}

void StreamerLoader::fetchAttributes() {
    fetchesRefused_ = false;
    for (uint32_t i = 0; i < limits_.attributesPerCycle && stages_.fetching > 0; ++i) {
        if (fetchAttribute()) continue;
        ++statistics_.noFetches;
        fetchesRefused_ = cache_.refusesMisses();
        if (!fetchesRefused_) continue;
        countRefusedFetches(limits_.attributesPerCycle - i - 1);
        return;
    }
}

void StreamerLoader::countRefusedFetches(uint64_t attempts) {
    const LoaderRequest& request = requests_[stages_.nextFetch];
    statistics_.noFetches.add(attempts);
    cache_.countRefusedFetches(request.parts[request.nextAttribute][request.secondPart ? 1 : 0].address, attempts);
}

bool StreamerLoader::readAttribute() {
    LoaderRequest& request = requests_[stages_.nextRead];
    const uint32_t place = request.nextAttribute;
    if (place == loadedCount_) {
        stages_.nextRead = nextPlace(stages_.nextRead);
        --stages_.reading;
        ++stages_.sending;
        return true;
    }
    const LoaderRequest::Part& part = request.parts[place][request.secondPart ? 1 : 0];
    if (part.bytes == 0) {
        resume(request, true);
        return true;
    }
    if (!cache_.read(part.slot, part.bytes)) return false;
    cache_.unreserve(part.slot);
    ++statistics_.reads;
    resume(request, !request.split[place] || request.secondPart);
    return true;
}

bool StreamerLoader::fetchAttribute() {
    LoaderRequest& request = requests_[stages_.nextFetch];
    const uint32_t place = request.nextAttribute;
    if (place == loadedCount_) {
        request.nextAttribute = request.index.hit ? loadedCount_ : 0;
        stages_.nextFetch = nextPlace(stages_.nextFetch);
        --stages_.fetching;
        ++stages_.reading;
        return true;
    }
    LoaderRequest::Part& part = request.parts[place][request.secondPart ? 1 : 0];
    if (!cache_.fetch(part.address, part.slot)) return false;
    ++statistics_.fetches;
    resume(request, !request.split[place] || request.secondPart);
    return true;
}

void StreamerLoader::takeIndices(sim::Cycle cycle) {
    for (const StreamIndex& index : indices.take(cycle)) {
        if (index.hit && !index.last) {
            ++freedNow_;
            continue;
        }
        if (stages_.fetching + stages_.reading + stages_.sending == requests_.size())
            throw sim::Fault(name() + " receives an index without room for it");
        LoaderRequest& request = requests_[stages_.nextFree];
        request.index = index;
        request.secondPart = false;
        request.nextAttribute = loadedCount_;
        if (!index.hit) planAttributes(request);
        stages_.nextFree = nextPlace(stages_.nextFree);
        ++stages_.fetching;
        ++statistics_.indices;
    }
}

void StreamerLoader::planAttributes(LoaderRequest& request) {
    request.nextAttribute = 0;
    for (uint32_t place = 0; place < mappedCount_; ++place) planAttribute(request, place);
}

void StreamerLoader::planAttribute(LoaderRequest& request, uint32_t place) {
    const gpu::VertexInput& input = *draw_->state.input;
    const uint32_t attribute = mapped_[place];
    const gpu::VertexStream& stream = input.streams[input.attributeStream[attribute]];
    request.split[place] = false;
    uint32_t entry = request.index.name.index;
    if (stream.instancesPerEntry != 0) {
        entry = request.index.name.instance / stream.instancesPerEntry;
        if (!takesNewEntry(attribute, entry)) {
            request.parts[place][0] = {};
            return;
        }
    }
    const func::Address address = stream.address + uint64_t{entry} * stream.stride;
    const uint32_t data = func::streamEntryBytes(stream.format, stream.components);
    const uint32_t bytes = ((data + kWordMask) & ~kWordMask) + (address.misalignment(kWordMask + 1) != 0 ? 4 : 0);
    const uint32_t offset = address.misalignment(limits_.lineBytes) & ~kWordMask;
    const uint32_t bytesToEnd = limits_.lineBytes - offset;
    request.split[place] = bytes > bytesToEnd;
    request.parts[place][0] = {.address = address, .bytes = std::min(bytes, bytesToEnd), .slot = {}};
    if (!request.split[place]) return;
    request.parts[place][1] = {
        .address = address.alignedDown(kWordMask + 1) + bytesToEnd, .bytes = bytes - bytesToEnd, .slot = {}};
    ++statistics_.splitAttributes;
}

bool StreamerLoader::takesNewEntry(uint32_t attribute, uint32_t entry) {
    InstanceEntry& last = instanceEntries_[attribute];
    if (last.valid && last.entry == entry) return false;
    last = {.valid = true, .entry = entry};
    return true;
}

bool StreamerLoader::readStalls() const {
    const LoaderRequest& request = requests_[stages_.nextRead];
    if (request.nextAttribute == loadedCount_) return false;
    const LoaderRequest::Part& part = request.parts[request.nextAttribute][request.secondPart ? 1 : 0];
    return part.bytes != 0 && !cache_.ready(part.slot);
}

bool StreamerLoader::canMove(sim::Cycle cycle) const {
    return (stages_.fetching != 0 && !fetchesRefused_) || (stages_.reading != 0 && !readStalls()) ||
           (stages_.sending != 0 && distributorReady.read(cycle));
}

void StreamerLoader::accountSleep(sim::Cycle, uint64_t count) {
    cache_.countDown(count);
    if (!working()) return;
    statistics_.verticesSent.sample(0, count);
    if (stages_.sending > 0) statistics_.stallsShaderBusy.add(count * limits_.indicesPerCycle);
    if (stages_.fetching > 0) countRefusedFetches(count * limits_.attributesPerCycle);
    if (stages_.reading == 0) return;
    statistics_.noReads.add(count * limits_.attributesPerCycle);
    cache_.countFailedReads(count * limits_.attributesPerCycle);
}

std::string StreamerLoader::describeWait() const {
    if (!working()) return {};
    if (stages_.sending > 0) return std::to_string(stages_.sending) + " vertices wait for room in the work distributor";
    if (stages_.reading > 0) return std::to_string(stages_.reading) + " vertices wait for their attributes from memory";
    if (stages_.fetching > 0) return std::to_string(stages_.fetching) + " vertices wait for lines of the cache";
    return {};
}

sim::Backlog StreamerLoader::backlog() const {
    // Vertices that wait for room in the next unit are not its own work.
    const bool works = stages_.sending == 0 && (stages_.reading > 0 || stages_.fetching > 0);
    return working() && works ? sim::Backlog::Some : sim::Backlog::None;
}

void StreamerLoader::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "requests",
                      .unit = "vertices",
                      .used = stages_.fetching + stages_.reading + stages_.sending,
                      .capacity = requests_.size()});
}

const sim::Box* StreamerLoader::holdup() const {
    return stages_.reading > 0 && readStalls() ? memory.holdup() : nullptr;
}

template class UnitBox<StreamerLoader, DrawProtocol, UnitKind::Part>;

}  // namespace cyclorama::machine::timing
