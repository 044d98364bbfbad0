// SPDX-License-Identifier: MIT
#include "results/protobuf.h"

#include <bit>

namespace cyclorama::results {
namespace {

constexpr uint32_t kVarint = 0;
constexpr uint32_t kSixtyFourBits = 1;
constexpr uint32_t kLengthDelimited = 2;

}  // namespace

void ProtobufMessage::integer(uint32_t field, uint64_t value) {
    key(field, kVarint);
    varint(value);
}

void ProtobufMessage::fixed(uint32_t field, uint64_t value) {
    key(field, kSixtyFourBits);
    for (int byte = 0; byte < 8; ++byte) bytes_ += static_cast<char>(value >> (8 * byte) & 0xFF);
}

void ProtobufMessage::real(uint32_t field, double value) { fixed(field, std::bit_cast<uint64_t>(value)); }

void ProtobufMessage::text(uint32_t field, std::string_view value) {
    key(field, kLengthDelimited);
    varint(value.size());
    bytes_ += value;
}

void ProtobufMessage::key(uint32_t field, uint32_t wireType) { varint(uint64_t{field} << 3 | wireType); }

/// Seven bits a byte, the lowest first; the highest bit of a byte says that another follows.
void ProtobufMessage::varint(uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(0x80 | (value & 0x7F));
    bytes_ += static_cast<char>(value);
}

}  // namespace cyclorama::results
