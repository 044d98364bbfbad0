// SPDX-License-Identifier: MIT
#pragma once
// The pattern of stippled polygons as a texture, in which fragment programs look up their pixel.

#include <array>
#include <cstdint>
#include <optional>

#include "families/attila/driver/textures/texture_storage.h"

namespace cyclorama::attila {

class StipplePattern {
  public:
    explicit StipplePattern(const DriverMemory& driver) : driver_(driver) {}

    /// Texels of one where pixels are drawn, else zero; repeated over the surface.
    func::TextureState texture(const std::array<uint32_t, 32>& rows);

  private:
    DriverMemory driver_;
    std::optional<TextureStorage> storage_;
    std::array<uint32_t, 32> rows_{};
};

}  // namespace cyclorama::attila
