// SPDX-License-Identifier: MIT
#include "families/vivante/timing/resolve_plan.h"

#include <algorithm>
#include <array>

#include "families/vivante/operations/combine_planes.h"
#include "families/vivante/timing/touched_lines.h"
#include "machine/values/resolve_operations.h"
#include "mem/transaction.h"

namespace cyclorama::vivante {

using machine::MappedSurface;
using machine::ResolveExtent;

namespace {

constexpr uint32_t kLine = mem::kTransactionBytes;
constexpr func::Address kNoLine = func::Address::fromBits(~uint64_t{0});

}  // namespace

/// A surface, and what a block does to it.
class ResolvePlanner::Side {
  public:
    Side(const gpu::Surface& image, const MappedSurface& surface)
        : image_(&image), surface_(&surface), status_(image.storage.tileStatus) {}

    void read(const Window& window, TouchedLines& reads) {
        forEach(window, [&](uint32_t offset) {
            if (!cleared(offset, reads)) reads.touch(image_->address + offset);
        });
    }

    /// Cleared tiles are written whole, and their status with them. `keeps`: bits that are not written have to be read.
    void write(const Window& window, TouchedLines& reads, TouchedLines& writes, bool keeps) {
        forEach(window, [&](uint32_t offset) {
            const func::Address address = image_->address + offset;
            if (cleared(offset, reads)) {
                const uint32_t tile = offset / status_.tileBytes * status_.tileBytes;
                writes.touchAll(image_->address + tile, status_.tileBytes);
                writes.touch(statusAddress(offset));
            } else {
                if (keeps) reads.touch(address);
                writes.touch(address);
            }
        });
    }

  private:
    template <typename See>
    void forEach(const Window& window, See see) const {
        const uint32_t endX = std::min(window.x + window.width, surface_->layout->paddedWidth());
        const uint32_t endY = std::min(window.y + window.height, surface_->layout->paddedHeight());
        for (uint32_t y = window.y; y < endY; ++y)
            for (uint32_t x = window.x; x < endX; ++x) see(surface_->layout->offset(x, y));
    }

    func::Address statusAddress(uint32_t offset) const {
        return status_.address + offset / status_.tileBytes * status_.bitsPerTile / 8;
    }

    bool cleared(uint32_t offset, TouchedLines& reads) {
        if (!surface_->status.enabled()) return false;
        const func::Address line = statusAddress(offset).alignedDown(kLine);
        if (line != statusLine_) reads.touchAll(line, kLine);
        statusLine_ = line;
        return surface_->status.cleared(offset);
    }

