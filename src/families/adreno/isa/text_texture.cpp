// SPDX-License-Identifier: MIT
// The texts of category 5. Facts: Mesa, src/freedreno/isa/ir3-cat*.xml.

#include <array>

#include "families/adreno/isa/text_forms.h"
#include "families/adreno/isa/text_parts.h"

namespace cyclorama::adreno::ir3 {

namespace {

constexpr std::array<std::string_view, 16> kMaskNames{"",  "x",  "y",  "xy",  "z",  "xz",  "yz",  "xyz",
                                                      "w", "xw", "yw", "xyw", "zw", "xzw", "yzw", "xyzw"};

template <typename Text, typename In>
void texelPrefix(Text& text, const OpcodeRow& row, In& in) {
    text.flag(in.syncLong, "(sy)");
    text.flag(in.joins, "(jp)");
    name(text, row, in);
}

template <typename Text, typename In>
void texelResult(Text& text, const OpcodeRow& row, In& in) {
    text.literal(" ");
    if ((row.traits & kType) != 0) {
        text.literal("(");
        text.choice(in.type, kTypeNames);
        text.literal(")");
    }
    text.literal("(");
    text.choice(in.texture.writeMask, kMaskNames);
    text.literal(")");
    result(text, in.destinations[0]);
    if constexpr (Text::kReads) {
        if ((row.traits & kType) == 0) in.type = in.destinations[0].half ? ValueType::F16 : ValueType::F32;
    }
}

template <typename In>
bool hasSecondVector(const OpcodeRow& row, const In& in) {
    return (in.texture.offset && row.form != Form::Broadcast) || (row.traits & kTwoSources) == kTwoSources;
}

template <typename Text, typename In>
void texelSources(Text& text, const OpcodeRow& row, In& in) {
    if ((row.traits & kOneSource) != 0) listed(text, in.sources[0]);
    if constexpr (Text::kReads) {
        // The only sign that these have of a second vector.
        if (row.form == Form::QuadShuffle) in.texture.offset = text.rest().starts_with(',');
    }
    if (hasSecondVector(row, in)) listed(text, in.sources[1]);
    if (row.form == Form::TextureLoad && !in.texture.offset) {
        text.offset(in.sources[1].value);
        if constexpr (Text::kReads) {
            in.texture.immediateOffset = in.sources[1].value != 0;
            if (in.texture.immediateOffset) in.sources[1].kind = OperandKind::Immediate;
        }
    }
    if constexpr (Text::kReads) in.full = !in.sources[0].half && !in.sources[1].half;
}

template <typename Text, typename T>
void descriptorNumber(Text& text, std::string_view letter, T& value) {
    text.literal(", ");
    text.literal(letter);
    text.number(value);
}

/// The mode that the parts of the text together say.
inline DescriptorSource modeOf(bool bindless, bool fromRegister, bool nonuniform, bool viaA1) {
    if (!fromRegister) return viaA1 ? DescriptorSource::BindlessA1Immediate : DescriptorSource::BindlessImmediate;
    if (!bindless) return nonuniform ? DescriptorSource::Nonuniform : DescriptorSource::Uniform;
    if (viaA1) return nonuniform ? DescriptorSource::BindlessA1Nonuniform : DescriptorSource::BindlessA1Uniform;
    return nonuniform ? DescriptorSource::BindlessNonuniform : DescriptorSource::BindlessUniform;
}

/// The parts of an instruction's text that say where its descriptors are.
struct DescriptorText {
    bool bindless = false;
    bool fromRegister = false;
    bool uniform = false;
    bool nonuniform = false;
    bool viaA1 = false;
};

inline DescriptorText descriptorText(const TextureFields& texture) {
    if (!texture.indirect) return {};
    const DescriptorSource mode = texture.mode;
    return {.bindless = mode != DescriptorSource::Uniform && mode != DescriptorSource::Nonuniform,
            .fromRegister = mode < DescriptorSource::BindlessImmediate,
            .uniform = mode == DescriptorSource::Uniform || mode == DescriptorSource::BindlessA1Uniform ||
                       mode == DescriptorSource::BindlessUniform,
            .nonuniform = mode == DescriptorSource::Nonuniform || mode == DescriptorSource::BindlessNonuniform ||
                          mode == DescriptorSource::BindlessA1Nonuniform,
            .viaA1 = mode == DescriptorSource::BindlessA1Uniform || mode == DescriptorSource::BindlessA1Nonuniform ||
                     mode == DescriptorSource::BindlessA1Immediate};
}

template <typename Text, typename In>
void descriptors(Text& text, const OpcodeRow& row, In& in, const DescriptorText& parts) {
    auto& texture = in.texture;
    if (parts.fromRegister) {
        listed(text, in.sources[2]);
    } else {
        if ((row.traits & kSampler) != 0) descriptorNumber(text, "s#", texture.sampler);
        bool hasTexture = (row.traits & kTexture) != 0 && !parts.viaA1;
        if constexpr (Text::kReads) hasTexture = hasTexture && text.rest().starts_with(", t");
        if (hasTexture) descriptorNumber(text, "t#", texture.texture);
    }
    bool viaA1 = parts.viaA1;
    text.flag(viaA1, ", a1.x");
    if constexpr (Text::kReads) {
        texture.indirect = parts.bindless || parts.fromRegister;
        if (texture.indirect) texture.mode = modeOf(parts.bindless, parts.fromRegister, parts.nonuniform, viaA1);
    }
}

/// ".s", which ".s2en" begins with, too.
template <typename Text, typename T>
void shadowText(Text& text, T& shadow) {
    if constexpr (Text::kReads) {
        if (text.rest().starts_with(".s2en")) return;
    }
    text.flag(shadow, ".s");
}

template <typename Text, typename In>
void textureText(Text& text, const OpcodeRow& row, In& in) {
    auto& texture = in.texture;
    DescriptorText parts = descriptorText(texture);
    texelPrefix(text, row, in);
    text.flag(texture.threeDimensional, ".3d");
    text.flag(texture.array, ".a");
    text.flag(texture.offset, ".o");
    if (row.form == Form::TextureLoad) {
        text.flag(texture.shadow, ".v");
    } else {
        text.flag(texture.projected, ".p");
        shadowText(text, texture.shadow);
    }
    text.flag(parts.fromRegister, ".s2en");
    text.flag(parts.uniform, ".uniform");
    text.flag(parts.nonuniform, ".nonuniform");
    text.flag(parts.bindless, ".base");
    if (parts.bindless) text.number(texture.base);
    if (row.form == Form::TextureLoad) {
        bool oneDimensional = !texture.notOneDimensional;
        text.flag(oneDimensional, ".1d");
        if constexpr (Text::kReads) texture.notOneDimensional = !oneDimensional;
    }
    texelResult(text, row, in);
    texelSources(text, row, in);
    descriptors(text, row, in, parts);
}

template <typename Text, typename In>
void quadText(Text& text, const OpcodeRow& row, In& in) {
    texelPrefix(text, row, in);
    if (row.form == Form::Bare) return;
    if (row.form == Form::Broadcast) {
        text.literal(".w");
        clusterSize(text, in.texture.clusterBits);
    }
    texelResult(text, row, in);
    texelSources(text, row, in);
}

}  // namespace

template <typename Text, typename In>
void texelText(Text& text, const OpcodeRow& row, In& in) {
    if (row.form <= Form::TextureLoad) {
        textureText(text, row, in);
    } else {
        quadText(text, row, in);
    }
}

template void texelText(TextPrinter&, const OpcodeRow&, const Instruction&);
template void texelText(TextScanner&, const OpcodeRow&, Instruction&);

}  // namespace cyclorama::adreno::ir3
