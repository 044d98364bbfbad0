// SPDX-License-Identifier: MIT
#include "machine/timing/rop/line_paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "func/output/depth_stencil.h"

namespace cyclorama::machine::timing {

void FillPath::reset() {
    lines_.reset();
    toRequest_ = toDecompress_ = decompressed_ = {};
    requested_ = 0;
    decompressCycles_ = 0;
    writeInEnds_ = sim::kNever;
}

void FillPath::arrived(uint32_t place, uint32_t bytes) {
    LineFill& line = lines_.items[place];
    line.received += bytes;
    if (line.received != line.size) return;
    ++toDecompress_.count;
    --requested_;
}

std::optional<mem::MemoryTransaction> FillPath::requestNext() {
    const uint32_t place = toRequest_.next;
    LineFill& line = lines_.items[place];
    if (line.waitsForMemory) return std::nullopt;
    if (line.metadata.pending) {
        if (!context_.backend->lookUpFill(line.metadata)) return std::nullopt;
        line.metadata.pending = false;
    }
    if (line.size == 0) {
        line.size = context_.backend->bytesInMemory(line.metadata);
        if (line.size == 0) {
            context_.cycle.move();
            line.size = line.received = context_.settings.geometry.lineBytes;
            toRequest_.leave(lines_);
            ++toDecompress_.count;
            return std::nullopt;
        }
    }
    if (!context_.memory.canRead()) return std::nullopt;
    const uint32_t bytes = std::min(mem::kTransactionBytes, line.size - line.requested);
    const auto transaction = context_.memory.read(line.address + line.requested, bytes, place);
    line.requested += bytes;
    if (line.requested == line.size) {
        toRequest_.leave(lines_);
        ++requested_;
    }
    return transaction;
}

void FillPath::writeNext(sim::Cycle cycle) {
    if (const bool busy = writeInEnds_ != sim::kNever; busy || !context_.writePorts.ready(cycle)) {
        if (!busy) context_.cycle.move();
        context_.cycle.count(context_.statistics.writePortStall);
        return;
    }
    const LineFill& line = lines_.items[decompressed_.next];
    if (line.waitsForReadOut) {
        context_.cycle.count(context_.statistics.lineWait);
        return;
    }
    context_.cycle.move();
    context_.cache.writeLine(context_.cache.request(line.request).slot);
    --decompressed_.count;
    writeInEnds_ = context_.writePorts.use(cycle, context_.settings.geometry.lineBytes);
}

void FillPath::endWriteIn() {
    writeInEnds_ = sim::kNever;
    LineFill& line = lines_.items[decompressed_.next];
    context_.cache.fillDone(line.request);
    line.request = kNoCacheRequest;
    decompressed_.next = lines_.after(decompressed_.next);
    ++lines_.free;
}

std::string FillPath::describe() const {
    return fmt::format("{} lines come in ({} to ask for, {} asked for, {} to decompress, {} to write in)", used(),
                       toRequest_.count, requested_, toDecompress_.count, decompressed_.count);
}

void WritebackPath::reset() {
    lines_.reset();
    toReadOut_ = toCompress_ = compressed_ = {};
    compressCycles_ = 0;
    readOutEnds_ = sim::kNever;
    depthReport_.reset();
}

bool WritebackPath::holds(func::Address address) const {
    for (uint32_t i = 0, e = lines_.oldest(); i < lines_.used(); ++i, e = lines_.after(e))
        if (lines_.items[e].address == address) return true;
    return false;
}

void WritebackPath::readNext(sim::Cycle cycle) {
    if (const bool busy = readOutEnds_ != sim::kNever; busy || !context_.readPorts.ready(cycle)) {
        // Quads free their ports without a sign.
        if (!busy) context_.cycle.move();
        context_.cycle.count(context_.statistics.readPortStall);
        return;
    }
    context_.cycle.move();
    LineWriteback& line = lines_.items[toReadOut_.next];
    const mem::CacheSlot slot = context_.cache.request(line.request).slot;
    context_.cache.readLine(slot);
    if (line.masked) {
        const std::span<const uint64_t> written = context_.cache.writtenBytes(slot);
        for (size_t piece = 0; piece < written.size(); ++piece)
            if (written[piece] != 0) line.pieces |= uint64_t{1} << piece;
    }
    context_.cache.clearWritten(slot);
    readOutEnds_ = context_.readPorts.use(cycle, context_.settings.geometry.lineBytes);
    if (line.fill) fills_->recordReadOut(*line.fill, line.request);
    toReadOut_.leave(lines_);
}

void WritebackPath::compressLine(LineWriteback& line) {
    const auto memory = space_->span(line.address, context_.settings.geometry.lineBytes);
    if (context_.settings.reportsDepth && memory)
        if (const auto block = context_.backend->reportedBlock(line.address))
            depthReport_ = {.block = *block, .depth = func::largestDepth(*memory)};
    const StoredLine stored = context_.backend->store(line.metadata, memory ? *memory : std::span<const std::byte>());
    countStored(stored.bytes);
    line.size = stored.bytes;
    if (stored.whole) line.pieces = ~uint64_t{0};
    if (stored.compressed) line.masked = false;
}

void WritebackPath::countStored(uint32_t bytes) {
    switch (bytes) {
        case 64:
            ++context_.statistics.blocks64;
            break;
        case 128:
            ++context_.statistics.blocks128;
            break;
        case 192:
            ++context_.statistics.blocks192;
            break;
        default:
            ++context_.statistics.blocks256;
            break;
    }
}

std::optional<mem::MemoryTransaction> WritebackPath::write() {
    LineWriteback& line = lines_.items[compressed_.next];
    if (line.metadata.pending) {
        if (!context_.backend->lookUpWriteback(line.metadata)) return std::nullopt;
        line.metadata.pending = false;
    }
    if (line.written < line.size && context_.memory.canWrite()) {
        context_.cycle.move();
        const func::Address address = line.address + line.written;
        const uint32_t bytes = std::min(mem::kTransactionBytes, line.size - line.written);
        const bool empty = line.masked && (line.pieces >> (line.written / mem::kTransactionBytes) & 1) == 0;
        line.written += bytes;
        if (!empty) return context_.memory.write(address, bytes);
    }
    if (line.written == line.size) finish();
    return std::nullopt;
}

void WritebackPath::endWrite() {
    if (compressed_.count == 0) return;
    const LineWriteback& line = lines_.items[compressed_.next];
    if (line.written == line.size) finish();
}

void WritebackPath::finish() {
    context_.cycle.move();
    LineWriteback& line = lines_.items[compressed_.next];
    const uint32_t request = std::exchange(line.request, kNoCacheRequest);
    context_.cache.writebackDone(request);
    if (line.fill) fills_->recordWritten(*line.fill, request);
    compressed_.leave(lines_);
    ++lines_.free;
}

std::string WritebackPath::describe() const {
    return fmt::format("{} lines leave ({} to read out, {} to compress, {} to write to memory)", used(),
                       toReadOut_.count, toCompress_.count, compressed_.count);
}

}  // namespace cyclorama::machine::timing
