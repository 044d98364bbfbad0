// SPDX-License-Identifier: MIT
#include "families/adreno/observation/state_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <string_view>

#include "families/adreno/pc/primitive_assembler.h"
#include "families/adreno/stream/text.h"
#include "families/adreno/surface/surface_format.h"
#include "families/adreno/tp/descriptor.h"

namespace cyclorama::adreno {

/// Reads registers, and notes which.
class PartMaker::Reader {
  public:
    explicit Reader(const RegisterValues& values) : values_(values) {}

    uint32_t word(uint32_t offset) {
        const uint32_t value = values_.read(offset);
        reads_.push_back({.offset = offset, .value = value});
        return value;
    }
    uint32_t word(const Register& reg, uint32_t index = 0) { return word(reg.word(index)); }
    uint32_t field(const Field& field, uint32_t index = 0) {
        return static_cast<uint32_t>(field.of(word(field.reg, index)));
    }
    bool flag(const Field& field, uint32_t index = 0) { return this->field(field, index) != 0; }
    float real(const Register& reg, uint32_t index = 0) { return std::bit_cast<float>(word(reg, index)); }
    std::string address(uint32_t offset) {
        const uint64_t low = word(offset);
        return fmt::format("{:#010x}", low | uint64_t{word(offset + 1)} << 32);
    }
    std::string address(const Register& reg, uint32_t index = 0) { return address(reg.word(index)); }
    /// The value in the words of the registers' tables.
    std::string text(const Field& field, uint32_t index = 0) {
        return describeValue(field.value, word(field.reg, index) & field.value.mask());
    }
    std::vector<Read> take() { return std::move(reads_); }

