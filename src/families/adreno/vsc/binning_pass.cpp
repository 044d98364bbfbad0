// SPDX-License-Identifier: MIT
#include "families/adreno/vsc/binning_pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "families/adreno/registers/registers.h"
#include "families/adreno/vsc/binning_findings.h"

namespace cyclorama::adreno {
namespace {

/// Writes a stream as far as its buffer goes, and gives the bytes that it has.
uint32_t writeStream(const StreamPlace& place, uint32_t pipe, const std::vector<uint32_t>& words,
                     const GpuMemory& memory, WriteListener* listener) {
    const auto bytes = static_cast<uint32_t>(words.size() * sizeof(uint32_t));
    const uint32_t written = std::min(bytes, place.limit & ~3u);
    const uint64_t address = place.address + uint64_t{pipe} * place.pitch;
    std::byte* const to = memory.find(address, written, MemoryClient::Visibility);
    if (to == nullptr || written == 0) return bytes;
    std::memcpy(to, words.data(), written);
    if (listener != nullptr)
        listener->write(address, address + written, [=](const auto& run) { run(address, written); });
    return bytes;
}

}  // namespace

void BinningPass::begin(const RegisterValues& registers) {
    grid_.emplace(registers);
    pipes_.clear();
    for (const VscPipe& pipe : grid_->pipes()) pipes_.emplace_back(std::min(pipe.bins(), 32u));
}

uint32_t BinningPass::add(uint32_t primitive, const func::PixelRectangle& box) {
    uint32_t bins = 0;
    grid_->forBins(box, [&](const BinGrid::Place& place) {
        ++bins;
        const BinMask bin = BinMask{1} << place.bin;
        if (countsPrimitives_)
            pipes_[place.pipe].add(primitive, bin);
        else
            pipes_[place.pipe].addWhole(bin);
    });
    return bins;
}

StreamSizes BinningPass::sizes() const {
    const auto bytesOf = [](const std::vector<uint32_t>& words) {
        return static_cast<uint32_t>(words.size() * sizeof(uint32_t));
    };
    StreamSizes sizes{};
    for (size_t i = 0; i < pipes_.size(); ++i)
        sizes[i] = {.draws = bytesOf(pipes_[i].draws()), .primitives = bytesOf(pipes_[i].primitives())};
    return sizes;
}

void BinningPass::endDraw(uint32_t primitives) {
    for (PipeEncoder& pipe : pipes_) pipe.endDraw(primitives);
}

StreamSizes BinningPass::end(const RegisterValues& registers, const GpuMemory& memory, Reporter& reporter,
                             WriteListener* listener, RegisterValues& results) {
    StreamSizes sizes{};
    if (!active()) return sizes;
    const StreamPlace draws = drawStreams(registers);
    const StreamPlace primitives = primitiveStreams(registers);
    const uint64_t sizesAddress = registers.read64("VSC_DRAW_STRM_SIZE_ADDRESS"_reg.word());
    for (uint32_t i = 0; i < kVscPipes; ++i) {
        if (grid_->pipes()[i].bins() == 0) continue;
        PipeEncoder& pipe = pipes_[i];
        pipe.finish();
        const uint32_t drawBytes = writeStream(draws, i, pipe.draws(), memory, listener);
        const uint32_t primitiveBytes = writeStream(primitives, i, pipe.primitives(), memory, listener);
        sizes[i] = {.draws = drawBytes, .primitives = primitiveBytes};
        results.write("VSC_STATE[].REG"_reg.word(i), pipe.reached());
        results.write("VSC_DRAW_STRM_SIZE[].REG"_reg.word(i), drawBytes);
        results.write("VSC_PRIM_STRM_SIZE[].REG"_reg.word(i), primitiveBytes);
        memory.store(sizesAddress + i * sizeof(uint32_t), drawBytes, MemoryClient::Visibility);
        if (drawBytes > draws.limit || primitiveBytes > primitives.limit)
            reporter.report(findings::kVisibilityOverflow,
                            fmt::format("pipe {}: {} bytes of draws, {} of primitives", i, drawBytes, primitiveBytes));
    }
    grid_.reset();
    pipes_.clear();
    return sizes;
}

}  // namespace cyclorama::adreno
