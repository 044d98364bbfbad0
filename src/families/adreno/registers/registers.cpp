// SPDX-License-Identifier: MIT
#include "families/adreno/registers/registers.h"

#include <fmt/format.h>

#include "families/adreno/registers/control_registers.h"
#include "families/adreno/registers/gmu_registers.h"
#include "families/adreno/registers/pipe_registers.h"

namespace cyclorama::adreno {
namespace {

/// Words of one register of a row.
uint32_t wordsOf(const RegisterInfo& info) {
    return info.value.form == ValueForm::Undescribed && info.isArray() ? info.array.stride : info.words();
}

uint32_t endOf(const RegisterInfo& info) {
    return info.offset + (info.array.count - 1) * info.array.stride + wordsOf(info);
}

constexpr std::array<std::span<const RegisterInfo>, 1> kGmuTables = {kGmuRegisters};
constexpr std::array<std::span<const RegisterInfo>, 1> kFirmwareTables = {kControlRegisters};
constexpr std::array<std::span<const RegisterInfo>, 1> kPipeTables = {kPipeRegisters};

}  // namespace

RegisterSpace::RegisterSpace(std::span<const std::span<const RegisterInfo>> tables) {
    for (const std::span<const RegisterInfo> table : tables)
        for (const RegisterInfo& info : table) {
            if (places_.size() < endOf(info)) places_.resize(endOf(info));
            for (uint32_t index = 0; index < info.array.count; ++index)
                for (uint32_t word = 0; word < wordsOf(info); ++word) {
                    // The first that has an offset keeps it.
                    RegisterPlace& place = places_[info.offset + index * info.array.stride + word];
                    if (place.info == nullptr) place = {&info, index, word};
                }
        }
}

std::optional<RegisterPlace> RegisterSpace::find(uint32_t offset) const {
    if (offset >= places_.size() || places_[offset].info == nullptr) return std::nullopt;
    return places_[offset];
}

std::string RegisterSpace::name(uint32_t offset) const {
    const std::optional<RegisterPlace> place = find(offset);
    if (!place) return offset == 0 ? "0" : fmt::format("{:#x}", offset);
    std::string name(place->info->name);
    if (const size_t brackets = name.find("[]"); brackets != std::string::npos)
        name.insert(brackets + 1, place->index == 0 ? "0" : fmt::format("{:#x}", place->index));
    if (place->info->value.form == ValueForm::Undescribed && place->info->isArray())
        return name + (place->word == 0 ? "+0" : fmt::format("+{:#x}", place->word));
    if (place->word == 0) return name;
    return name + (place->info->value.form == ValueForm::Address ? "_HI" : fmt::format("+{:#x}", place->word));
}

const RegisterSpace& gpuRegisters() {
    static const RegisterSpace kSpace(kRegisterTables);
    return kSpace;
}

const RegisterSpace& gmuRegisters() {
    static const RegisterSpace kSpace(kGmuTables);
    return kSpace;
}

const RegisterSpace& firmwareRegisters() {
    static const RegisterSpace kSpace(kFirmwareTables);
    return kSpace;
}

const RegisterSpace& pipeRegisters() {
    static const RegisterSpace kSpace(kPipeTables);
    return kSpace;
}

}  // namespace cyclorama::adreno