  private:
    const RegisterValues& values_;
    std::vector<Read> reads_;
};

namespace {

using Reader = PartMaker::Reader;
using machine::StateRowMaker;

std::string yesOrNo(bool value) { return value ? "yes" : "no"; }

void addAttributes(Reader& registers, StateRowMaker& rows) {
    constexpr uint32_t kMostAttributes = 32;
    rows.topic("vertex input");
    const uint32_t count = std::min(registers.field("VFD_CONTROL_0/DECODE_CNT"_field), kMostAttributes);
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t buffer = registers.field("VFD_DECODE[].INSTR/IDX"_field, i);
        rows.add(fmt::format("attribute {}", i),
                 fmt::format("{} at {} + {}, {} bytes apart{}", registers.text("VFD_DECODE[].INSTR/FORMAT"_field, i),
                             registers.address("VFD_FETCH[].BASE"_reg, buffer),
                             registers.field("VFD_DECODE[].INSTR/OFFSET"_field, i),
                             registers.word("VFD_FETCH[].STRIDE"_reg, buffer),
                             registers.flag("VFD_DECODE[].INSTR/INSTANCED"_field, i) ? ", by instance" : ""));
    }
}

/// Both corners are within it.
std::string scissor(Reader& registers, const Register& topLeft, const Register& bottomRight) {
    const uint32_t from = registers.word(topLeft);
    const uint32_t to = registers.word(bottomRight);
    const auto x = [](uint32_t corner) { return static_cast<int32_t>(corner & 0xffff); };
    const auto y = [](uint32_t corner) { return static_cast<int32_t>(corner >> 16); };
    return fmt::format("{}x{} pixels at ({}, {})", std::max(x(to) - x(from) + 1, 0), std::max(y(to) - y(from) + 1, 0),
                       x(from), y(from));
}

void addRaster(Reader& registers, StateRowMaker& rows) {
    rows.topic("rasterizer");
    const float width = 2 * registers.real("GRAS_CL_VPORT[].XSCALE"_reg);
    const float height = 2 * registers.real("GRAS_CL_VPORT[].YSCALE"_reg);
    rows.add("viewport", fmt::format("{:g}x{:g} pixels at ({:g}, {:g})", width, height,
                                     registers.real("GRAS_CL_VPORT[].XOFFSET"_reg) - width / 2,
                                     registers.real("GRAS_CL_VPORT[].YOFFSET"_reg) - height / 2));
    rows.add("scissor", scissor(registers, "GRAS_SC_SCREEN_SCISSOR[].TL"_reg, "GRAS_SC_SCREEN_SCISSOR[].BR"_reg));
    const bool front = registers.flag("GRAS_SU_CNTL/CULL_FRONT"_field);
    const bool back = registers.flag("GRAS_SU_CNTL/CULL_BACK"_field);
    rows.add("culled faces", front && back ? "front and back" : front ? "front" : back ? "back" : "none");
    rows.add("front faces", registers.flag("GRAS_SU_CNTL/FRONT_CW"_field) ? "clockwise" : "counter-clockwise");
    rows.add("samples", registers.text("GRAS_RAS_MSAA_CNTL/SAMPLES"_field));
}

void addPlace(Reader& registers, StateRowMaker& rows) {
    rows.topic("pass");
    const bool binning = registers.field("GRAS_BIN_CONTROL/RENDER_MODE"_field) == 1;
    rows.add("kind", binning ? "binning" : "rendering");
    if (binning) return;
    const std::string window = scissor(registers, "GRAS_SC_WINDOW_SCISSOR_TL"_reg, "GRAS_SC_WINDOW_SCISSOR_BR"_reg);
    rows.add("drawn to", registers.field("RB_BIN_CONTROL/BUFFERS_LOCATION"_field) == 0 ? "GMEM" : "memory");
    rows.add("window", window);
}

void addStencil(Reader& registers, StateRowMaker& rows, std::string_view side, const std::array<Field, 7>& fields) {
    const auto text = [&](size_t i) { return registers.text(fields[i]); };
    rows.add(fmt::format("stencil {}", side),
             fmt::format("{} {} under {}; fail: {}, depth fails: {}, passes: {}; writes {}", text(0), text(1), text(2),
                         text(3), text(4), text(5), text(6)));
}

void addTests(Reader& registers, StateRowMaker& rows) {
    rows.topic("depth and stencil");
    const bool depth = registers.flag("RB_DEPTH_CNTL/Z_TEST_ENABLE"_field);
    rows.add("depth test", depth ? registers.text("RB_DEPTH_CNTL/ZFUNC"_field) : "off");
    if (depth) rows.add("depth written", yesOrNo(registers.flag("RB_DEPTH_CNTL/Z_WRITE_ENABLE"_field)));
    const bool stencil = registers.flag("RB_STENCIL_CONTROL/STENCIL_ENABLE"_field);
    if (stencil) {
        addStencil(registers, rows, "front",
                   {"RB_STENCIL_CONTROL/FUNC"_field, "RB_STENCILREF/REF"_field, "RB_STENCILMASK/MASK"_field,
                    "RB_STENCIL_CONTROL/FAIL"_field, "RB_STENCIL_CONTROL/ZFAIL"_field, "RB_STENCIL_CONTROL/ZPASS"_field,
                    "RB_STENCILWRMASK/WRMASK"_field});
        if (registers.flag("RB_STENCIL_CONTROL/STENCIL_ENABLE_BF"_field))
            addStencil(registers, rows, "back",
                       {"RB_STENCIL_CONTROL/FUNC_BF"_field, "RB_STENCILREF/BFREF"_field, "RB_STENCILMASK/BFMASK"_field,
                        "RB_STENCIL_CONTROL/FAIL_BF"_field, "RB_STENCIL_CONTROL/ZFAIL_BF"_field,
                        "RB_STENCIL_CONTROL/ZPASS_BF"_field, "RB_STENCILWRMASK/BFWRMASK"_field});
    }
    if (depth || stencil) {
        rows.add("buffer", registers.address("RB_DEPTH_BUFFER_BASE"_reg));
        rows.add("format", registers.text("RB_DEPTH_BUFFER_INFO/DEPTH_FORMAT"_field));
    }
    rows.add("tests", registers.text("RB_DEPTH_PLANE_CNTL/Z_MODE"_field));
    const bool low = registers.flag("GRAS_LRZ_CNTL/ENABLE"_field);
    rows.add("low resolution depth", !low                                              ? "off"
                                     : registers.flag("GRAS_LRZ_CNTL/LRZ_WRITE"_field) ? "tested and written"
                                                                                       : "tested");
    if (registers.flag("RB_ALPHA_CONTROL/ALPHA_TEST"_field))
        rows.add("alpha test", fmt::format("{} {}", registers.text("RB_ALPHA_CONTROL/ALPHA_TEST_FUNC"_field),
                                           registers.text("RB_ALPHA_CONTROL/ALPHA_REF"_field)));
}

void addBlending(Reader& registers, StateRowMaker& rows, uint32_t i) {
    const auto text = [&](const Field& field) { return registers.text(field, i); };
    rows.add("blending",
             fmt::format("{}: source * ({}), destination * ({})", text("RB_MRT[].BLEND_CONTROL/RGB_BLEND_OPCODE"_field),
                         text("RB_MRT[].BLEND_CONTROL/RGB_SRC_FACTOR"_field),
                         text("RB_MRT[].BLEND_CONTROL/RGB_DEST_FACTOR"_field)));
    rows.add("blending of alpha", fmt::format("{}: source * ({}), destination * ({})",
                                              text("RB_MRT[].BLEND_CONTROL/ALPHA_BLEND_OPCODE"_field),
                                              text("RB_MRT[].BLEND_CONTROL/ALPHA_SRC_FACTOR"_field),
                                              text("RB_MRT[].BLEND_CONTROL/ALPHA_DEST_FACTOR"_field)));
}

void addColors(Reader& registers, StateRowMaker& rows) {
    constexpr uint32_t kMostTargets = 8;
    const uint32_t count = std::min(registers.field("RB_FS_OUTPUT_CNTL1/MRT"_field), kMostTargets);
    for (uint32_t i = 0; i < count; ++i) {
        if (registers.field("RB_MRT[].BUF_INFO/COLOR_FORMAT"_field, i) == 0) continue;
        rows.topic(fmt::format("colour {}", i));
        rows.add("buffer", registers.address("RB_MRT[].BASE"_reg, i));
        rows.add("format", registers.text("RB_MRT[].BUF_INFO/COLOR_FORMAT"_field, i));
        const uint32_t written = registers.field("RB_MRT[].CONTROL/COMPONENT_ENABLE"_field, i) &
                                 registers.word("RB_RENDER_COMPONENTS"_reg) >> (4 * i);
        std::string components;
        for (uint32_t c = 0; c < 4; ++c)
            if ((written >> c & 1) != 0) components += "RGBA"[c];
        rows.add("written", components);
        rows.add("compressed (UBWC)", yesOrNo((registers.field("RB_RENDER_CNTL/FLAG_MRTS"_field) >> i & 1) != 0));
        if (registers.flag("RB_MRT[].CONTROL/ROP_ENABLE"_field, i))
            rows.add("logic operation", registers.text("RB_MRT[].CONTROL/ROP_CODE"_field, i));
        if (registers.flag("RB_MRT[].CONTROL/BLEND"_field, i)) addBlending(registers, rows, i);
    }
}

void addPrograms(Reader& registers, StateRowMaker& rows) {
    // SP_*_INSTRLEN counts these as one.
    constexpr uint32_t kInstructions = 16;
    rows.topic("programs");
    for (uint32_t i = 0; i < kShaderStages; ++i) {
        const auto stage = static_cast<ShaderStage>(i);
        const StageRegisters& places = registersOf(stage);
        if (stage == ShaderStage::Compute || "SP_VS_CONFIG/ENABLED"_field.of(registers.word(places.config)) == 0)
            continue;
        rows.add(name(stage),
                 fmt::format("up to {} instructions at {}", registers.word(places.instructions) * kInstructions,
                             registers.address(places.program)));
    }
}

machine::StateRows input(const DrawOperands& operands) {
    const bool indexed = operands.initiator.source() == DrawInitiator::Memory;
    StateRowMaker rows;
    rows.topic("vertex input");
    rows.add("primitives", describeValue(choice(kPcDiPrimtype, 0, 5), operands.initiator.primitive()));
    rows.add(indexed ? "indices" : "vertices", std::to_string(operands.count));
    if (operands.instances != 1) rows.add("instances", std::to_string(operands.instances));
    if (indexed) rows.add("index buffer", fmt::format("{:#010x}", operands.indexAddress));
    return rows.share();
}

}  // namespace

