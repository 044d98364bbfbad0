// SPDX-License-Identifier: MIT
#pragma once
// TGSI programs as programs of ATTILA's shaders.
//
// Constants: those of the guest from 0 on, then the program's immediates, then the translator's own. Temporaries are
// the guest's, and up to five behind them. Conditions and loops become predicates: every instruction of a branch is
// predicated, and a loop ends when no lane of the group is left in it (docs/isa_attila.md, "Lanes that jump together").

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "families/attila/driver/border_textures.h"
#include "families/attila/driver/program_link.h"
#include "func/types.h"
#include "virgl/state.h"

namespace cyclorama::attila {

/// Primitives whose edges are smooth: the alpha of a fragment is multiplied by the part of it that they cover.
enum class Smooth : uint8_t { None, Points, Lines };

/// Additional work of a program, which the state of its draw asks for.
struct ProgramVariant {
    /// Vertices: the driver runs the program, and takes the size of points in x of the face's attribute, too.
    bool runByDriver = false;
    /// Vertices: positions are scaled and moved by constants (TranslatedProgram::position).
    bool movesPosition = false;
    /// Bit i: vertices hand on their distance to clip plane i (TranslatedProgram::clipPlanes), and fragments behind it
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
    /// Fragments: so many colour buffers take the first colour.
    uint32_t colorCopies = 1;
    /// By sampler: the components that the program sees.
    std::array<std::array<virgl::Swizzle, 4>, virgl::kSamplers> swizzles{};

    /// By sampler: axes along which coordinates are brought to a copy with a border.
    std::array<BorderPlan, virgl::kSamplers> borders{};

    ProgramVariant() { swizzles.fill({virgl::Swizzle::X, virgl::Swizzle::Y, virgl::Swizzle::Z, virgl::Swizzle::W}); }
    // clang-tidy 14 takes the 0 in a comparison of std::optional for a pointer.
    auto operator<=>(const ProgramVariant&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// A constant that depends on the size of a texture's first level, in texels.
struct TextureConstant {
    enum class Kind : uint8_t {
        /// (width, height, depth, 0), with zeros for dimensions that the texture does not have.
        Size,
        /// (1 / width, 1 / height, 1, 1).
        Reciprocal,
        /// Factors that bring coordinates to the copy with a border, and what is added then.
        BorderScale,
        BorderOffset
    };
    uint32_t constant = 0;
    uint32_t sampler = 0;
    Kind kind = Kind::Size;
};

struct TranslatedProgram {
    /// Assembly (assembleProgram), one instruction a line.
    std::string text;
    /// First constant that is not the guest's, and the values from there on.
    uint32_t firstConstant = 0;
    std::vector<func::Vec4> constants{};
    /// Numbers of the constants that each draw sets: scale and offset of positions, and the reference of alpha in x.
    std::optional<uint32_t> position{};
    std::optional<uint32_t> alphaReference{};
    /// The constant with half the width of smooth lines, and half a pixel, in x.
    std::optional<uint32_t> lineExtent{};
    /// First constant of the planes that are enabled, one each.
    std::optional<uint32_t> clipPlanes{};
    /// A texture unit that the program does not use else, with the pattern of polygons.
    std::optional<uint32_t> stippleUnit{};
    /// Attribute of vertices that has the number of the instance in x: no element of the guest's gives it.
    std::optional<uint32_t> instanceAttribute{};
    /// Attribute that has a vertex's edge flag in x, in vertex programs that the driver runs on the processor.
    std::optional<uint32_t> edgeFlag{};
    uint32_t temporaries = 1;
    bool kills = false;
    /// Fragments have the depth that the program gives them.
    bool writesDepth = false;
    /// Bit i: sampler i of the guest.
    uint32_t samplers = 0;
    /// Constants that each draw sets to what it samples.
    std::vector<TextureConstant> textureConstants{};
};

/// Colour buffers that the driver offers: the chip has registers for twice as many.
inline constexpr uint32_t kColorTargets = 4;

/// Component of an attribute.
struct AttributePlace {
    uint32_t attribute = 0;
    uint32_t component = 0;
};

/// Places of the distances to the enabled planes, from the lowest bit on. Throws virgl::Unsupported.
std::vector<AttributePlace> clipDistances(const ProgramLink& link, uint8_t planes);

/// The attribute with the place of a fragment of smooth points and lines, each component times the w of clip
/// coordinates, which is the fourth. Of points: x and y from the centre, and the radius and half a pixel. Of lines: the
/// distance across, that along from the middle, and half the length and half a pixel. Throws virgl::Unsupported.
uint32_t coverageAttribute(const ProgramLink& link);

/// The unit of a sampler: those of fragments from the first on, those of vertices from the last.
uint32_t textureUnit(virgl::Stage stage, uint32_t sampler);

/// Throws virgl::Unsupported for what the shaders cannot do: too many registers or constants, opcodes, registers by
/// address that are no constants.
TranslatedProgram translate(const virgl::tgsi::Program& program, const ProgramLink& link,
                            const ProgramVariant& variant);

}  // namespace cyclorama::attila
