// SPDX-License-Identifier: MIT
#include "machine/timing/streamer/streamer_fetch.h"

#include <algorithm>

#include "func/texture/texture_attribute.h"
#include "machine/values/vertex_fetch.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

namespace {

constexpr uint32_t kAlignment = mem::kTransactionBytes;

/// Bytes from a place to the next boundary.
constexpr uint32_t bytesToBoundary(uint32_t place) { return (kAlignment - place % kAlignment) % kAlignment; }

}  // namespace

StreamerFetch::Statistics::Statistics(sim::StatisticsRegistry& r)
    : bytesRead(r, {"ReadBytes_StF", "bytes", "Index data read from memory."}),
      transactions(r, {"MemoryTransactions_StF", "transactions", "Requests of index data."}),
      indicesSent(r, {"IndexesSent_StF", "indices", "Indices sent to the output cache."}) {}

StreamerFetch::StreamerFetch(sim::Simulation& simulation, sim::DomainId domain, const mem::AddressSpace& addressSpace,
                             mem::StaleContents& earlier, const StreamerParameters& parameters)
    : UnitBox(simulation, domain, "StreamerFetch"),
      memory(*this, "memory"),
      indices(*this, "indices"),
      freedOutputs(*this, {.name = "freedOutputs"}),
      addressSpace_(&addressSpace),
      earlier_(&earlier),
      limits_{.indicesPerCycle = parameters.indicesPerCycle,
              .indicesOfLoader = parameters.loaderIndicesPerCycle,
              .loaderRequests = parameters.loaderInputRequestQueueSize,
              .bufferBytes = parameters.indexBufferSize,
              .outputEntries = parameters.outputFifoSize,
              .outputLines = parameters.outputMemorySize},
      statistics_(simulation.statistics()),
      loaders_(parameters.loaderUnits) {
    for (uint32_t unit = 0; unit < parameters.loaderUnits; ++unit)
        freedRequests.push_back(std::make_unique<sim::Signal<FreedRequests>>(
            *this, sim::SignalInfo{.name = "freedRequests" + std::to_string(unit)}));
}

bool StreamerFetch::receive(sim::Cycle cycle) {
    if (const auto data = memory.data.read(cycle)) {
        reading_.transfer = *data;
        reading_.transferCycles = memory.cyclesFor(data->bytes);
    }
    if (reading_.transferCycles == 0) return false;
    if (--reading_.transferCycles > 0) return true;
    reading_.arrived[reading_.transfer.id] = reading_.transfer.bytes;
    statistics_.bytesRead.add(reading_.transfer.bytes);
    return true;
}

void StreamerFetch::reset(sim::Cycle) {
    reading_.arrived.fill(0);
    reading_.oldestRequest = reading_.nextRequest = reading_.activeRequests = 0;
}

bool StreamerFetch::standBy(sim::Cycle cycle) {
    changed_ = false;
    takeFreed(cycle);
    return changed_;
}

void StreamerFetch::start(sim::Cycle, DrawRecord& draw) {
    draw_ = &draw;
    input_ = &*draw.state.input;
    restarts_ = restarts(*input_);
    remaining_ = draw.vertices();
    run_ = 0;
    indexBytes_ = func::streamFormatBytes(input_->streams[input_->indexStream % gpu::kVertexStreams].format);
    freeEntries_ = limits_.outputEntries;
    freeLines_ = limits_.outputLines;
    std::fill(loaders_.begin(), loaders_.end(), Loader{.free = limits_.loaderRequests});
    nextEntry_ = 0;
    sent_ = instance_ = 0;
    data_ = readPlace_ = startPadding_ = 0;
    skipStartPadding_ = true;
    reading_.instance = reading_.requestedBytes = reading_.bytesUnderWay = reading_.place = reading_.padding = 0;
}

bool StreamerFetch::work(sim::Cycle cycle) {
    changed_ = false;
    takeFreed(cycle);
    if (input_->indexed) {
        takeArrivedData();
        requestData(cycle);
        restartReading();
    }
    for (Loader& loader : loaders_) loader.sent = 0;
    for (uint32_t i = 0; i < limits_.indicesPerCycle && sent_ < input_->count && sendIndex(cycle); ++i) changed_ = true;
    if (sent_ == input_->count) finishInstance();
    return changed_;
}

void StreamerFetch::takeFreed(sim::Cycle cycle) {
    for (size_t unit = 0; unit < loaders_.size(); ++unit) {
        const auto requests = freedRequests[unit]->read(cycle);
        if (!requests) continue;
        loaders_[unit].free += requests->requests;
        changed_ = true;
    }
    const auto outputs = freedOutputs.read(cycle);
    if (!outputs) return;
    freeEntries_ += outputs->entries;
    freeLines_ += outputs->lines;
    changed_ = true;
}

void StreamerFetch::takeArrivedData() {
    uint32_t& arrived = reading_.arrived[reading_.oldestRequest];
    if (arrived == 0) return;
    data_ += arrived;
    reading_.bytesUnderWay -= arrived;
    arrived = 0;
    reading_.oldestRequest = (reading_.oldestRequest + 1) % kRequests;
    --reading_.activeRequests;
    changed_ = true;
}

