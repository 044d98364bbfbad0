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

StreamerFetch::StreamerFetch(sim::Simulation& simulation, sim::DomainId domain, WorkPools& pools,
                             const mem::AddressSpace& addressSpace, const StreamerParameters& parameters)
    : UnitBox(simulation, domain, "StreamerFetch"),
      memory(*this, "memory"),
      indices(*this, "indices"),
      freedOutputs(*this, {.name = "freedOutputs"}),
      pools_(&pools),
      addressSpace_(&addressSpace),
      indicesPerCycle_(parameters.indicesPerCycle),
      bufferSize_(parameters.indexBufferSize),
      outputEntries_(parameters.outputFifoSize),
      outputLines_(parameters.outputMemorySize),
      loaderIndicesPerCycle_(parameters.loaderIndicesPerCycle),
      loaderRequests_(parameters.loaderInputRequestQueueSize),
      statistics_(simulation.statistics()),
      loaders_(parameters.loaderUnits) {
    for (uint32_t unit = 0; unit < parameters.loaderUnits; ++unit)
        freedRequests.push_back(std::make_unique<sim::Signal<FreedRequests>>(
            *this, sim::SignalInfo{.name = "freedRequests" + std::to_string(unit)}));
}

bool StreamerFetch::receive(sim::Cycle cycle) {
    if (const auto data = memory.data.read(cycle)) {
        transfer_ = *data;
        transferCycles_ = memory.cyclesFor(data->bytes);
    }
    if (transferCycles_ == 0) return false;
    if (--transferCycles_ > 0) return true;
    arrived_[transfer_.id] = transfer_.bytes;
    statistics_.bytesRead.add(transfer_.bytes);
    return true;
}

void StreamerFetch::reset(sim::Cycle) {
    arrived_.fill(0);
    oldestRequest_ = nextRequest_ = activeRequests_ = 0;
}

bool StreamerFetch::standBy(sim::Cycle cycle) {
    changed_ = false;
    takeFreed(cycle);
    return changed_;
}

void StreamerFetch::start(sim::Cycle, DrawRecord& draw) {
    draw_ = &draw;
    input_ = &draw.state.input;
    restarts_ = restarts(*input_);
    remaining_ = draw.vertices();
    run_ = 0;
    indexBytes_ = func::streamFormatBytes(input_->streams[input_->indexStream % gpu::kVertexStreams].format);
    freeEntries_ = outputEntries_;
    freeLines_ = outputLines_;
    std::fill(loaders_.begin(), loaders_.end(), Loader{.free = loaderRequests_});
    nextEntry_ = 0;
    sent_ = instance_ = 0;
    data_ = readPlace_ = startPadding_ = 0;
    skipStartPadding_ = true;
    requestedBytes_ = underWay_ = writePlace_ = instancePadding_ = readInstance_ = 0;
}

bool StreamerFetch::draw(sim::Cycle cycle) {
    changed_ = false;
    takeFreed(cycle);
    if (input_->indexed) {
        takeArrivedData();
        requestData(cycle);
        restartReading();
    }
    for (Loader& loader : loaders_) loader.sent = 0;
    for (uint32_t i = 0; i < indicesPerCycle_ && sent_ < input_->count && sendIndex(cycle); ++i) changed_ = true;
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
    uint32_t& arrived = arrived_[oldestRequest_];
    if (arrived == 0) return;
    data_ += arrived;
    underWay_ -= arrived;
    arrived = 0;
    oldestRequest_ = (oldestRequest_ + 1) % kRequests;
    --activeRequests_;
    changed_ = true;
}

void StreamerFetch::requestData(sim::Cycle cycle) {
    if (data_ + underWay_ + instancePadding_ > bufferSize_ - mem::kTransactionBytes) return;
    if (requestedBytes_ >= streamBytes() || activeRequests_ == kRequests || arrived_[nextRequest_] != 0) return;
    if (!memory.accepts.read(cycle).reads) return;

    const gpu::VertexStream& stream = input_->streams[input_->indexStream % gpu::kVertexStreams];
    uint32_t address = stream.address + input_->start * indexBytes_ + requestedBytes_;
    uint32_t padding = 0;
    if (requestedBytes_ == 0) {
        padding = address % kAlignment;
        if (padding != 0) startPadding_ = padding;
        address -= padding;
    }
    const uint32_t bytes = std::min(
        {kAlignment - address % kAlignment, streamBytes() - requestedBytes_ + padding, bufferSize_ - writePlace_});
    const mem::MemoryTransaction request{
        .address = address, .bytes = bytes, .id = nextRequest_, .client = mem::Client::StreamerFetch};
    memory.request.write(cycle, request);
    ++statistics_.transactions;
    nextRequest_ = (nextRequest_ + 1) % kRequests;
    ++activeRequests_;
    writePlace_ = (writePlace_ + bytes) % bufferSize_;
    underWay_ += bytes;
    requestedBytes_ += bytes - padding;
    changed_ = true;
}

void StreamerFetch::restartReading() {
    if (readInstance_ >= input_->instances || requestedBytes_ != streamBytes()) return;
    const uint32_t padding = bytesToBoundary(writePlace_);
    if (data_ + underWay_ + instancePadding_ + padding > bufferSize_) return;
    changed_ = true;
    if (++readInstance_ == input_->instances) return;
    requestedBytes_ = 0;
    writePlace_ = (writePlace_ + padding) % bufferSize_;
    instancePadding_ += padding;
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
        return candidate.free > 0 && candidate.sent < loaderIndicesPerCycle_;
    });
    if (loader == loaders_.end() || freeEntries_ == 0 || freeLines_ == 0) return false;
    if (input_->indexed) {
        if (data_ == 0) return false;
        takeIndexData();
    }
    pools_->earlier.showTo(draw_->number);
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
    nextEntry_ = nextEntry_ + 1 == outputEntries_ ? 0 : nextEntry_ + 1;
    return true;
}

void StreamerFetch::takeIndexData() {
    uint32_t bytes = indexBytes_;
    if (skipStartPadding_ && startPadding_ > 0) {
        bytes += startPadding_;
        skipStartPadding_ = false;
    }
    data_ -= bytes;
    readPlace_ = (readPlace_ + bytes) % bufferSize_;
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
    readPlace_ = (readPlace_ + padding) % bufferSize_;
    instancePadding_ -= padding;
    skipStartPadding_ = true;
}

std::string StreamerFetch::describeWait() const {
    if (!drawing()) return {};
    const bool loaderFree =
        std::any_of(loaders_.begin(), loaders_.end(), [](const Loader& loader) { return loader.free > 0; });
    if (freeEntries_ == 0) return "waits for the commit to free entries of the output queue";
    if (freeLines_ == 0) return "waits for the commit to free lines of the output memory";
    if (!loaderFree) return "waits for the loaders to take more vertices";
    return "waits for index data from memory";
}

template class UnitBox<StreamerFetch>;

}  // namespace cyclorama::machine::timing
