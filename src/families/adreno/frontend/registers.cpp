// SPDX-License-Identifier: MIT
#include "families/adreno/frontend/registers.h"

#include <fmt/format.h>

#include <vector>

namespace cyclorama::adreno {
namespace {

/// For each offset, the register there.
class PlaceTable {
  public:
    PlaceTable() : places_(kRegisters) {
        for (const std::span<const RegisterInfo> table : kRegisterTables)
            for (const RegisterInfo& info : table) {
                const uint32_t words = info.value.form == Form::Undescribed ? info.array.stride : info.words();
                for (uint32_t index = 0; index < info.array.count; ++index)
                    for (uint32_t word = 0; word < words; ++word)
                        place(info.offset + index * info.array.stride + word, {&info, index, word});
            }
    }
    const RegisterPlace* at(uint32_t offset) const {
        return offset < kRegisters && places_[offset].info != nullptr ? &places_[offset] : nullptr;
    }

  private:
    /// Above the last register that has a name.
    static constexpr uint32_t kRegisters = 0x20000;

    /// The first that has an offset keeps it.
    void place(uint32_t offset, RegisterPlace entry) {
        if (offset < kRegisters && places_[offset].info == nullptr) places_[offset] = entry;
    }

    std::vector<RegisterPlace> places_;
};

}  // namespace

std::optional<RegisterPlace> findRegister(uint32_t offset) {
    static const PlaceTable kTable;
    const RegisterPlace* place = kTable.at(offset);
    return place == nullptr ? std::nullopt : std::optional(*place);
}

std::string registerName(uint32_t offset) {
    const std::optional<RegisterPlace> place = findRegister(offset);
    if (!place) return offset == 0 ? "0" : fmt::format("{:#x}", offset);
    std::string name(place->info->name);
    if (const size_t brackets = name.find("[]"); brackets != std::string::npos)
        name.insert(brackets + 1, place->index == 0 ? "0" : fmt::format("{:#x}", place->index));
    if (place->info->value.form == Form::Undescribed)
        return name + (place->word == 0 ? "+0" : fmt::format("+{:#x}", place->word));
    if (place->word == 0) return name;
    return name + (place->info->value.form == Form::Address ? "_HI" : fmt::format("+{:#x}", place->word));
}

}  // namespace cyclorama::adreno
