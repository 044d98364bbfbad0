// SPDX-License-Identifier: MIT
#include "families/attila/driver/programs/program_link.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "func/raster/raster_state.h"
#include "virgl/protocol/refusal.h"

namespace cyclorama::attila {
namespace {

using virgl::tgsi::Semantic;

/// Attributes without a fixed function.
constexpr uint32_t kFirstFree = 5;
constexpr uint32_t kEndOfFree = func::kFaceAttribute;
/// Attributes that are free, too, where no colour is read: of front faces the second, of back faces both. The first
/// colour of front faces is clamped.
constexpr uint32_t kFirstOfColors = func::kSecondaryColorAttribute;
constexpr uint32_t kEndOfColors = kFirstFree;
constexpr uint8_t kW = 3;

using virgl::tgsi::Instruction;
using virgl::tgsi::Opcode;
using virgl::tgsi::Shape;

uint32_t coordinates(Shape shape) {
    switch (shape) {
        case Shape::Texture1D:
            return 1;
        case Shape::Texture2D:
        case Shape::Rectangle:
            return 2;
        case Shape::ShadowCube:
            return 4;
        default:
            return 3;
    }
}

/// Bit i: component i of an instruction's operands counts, after their swizzle.
uint32_t componentsTaken(const Instruction& instruction) {
    switch (instruction.opcode) {
        case Opcode::Tex:
            return (1u << coordinates(instruction.shape)) - 1;
        case Opcode::Dp2:
            return 3;
        case Opcode::Dp3:
            return 7;
        case Opcode::Rcp:
        case Opcode::Rsq:
        case Opcode::Sqrt:
        case Opcode::Ex2:
        case Opcode::Lg2:
        case Opcode::Pow:
        case Opcode::Sin:
        case Opcode::Cos:
        case Opcode::If:
            return 1;
        case Opcode::Dp4:
        case Opcode::Dst:
        case Opcode::Lit:
        case Opcode::Exp:
        case Opcode::Log:
        case Opcode::KillIf:
        case Opcode::Txp:
        case Opcode::Txb:
        case Opcode::Txl:
        case Opcode::Txd:
            return 0xf;
        default:
            return instruction.destination ? instruction.destination->mask : 0xf;
    }
}

bool readsW(const Instruction& instruction, uint32_t input) {
    const uint32_t taken = componentsTaken(instruction);
    return std::ranges::any_of(instruction.sources, [&](const virgl::tgsi::Source& source) {
        if (source.file != virgl::tgsi::File::Input || static_cast<uint32_t>(source.index) != input) return false;
        for (uint32_t i = 0; i < source.swizzle.size(); ++i)
            if ((taken >> i & 1) != 0 && source.swizzle[i] == kW) return true;
        return false;
    });
}

bool isColorInput(const virgl::tgsi::Declaration& declaration) {
    return declaration.file == virgl::tgsi::File::Input &&
           (declaration.semantic == Semantic::Color || declaration.semantic == Semantic::BackColor);
}

}  // namespace

ProgramLink::ProgramLink(const virgl::tgsi::TgsiProgram& fragment)
    : readsColors_(std::ranges::any_of(fragment.declarations, isColorInput)) {
    uint32_t next = kFirstFree;
    uint32_t end = kEndOfFree;
    for (const auto& declaration : fragment.declarations) {
        if (declaration.file != virgl::tgsi::File::Input) continue;
        for (uint32_t i = 0; i <= declaration.last - declaration.first; ++i) {
            const uint32_t index = declaration.semanticIndex + i;
            if (attributeOf(declaration.semantic, index)) continue;
            if (next == kEndOfFree && end == kEndOfFree && !readsColors_) {
                next = kFirstOfColors;
                end = kEndOfColors;
            }
            if (next == end)
                throw virgl::BeyondGpu(fmt::format("programs with more than {} varyings", entries_.size()));
            entries_.push_back({declaration.semantic, index, next++});
        }
    }
    for (const auto& declaration : fragment.declarations) {
        if (declaration.file != virgl::tgsi::File::Input || declaration.semantic != Semantic::Position) continue;
        const auto reads = [&](const Instruction& instruction) { return readsW(instruction, declaration.first); };
        if (std::ranges::none_of(fragment.instructions, reads)) continue;
        entries_.push_back({Semantic::Position, 0, freeAttributes(1)});
    }
}

std::optional<uint32_t> ProgramLink::clipW() const {
    const auto found = std::ranges::find(entries_, Semantic::Position, &Entry::semantic);
    return found == entries_.end() ? std::nullopt : std::optional(found->attribute);
}

std::optional<uint32_t> ProgramLink::attributeOf(Semantic semantic, uint32_t index) const {
    switch (semantic) {
        case Semantic::Position:
            return func::kPositionAttribute;
        case Semantic::Color:
            return readsColors_ ? std::optional(func::kColorAttribute + index) : std::nullopt;
        case Semantic::BackColor:
            return readsColors_ ? std::optional(func::kBackColorAttribute + index) : std::nullopt;
        case Semantic::Face:
            return func::kFaceAttribute;
        default:
            break;
    }
    const auto found = std::ranges::find_if(
        entries_, [&](const Entry& entry) { return entry.semantic == semantic && entry.index == index; });
    return found == entries_.end() ? std::nullopt : std::optional(found->attribute);
}

uint32_t ProgramLink::freeAttributes(uint32_t count) const {
    uint32_t first = kFirstFree;
    for (const Entry& entry : entries_) first = std::max(first, entry.attribute + 1);
    if (first + count > kEndOfFree)
        throw virgl::BeyondGpu(
            fmt::format("clip planes, edge flags or the w of a place in programs with more than {} varyings",
                        kEndOfFree - kFirstFree - count));
    return first;
}

uint32_t ProgramLink::flatAttributes(const virgl::tgsi::TgsiProgram& fragment, bool flatColors) {
    using virgl::tgsi::Interpolation;
    const ProgramLink link(fragment);
    uint32_t flat = 0;
    for (const auto& declaration : fragment.declarations) {
        if (declaration.file != virgl::tgsi::File::Input) continue;
        const bool isFlat = declaration.interpolation == Interpolation::Constant ||
                            (declaration.interpolation == Interpolation::Color && flatColors);
        for (uint32_t i = 0; isFlat && i <= declaration.last - declaration.first; ++i)
            if (const auto attribute = link.attributeOf(declaration.semantic, declaration.semanticIndex + i))
                flat |= 1u << *attribute;
    }
    return flat;
}

std::vector<AttributePlace> clipDistances(const ProgramLink& link, uint8_t planes) {
    constexpr uint32_t kComponents = 4;
    std::vector<AttributePlace> places(static_cast<size_t>(std::popcount(planes)));
    const auto count = static_cast<uint32_t>(places.size());
    const uint32_t first = count == 0 ? 0 : link.freeAttributes((count + kComponents - 1) / kComponents);
    for (uint32_t i = 0; i < count; ++i) places[i] = {first + i / kComponents, i % kComponents};
    return places;
}

uint32_t coverageAttribute(const ProgramLink& link) { return link.freeAttributes(1); }

uint32_t edgeFlagAttribute(const ProgramLink& link, uint8_t planes) {
    const std::vector<AttributePlace> distances = clipDistances(link, planes);
    const uint32_t before = distances.empty() ? 0 : distances.back().attribute - distances.front().attribute + 1;
    return link.freeAttributes(before + 1) + before;
}

}  // namespace cyclorama::attila
