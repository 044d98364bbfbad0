// SPDX-License-Identifier: MIT
#include "families/vivante/frontend/registers.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

namespace cyclorama::vivante {
namespace {

/// For each word of the state space, the register there.
class PlaceTable {
  public:
    PlaceTable() : places_(kStateWords) {
        for (const std::span<const RegisterInfo> table : kRegisterTables)
            for (const RegisterInfo& info : table) {
                const bool masked =
                    std::ranges::any_of(info.fields, [](const FieldInfo& field) { return field.maskBit >= 0; });
                for (uint32_t i = 0; i < info.array.count; ++i)
                    for (uint32_t j = 0; j < info.inner.count; ++j) {
                        const uint32_t word = (info.offset + i * info.array.stride + j * info.inner.stride) / 4;
                        if (word < kStateWords) places_[word] = {&info, i, j, masked};
                    }
            }
    }
    const RegisterPlace& at(uint32_t word) const { return places_[word]; }

  private:
    std::vector<RegisterPlace> places_;
};

std::string describeField(const FieldInfo& field, uint32_t value) {
    const uint32_t bits = (value & field.mask()) >> field.low;
    if (bits < field.encodings.size() && !field.encodings[bits].empty())
        return fmt::format("{}={}", field.name, field.encodings[bits]);
    if (field.bits == 1) return bits != 0 ? std::string(field.name) : std::string();
    return bits < 1024 ? fmt::format("{}={}", field.name, bits) : fmt::format("{}={:#x}", field.name, bits);
}

}  // namespace

bool exists(Presence presence, const Chip& chip) {
    using namespace features;
    switch (presence) {
        case Presence::Always:
            return true;
        case Presence::BeforeHalti5:
            return !chip.has(kHalti5);
        case Presence::Halti1:
            return chip.haltiLevel() >= 1;
        case Presence::Halti2:
            return chip.haltiLevel() >= 2;
        case Presence::Halti3:
            return chip.haltiLevel() >= 3;
        case Presence::Halti4:
            return chip.haltiLevel() >= 4;
        case Presence::Halti5:
            return chip.haltiLevel() >= 5;
        case Presence::InstructionCache:
            return chip.has(kInstructionCache) || chip.haltiLevel() >= 5;
        case Presence::HalfFloat:
            return chip.has(kHalfFloat);
        case Presence::TextureFilterState:
            return chip.has(kTextureFilterState);
        case Presence::GeometryShader:
            return chip.has(kGeometryShader);
        case Presence::BltEngine:
            return chip.has(kBltEngine);
        case Presence::Engine2d:
            return chip.has(kPipe2d);
    }
    return false;
}

std::optional<RegisterPlace> findRegister(uint32_t word) {
    static const PlaceTable table;
    if (word >= kStateWords || table.at(word).info == nullptr) return std::nullopt;
    return table.at(word);
}

std::string registerName(const RegisterPlace& place) {
    std::string name(place.info->name);
    if (place.info->array.count > 1) name += fmt::format("[{}]", place.index);
    if (place.info->inner.count > 1) name += fmt::format("[{}]", place.inner);
    return name;
}

std::string describeValue(const RegisterInfo& info, uint32_t value) {
    if (info.fields.empty()) {
        switch (info.type) {
            case ValueType::Float:
                return fmt::format("{}", std::bit_cast<float>(value));
            case ValueType::Unsigned:
                return fmt::format("{}", value);
            case ValueType::Bits:
            case ValueType::Address:
                break;
        }
        return fmt::format("{:#010x}", value);
    }
    std::string text;
    uint32_t known = 0;
    for (const FieldInfo& field : info.fields) {
        known |= field.mask();
        if (field.maskBit >= 0) {
            known |= 1u << field.maskBit;
            if ((value >> field.maskBit & 1) != 0) continue;
        }
        const std::string part = describeField(field, value);
        if (part.empty()) continue;
        if (!text.empty()) text += ", ";
        text += part;
    }
    if ((value & ~known) != 0) text += fmt::format("{}{:#x}", text.empty() ? "" : ", ", value & ~known);
    return text.empty() ? "0" : text;
}

uint32_t maskedValue(const RegisterInfo& info, uint32_t previous, uint32_t value) {
    uint32_t kept = 0;
    for (const FieldInfo& field : info.fields)
        if (field.maskBit >= 0 && (value >> field.maskBit & 1) != 0) kept |= field.mask();
    return (previous & kept) | (value & ~kept);
}

}  // namespace cyclorama::vivante
