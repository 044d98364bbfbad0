// SPDX-License-Identifier: MIT
#pragma once
// Samples of textures, as TGSI programs ask for them, by the instructions of ATTILA's shaders, which know no
// rectangles, borders or derivatives, and swizzle nothing.

#include <cstdint>
#include <span>
#include <vector>

#include "families/attila/driver/programs/program_text.h"
#include "families/attila/driver/programs/program_variant.h"
#include "families/attila/driver/programs/translated_program.h"
#include "virgl/state.h"
#include "virgl/tgsi/program.h"

namespace cyclorama::attila {

/// The unit of a sampler: those of fragments from the first on, those of vertices from the last.
uint32_t textureUnit(virgl::Stage stage, uint32_t sampler);

class TextureSampling {
  public:
    TextureSampling(virgl::Stage stage, const ProgramVariant& variant, ProgramText& text)
        : stage_(stage), variant_(variant), text_(text) {}

    /// An instruction that samples; `from` is its operands but the sampler. Uses scratch registers 0 and 1. Throws
    /// virgl::Unsupported.
    void translate(const virgl::tgsi::Instruction& instruction, const TextResult& to,
                   std::span<const TextOperand> from);

    /// Bit i: sampler i of the guest is used.
    uint32_t samplers() const { return samplers_; }
    /// Constants that each draw sets to what it samples.
    const std::vector<TextureConstant>& constants() const { return constants_; }

  private:
    /// Coordinates as the chip takes them: those of rectangles as shares of the size, since it wraps no others, and in
    /// the place of derivatives the level of detail. What depths are compared with is clamped, as depths are.
    TextOperand coordinatesOf(const virgl::tgsi::Instruction& instruction, uint32_t sampler,
                              std::span<const TextOperand> from);
    /// Coordinates of a texture become those of its copy with a border.
    void takeToBorder(uint32_t sampler, const BorderPlan& border, const TextResult& made);
    /// Leaves log2 of the longer derivative in texels in x of the first scratch register.
    void levelOfDetail(const virgl::tgsi::Instruction& instruction, uint32_t sampler,
                       std::span<const TextOperand> from);
    TextOperand textureConstant(uint32_t sampler, TextureConstant::Kind kind);

    virgl::Stage stage_;
    const ProgramVariant& variant_;
    ProgramText& text_;
    uint32_t samplers_ = 0;
    std::vector<TextureConstant> constants_;
};

}  // namespace cyclorama::attila
