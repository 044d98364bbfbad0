#include "machine/timing/rop/rop_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "func/output/depth_stencil.h"

namespace cyclorama::machine::timing {

namespace {

/// Transactions that a client may have under way (ATTILA: MAX_MEMORY_TICKETS).
constexpr uint32_t kTickets = 256;

}  // namespace

RopCache::RopCache(sim::StatisticsRegistry& registry, const std::string& statisticsSuffix,
                   const RopCacheSettings& settings, uint32_t unit, uint32_t units, mem::AddressSpace& space,
                   mem::MemoryPort& port)
    : settings_(settings),
      unit_(unit),
      units_(units),
      space_(&space),
      port_(&port),
      cache_(registry, {.geometry = settings.geometry,
                        .requestQueueSize = settings.requestQueueSize,
                        .statisticsSuffix = statisticsSuffix}),
      statistics_(registry, statisticsSuffix),
      blockShift_(static_cast<uint32_t>(std::countr_zero(settings.geometry.lineBytes))),
      states_(settings.stateBlocks, BlockInfo{}),
      fills_(settings.inputQueueSize),
      spills_(settings.outputQueueSize),
      readPorts_(settings.readPorts),
      writePorts_(settings.writePorts),
      tickets_(kTickets),
      fillOfTicket_(kTickets),
      lineStatus_(cache_.tags().slots()),
      leavingStatus_(cache_.tags().slots()) {
    if (settings.tileStatus) tileStatus_.emplace(registry, statisticsSuffix, *settings.tileStatus);
    cache_.recordFailures(failure_);
    performReset();
    resetPending_ = true;
}

void RopCache::reset(bool clear) {
    disturb();
    resetPending_ = true;
    resetToClear_ = clear;
}

void RopCache::performReset() {
    cache_.reset();
    states_.fill({.state = resetToClear_ ? BlockState::Clear : BlockState::Uncompressed});
    fills_.reset();
    spills_.reset();
    readPorts_.reset();
    writePorts_.reset();
    readOutEnds_ = writeInEnds_ = sim::kNever;
    request_ = kNoCacheRequest;
    toRequest_ = nextToRequest_ = requested_ = 0;
    toDecompress_ = nextToDecompress_ = decompressed_ = nextDecompressed_ = 0;
    toReadOut_ = nextToReadOut_ = toCompress_ = nextToCompress_ = compressed_ = nextCompressed_ = 0;
    decompressCycles_ = compressCycles_ = 0;
    transferCycles_ = 0;
    transferRead_ = transferWrite_ = false;
    freeTickets_ = kTickets;
    tickets_.clear();
    for (uint32_t ticket = 0; ticket < kTickets; ++ticket) tickets_.push(ticket);
    depthReport_.reset();
    if (tileStatus_) tileStatus_->reset();
    flush_ = save_ = restore_ = resetStates_ = Mode::Off;
    movedBlocks_ = requestedBlocks_ = 0;
    resetPending_ = false;
}

bool RopCache::fetch(uint32_t address, mem::CacheSlot& slot, uint32_t reserves) {
    failure_.start();
    const bool done = cache_.fetch(address, slot, reserves);
    noteRequests();
    return done;
}

bool RopCache::allocate(uint32_t address, mem::CacheSlot& slot, uint32_t reserves) {
    failure_.start();
    if (buffer_.compression) {
        // The state of a block is only known once its line has passed the compressor.
        const uint32_t block = blockOfUnit(address);
        for (uint32_t i = 0, e = spills_.oldest(); i < spills_.used(); ++i, e = spills_.after(e))
            if (spills_.items[e].block == block) return false;
        if (stateOf(block).state == BlockState::Compressed) return fetch(address, slot, reserves);
    }
    const bool done = cache_.allocate(address, slot, reserves);
    noteRequests();
    return done;
}

void RopCache::takeData(sim::Cycle cycle, const mem::MemoryTransaction& transaction) {
    passed_ = cycle;
    disturb();
    ticket_ = transaction.id;
    ticketBytes_ = transaction.bytes;
    transferCycles_ = port_->cyclesFor(transaction.bytes);
    transferRead_ = true;
}

void RopCache::updateFlush() {
    const uint32_t before = cache_.waitingRequests();
    const bool done = flushLines();
    if (done) flush_ = Mode::Done;
    if (done || cache_.waitingRequests() != before) moved_ = true;
}

void RopCache::endPortUses(sim::Cycle cycle) {
    if (cycle == readOutEnds_) {
        moved_ = true;
        readOutEnds_ = sim::kNever;
        ++toCompress_;
    }
    if (cycle == writeInEnds_) {
        moved_ = true;
        writeInEnds_ = sim::kNever;
        LineFill& fill = fills_.items[nextDecompressed_];
        cache_.fillDone(fill.request);
        fill.request = kNoCacheRequest;
        nextDecompressed_ = fills_.after(nextDecompressed_);
        ++fills_.free;
    }
}

bool RopCache::spillUnderWay(uint32_t address) const {
    for (uint32_t i = 0, e = spills_.oldest(); i < spills_.used(); ++i, e = spills_.after(e))
        if (spills_.items[e].address == address) return true;
    return false;
}

void RopCache::takeRequest() {
    if (request_ == kNoCacheRequest) cache_.takeRequest(request_);
    if (spills_.free == 0 || fills_.free == 0) {
        // Both columns count where both are full, and the sum twice.
        const auto countFull = [this](sim::Counter& queue) {
            lines_.count(queue);
            lines_.count(statistics_.anyQueueFull);
        };
        if (spills_.free == 0) countFull(statistics_.writeQueueFull);
        if (fills_.free == 0) countFull(statistics_.readQueueFull);
        return;
    }
    const mem::CacheRequest& request = cache_.request(request_);
    const auto fillAddress = static_cast<uint32_t>(request.fillAddress);
    const auto spillAddress = static_cast<uint32_t>(request.spillAddress);
    if (request.fill && spillUnderWay(fillAddress)) {
        lines_.count(statistics_.waitWrite);
        return;
    }
    lines_.move();
    if (request.spill) {
        spills_.items[spills_.nextFree] = {.address = spillAddress,
                                           .block = blockOfUnit(spillAddress),
                                           .request = request_,
                                           .fill = request.fill ? std::optional(fills_.nextFree) : std::nullopt,
                                           .masked = request.masked};
        spills_.nextFree = spills_.after(spills_.nextFree);
        --spills_.free;
        ++toReadOut_;
        ++statistics_.writesQueued;
    }
    if (request.fill) {
        fills_.items[fills_.nextFree] = {.address = fillAddress,
                                         .block = blockOfUnit(fillAddress),
                                         .request = request_,
                                         .waitsForSpill = request.spill,
                                         .waitsForMemory = request.spill && fillAddress == spillAddress};
        fills_.nextFree = fills_.after(fills_.nextFree);
        --fills_.free;
        ++toRequest_;
        ++statistics_.readsQueued;
    }
    if (buffer_.tiled) passStatus(request);
    request_ = kNoCacheRequest;
}

void RopCache::endTransfer() {
    lines_.count(statistics_.busBusy);
    if (--transferCycles_ > 0) return;
    lines_.move();
    if (transferRead_) {
        if (restore_ == Mode::Running) {
            movedBlocks_ += ticketBytes_ * kStatesPerByte;
        } else if (fillOfTicket_[ticket_] == kTileStatusTicket) {
            tileStatus_->arrived();
        } else {
            LineFill& fill = fills_.items[fillOfTicket_[ticket_]];
            fill.received += ticketBytes_;
            if (fill.received == fill.size) {
                ++toDecompress_;
                --requested_;
            }
        }
        tickets_.push(ticket_);
        transferRead_ = false;
    }
    if (transferWrite_) {
        if (save_ != Mode::Running) endWrite();
        transferWrite_ = false;
    }
    ++freeTickets_;
}

void RopCache::endWrite() {
    if (compressed_ == 0) return;
    const LineSpill& spill = spills_.items[nextCompressed_];
    if (spill.written == spill.size) finishSpill();
}

std::optional<mem::MemoryTransaction> RopCache::requestFill() {
    LineFill& fill = fills_.items[nextToRequest_];
    if (fill.waitsForMemory) return std::nullopt;
    if (fill.asksStatus && !askStatus(fill)) return std::nullopt;
    const BlockInfo block = stateOf(fill.block);
    if (block.state == BlockState::Clear || fill.cleared) {
        lines_.move();
        fill.size = fill.received = settings_.geometry.lineBytes;
        nextToRequest_ = fills_.after(nextToRequest_);
        --toRequest_;
        ++toDecompress_;
        return std::nullopt;
    }
    if (fill.size == 0)
        fill.size = block.state == BlockState::Compressed ? func::compressedBytes(settings_.algorithm, block.level)
                                                          : settings_.geometry.lineBytes;
    const auto transaction = askFor(nextToRequest_);
    if (fill.requested == fill.size) {
        nextToRequest_ = fills_.after(nextToRequest_);
        --toRequest_;
        ++requested_;
    }
    return transaction;
}

std::optional<mem::MemoryTransaction> RopCache::askFor(uint32_t index) {
    if (transferWrite_ || transferRead_ || freeTickets_ == 0 || !accepts_.reads) return std::nullopt;
    LineFill& fill = fills_.items[index];
    const uint32_t ticket = tickets_.pop();
    --freeTickets_;
    fillOfTicket_[ticket] = index;
    const mem::MemoryTransaction transaction{.address = fill.address + fill.requested,
                                             .bytes = std::min(mem::kTransactionBytes, fill.size - fill.requested),
                                             .id = ticket,
                                             .client = settings_.client,
                                             .unit = static_cast<uint8_t>(unit_),
                                             .access = mem::Access::Read};
    fill.requested += transaction.bytes;
    return transaction;
}

void RopCache::readOutLine(sim::Cycle cycle) {
    if (const bool busy = readOutEnds_ != sim::kNever; busy || !readPorts_.ready(cycle)) {
        // Quads give their port back without a word.
        if (!busy) lines_.move();
        lines_.count(statistics_.readPortStall);
        return;
    }
    lines_.move();
    LineSpill& spill = spills_.items[nextToReadOut_];
    const mem::CacheSlot slot = cache_.request(spill.request).slot;
    cache_.readLine(slot);
    if (spill.masked) {
        const std::span<const uint64_t> written = cache_.writtenBytes(slot);
        for (size_t piece = 0; piece < written.size(); ++piece)
            if (written[piece] != 0) spill.pieces |= uint64_t{1} << piece;
    }
    cache_.clearWritten(slot);
    readOutEnds_ = readPorts_.use(cycle, portCycles(settings_.geometry.lineBytes));
    if (spill.fill && fills_.items[*spill.fill].request == spill.request)
        fills_.items[*spill.fill].waitsForSpill = false;
    nextToReadOut_ = spills_.after(nextToReadOut_);
    --toReadOut_;
}

void RopCache::decompress() {
    if (decompressCycles_ > 0) {
        lines_.count(statistics_.decompressorBusy);
        if (--decompressCycles_ == 0) {
            ++decompressed_;
            lines_.move();
        }
    }
    if (toDecompress_ == 0) {
        lines_.count(statistics_.readInputEmpty);
        return;
    }
    if (decompressCycles_ > 0) return;
    const LineFill& fill = fills_.items[nextToDecompress_];
    if (fill.size != fill.received) {
        lines_.count(statistics_.waitRead);
        return;
    }
    lines_.move();
    decompressCycles_ = settings_.decompressionLatency;
    nextToDecompress_ = fills_.after(nextToDecompress_);
    --toDecompress_;
}

void RopCache::compress() {
    if (compressCycles_ > 0) {
        lines_.count(statistics_.compressorBusy);
        if (--compressCycles_ == 0) {
            ++compressed_;
            lines_.move();
        }
    }
    if (toCompress_ == 0) {
        lines_.count(statistics_.writeOutputEmpty);
        return;
    }
    if (compressCycles_ > 0) return;
    lines_.move();
    compressCycles_ = settings_.compressionLatency;
    compressLine(spills_.items[nextToCompress_]);
    nextToCompress_ = spills_.after(nextToCompress_);
    --toCompress_;
}

void RopCache::compressLine(LineSpill& spill) {
    const uint32_t lineBytes = settings_.geometry.lineBytes;
    const BlockInfo before = stateOf(spill.block);
    // Of a clear block the cache fills in what the line lacks.
    if (before.state == BlockState::Clear || spill.cleared) spill.pieces = ~uint64_t{0};
    const auto line = space_->span(spill.address, lineBytes);
    if (settings_.reportsDepth && buffer_.compression && line)
        depthReport_ = {.block = blockOfBuffer(spill.address), .depth = func::largestDepth(*line)};

    func::BlockSize size{.bytes = lineBytes};
    if (!settings_.compressionDisabled && before.state != BlockState::Uncompressed && lineBytes == func::kBlockBytes &&
        line) {
        std::array<uint32_t, func::kBlockWords> words;
        std::memcpy(words.data(), line->data(), lineBytes);
        size = func::classifyBlock(settings_.algorithm, words);
    }
    switch (size.bytes) {
        case 64:
            ++statistics_.blocks64;
            break;
        case 128:
            ++statistics_.blocks128;
            break;
        case 192:
            ++statistics_.blocks192;
            break;
        default:
            ++statistics_.blocks256;
            break;
    }
    if (usesStates(spill.block))
        states_.set(spill.block, size.compressed ? BlockInfo{.state = BlockState::Compressed,
                                                             .level = static_cast<uint8_t>(size.level)}
                                                 : BlockInfo{.state = BlockState::Uncompressed});
    spill.size = size.bytes;
    if (size.compressed) spill.masked = false;
}

std::optional<mem::MemoryTransaction> RopCache::writeSpill() {
    LineSpill& spill = spills_.items[nextCompressed_];
    if (spill.asksStatus && !askStatus(spill)) return std::nullopt;
    if (!transferWrite_ && !transferRead_ && freeTickets_ > 0 && accepts_.writes && spill.written < spill.size) {
        const mem::MemoryTransaction transaction{.address = spill.address + spill.written,
                                                 .bytes = std::min(mem::kTransactionBytes, spill.size - spill.written),
                                                 .client = settings_.client,
                                                 .unit = static_cast<uint8_t>(unit_),
                                                 .access = mem::Access::Write};
        lines_.move();
        const bool empty = spill.masked && (spill.pieces >> (spill.written / mem::kTransactionBytes) & 1) == 0;
        spill.written += transaction.bytes;
        if (!empty) {
            transferWrite_ = true;
            transferCycles_ = port_->cyclesFor(transaction.bytes);
            --freeTickets_;
            return transaction;
        }
    }
    if (spill.written == spill.size) finishSpill();
    return std::nullopt;
}

void RopCache::finishSpill() {
    lines_.move();
    LineSpill& spill = spills_.items[nextCompressed_];
    const uint32_t request = std::exchange(spill.request, kNoCacheRequest);
    cache_.spillDone(request);
    if (spill.fill && fills_.items[*spill.fill].request == request) fills_.items[*spill.fill].waitsForMemory = false;
    nextCompressed_ = spills_.after(nextCompressed_);
    --compressed_;
    ++spills_.free;
}

void RopCache::writeInLine(sim::Cycle cycle) {
    if (const bool busy = writeInEnds_ != sim::kNever; busy || !writePorts_.ready(cycle)) {
        if (!busy) lines_.move();
        lines_.count(statistics_.writePortStall);
        return;
    }
    const LineFill& fill = fills_.items[nextDecompressed_];
    if (fill.waitsForSpill) {
        lines_.count(statistics_.lineWait);
        return;
    }
    lines_.move();
    cache_.writeLine(cache_.request(fill.request).slot);
    --decompressed_;
    writeInEnds_ = writePorts_.use(cycle, portCycles(settings_.geometry.lineBytes));
}

std::optional<mem::MemoryTransaction> RopCache::moveLines(sim::Cycle cycle) {
    std::optional<mem::MemoryTransaction> transaction;
    if (toRequest_ != 0) transaction = requestFill();
    if (toReadOut_ != 0) readOutLine(cycle);
    decompress();
    compress();
    if (compressed_ > 0) {
        if (transaction)
            lines_.count(statistics_.memoryStall);
        else
            transaction = writeSpill();
    }
    if (decompressed_ != 0) writeInLine(cycle);
    return transaction;
}

std::optional<mem::MemoryTransaction> RopCache::updateLines(sim::Cycle cycle) {
    if (request_ != kNoCacheRequest || cache_.waitingRequests() != 0)
        takeRequest();
    else
        lines_.count(statistics_.noRequests);
    if (transferCycles_ != 0) endTransfer();
    std::optional<mem::MemoryTransaction> transaction;
    if (fills_.used() + spills_.used() != 0) {
        transaction = moveLines(cycle);
    } else {
        lines_.count(statistics_.readInputEmpty);
        lines_.count(statistics_.writeOutputEmpty);
    }
    if (tileStatus_) {
        if (!tileStatus_->quiet()) lines_.move();
        if (!transaction) transaction = moveTileStatus();
    }
    if (save_ == Mode::Running)
        if (const auto write = moveStates(mem::Access::Write)) transaction = write;
    if (restore_ == Mode::Running)
        if (const auto read = moveStates(mem::Access::Read)) transaction = read;
    if (resetStates_ == Mode::Running) updateResetStates();
    if (save_ == Mode::Running || restore_ == Mode::Running || transaction) lines_.move();
    return transaction;
}

std::optional<mem::MemoryTransaction> RopCache::update(sim::Cycle cycle, mem::AcceptState accepts) {
    accepts_ = accepts;
    passed_ = cycle;
    moved_ = false;
    settleLines();
    if (flush_ == Mode::Running) updateFlush();
    if (resetPending_) performReset();
    endPortUses(cycle);
    lines_.start();
    const auto transaction = updateLines(cycle);
    linesFrom_ = passed_ = cycle + 1;
    if (lines_.moved() || (tileStatus_ && !tileStatus_->quiet())) {
        moved_ = true;
        due_ = cycle + 1;
    } else {
        for (uint32_t* timer : {&transferCycles_, &compressCycles_, &decompressCycles_, &resetCycles_})
            lines_.runs(*timer);
        due_ = std::min({lines_.end(cycle), readOutEnds_, writeInEnds_});
    }
    return transaction;
}

std::optional<HierarchicalZUpdate> RopCache::takeDepthReport() { return std::exchange(depthReport_, std::nullopt); }

uint32_t RopCache::blockOfUnit(uint32_t address) const {
    if (!buffer_.compression) return 0;
    const uint32_t block = blockOfBuffer(address);
    const uint32_t run = settings_.blocksPerUnit;
    return block / (run * units_) * run + block % run;
}

uint32_t RopCache::blockOfBuffer(uint32_t address) const {
    return buffer_.compression ? (address - buffer_.address) >> blockShift_ : 0;
}

std::vector<BlockInfo> RopCache::blockStates(uint32_t blocks) const {
    std::vector<BlockInfo> first(std::min(blocks, settings_.stateBlocks));
    for (uint32_t block = 0; block < first.size(); ++block) first[block] = states_[block];
    return first;
}

std::string RopCache::describeWait() const {
    if (fills_.used() == 0 && spills_.used() == 0 && request_ == kNoCacheRequest) return {};
    return fmt::format(
        "cache: {} lines come in ({} to ask for, {} asked for, {} to decompress, {} to write in), {} lines leave "
        "({} to read out, {} to compress, {} to write to memory)",
        fills_.used(), toRequest_, requested_, toDecompress_, decompressed_, spills_.used(), toReadOut_, toCompress_,
        compressed_);
}

}  // namespace cyclorama::machine::timing