void StreamerFetch::requestData(sim::Cycle cycle) {
    if (data_ + reading_.bytesUnderWay + reading_.padding > limits_.bufferBytes - mem::kTransactionBytes) return;
    if (reading_.requestedBytes >= streamBytes() || reading_.activeRequests == kRequests ||
        reading_.arrived[reading_.nextRequest] != 0)
        return;
    if (!memory.accepts.read(cycle).reads) return;

    const gpu::VertexStream& stream = input_->streams[input_->indexStream % gpu::kVertexStreams];
    func::Address address = stream.address + uint64_t{input_->start} * indexBytes_ + reading_.requestedBytes;
    uint32_t padding = 0;
    if (reading_.requestedBytes == 0) {
        padding = address.misalignment(kAlignment);
        if (padding != 0) startPadding_ = padding;
        address -= padding;
    }
    const uint32_t bytes =
        std::min({kAlignment - address.misalignment(kAlignment), streamBytes() - reading_.requestedBytes + padding,
                  limits_.bufferBytes - reading_.place});
    memory.send(cycle, {.address = address, .bytes = bytes, .id = reading_.nextRequest});
    ++statistics_.transactions;
    reading_.nextRequest = (reading_.nextRequest + 1) % kRequests;
    ++reading_.activeRequests;
    reading_.place = (reading_.place + bytes) % limits_.bufferBytes;
    reading_.bytesUnderWay += bytes;
    reading_.requestedBytes += bytes - padding;
    changed_ = true;
}

void StreamerFetch::restartReading() {
    if (reading_.instance >= input_->instances || reading_.requestedBytes != streamBytes()) return;
    const uint32_t padding = bytesToBoundary(reading_.place);
    if (data_ + reading_.bytesUnderWay + reading_.padding + padding > limits_.bufferBytes) return;
    changed_ = true;
    if (++reading_.instance == input_->instances) return;
    reading_.requestedBytes = 0;
    reading_.place = (reading_.place + padding) % limits_.bufferBytes;
    reading_.padding += padding;
}

bool StreamerFetch::passOverIndex() {
    if (data_ == 0) return false;
    takeIndexData();
    ++sent_;
    return true;
}

bool StreamerFetch::sendIndex(sim::Cycle cycle) {
    if (betweenRuns()) return passOverIndex();
    const auto loader = std::find_if(loaders_.begin(), loaders_.end(), [this](const Loader& candidate) {
        return candidate.free > 0 && candidate.sent < limits_.indicesOfLoader;
    });
    if (loader == loaders_.end() || freeEntries_ == 0 || freeLines_ == 0) return false;
    if (input_->indexed) {
        if (data_ == 0) return false;
        takeIndexData();
    }
    earlier_->showTo(draw_->number);
    const std::optional<uint32_t> index = fetchIndex(*addressSpace_, *input_, sent_);
    if (!index) ++readsOutOfRange_;
    --loader->free;
    ++loader->sent;
    --freeEntries_;
    --freeLines_;
    ++sent_;
    --remaining_;
    if (restarts_ && sent_ == draw_->run(run_).first + draw_->run(run_).count) ++run_;
    ++statistics_.indicesSent;
    indices.write(cycle, StreamIndex{.name = {.index = index.value_or(0), .instance = instance_},
                                     .outputEntry = nextEntry_,
                                     .loader = static_cast<uint32_t>(loader - loaders_.begin()),
                                     .last = remaining_ == 0});
    nextEntry_ = nextEntry_ + 1 == limits_.outputEntries ? 0 : nextEntry_ + 1;
    return true;
}

void StreamerFetch::takeIndexData() {
    uint32_t bytes = indexBytes_;
    if (skipStartPadding_ && startPadding_ > 0) {
        bytes += startPadding_;
        skipStartPadding_ = false;
    }
    data_ -= bytes;
    readPlace_ = (readPlace_ + bytes) % limits_.bufferBytes;
}

void StreamerFetch::finishInstance() {
    changed_ = true;
    if (++instance_ >= input_->instances) {
        enter(UnitStatus::End);
        return;
    }
    sent_ = run_ = 0;
    if (!input_->indexed) return;
    const uint32_t padding = bytesToBoundary(readPlace_);
    readPlace_ = (readPlace_ + padding) % limits_.bufferBytes;
    reading_.padding -= padding;
    skipStartPadding_ = true;
}

std::string StreamerFetch::describeWait() const {
    if (!working()) return {};
    const bool loaderFree =
        std::any_of(loaders_.begin(), loaders_.end(), [](const Loader& loader) { return loader.free > 0; });
    if (freeEntries_ == 0) return "waits for the commit to free entries of the output queue";
    if (freeLines_ == 0) return "waits for the commit to free lines of the output memory";
    if (!loaderFree) return "waits for the loaders to take more vertices";
    return "waits for index data from memory";
}

sim::Backlog StreamerFetch::backlog() const {
    const bool hasPlaces = freeEntries_ != 0 && freeLines_ != 0 &&
                           std::ranges::any_of(loaders_, [](const Loader& loader) { return loader.free > 0; });
    return working() && hasPlaces ? sim::Backlog::Some : sim::Backlog::None;
}

void StreamerFetch::appendQueues(std::vector<sim::QueueLevel>& queues) const {
    queues.push_back({.name = "places of shaded vertices",
                      .unit = "vertices",
                      .used = limits_.outputEntries - freeEntries_,
                      .capacity = limits_.outputEntries});
    queues.push_back({.name = "lines of shaded vertices",
                      .unit = "lines",
                      .used = limits_.outputLines - freeLines_,
                      .capacity = limits_.outputLines});
}

const sim::Box* StreamerFetch::holdup() const {
    return input_->indexed && data_ < indexBytes_ ? memory.holdup() : nullptr;
}

template class UnitBox<StreamerFetch, DrawProtocol>;

}  // namespace cyclorama::machine::timing
