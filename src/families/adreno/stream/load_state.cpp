// SPDX-License-Identifier: MIT
#include "families/adreno/stream/load_state.h"

#include <array>

namespace cyclorama::adreno {
namespace {

constexpr std::array<std::string_view, 6> kStages = {"VS", "HS", "DS", "GS", "FS", "CS"};
constexpr uint32_t kShaderBlocks = 8;
constexpr uint32_t kImages = 14;
constexpr uint32_t kComputeImages = 15;

/// Types of state.
enum class Type : uint32_t { Shader = 0, Constants = 1, UniformBuffers = 2, Images = 3 };

/// Content of a block of a stage; `textures` for the first six blocks, which have descriptors alone.
LoadedState stateOf(Type type, bool textures) {
    switch (type) {
        case Type::Shader:
            return textures ? LoadedState::Samplers : LoadedState::Program;
        case Type::Constants:
            return textures ? LoadedState::Textures : LoadedState::Constants;
        case Type::UniformBuffers:
            return LoadedState::UniformBuffers;
        case Type::Images:
            break;
    }
    return LoadedState::Images;
}

}  // namespace

uint32_t LoadState::wordsPerUnit() const {
    switch (state) {
        case LoadedState::Program:
            return 32;
        case LoadedState::Constants:
        case LoadedState::Samplers:
            return 4;
        case LoadedState::UniformBuffers:
            return 2;
        case LoadedState::SharedConstants:
            return 1;
        case LoadedState::Textures:
        case LoadedState::Images:
            break;
    }
    return 16;
}

std::optional<LoadState> LoadState::decode(std::span<const uint32_t> words) {
    if (words.size() < 3) return std::nullopt;
    const auto type = static_cast<Type>(words[0] >> 14 & 3);
    const uint32_t block = words[0] >> 18 & 0xf;
    LoadState load{.source = static_cast<LoadSource>(words[0] >> 16 & 3),
                   .stage = {},
                   .first = words[0] & 0x3fff,
                   .units = words[0] >> 22,
                   .address = (words[1] & ~3u) | static_cast<uint64_t>(words[2]) << 32,
                   .set = words[1] >> 28};
    if (load.source == LoadSource::Bindless) load.address = uint64_t{words[1] & 0xffffff} * sizeof(uint32_t);
    if (block == kImages && (type == Type::Constants || type == Type::UniformBuffers)) {
        // Mesa: vulkan/tu_cmd_buffer.cc, tu6_emit_shared_consts().
        load.state = LoadedState::SharedConstants;
        load.stage = type == Type::UniformBuffers ? "CS" : "";
    } else if (block == kImages || block == kComputeImages) {
        load.state = LoadedState::Images;
        load.stage = block == kComputeImages ? "CS" : "";
    } else if (block < kStages.size()) {
        load.state = stateOf(type, true);
        load.stage = kStages[block];
    } else if (block >= kShaderBlocks && block - kShaderBlocks < kStages.size()) {
        load.state = stateOf(type, false);
        load.stage = kStages[block - kShaderBlocks];
    } else {
        return std::nullopt;
    }
    return load;
}

}  // namespace cyclorama::adreno