    const gpu::Surface* image_;
    const MappedSurface* surface_;
    gpu::TileStatus status_;
    func::Address statusLine_ = kNoLine;
};

const ResolvePlan& ResolvePlanner::plan(const gpu::Resolve& r) {
    plan_.clear();
    const gpu::Surface from = machine::sourceOf(r);
    const gpu::Surface to = machine::destinationOf(r);
    const MappedSurface source = surfaces_.image(from);
    const MappedSurface destination = surfaces_.image(to);
    if (!source.valid || !destination.valid || r.averageX - 1 > 1 || r.averageY - 1 > 1) return plan_;
    const ResolveExtent window = machine::extentOf(r);
    Side reader(from, source);
    Side writer(to, destination);
    TouchedLines reads;
    TouchedLines writes;
    forEachBlock(window.width, window.height, [&](uint32_t x, uint32_t y, uint32_t columns, uint32_t rows) {
        const uint32_t line = r.flipY ? (r.height < y + rows ? 0 : r.height - y - rows) : y;
        reader.read({.x = r.sourceX + x * r.averageX,
                     .y = r.sourceY + line * r.averageY,
                     .width = columns * r.averageX,
                     .height = rows * r.averageY},
                    reads);
        writer.write({.x = r.destinationX + x, .y = r.destinationY + y, .width = columns, .height = rows}, reads,
                     writes, false);
        plan_.blocks.push_back({.reads = reads.moveTo(plan_.reads),
                                .writes = writes.moveTo(plan_.writes),
                                .samples = columns * rows * (r.averageX * r.averageY + 1)});
    });
    return plan_;
}

const ResolvePlan& ResolvePlanner::plan(const gpu::Fill& operation) {
    plan_.clear();
    const gpu::Surface to = machine::destinationOf(operation);
    const MappedSurface destination = surfaces_.image(to);
    if (!destination.valid) return plan_;
    const ResolveExtent window = machine::extentOf(operation);
    const bool keeps = std::ranges::any_of(operation.writeBits, [](uint32_t bits) { return bits != ~0u; });
    Side writer(to, destination);
    TouchedLines reads;
    TouchedLines writes;
    forEachBlock(window.width, window.height, [&](uint32_t x, uint32_t y, uint32_t columns, uint32_t rows) {
        writer.write({.x = operation.x + x, .y = operation.y + y, .width = columns, .height = rows}, reads, writes,
                     keeps);
        plan_.blocks.push_back(
            {.reads = reads.moveTo(plan_.reads), .writes = writes.moveTo(plan_.writes), .samples = columns * rows});
    });
    return plan_;
}

const ResolvePlan& ResolvePlanner::plan(const gpu::ResolveTileStatus& operation) {
    plan_.clear();
    const MappedSurface surface = machine::surfaceOf(operation, surfaces_);
    if (!surface.valid || !surface.status.enabled()) return plan_;
    const gpu::TileStatus& status = operation.surface.storage.tileStatus;
    const uint64_t all = surface.bytes.size();
    const uint64_t bytes = operation.bytes == 0 ? all : std::min(operation.bytes, all);
    // Block by block of those that a line of status covers.
    const uint64_t step = uint64_t{kLine} * 8 / status.bitsPerTile * status.tileBytes;
    TouchedLines lines;
    for (uint64_t first = 0; first < bytes; first += step) {
        const uint64_t end = std::min(first + step, bytes);
        const func::Address line =
            (status.address + first / status.tileBytes * status.bitsPerTile / 8).alignedDown(kLine);
        ResolvePlan::Block block{.reads = 1, .writes = 0, .samples = 0};
        plan_.reads.push_back({.address = line, .bytes = kLine});
        for (uint64_t tile = first; tile < end; tile += status.tileBytes) {
            if (!surface.status.cleared(static_cast<uint32_t>(tile))) continue;
            lines.touchAll(operation.surface.address + tile, status.tileBytes);
            block.samples += status.tileBytes / 4;
        }
        block.writes = lines.moveTo(plan_.writes);
        if (block.writes != 0) {
            plan_.writes.push_back({.address = line, .bytes = kLine});
            ++block.writes;
        }
        plan_.blocks.push_back(block);
    }
    return plan_;
}

const ResolvePlan& ResolvePlanner::plan(const gpu::CopyMemory& operation) {
    plan_.clear();
    TouchedLines lines;
    for (uint32_t done = 0; done < operation.bytes;) {
        const uint32_t bytes =
            std::min(kLine - (operation.destination + done).misalignment(kLine), operation.bytes - done);
        ResolvePlan::Block block{.samples = 2 * ((bytes + 3) / 4)};
        for (uint32_t at = 0; at < bytes; ++at) lines.touch(operation.source + done + at);
        block.reads = lines.moveTo(plan_.reads);
        for (uint32_t at = 0; at < bytes; ++at) lines.touch(operation.destination + done + at);
        block.writes = lines.moveTo(plan_.writes);
        plan_.blocks.push_back(block);
        done += bytes;
    }
    return plan_;
}

const ResolvePlan& ResolvePlanner::plan(const CombinePlanes& operation) {
    plan_.clear();
    gpu::Surface to = operation.destination;
    to.width = std::min(to.width, operation.width);
    to.height = std::min(to.height, operation.height);
    const MappedSurface destination = surfaces_.image(to);
    if (!destination.valid) return plan_;
    Side writer(to, destination);
    TouchedLines reads;
    TouchedLines writes;
    forEachBlock(to.width, to.height, [&](uint32_t x, uint32_t y, uint32_t columns, uint32_t rows) {
        for (uint32_t row = y; row < y + rows; ++row)
            for (uint32_t column = x; column < x + columns; ++column)
                for (const uint32_t address : planeAddresses(operation, column, row)) reads.touch(address);
        writer.write({.x = x, .y = y, .width = columns, .height = rows}, reads, writes, false);
        plan_.blocks.push_back(
            {.reads = reads.moveTo(plan_.reads), .writes = writes.moveTo(plan_.writes), .samples = 2 * columns * rows});
    });
    return plan_;
}

}  // namespace cyclorama::vivante
