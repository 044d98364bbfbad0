// SPDX-License-Identifier: MIT
#pragma once
// The caches of a machine that hold parts of surfaces, by kind.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "mem/cache_blocks.h"

namespace cyclorama::machine::timing {

enum class CacheKind : uint8_t { Texture, SecondTexture, Depth, Color };
inline constexpr std::array<std::string_view, 4> kCacheNames{"texture", "texture, second level", "depth and stencil",
                                                             "colour"};

/// Uses of each kind by block of memory.
class CacheUses {
  public:
    mem::CacheBlocks& operator[](CacheKind kind) { return blocks_[static_cast<size_t>(kind)]; }

  private:
    std::array<mem::CacheBlocks, kCacheNames.size()> blocks_;
};

}  // namespace cyclorama::machine::timing
