// SPDX-License-Identifier: MIT
#include "families/adreno/vpc/vertex_outputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "families/adreno/vpc/output_findings.h"

namespace cyclorama::adreno {
namespace {

/// A stage's registers (Mesa: a6xx.xml; tu_pipeline.cc, tu6_emit_vpc).
struct OutputRegisters {
    Register control;      ///< SP_VS_PRIMITIVE_CNTL
    Register outputs;      ///< SP_VS_OUT[].REG
    Register destination;  ///< SP_VS_VPC_DST[].REG
    Register pack;         ///< VPC_VS_PACK
    Register clip;         ///< VPC_VS_CLIP_CNTL
    Register layer;        ///< VPC_VS_LAYER_CNTL
};

constexpr OutputRegisters kOutputRegisters[] = {
    {"SP_VS_PRIMITIVE_CNTL"_reg, "SP_VS_OUT[].REG"_reg, "SP_VS_VPC_DST[].REG"_reg, "VPC_VS_PACK"_reg,
     "VPC_VS_CLIP_CNTL"_reg, "VPC_VS_LAYER_CNTL"_reg},
    {"SP_DS_PRIMITIVE_CNTL"_reg, "SP_DS_OUT[].REG"_reg, "SP_DS_VPC_DST[].REG"_reg, "VPC_DS_PACK"_reg,
     "VPC_DS_CLIP_CNTL"_reg, "VPC_DS_LAYER_CNTL"_reg},
    {"SP_GS_PRIMITIVE_CNTL"_reg, "SP_GS_OUT[].REG"_reg, "SP_GS_VPC_DST[].REG"_reg, "VPC_GS_PACK"_reg,
     "VPC_GS_CLIP_CNTL"_reg, "VPC_GS_LAYER_CNTL"_reg},
};

constexpr uint32_t byteOf(uint32_t word, uint32_t number) { return word >> (8 * number) & 0xff; }

/// The words of an output: a register, the mask of those from it on, and the place of the first.
void addOutput(uint32_t half, uint32_t place, std::vector<OutputWord>& words) {
    const ProgramRegister first = half & 0xff;
    if (first >= ir3::kNoRegister) return;
    for (uint32_t c = 0; c < 4; ++c)
        if ((half >> 8 >> c & 1) != 0) words.push_back({.source = first + c, .place = place + c});
}

}  // namespace

VertexOutputs VertexOutputs::of(LastStage stage, const RegisterValues& registers, Reporter& reporter) {
    const OutputRegisters& names = kOutputRegisters[static_cast<size_t>(stage)];
    constexpr uint32_t kMostOutputs = 32;
    VertexOutputs outputs;
    const uint32_t control = registers.read(names.control.word());
    outputs.flags = control >> 6 & 0xff;
    const uint32_t count = std::min(control & 0x3f, kMostOutputs);
    for (uint32_t i = 0; i < count; ++i)
        addOutput(registers.read(names.outputs.word(i / 2)) >> (16 * (i % 2)) & 0xffff,
                  byteOf(registers.read(names.destination.word(i / 4)), i % 4), outputs.words);
    const uint32_t pack = registers.read(names.pack.word());
    const uint32_t clip = registers.read(names.clip.word());
    const uint32_t layer = registers.read(names.layer.word());
    VertexLayout& layout = outputs.layout;
    layout.position = byteOf(pack, 1);
    layout.pointSize = byteOf(pack, 2);
    layout.distances = {byteOf(clip, 1), byteOf(clip, 2)};
    layout.layer = byteOf(layer, 0);
    layout.viewport = byteOf(layer, 1);
    outputs.positions = (pack >> 24 & 0xf) + 1;

    const uint32_t stride = byteOf(pack, 0);
    uint32_t end = stride;
    const auto reach = [&end](uint32_t place, uint32_t extent) {
        if (place != VertexLayout::kNone) end = std::max(end, place + extent);
    };
    for (const OutputWord& word : outputs.words) reach(word.place, 1);
    if (end > stride) reporter.report(findings::kVertexLayout, fmt::format("{} of {} words", end, stride));
    reach(layout.position, 4 * outputs.positions);
    for (const uint32_t place : layout.distances) reach(place, 4);
    for (const uint32_t place : {layout.pointSize, layout.layer, layout.viewport}) reach(place, 1);
    layout.stride = std::max(end, 1u);
    return outputs;
}

uint32_t VertexOutputs::registersUsed() const {
    uint32_t used = flags < ir3::kNoRegister ? flags + 1 : 0;
    for (const OutputWord& word : words)
        if (word.source < ir3::kNoRegister) used = std::max(used, word.source + 1);
    return used;
}

PrimitiveDraw describeDraw(PrimitiveTopology topology, LastStage stage, const PrimitiveControl& control,
                           const VertexOutputs& outputs) {
    return {.topology = topology,
            .stage = stage,
            .layout = outputs.layout,
            .positions = outputs.positions,
            .primitiveIdLocation = control.primitiveIdLocation,
            .viewIdLocation = control.viewIdLocation,
            .provokingLast = control.provokingLast};
}

void VertexOutputs::store(const ir3::Wave& wave, unsigned count, uint32_t* records) const {
    for (const OutputWord& word : words) {
        if (word.source >= wave.registers.size()) continue;
        const ir3::LaneWords& reg = wave.registers[word.source];
        uint32_t* place = records + word.place;
        for (unsigned lane = 0; lane < count; ++lane, place += layout.stride) *place = reg.lane[lane];
    }
}

}  // namespace cyclorama::adreno
