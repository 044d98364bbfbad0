// SPDX-License-Identifier: MIT
#pragma once
// A row of the tables of packets.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "families/adreno/registers/register_info.h"

namespace cyclorama::adreno {

/// As the count of a Repetition: as often as the packet has room.
inline constexpr uint32_t kRestOfPacket = 0x4000;

/// The bits of a packet's word on whose value other words and fields depend.
struct Selector {
    uint8_t word = 0;
    uint8_t low = 0;
    uint8_t bits = 0;
};

struct PacketInfo {
    constexpr PacketInfo(uint8_t number, std::string_view nameOfAll) : opcode(number), name(nameOfAll) {}
    template <size_t N>
    constexpr PacketInfo(uint8_t number, std::string_view nameOfAll, const RegisterInfo (&all)[N],
                         Selector chosenBy = {})
        : opcode(number), name(nameOfAll), words(all), selector(chosenBy) {}

    uint8_t opcode = 0;
    /// As Mesa writes it: "CP_NOP".
    std::string_view name;
    /// The words after the header, with their meaning; the first that fits a word's number and the selector counts.
    std::span<const RegisterInfo> words{};
    Selector selector{};
};

}  // namespace cyclorama::adreno
