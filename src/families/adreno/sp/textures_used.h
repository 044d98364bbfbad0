// SPDX-License-Identifier: MIT
#pragma once
// Textures and images that the programs of a draw have asked for, where an observer of the run wants to know.

#include <mutex>
#include <set>
#include <utility>

#include "families/adreno/sp/descriptors.h"

namespace cyclorama::adreno {

class TexturesUsed {
  public:
    using Use = std::pair<ShaderStage, TextureWords>;

    /// Any thread may add.
    void add(ShaderStage stage, const TextureWords& words) {
        const std::lock_guard lock(mutex_);
        uses_.emplace(stage, words);
    }
    /// Each once, by stage. For when no thread adds any more.
    const std::set<Use>& uses() const { return uses_; }

  private:
    std::mutex mutex_;
    std::set<Use> uses_;
};

}  // namespace cyclorama::adreno
