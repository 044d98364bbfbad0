// SPDX-License-Identifier: MIT
#include "machine/timing/display/blitter.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "func/layout/morton_blocks.h"
#include "sim/divide_up.h"

namespace cyclorama::machine::timing {

namespace {

constexpr uint32_t kTexelBytes = 4;
/// Reads that the queue of blocks waiting for data can distinguish.
constexpr uint32_t kWaitingReads = 256;

/// Most blocks of the colour buffer that a block of the texture can touch.
uint32_t mostSources(uint32_t targetBytes, uint32_t sourceBytes) {
    const int larger = std::countr_zero(targetBytes) - std::countr_zero(sourceBytes);
    const uint32_t side = 2 + (larger > 0 ? sim::divideUp(static_cast<uint32_t>(larger), 2u) : 0);
    return side * side;
}

/// The low `bits` of x and y interleaved.
constexpr uint32_t morton(uint32_t bits, uint32_t x, uint32_t y) {
    const uint32_t mask = (1u << bits) - 1;
    return func::mortonOrder(x & mask, y & mask);
}

}  // namespace

Blitter::Statistics::Statistics(sim::StatisticsRegistry& registry)
    : readBlocks(registry, {"ReadBlocks_Blitter", "blocks", "Blocks of the colour buffer that were read."}),
      writtenBlocks(registry, {"WrittenBlocks_Blitter", "blocks", "Blocks of textures that were written."}),
      clear(registry, {"ColorStateBlocksClear_Blitter", "blocks", "Blocks that were clear."}),
      uncompressed(registry, {"ColorStateBlocksUncompressed_Blitter", "blocks", "Blocks that were not compressed."}),
      compressed{sim::Counter(registry, {"ColorStateBlocksCompressedBest_Blitter", "blocks", "Blocks at level 0."}),
                 sim::Counter(registry, {"ColorStateBlocksCompressedNormal_Blitter", "blocks", "Blocks at level 1."}),
                 sim::Counter(registry, {"ColorStateBlocksCompressedWorst_Blitter", "blocks", "Blocks at level 2."})},
      requestFull(registry, {"RequestPendingQueueFull_Blitter", "cycles", "The request queue was full."}),
      receiveFull(registry,
                  {"ReceiveDataPendingWakeUpQueueFull_Blitter", "cycles", "No more blocks could wait for data."}),
      decompressionFull(registry,
                        {"DecompressionPendingQueueFull_Blitter", "cycles", "The decompression queue was full."}),
      swizzlingFull(registry, {"SwizzlingPendingQueueFull_Blitter", "cycles", "The swizzling queue was full."}),
      writeFull(registry, {"WritePendingQueueFull_Blitter", "cycles", "The write queue was full."}) {}

Blitter::Blitter(sim::StatisticsRegistry& registry, const Settings& settings)
    : settings_(settings),
      targetBytes_(kTexelBytes << (2 * settings.blockDimension)),
      sourcesPerTarget_(mostSources(targetBytes_, settings.blockBytes)),
      waitingCapacity_(kWaitingReads /
                       (sourcesPerTarget_ * sim::divideUp(settings.blockBytes, mem::kTransactionBytes))),
      statistics_(registry),
      toRequest_(kQueueSize),
      toDecompress_(kQueueSize),
      toSwizzle_(kQueueSize),
      toWrite_(kQueueSize) {}

void Blitter::start(const gpu::BlitParameters& window, std::shared_ptr<const func::PixelLayout> layout,
                    func::Address address, const BlitResult& result) {
    window_ = window;
    layout_ = std::move(layout);
    address_ = address;
    result_ = result;
    const uint32_t dimension = settings_.blockDimension;
    firstX_ = nextX_ = window.xOffset >> dimension;
    nextY_ = window.yOffset >> dimension;
    lastX_ = (window.xOffset + window.width - 1) >> dimension;
    lastY_ = (window.yOffset + window.height - 1) >> dimension;
    const bool nothing = layout_ == nullptr || result.unsupported || window.width == 0 || window.height == 0;
    blocksToWrite_ = nothing ? 0 : (lastX_ - firstX_ + 1) * (lastY_ - nextY_ + 1);
    blocksWritten_ = 0;
    newBlockCycles_ = sourcesPerTarget_;
    swizzlingCycles_ = sourcesPerTarget_;
    decompressionCycles_ = settings_.decompressionLatency;
}

void Blitter::setBlockStates(const BlockStates& states, bool used) {
    states_ = &states;
    statesUsed_ = used;
}

std::optional<mem::MemoryTransaction> Blitter::update(mem::AcceptState accepts) {
    std::optional<mem::MemoryTransaction> transaction = write(accepts);
    swizzle();
    decompress();
    collect();
    if (!toRequest_.empty() && !transaction) transaction = request(accepts);
    startTarget();
    if (toRequest_.full()) ++statistics_.requestFull;
    return transaction;
}

std::optional<mem::MemoryTransaction> Blitter::write(mem::AcceptState accepts) {
    if (!toWrite_.empty() && targets_[toWrite_.front()].written == targetBytes_) {
        freeTargets_.push_back(toWrite_.pop());
        ++blocksWritten_;
        ++statistics_.writtenBlocks;
    }
    if (toWrite_.empty() || !accepts.writes) return std::nullopt;
    Target& target = targets_[toWrite_.front()];
    const uint32_t size = std::min(mem::kTransactionBytes, targetBytes_ - target.written);
    const mem::MemoryTransaction transaction{
        .address = target.address + target.written, .bytes = size, .id = 0, .access = mem::Access::Write};
    target.written += size;
    return transaction;
}

void Blitter::swizzle() {
    if (toSwizzle_.empty()) return;
    if (swizzlingCycles_ > 0) --swizzlingCycles_;
    if (toWrite_.full()) {
        ++statistics_.writeFull;
    } else if (swizzlingCycles_ == 0) {
        toWrite_.push(toSwizzle_.pop());
        swizzlingCycles_ = sourcesPerTarget_;
    }
}

void Blitter::decompress() {
    if (toDecompress_.empty()) return;
    if (decompressionCycles_ > 0) --decompressionCycles_;
    if (toSwizzle_.full()) {
        ++statistics_.swizzlingFull;
        return;
    }
    if (decompressionCycles_ != 0) return;
    for (const Source& source : targets_[toDecompress_.front()].sources) {
        if (source.info.state == BlockState::Clear)
            ++statistics_.clear;
        else if (source.info.state == BlockState::Uncompressed)
            ++statistics_.uncompressed;
        else if (source.info.level < statistics_.compressed.size())
            ++statistics_.compressed[source.info.level];
    }
    toSwizzle_.push(toDecompress_.pop());
    decompressionCycles_ = settings_.decompressionLatency;
}

void Blitter::collect() {
    if (waiting_.empty()) return;
    if (toDecompress_.full()) {
        ++statistics_.decompressionFull;
        return;
    }
    const auto complete = std::ranges::find_if(waiting_, [this](uint32_t id) { return targets_[id].reads == 0; });
    if (complete == waiting_.end()) return;
    statistics_.readBlocks.add(targets_[*complete].sources.size());
    targets_[*complete].waiting = false;
    toDecompress_.push(*complete);
    waiting_.erase(complete);
}

std::optional<mem::MemoryTransaction> Blitter::request(mem::AcceptState accepts) {
    const uint32_t id = toRequest_.front();
    Target& target = targets_[id];
    const bool full = waiting_.size() == waitingCapacity_;
    if (full) ++statistics_.receiveFull;
    if (!target.waiting) {
        if (full) return std::nullopt;
        target.waiting = true;
        waiting_.push_back(id);
    }
    // A block is only known to be complete in the cycle after its last request.
    const auto open = std::ranges::find_if(target.sources, [](const Source& s) { return s.requested < s.bytes; });
    if (open == target.sources.end()) {
        toRequest_.pop();
        return std::nullopt;
    }
    if (!accepts.reads) return std::nullopt;
    const uint32_t size = std::min(mem::kTransactionBytes, open->bytes - open->requested);
    const mem::MemoryTransaction transaction{
        .address = open->address + open->requested, .bytes = size, .id = id, .access = mem::Access::Read};
    open->requested += size;
    return transaction;
}

void Blitter::receive(uint32_t id) { --targets_[id].reads; }

void Blitter::startTarget() {
    if (states_ == nullptr || toRequest_.full() || blocksToWrite_ == 0 || nextY_ > lastY_) return;
    if (newBlockCycles_ > 0) {
        --newBlockCycles_;
        return;
    }
    toRequest_.push(newTarget(nextX_, nextY_));
    newBlockCycles_ = sourcesPerTarget_;
    if (nextX_++ == lastX_) {
        nextX_ = firstX_;
        ++nextY_;
    }
}

uint32_t Blitter::newTarget(uint32_t x, uint32_t y) {
    if (freeTargets_.empty()) {
        freeTargets_.push_back(static_cast<uint32_t>(targets_.size()));
        targets_.emplace_back();
    }
    const uint32_t id = freeTargets_.back();
    freeTargets_.pop_back();
    Target& target = targets_[id];
    target = {};
    target.address = targetAddress(x, y);

    const uint32_t side = 1u << settings_.blockDimension;
    std::vector<uint32_t> blocks;
    for (uint32_t j = y * side; j < (y + 1) * side; ++j) {
        for (uint32_t i = x * side; i < (x + 1) * side; ++i) {
            if (i < window_.xOffset || i - window_.xOffset >= window_.width) continue;
            if (j < window_.yOffset || j - window_.yOffset >= window_.height) continue;
            const uint32_t pixelX = i - window_.xOffset + window_.x;
            const uint32_t pixelY = j - window_.yOffset + window_.y;
            if (pixelX < layout_->paddedWidth() && pixelY < layout_->paddedHeight())
                blocks.push_back(layout_->offset(pixelX, pixelY) / settings_.blockBytes);
        }
    }
    std::ranges::sort(blocks);
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    for (const uint32_t block : blocks) {
        const BlockInfo info = statesUsed_ ? states_->at(*layout_, block) : BlockInfo{};
        const uint32_t bytes = bytesInMemory(info, settings_.blockBytes, settings_.compression);
        target.sources.push_back(
            {.info = info, .address = address_ + uint64_t{block} * settings_.blockBytes, .bytes = bytes});
        target.reads += sim::divideUp(bytes, mem::kTransactionBytes);
    }
    return id;
}

func::Address Blitter::targetAddress(uint32_t x, uint32_t y) const {
    if (window_.destinationBlocking == func::TextureBlocking::Framebuffer)
        return window_.destinationAddress +
               (uint64_t{y - (window_.yOffset >> settings_.blockDimension)} * (lastX_ - firstX_ + 1) + (x - firstX_)) *
                   targetBytes_;
    const uint32_t super = settings_.superBlockDimension;
    const uint32_t across = super + settings_.blockDimension;
    const uint32_t log2Width = window_.destinationLog2Width;
    const uint32_t superBlock = ((y >> super) << (log2Width > across ? log2Width - across : 0)) + (x >> super);
    return window_.destinationAddress + ((uint64_t{superBlock} << (2 * super)) + morton(super, x, y)) * targetBytes_;
}

std::string Blitter::describeWait() const {
    return fmt::format("blits: {} of {} blocks written, {} wait to be read, {} for data, {} to be written",
                       blocksWritten_, blocksToWrite_, toRequest_.size(), waiting_.size(), toWrite_.size());
}

}  // namespace cyclorama::machine::timing