machine::StateRows PartMaker::of(const RegisterValues& registers) {
    // Beyond, those that were not used for longest are forgotten.
    constexpr size_t kMostKnown = 256;
    const auto holds = [&](const Known& known) {
        return std::ranges::all_of(known.reads,
                                   [&](const Read& read) { return registers.read(read.offset) == read.value; });
    };
    auto found = std::ranges::find_if(known_, holds);
    if (found == known_.end()) {
        if (known_.size() == kMostKnown) known_.pop_back();
        Reader reader(registers);
        machine::StateRowMaker rows;
        make_(reader, rows);
        found = known_.insert(known_.end(), {.reads = reader.take(), .rows = rows.share()});
    }
    std::rotate(known_.begin(), found, found + 1);
    return known_.front().rows;
}

StateParts::StateParts() {
    for (const PartMaker::Make make : {addAttributes, addRaster, addPlace, addTests, addColors, addPrograms})
        makers_.emplace_back(make);
}

std::vector<machine::StateRows> StateParts::of(const RegisterValues& registers, const DrawOperands& operands,
                                               const TexturesUsed& textures) {
    std::vector<machine::StateRows> parts{input(operands)};
    for (PartMaker& maker : makers_) parts.push_back(maker.of(registers));
    uint32_t number = 0;
    for (const TexturesUsed::Use& use : textures.uses()) parts.push_back(texture(number++, use));
    return parts;
}

machine::StateRows StateParts::texture(uint32_t number, const TexturesUsed::Use& use) {
    constexpr size_t kMostTextures = 4096;
    if (textures_.size() == kMostTextures) textures_.clear();
    machine::StateRows& rows = textures_[{number, use}];
    if (rows != nullptr) return rows;
    const TextureDescriptor texture = decodeTexture(use.second);
    StateRowMaker maker;
    maker.topic(fmt::format("texture {}", number));
    maker.add("used by", std::string(name(use.first)));
    maker.add("format", texture.format != nullptr ? std::string(texture.format->name)
                                                  : fmt::format("{:#x}", texture.formatNumber));
    maker.add("image", fmt::format("{:#010x}", texture.address));
    if (texture.isBuffer()) {
        maker.add("elements", std::to_string(texture.elements));
    } else {
        maker.add("size", fmt::format("{}x{}x{} texels", texture.width, texture.height, texture.depth));
        maker.add("levels", std::to_string(texture.levels));
        if (texture.samples > 1) maker.add("samples", std::to_string(texture.samples));
        maker.add("compressed (UBWC)", yesOrNo(texture.flags));
    }
    rows = maker.share();
    return rows;
}

}  // namespace cyclorama::adreno
