// SPDX-License-Identifier: MIT
#pragma once
// Additions to programs that the state of a draw asks for.

#include <array>
#include <cstdint>
#include <optional>

#include "families/attila/driver/textures/border_textures.h"
#include "func/types.h"
#include "virgl/state.h"

namespace cyclorama::attila {

/// Colour buffers that the driver offers: the chip has registers for twice as many.
inline constexpr uint32_t kColorTargets = 4;

/// Primitives whose edges are smooth: the alpha of a fragment is multiplied by the part of it that they cover.
enum class Smooth : uint8_t { None, Points, Lines };

/// Additional work of a program, which the state of its draw asks for.
struct ProgramVariant {
    /// Vertices: the driver runs the program, and takes the size of points in x of the face's attribute, too.
    bool runByDriver = false;
    /// Vertices: positions are scaled and moved by constants (TranslatedProgram::position).
    bool movesPosition = false;
    /// Bit i: vertices hand on their distance to clip plane i (TranslatedProgram::clipPlanes), and fragments beyond it
    /// are dropped. The chip has registers for such planes, which none of its units looks at.
    uint8_t clipPlanes = 0;
    /// Fragments: those whose place in the pattern of the unit TranslatedProgram::stippleUnit is zero are dropped.
    bool polygonStipple = false;
    /// Fragments: alpha is compared with a constant (TranslatedProgram::alphaReference).
    std::optional<func::CompareFunction> alphaTest{};
    /// Fragments: the alpha of all colours is one (GL_SAMPLE_ALPHA_TO_ONE).
    bool alphaToOne = false;
    /// Fragments: alpha is multiplied by coverage, from the attribute coverageAttribute().
    Smooth smooth = Smooth::None;
    /// Fragments: number of colour buffers that take the first colour.
    uint32_t colorCopies = 1;
    /// By sampler: the components that the program sees.
    std::array<std::array<virgl::Swizzle, 4>, virgl::kSamplers> swizzles{};

    /// By sampler: axes along which coordinates are brought to a copy with a border.
    std::array<BorderPlan, virgl::kSamplers> borders{};

    ProgramVariant() { swizzles.fill({virgl::Swizzle::X, virgl::Swizzle::Y, virgl::Swizzle::Z, virgl::Swizzle::W}); }
    // clang-tidy 14 takes the 0 in a comparison of std::optional for a pointer.
    auto operator<=>(const ProgramVariant&) const = default;  // NOLINT(modernize-use-nullptr)
};

}  // namespace cyclorama::attila
