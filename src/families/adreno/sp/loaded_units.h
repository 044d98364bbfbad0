// SPDX-License-Identifier: MIT
#pragma once
// Memory on the chip that CP_LOAD_STATE6 fills: constants, and descriptors that programs name by number.

#include <array>
#include <cstdint>
#include <vector>

#include "families/adreno/registers/descriptors.h"
#include "families/adreno/sp/shader_stage.h"
#include "gpu/shared.h"

namespace cyclorama::adreno {

/// Words of a stage's constants, c0.x to c511.w.
inline constexpr size_t kConstantWords = size_t{512} * 4;
/// c504.x to c511.w, where constants that stages share are seen.
inline constexpr size_t kSharedConstantWords = size_t{8} * 4;
inline constexpr size_t kFirstSharedConstant = kConstantWords - kSharedConstantWords;

/// Descriptors by number; those that were not loaded, or dropped again, are not there.
template <size_t kWords>
class DescriptorTable {
  public:
    using Words = std::array<uint32_t, kWords>;

    /// Null where none is there.
    const Words* find(uint32_t number) const {
        return number < entries_.size() && entries_[number].there ? &entries_[number].words : nullptr;
    }
    void set(uint32_t number, const Words& words) {
        if (number >= entries_.size()) entries_.resize(number + 1);
        entries_[number] = {.words = words, .there = true};
    }
    void drop() { entries_.clear(); }

  private:
    struct Entry {
        Words words{};
        bool there = false;
    };
    std::vector<Entry> entries_;
};

/// A copy is a snapshot: all but the shared constants is shared with the original until one of the two changes it.
struct LoadedUnits {
    struct Stage {
        gpu::Shared<std::array<uint32_t, kConstantWords>> constants;
        gpu::Shared<DescriptorTable<kUniformDescriptorWords>> uniformBuffers;
        gpu::Shared<DescriptorTable<kTextureDescriptorWords>> textures;
        gpu::Shared<DescriptorTable<kSamplerDescriptorWords>> samplers;
    };
    /// One set for all graphics stages, one for compute programs.
    struct Kind {
        gpu::Shared<DescriptorTable<kTextureDescriptorWords>> images;
        std::array<uint32_t, kSharedConstantWords> sharedConstants{};
    };
    std::array<Stage, kShaderStages> stages;
    Kind graphics;
    Kind compute;

    Stage& of(ShaderStage stage) { return stages[static_cast<size_t>(stage)]; }
    const Stage& of(ShaderStage stage) const { return stages[static_cast<size_t>(stage)]; }
    Kind& kindOf(ShaderStage stage) { return stage == ShaderStage::Compute ? compute : graphics; }
    const Kind& kindOf(ShaderStage stage) const { return stage == ShaderStage::Compute ? compute : graphics; }

    /// The effect of a write to HLSQ_INVALIDATE_CMD: descriptors that were loaded ahead are fetched anew where they
    /// have a place in memory. Constants and descriptors of uniform buffers, which have none, stay.
    void invalidate(uint32_t command);
};

}  // namespace cyclorama::adreno
