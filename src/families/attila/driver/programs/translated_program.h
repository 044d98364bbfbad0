// SPDX-License-Identifier: MIT
#pragma once
// A program of a guest's as one of ATTILA's shaders, and what a draw has to set for it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "func/types.h"

namespace cyclorama::attila {

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

}  // namespace cyclorama::attila
