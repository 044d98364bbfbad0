// SPDX-License-Identifier: MIT
#include "families/vivante/frontend/packets.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "families/vivante/frontend/registers/encodings.h"

namespace cyclorama::vivante {
namespace {

constexpr std::string_view kPrimitiveNames[] = {
    "", "POINTS", "LINES", "LINE_STRIP", "TRIANGLES", "TRIANGLE_STRIP", "TRIANGLE_FAN", "LINE_LOOP", "QUADS"};

constexpr FieldInfo kLoadState[] = {{.name = "OFFSET", .low = 0, .bits = 16},
                                    {.name = "COUNT", .low = 16, .bits = 10},
                                    {.name = "FIXP", .low = 26, .bits = 1}};
constexpr FieldInfo kEndFields[] = {{.name = "EVENT_ID", .low = 0, .bits = 5},
                                    {.name = "EVENT_ENABLE", .low = 8, .bits = 1}};
constexpr FieldInfo kDraw2d[] = {{.name = "COUNT", .low = 8, .bits = 8}, {.name = "DATA_COUNT", .low = 16, .bits = 11}};
constexpr FieldInfo kWait[] = {{.name = "DELAY", .low = 0, .bits = 16}};
constexpr FieldInfo kLink[] = {{.name = "PREFETCH", .low = 0, .bits = 16}};
constexpr FieldInfo kDrawInstanced[] = {{.name = "INSTANCE_COUNT_LO", .low = 0, .bits = 16},
                                        {.name = "TYPE", .low = 16, .bits = 4, .encodings = kPrimitiveNames},
                                        {.name = "INDEXED", .low = 20, .bits = 1}};
constexpr FieldInfo kChipSelect[] = {{.name = "ENABLE", .low = 0, .bits = 16}};
constexpr FieldInfo kWaitFence[] = {{.name = "WAITCOUNT", .low = 0, .bits = 16}};
constexpr FieldInfo kDrawIndirect[] = {{.name = "TYPE", .low = 0, .bits = 4, .encodings = kPrimitiveNames},
                                       {.name = "INDEXED", .low = 8, .bits = 1}};

constexpr OpcodeInfo kOpcodes[] = {
    {.opcode = Opcode::LoadState,
     .name = "LOAD_STATE",
     .fields = kLoadState,
     .meaning = "Writes the words that follow to the state space"},
    {.opcode = Opcode::End, .name = "END", .fields = kEndFields, .meaning = "Stops the FE"},
    {.opcode = Opcode::Nop, .name = "NOP", .meaning = "Does nothing"},
    {.opcode = Opcode::Draw2d, .name = "DRAW_2D", .fields = kDraw2d, .meaning = "Draws rectangles with the 2D engine"},
    {.opcode = Opcode::DrawPrimitives,
     .name = "DRAW_PRIMITIVES",
     .words = 4,
     .arguments = {"TYPE", "START", "COUNT"},
     .meaning = "Draws COUNT primitives from consecutive vertices"},
    {.opcode = Opcode::DrawIndexedPrimitives,
     .name = "DRAW_INDEXED_PRIMITIVES",
     .words = 5,
     .arguments = {"TYPE", "START", "COUNT", "OFFSET"},
     .meaning = "Draws COUNT primitives from indexed vertices"},
    {.opcode = Opcode::Wait, .name = "WAIT", .fields = kWait, .meaning = "Waits for a number of cycles"},
    {.opcode = Opcode::Link,
     .name = "LINK",
     .words = 2,
     .fields = kLink,
     .arguments = {"ADDRESS"},
     .meaning = "Continues at another address"},
    {.opcode = Opcode::Stall,
     .name = "STALL",
     .words = 2,
     .arguments = {"TOKEN"},
     .meaning = "Waits for the semaphore of another module"},
    {.opcode = Opcode::Call,
     .name = "CALL",
     .words = 4,
     .fields = kLink,
     .arguments = {"ADDRESS", "RETURN_PREFETCH", "RETURN_ADDRESS"},
     .meaning = "Continues at another address until RETURN"},
    {.opcode = Opcode::Return, .name = "RETURN", .meaning = "Continues at the return address of the last CALL"},
    {.opcode = Opcode::DrawInstanced,
     .name = "DRAW_INSTANCED",
     .words = 3,
     .fields = kDrawInstanced,
     .arguments = {"COUNT", "START"},
     .meaning = "Draws instances of a number of vertices"},
    {.opcode = Opcode::ChipSelect,
     .name = "CHIP_SELECT",
     .fields = kChipSelect,
     .meaning = "Chooses the chips that take what follows"},
    {.opcode = Opcode::WaitFence,
     .name = "WAIT_FENCE",
     .words = 2,
     .fields = kWaitFence,
     .arguments = {"ADDRESS"},
     .meaning = "Waits until memory holds a value"},
    {.opcode = Opcode::DrawIndirect,
     .name = "DRAW_INDIRECT",
     .words = 2,
     .fields = kDrawIndirect,
     .arguments = {"ADDRESS"},
     .meaning = "Draws what a structure in memory says"},
    {.opcode = Opcode::SnapPages, .name = "SNAP_PAGES", .meaning = "Flushes, after a fence"},
};

std::string describeArgument(std::string_view name, uint32_t value) {
    if (name == "TYPE" && (value & 0xff) < std::size(kPrimitiveNames))
        return fmt::format("TYPE={}", kPrimitiveNames[value & 0xff]);
    if (name == "TOKEN") {
        const auto module = [](uint32_t number) {
            return number < std::size(kSyncRecipient) && !kSyncRecipient[number].empty()
                       ? std::string(kSyncRecipient[number])
                       : std::to_string(number);
        };
        return fmt::format("FROM={}, TO={}", module(value & 0x1f), module(value >> 8 & 0x1f));
    }
    if (name == "ADDRESS" || name == "RETURN_ADDRESS") return fmt::format("{}={:#010x}", name, value);
    if (name == "OFFSET") return fmt::format("{}={}", name, static_cast<int32_t>(value));
    return fmt::format("{}={}", name, value);
}

}  // namespace

const OpcodeInfo* findOpcode(uint32_t number) {
    for (const OpcodeInfo& info : kOpcodes)
        if (static_cast<uint32_t>(info.opcode) == number) return &info;
    return nullptr;
}

uint32_t packetWords(uint32_t header) {
    const OpcodeInfo* info = findOpcode(opcodeNumber(header));
    if (info == nullptr) return 0;
    uint32_t words = info->words;
    if (info->opcode == Opcode::LoadState) {
        words = 1 + LoadStateHeader::decode(header).count;
    } else if (info->opcode == Opcode::Draw2d) {
        words = 2 + 2 * Draw2dPacket::rectanglesOf(header) + Draw2dPacket::dataWordsOf(header);
    }
    return (words + 1) & ~1u;
}

uint32_t Draw2dPacket::count() const {
    const size_t there = words_.size() < kFirst ? 0 : (words_.size() - kFirst) / 2;
    return words_.empty() ? 0 : static_cast<uint32_t>(std::min<size_t>(rectanglesOf(words_[0]), there));
}

Draw2dPacket::Corners Draw2dPacket::corners(uint32_t index) const {
    const uint32_t first = words_[kFirst + 2 * index];
    const uint32_t last = words_[kFirst + 2 * index + 1];
    return {.left = static_cast<int16_t>(first & 0xffff),
            .top = static_cast<int16_t>(first >> 16),
            .right = static_cast<int16_t>(last & 0xffff),
            .bottom = static_cast<int16_t>(last >> 16)};
}

std::span<const uint32_t> Draw2dPacket::data() const {
    if (words_.empty()) return {};
    const size_t begin = kFirst + size_t{2} * rectanglesOf(words_[0]);
    if (begin >= words_.size()) return {};
    return words_.subspan(begin, std::min<size_t>(dataWordsOf(words_[0]), words_.size() - begin));
}

uint32_t fixedPointToFloat(uint32_t word) {
    return std::bit_cast<uint32_t>(static_cast<float>(static_cast<int32_t>(word)) * (1.0f / 65536.0f));
}

std::string describePacket(std::span<const uint32_t> words) {
    const OpcodeInfo* info = words.empty() ? nullptr : findOpcode(opcodeNumber(words[0]));
    if (info == nullptr) return words.empty() ? "nothing" : fmt::format("unknown opcode {}", opcodeNumber(words[0]));
    std::string text(info->name);
    const char* separator = " ";
    const auto append = [&](const std::string& part) {
        text += separator + part;
        separator = ", ";
    };
    for (const FieldInfo& field : info->fields) {
        const uint32_t value = (words[0] & field.mask()) >> field.low;
        if (value < field.encodings.size() && !field.encodings[value].empty())
            append(fmt::format("{}={}", field.name, field.encodings[value]));
        else
            append(fmt::format("{}={}", field.name, value));
    }
    for (size_t i = 0; i < info->arguments.size() && i + 1 < words.size(); ++i)
        if (!info->arguments[i].empty()) append(describeArgument(info->arguments[i], words[i + 1]));
    if (info->opcode == Opcode::Draw2d) {
        const Draw2dPacket packet(words);
        for (uint32_t i = 0; i < packet.count(); ++i) {
            const Draw2dPacket::Corners corners = packet.corners(i);
            append(fmt::format("{},{} to {},{}", corners.left, corners.top, corners.right, corners.bottom));
        }
    }
    return text;
}

}  // namespace cyclorama::vivante
