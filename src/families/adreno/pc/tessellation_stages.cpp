// SPDX-License-Identifier: MIT
#include "families/adreno/pc/tessellation_stages.h"

#include <algorithm>
#include <bit>

namespace cyclorama::adreno {
HullStage::HullStage(StageBinding& binding, const RegisterValues& registers, const LinkRegisters& links,
                     QueryCounters& counters)
    : binding_(binding), links_(links), counters_(counters), units_(binding.resources) {
    binding_.shape.registers = std::max(binding_.shape.registers, links.registersUsed());
    const uint32_t vertices = registers.read("PC_TESS_NUM_VERTEX"_reg.word()) & 0x3f;
    invocations_ = std::clamp(vertices, 1u, 32u);
}

void HullStage::run(std::span<const uint32_t> ids, uint32_t firstPatch, StageMemory& memory) {
    counters_.count(PipelineStatistic::HullPatches, ids.size());
    for (size_t first = 0; first < ids.size() && !binding_.hung(); first += patchesInWave()) {
        ir3::Wave wave = start(ids, firstPatch, first, std::min(patchesInWave(), ids.size() - first));
        ir3::WaveContext context = binding_.context(units_);
        memory.give(context);
        // All vertices are there, and all that share a patch are in this wave: no other has to come to a barrier.
        ir3::WaveStatus status = ir3::WaveStatus::AtBarrier;
        while (status == ir3::WaveStatus::AtBarrier) status = ir3::run(binding_.program(), wave, context);
        binding_.report(status);
    }
}

ir3::Wave HullStage::start(std::span<const uint32_t> ids, uint32_t firstPatch, size_t first, size_t patches) const {
    const auto count = static_cast<unsigned>(patches * invocations_);
    ir3::Wave wave = binding_.makeWave(isa::WaveMask::first(count));
    auto* const header = laneRegister(wave, links_.header);
    auto* const relative = laneRegister(wave, links_.relativePatch);
    auto* const id = laneRegister(wave, links_.primitiveId);
    for (unsigned lane = 0; lane < count; ++lane) {
        const auto patch = static_cast<uint32_t>(first + lane / invocations_);
        const uint32_t invocation = lane % invocations_;
        if (header != nullptr)
            header->lane[lane] =
                StageHeader{.primitive = patch, .vertex = invocation, .invocation = invocation, .last = patch}.word();
        if (relative != nullptr) relative->lane[lane] = firstPatch + patch;
        if (id != nullptr) id->lane[lane] = ids[patch];
    }
    return wave;
}

FactorReader::FactorReader(func::TessellationDomain domain, const RegisterValues& registers, const GpuMemory& memory)
    : domain_(domain), memory_(memory), address_(registers.read64("PC_TESSFACTOR_ADDR"_reg.word())) {}

size_t FactorReader::outer() const {
    switch (domain_) {
        case func::TessellationDomain::Quads:
            return 4;
        case func::TessellationDomain::Triangles:
            return 3;
        default:
            return 2;
    }
}

size_t FactorReader::inner() const {
    switch (domain_) {
        case func::TessellationDomain::Quads:
            return 2;
        case func::TessellationDomain::Triangles:
            return 1;
        default:
            return 0;
    }
}

func::TessellationFactors FactorReader::read(uint32_t patch) const {
    std::array<uint32_t, 7> words{};
    memory_.read(addressOf(patch), std::span(words).first(1 + outer() + inner()), MemoryClient::Tessellation);
    func::TessellationFactors factors;
    for (size_t i = 0; i < outer(); ++i) factors.outer[i] = std::bit_cast<float>(words[1 + i]);
    for (size_t i = 0; i < inner(); ++i) factors.inner[i] = std::bit_cast<float>(words[1 + outer() + i]);
    return factors;
}

DomainStage::DomainStage(StageBinding& binding, const RegisterValues& registers, const VertexOutputs& outputs,
                         QueryCounters& counters, bool linked)
    : binding_(binding), outputs_(outputs), counters_(counters), units_(binding.resources) {
    links_ = {.header = linked ? registers.field("VFD_CONTROL_5/REGID_GSHEADER"_field) : ir3::kNoRegister,
              .relativePatch = registers.field("VFD_CONTROL_3/REGID_DSRELPATCHID"_field),
              .primitiveId = registers.field("VFD_CONTROL_3/REGID_DSPRIMID"_field)};
    u_ = registers.field("VFD_CONTROL_3/REGID_TESSX"_field);
    v_ = registers.field("VFD_CONTROL_3/REGID_TESSY"_field);
    uint32_t used = std::max(outputs.registersUsed(), links_.registersUsed());
    for (const ProgramRegister reg : {u_, v_})
        if (reg < ir3::kNoRegister) used = std::max(used, reg + 1);
    binding_.shape.registers = std::max(binding_.shape.registers, used);
}

std::span<const uint32_t> DomainStage::run(std::span<const DomainVertex> vertices, StageMemory* memory) {
    counters_.count(PipelineStatistic::DomainInvocations, vertices.size());
    const size_t stride = memory == nullptr ? outputs_.layout.stride : 0;
    records_.assign(vertices.size() * stride, 0);
    const size_t width = binding_.shape.width;
    for (size_t first = 0; first < vertices.size() && !binding_.hung(); first += width) {
        const size_t count = std::min(width, vertices.size() - first);
        ir3::Wave wave = start(vertices.subspan(first, count));
        ir3::WaveContext context = binding_.context(units_);
        if (memory != nullptr) memory->give(context);
        binding_.report(ir3::run(binding_.program(), wave, context));
        if (memory == nullptr) outputs_.store(wave, static_cast<unsigned>(count), records_.data() + first * stride);
    }
    return records_;
}

ir3::Wave DomainStage::start(std::span<const DomainVertex> vertices) const {
    const auto count = static_cast<unsigned>(vertices.size());
    ir3::Wave wave = binding_.makeWave(isa::WaveMask::first(count));
    const auto fill = [&](ProgramRegister reg, auto value) {
        if (auto* const words = laneRegister(wave, reg))
            for (unsigned lane = 0; lane < count; ++lane) words->lane[lane] = value(vertices[lane]);
    };
    fill(links_.header, [](const DomainVertex& vertex) { return vertex.header.word(); });
    fill(links_.relativePatch, [](const DomainVertex& vertex) { return vertex.patch; });
    fill(links_.primitiveId, [](const DomainVertex& vertex) { return vertex.id; });
    fill(u_, [](const DomainVertex& vertex) { return std::bit_cast<uint32_t>(vertex.at.u); });
    fill(v_, [](const DomainVertex& vertex) { return std::bit_cast<uint32_t>(vertex.at.v); });
    return wave;
}

}  // namespace cyclorama::adreno
