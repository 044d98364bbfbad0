// SPDX-License-Identifier: MIT
#include "families/adreno/stream/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>

#include "func/formats/float_formats.h"

namespace cyclorama::adreno {
namespace {

/// The name of a field that is known to be there, and no more.
bool isUnknown(std::string_view name) {
    return name.starts_with("UNK") && name.size() > 3 && std::isdigit(static_cast<unsigned char>(name[3])) != 0;
}

std::string hexadecimal(uint64_t value) { return value == 0 ? "0" : fmt::format("{:#x}", value); }

double fixedPoint(const ValueInfo& info, uint64_t bits) {
    return static_cast<double>(bits) / static_cast<double>(1ull << info.fraction);
}

std::string describeFloat(uint32_t width, uint64_t bits) {
    const float value = width == 16 ? func::exactFloatFromHalf(static_cast<uint16_t>(bits))
                                    : std::bit_cast<float>(static_cast<uint32_t>(bits));
    return fmt::format("{:f}", value);
}

/// The bits of a field, at the low end.
std::string describeBits(const ValueInfo& info, uint64_t bits) {
    const uint64_t value = bits << info.shift;
    const bool negative = info.bits < 64 && (bits >> (info.bits - 1) & 1) != 0;
    const uint64_t magnitude = negative ? (1ull << info.bits) - bits : bits;
    switch (info.form) {
        case ValueForm::Hexadecimal:
        case ValueForm::Address:
            return hexadecimal(value);
        case ValueForm::Unsigned:
            return fmt::format("{}", value);
        case ValueForm::Signed:
            return fmt::format("{}{}", negative ? "-" : "", magnitude);
        case ValueForm::Flag:
            return value != 0 ? "TRUE" : "FALSE";
        case ValueForm::Float:
            return describeFloat(info.bits, bits);
        case ValueForm::Fixed:
            return fmt::format("{}{:f}", negative ? "-" : "", fixedPoint(info, magnitude));
        case ValueForm::UnsignedFixed:
            return fmt::format("{:f}", fixedPoint(info, bits));
        case ValueForm::ShaderRegister:
            return fmt::format("r{}.{}", bits >> 2, "xyzw"[bits & 3]);
        case ValueForm::Enumeration: {
            const auto choice =
                std::ranges::find_if(info.choices, [value](const Choice& each) { return each.value == value; });
            return choice == info.choices.end() ? hexadecimal(value) : std::string(choice->name);
        }
        case ValueForm::Undescribed:
            return fmt::format("{:08x}", value);
    }
    return {};
}

bool isChosen(SelectorMask condition, SelectorMask chosen) { return condition == 0 || (condition & chosen) != 0; }

/// The values of a selector as a condition: the one bit that is chosen.
SelectorMask chosenBy(const PacketInfo& info, std::span<const uint32_t> words) {
    if (info.selector.bits == 0 || info.selector.word >= words.size()) return 0;
    return 1u << (words[info.selector.word] >> info.selector.low & ((1u << info.selector.bits) - 1));
}

/// The row of a word: the first that has this number and is chosen. Null where none is.
const RegisterInfo* rowOf(std::span<const RegisterInfo> infos, size_t word, SelectorMask chosen) {
    const auto fits = [&](const RegisterInfo& info) {
        if (!isChosen(info.condition, chosen) || word < info.offset) return false;
        if (!info.isArray()) return word == info.offset;
        const size_t distance = word - info.offset;
        return distance % info.array.stride == 0 && distance / info.array.stride < info.array.count;
    };
    const auto row = std::ranges::find_if(infos, fits);
    return row == infos.end() ? nullptr : &*row;
}

std::string describeWord(const RegisterInfo& info, size_t number, uint64_t word, SelectorMask chosen) {
    if (!info.fields.empty()) return describeFields(info.fields, word, chosen);
    const std::string name = info.name.empty() ? fmt::format("{}", number) : std::string(info.name);
    return fmt::format("{{ {} = {} }}", name, describeValue(info.value, word));
}

/// Calls `use` with the row, the number and the value of each word, or pair of words, up to one that has no row.
/// Returns the number of words until there.
template <typename Use>
size_t forEachWord(std::span<const RegisterInfo> infos, std::span<const uint32_t> words, SelectorMask chosen, Use use) {
    size_t at = 0;
    while (at < words.size()) {
        const RegisterInfo* info = rowOf(infos, at, chosen);
        if (info == nullptr) break;
        uint64_t word = words[at];
        size_t count = 1;
        if (info->words() == 2 && at + 1 < words.size()) {
            word |= static_cast<uint64_t>(words[at + 1]) << 32;
            count = 2;
        }
        use(*info, at, word);
        at += count;
    }
    return at;
}

std::vector<std::string> describeAll(std::span<const RegisterInfo> infos, std::span<const uint32_t> words,
                                     SelectorMask chosen) {
    std::vector<std::string> lines;
    forEachWord(infos, words, chosen, [&](const RegisterInfo& info, size_t number, uint64_t word) {
        lines.push_back(describeWord(info, number, word, chosen));
    });
    return lines;
}

}  // namespace

std::string describeValue(const ValueInfo& value, uint64_t word) {
    const std::string text = describeBits(value, value.of(word));
    const uint64_t others = word & ~value.mask();
    return others == 0 ? text : fmt::format("{} | {:#x}", text, others);
}

std::string describeFields(std::span<const FieldInfo> fields, uint64_t word, SelectorMask chosen) {
    std::string text;
    const auto append = [&text](std::string_view part) {
        if (!text.empty()) text += " | ";
        text += part;
    };
    uint64_t known = 0;
    for (const FieldInfo& field : fields) {
        if (!isChosen(field.condition, chosen)) continue;
        const uint64_t bits = field.value.of(word);
        if (isUnknown(field.name) && bits == 0) continue;
        known |= field.value.mask();
        if (field.value.form == ValueForm::Flag) {
            if (bits != 0) append(field.name);
        } else if (isUnknown(field.name) && field.value.form != ValueForm::ShaderRegister) {
            append(fmt::format("{} = {}", field.name, hexadecimal(bits << field.value.shift)));
        } else {
            append(fmt::format("{} = {}", field.name, describeBits(field.value, bits)));
        }
    }
    if ((word & ~known) != 0) append(hexadecimal(word & ~known));
    return text.empty() ? "{ 0 }" : fmt::format("{{ {} }}", text);
}

std::string describeRegister(const RegisterSpace& space, uint32_t offset, uint64_t value) {
    const std::optional<RegisterPlace> place = space.find(offset);
    if (!place) return fmt::format("{:08x}", value);
    return place->info->fields.empty() ? describeValue(place->info->value, value)
                                       : describeFields(place->info->fields, value);
}

std::vector<std::string> describeWords(const PacketInfo& info, std::span<const uint32_t> words) {
    return describeAll(info.words, words, chosenBy(info, words));
}

std::vector<std::string> describeWords(std::span<const RegisterInfo> infos, std::span<const uint32_t> words) {
    return describeAll(infos, words, 0);
}

size_t describedWords(const PacketInfo& info, std::span<const uint32_t> words) {
    return forEachWord(info.words, words, chosenBy(info, words), [](const RegisterInfo&, size_t, uint64_t) {});
}

}  // namespace cyclorama::adreno
