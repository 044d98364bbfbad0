// SPDX-License-Identifier: MIT
#include "families/adreno/pc/geometry_stage.h"

#include <algorithm>

namespace cyclorama::adreno {
namespace {

/// Vertices that are worked on together at most, unless one primitive gives more.
constexpr size_t kMostGeometryFibers = 4096;
/// Bits of the flags: the stream, and whether a strip begins at the vertex.
constexpr uint32_t kStreamBits = 3;
constexpr uint32_t kBeginsStrip = 4;

}  // namespace

GeometryStage::GeometryStage(StageBinding& binding, const RegisterValues& registers, const VertexOutputs& outputs,
                             const PrimitiveControl& control, const LinkRegisters& links, QueryCounters& counters,
                             StageMemory& memory)
    : binding_(binding),
      outputs_(outputs),
      control_(control),
      links_(links),
      counters_(counters),
      memory_(memory),
      units_(binding.resources) {
    verticesOut_ = registers.field("PC_PRIMITIVE_CNTL_5/GS_VERTICES_OUT"_field) + 1;
    invocations_ = registers.field("PC_PRIMITIVE_CNTL_5/GS_INVOCATIONS"_field) + 1;
    const uint32_t output = registers.field("PC_PRIMITIVE_CNTL_5/GS_OUTPUT"_field);
    topology_ = static_cast<PrimitiveTopology>(std::min(output, 2u));
    const size_t bytes = (registers.read("PC_PRIMITIVE_CNTL_6"_reg.word()) & 0x7ff) * StageMemory::kUnitBytes;
    const size_t byMemory = bytes == 0 ? StageHeader::kMostPrimitives : StageMemory::kBytes / bytes;
    const size_t byFibers = kMostGeometryFibers / (size_t{verticesOut_} * invocations_);
    mostPrimitives_ = std::clamp<size_t>(std::min(byMemory, byFibers), 1, StageHeader::kMostPrimitives);
    binding_.shape.registers = std::max({binding_.shape.registers, outputs.registersUsed(), links_.registersUsed()});
}

void GeometryStage::run(std::span<const uint32_t> ids) {
    const size_t perPrimitive = size_t{verticesOut_} * invocations_;
    const size_t fibers = ids.size() * perPrimitive;
    counters_.count(PipelineStatistic::GeometryInvocations, ids.size() * invocations_);
    records_.assign(fibers * outputs_.layout.stride, 0);
    flags_.assign(fibers, kNoVertex);
    const size_t width = binding_.shape.width;
    for (size_t first = 0; first < fibers && !binding_.hung(); first += width)
        runWave(ids, first, std::min(width, fibers - first));
    for (auto& primitives : primitives_) primitives.clear();
    for (size_t i = 0; i < ids.size() * invocations_; ++i)
        assemble(static_cast<uint32_t>(i * verticesOut_), ids[i / invocations_]);
    stream_ = 0;
}

const PrimitiveBatch* GeometryStage::next() {
    while (stream_ < kStreams) {
        const std::vector<Primitive>& primitives = primitives_[stream_++];
        if (primitives.empty()) continue;
        counters_.count(PipelineStatistic::GeometryPrimitives, primitives.size());
        batch_ = {.words = records_, .primitives = primitives, .stream = stream_ - 1};
        return &batch_;
    }
    return nullptr;
}

void GeometryStage::runWave(std::span<const uint32_t> ids, size_t first, size_t count) {
    const auto lanes = isa::WaveMask::first(static_cast<unsigned>(count));
    ir3::Wave wave = binding_.makeWave(lanes);
    auto* const header = laneRegister(wave, links_.header);
    auto* const id = laneRegister(wave, links_.primitiveId);
    for (size_t lane = 0; lane < count; ++lane) {
        const auto fiber = static_cast<uint32_t>(first + lane);
        const uint32_t invocation = fiber / verticesOut_;
        const uint32_t primitive = invocation / invocations_;
        if (header != nullptr)
            header->lane[lane] =
                StageHeader{
                    .primitive = primitive, .invocation = invocation % invocations_, .last = fiber % verticesOut_}
                    .word();
        if (id != nullptr) id->lane[lane] = ids[primitive];
    }
    ir3::WaveContext context = binding_.context(units_);
    memory_.give(context);
    binding_.report(ir3::run(binding_.program(), wave, context));
    outputs_.store(wave, static_cast<unsigned>(count), records_.data() + first * outputs_.layout.stride);
    const auto* const flags = laneRegister(wave, outputs_.flags);
    isa::forLanes(lanes & ~wave.killed,
                  [&](unsigned lane) { flags_[first + lane] = flags == nullptr ? 0 : flags->lane[lane]; });
}

void GeometryStage::assemble(uint32_t firstRecord, uint32_t id) {
    std::array<uint32_t, 2> before{};
    uint32_t inStrip = 0;
    for (uint32_t record = firstRecord; record < firstRecord + verticesOut_; ++record) {
        const uint32_t flags = flags_[record];
        if (flags == kNoVertex) continue;
        if ((flags & kBeginsStrip) != 0) inStrip = 0;
        addVertex(record, inStrip, before, id, primitives_[flags & kStreamBits]);
        before = {before[1], record};
        ++inStrip;
    }
}

void GeometryStage::addVertex(uint32_t record, uint32_t inStrip, const std::array<uint32_t, 2>& before, uint32_t id,
                              std::vector<Primitive>& primitives) const {
    if (topology_ == PrimitiveTopology::Points) {
        primitives.push_back({.vertices = {record}, .id = id});
    } else if (topology_ == PrimitiveTopology::Lines) {
        if (inStrip >= 1) primitives.push_back({.vertices = {before[1], record}, .id = id});
    } else if (inStrip >= 2) {
        const bool turned = inStrip % 2 == 1;
        if (!turned)
            primitives.push_back({.vertices = {before[0], before[1], record}, .id = id});
        else if (control_.provokingLast)
            primitives.push_back({.vertices = {before[1], before[0], record}, .id = id});
        else
            primitives.push_back({.vertices = {before[0], record, before[1]}, .id = id});
    }
}

}  // namespace cyclorama::adreno
