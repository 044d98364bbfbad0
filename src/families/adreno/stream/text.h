// SPDX-License-Identifier: MIT
#pragma once
// Registers, words of packets and descriptors as people read them. The form of values is that of Mesa's tools, so that
// dumps can be compared: { Z_TEST_ENABLE | ZFUNC = FUNC_LESS }.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "families/adreno/packets/packet_info.h"
#include "families/adreno/registers/register_info.h"
#include "families/adreno/registers/registers.h"

namespace cyclorama::adreno {

/// One value of a word or two: "0x10", "r0.x", "FMT6_8_UNORM"; bits of the word besides it follow.
std::string describeValue(const ValueInfo& value, uint64_t word);

/// All fields of a word: flags that are set, other fields with their value, and bits of no field. Of those that
/// depend on a packet's selector, the ones that `chosen` has.
std::string describeFields(std::span<const FieldInfo> fields, uint64_t word, SelectorMask chosen = 0);

/// The content of a register at an offset, without its name. Registers of 64 bits take both words.
std::string describeRegister(const RegisterSpace& space, uint32_t offset, uint64_t value);

/// A line for each word that has a meaning: "{ ADDR_LO = 0x1000 }". `words` are those after the header.
std::vector<std::string> describeWords(const PacketInfo& info, std::span<const uint32_t> words);

/// The same for a descriptor, or part of one.
std::vector<std::string> describeWords(std::span<const RegisterInfo> infos, std::span<const uint32_t> words);

/// The number of words from the first on that describeWords() has a line for.
size_t describedWords(const PacketInfo& info, std::span<const uint32_t> words);

}  // namespace cyclorama::adreno
