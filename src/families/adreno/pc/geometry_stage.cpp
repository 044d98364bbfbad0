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
                             const PrimitiveControl& control, const LinkRegisters& links, QueryCounters& counters)
    : binding_(binding),
      outputs_(outputs),
      control_(control),
      links_(links),
      counters_(counters),
      units_(binding.resources) {
    verticesOut_ = registers.field("PC_PRIMITIVE_CNTL_5/GS_VERTICES_OUT"_field) + 1;
    invocations_ = registers.field("PC_PRIMITIVE_CNTL_5/GS_INVOCATIONS"_field) + 1;
    topology_ = topologyOf(registers);
    inputBytes_ = (registers.read("PC_PRIMITIVE_CNTL_6"_reg.word()) & 0x7ff) * StageMemory::kUnitBytes;
    const size_t byMemory = inputBytes_ == 0 ? StageHeader::kMostPrimitives : StageMemory::kBytes / inputBytes_;
    mostPrimitives_ =
        std::clamp<size_t>(std::min(byMemory, kMostGeometryFibers / fibers()), 1, StageHeader::kMostPrimitives);
    binding_.shape.registers = std::max({binding_.shape.registers, outputs.registersUsed(), links_.registersUsed()});
}

PrimitiveTopology GeometryStage::topologyOf(const RegisterValues& registers) {
    const uint32_t output = registers.field("PC_PRIMITIVE_CNTL_5/GS_OUTPUT"_field);
    return static_cast<PrimitiveTopology>(std::min(output, 2u));
}

void GeometryStage::run(std::span<const uint32_t> ids, StageMemory& memory) {
    const size_t fibers = ids.size() * this->fibers();
    counters_.count(PipelineStatistic::GeometryInvocations, ids.size() * invocations_);
    begin(ids.size(), records_);
    const size_t width = binding_.shape.width;
    for (size_t first = 0; first < fibers && !binding_.hung(); first += width) {
        const size_t count = std::min(width, fibers - first);
        ir3::Wave wave = start(ids, first, count);
        ir3::WaveContext context = binding_.context(units_);
        memory.give(context);
        binding_.report(ir3::run(binding_.program(), wave, context));
        keep(wave, first, count, records_);
    }
    primitives_.clear();
    nextPrimitive_ = 0;
    assemble(records_, ids, 0, fibers, primitives_);
}

const PrimitiveBatch* GeometryStage::next() {
    const std::span<const Primitive> next = primitives_.runFrom(nextPrimitive_);
    if (next.empty()) return nullptr;
    counters_.count(PipelineStatistic::GeometryPrimitives, next.size());
    batch_ = {.words = records_.words, .primitives = next, .stream = primitives_.streams[nextPrimitive_]};
    nextPrimitive_ += next.size();
    return &batch_;
}

void GeometryStage::begin(size_t primitives, GeometryRecords& records) const {
    records.words.assign(primitives * fibers() * outputs_.layout.stride, 0);
    records.flags.assign(primitives * fibers(), kNoVertex);
}

ir3::Wave GeometryStage::start(std::span<const uint32_t> ids, size_t first, size_t count) const {
    ir3::Wave wave = binding_.makeWave(isa::WaveMask::first(static_cast<unsigned>(count)));
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
    return wave;
}

void GeometryStage::keep(const ir3::Wave& wave, size_t first, size_t count, GeometryRecords& records) const {
    outputs_.store(wave, static_cast<unsigned>(count), records.words.data() + first * outputs_.layout.stride);
    const auto lanes = isa::WaveMask::first(static_cast<unsigned>(count));
    const bool hasFlags = outputs_.flags < ir3::kNoRegister && outputs_.flags < wave.registers.size();
    isa::forLanes(lanes & ~wave.killed, [&](unsigned lane) {
        records.flags[first + lane] = hasFlags ? wave.registers[outputs_.flags].lane[lane] : 0;
    });
}

void GeometryStage::assemble(const GeometryRecords& records, std::span<const uint32_t> ids, size_t first, size_t end,
                             StreamPrimitives& primitives) const {
    for (size_t i = first / verticesOut_; i < end / verticesOut_; ++i)
        assembleOne(records, static_cast<uint32_t>(i * verticesOut_), ids[i / invocations_], primitives);
}

void GeometryStage::assembleOne(const GeometryRecords& records, uint32_t firstRecord, uint32_t id,
                                StreamPrimitives& primitives) const {
    std::array<uint32_t, 2> before{};
    uint32_t inStrip = 0;
    for (uint32_t record = firstRecord; record < firstRecord + verticesOut_; ++record) {
        const uint32_t flags = records.flags[record];
        if (flags == kNoVertex) continue;
        if ((flags & kBeginsStrip) != 0) inStrip = 0;
        if (addVertex(record, inStrip, before, id, primitives.primitives))
            primitives.streams.push_back(flags & kStreamBits);
        before = {before[1], record};
        ++inStrip;
    }
}

bool GeometryStage::addVertex(uint32_t record, uint32_t inStrip, const std::array<uint32_t, 2>& before, uint32_t id,
                              std::vector<Primitive>& primitives) const {
    if (topology_ == PrimitiveTopology::Points) {
        primitives.push_back({.vertices = {record}, .id = id});
        return true;
    }
    if (topology_ == PrimitiveTopology::Lines) {
        if (inStrip >= 1) primitives.push_back({.vertices = {before[1], record}, .id = id});
        return inStrip >= 1;
    }
    if (inStrip < 2) return false;
    const bool turned = inStrip % 2 == 1;
    if (!turned)
        primitives.push_back({.vertices = {before[0], before[1], record}, .id = id});
    else if (control_.provokingLast)
        primitives.push_back({.vertices = {before[1], before[0], record}, .id = id});
    else
        primitives.push_back({.vertices = {before[0], record, before[1]}, .id = id});
    return true;
}

}  // namespace cyclorama::adreno
