// SPDX-License-Identifier: MIT
#pragma once
// Textures with a border of a colour: the chip finds texels whose bits are zero beyond a texture's edge. A copy that is
// a texel larger on each side has the colour there, and repeats its edge; programs bring coordinates to the copy.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "families/attila/driver/textures/texture_storage.h"
#include "virgl/state.h"

namespace cyclorama::attila {

/// Bit i: axis i.
struct BorderPlan {
    /// Axes along which the copy has a border.
    uint8_t axes = 0;
    /// Axes whose coordinates are clamped to the texture before they are looked up (GL_CLAMP).
    uint8_t clamps = 0;

    // clang-tidy 14 takes the 0 in a comparison of members for a pointer.
    auto operator<=>(const BorderPlan&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// How a sampler wraps coordinates along an axis, as the chip has it.
func::WrapMode wrapOf(const virgl::Sampler& mode, size_t axis);

/// True where texels beyond a texture's edge may show.
bool reachesBorder(const virgl::Sampler& mode);

/// True where a colour that is none of the chip's may show beyond a texture's edge: there it has a texel whose bits are
/// all zero. Programs give those of `opaque` textures their alpha.
bool showsBorderColor(const virgl::Sampler& mode, func::Format format, bool opaque);

/// The border that a sampler needs: none for what the chip does by itself, and for levels, volumes and cube maps, of
/// which there is no such copy.
std::optional<BorderPlan> borderPlan(const virgl::SamplerView& view, const virgl::Sampler& mode);

class BorderTextures {
  public:
    explicit BorderTextures(const DriverMemory& driver) : driver_(driver) {}

    /// The copy of a view's level, in memory. Its modes are not yet set.
    func::TextureState texture(uint32_t unit, const virgl::SamplerView& view, const virgl::Sampler& mode,
                               const BorderPlan& plan);

  private:
    struct Copy {
        virgl::ResourceDescription description;
        std::vector<std::byte> texels;
        std::unique_ptr<TextureStorage> storage;
    };

    DriverMemory driver_;
    /// By texture unit: the last one.
    std::array<Copy, virgl::kSamplers> copies_;
};

}  // namespace cyclorama::attila
