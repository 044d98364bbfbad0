// SPDX-License-Identifier: MIT
#pragma once
// CP_LOAD_STATE6 and its two variants: data, stage and source (Mesa: adreno_pm4.xml).

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace cyclorama::adreno {

enum class LoadedState : uint8_t { Program, Constants, Samplers, Textures, UniformBuffers, Images, SharedConstants };

enum class LoadSource : uint8_t { Direct = 0, Bindless = 1, Indirect = 2, UniformBuffer = 3 };

struct LoadState {
    LoadedState state = LoadedState::Program;
    LoadSource source = LoadSource::Direct;
    /// "VS", "HS", "DS", "GS", "FS", "CS"; empty where the state is of all graphics stages.
    std::string_view stage;
    /// The first unit at the destination.
    uint32_t first = 0;
    uint32_t units = 0;
    /// Source of an indirect load; of a bindless one the offset in bytes within the descriptor set `set`.
    uint64_t address = 0;
    uint32_t set = 0;

    /// Words of one unit: 16 instructions of two, a vector of four constants, a constant that stages share, or a
    /// descriptor.
    uint32_t wordsPerUnit() const;
    /// Words from one unit to the next at the source.
    uint32_t stride() const { return source == LoadSource::Bindless ? 16 : wordsPerUnit(); }

    /// `words` are those after the header. Empty if there are too few, or no such state is known.
    static std::optional<LoadState> decode(std::span<const uint32_t> words);
};

}  // namespace cyclorama::adreno
