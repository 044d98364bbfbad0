// SPDX-License-Identifier: MIT
#include "families/adreno/cp/load_packets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "families/adreno/cp/findings.h"

namespace cyclorama::adreno {
namespace {

constexpr size_t kHeaderWords = 3;

std::optional<ShaderStage> stageNamed(std::string_view stage) {
    for (size_t i = 0; i < kShaderStages; ++i)
        if (name(static_cast<ShaderStage>(i)) == stage) return static_cast<ShaderStage>(i);
    return std::nullopt;
}

template <size_t kWords>
void setAll(DescriptorTable<kWords>& table, const LoadState& load, std::span<const uint32_t> words) {
    for (uint32_t unit = 0; unit < load.units && (unit + 1) * kWords <= words.size(); ++unit) {
        std::array<uint32_t, kWords> descriptor;
        std::copy_n(words.begin() + static_cast<ptrdiff_t>(unit * kWords), kWords, descriptor.begin());
        table.set(load.first + unit, descriptor);
    }
}

/// Words beyond the end of the constants are left out.
void setConstants(std::span<uint32_t> constants, size_t first, std::span<const uint32_t> words) {
    if (first >= constants.size()) return;
    const auto room = constants.subspan(first);
    std::ranges::copy(words.first(std::min(words.size(), room.size())), room.begin());
}

void keep(LoadedUnits& loaded, const LoadState& load, std::span<const uint32_t> words) {
    const std::optional<ShaderStage> stage = stageNamed(load.stage);
    LoadedUnits::Kind& kind = stage == ShaderStage::Compute ? loaded.compute : loaded.graphics;
    if (load.state == LoadedState::Images) return setAll(kind.images.edit(), load, words);
    if (load.state == LoadedState::SharedConstants) return setConstants(kind.sharedConstants, load.first, words);
    if (!stage) return;
    LoadedUnits::Stage& own = loaded.of(*stage);
    switch (load.state) {
        case LoadedState::Constants:
            return setConstants(own.constants.edit(), size_t{load.first} * load.wordsPerUnit(), words);
        case LoadedState::Samplers:
            return setAll(own.samplers.edit(), load, words);
        case LoadedState::Textures:
            return setAll(own.textures.edit(), load, words);
        case LoadedState::UniformBuffers:
            return setAll(own.uniformBuffers.edit(), load, words);
        default:
            return;
    }
}

}  // namespace

uint64_t LoadPackets::uniformAddress(const FetchedPacket& packet, const LoadState& load) {
    const std::optional<ShaderStage> stage = stageNamed(load.stage);
    const uint32_t number = packet.word(1) >> 16;
    const auto* const words = stage ? loaded_.of(*stage).uniformBuffers->find(number) : nullptr;
    if (words == nullptr) {
        reporter_.report(findings::kPacketNotExecuted, fmt::format("uniform buffer {} was not loaded", number));
        return 0;
    }
    constexpr uint32_t kHighBits = 0x1ffff;
    const uint64_t base = (*words)[0] | static_cast<uint64_t>((*words)[1] & kHighBits) << 32;
    return base + (packet.word(1) & 0xffff);
}

void LoadPackets::loadState(const FetchedPacket& packet) {
    const std::optional<LoadState> decoded = LoadState::decode(packet.words);
    if (!decoded) return reporter_.report(findings::kPacketNotExecuted, "a block of state without a name");
    const LoadState& load = *decoded;
    if (load.state == LoadedState::Program || load.source == LoadSource::Bindless) return;
    if (load.source == LoadSource::Direct)
        return keep(loaded_, load, std::span<const uint32_t>(packet.words).subspan(kHeaderWords));
    const uint64_t address = load.source == LoadSource::Indirect ? load.address : uniformAddress(packet, load);
    std::vector<uint32_t> words(size_t{load.units} * load.wordsPerUnit());
    if (address != 0 && memory_.load(address, words)) keep(loaded_, load, words);
}

std::span<const PacketRow<LoadPackets>> LoadPackets::rows() {
    using Set = LoadPackets;
    static constexpr PacketRow<Set> kRows[] = {
        {Opcode::LoadState, 3, &Set::loadState},
        {Opcode::LoadStateGeometry, 3, &Set::loadState},
        {Opcode::LoadStateFragment, 3, &Set::loadState},
    };
    return kRows;
}

}  // namespace cyclorama::adreno
