// SPDX-License-Identifier: MIT
#pragma once
// The encoding of Protocol Buffers (https://protobuf.dev/programming-guides/encoding), as far as it is written here.

#include <cstdint>
#include <string>
#include <string_view>

namespace cyclorama::results {

/// A message, which grows field by field. Field numbers are from 1 to 2^29 - 1.
class ProtobufMessage {
  public:
    /// Types (u)int32, (u)int64, bool and enum. Negative numbers are given as their two's complement.
    void integer(uint32_t field, uint64_t value);
    /// Type fixed64.
    void fixed(uint32_t field, uint64_t value);
    /// Type double.
    void real(uint32_t field, double value);
    /// Types string, whose text is UTF-8, and bytes.
    void text(uint32_t field, std::string_view value);
    void message(uint32_t field, const ProtobufMessage& value) { text(field, value.bytes_); }

    const std::string& bytes() const { return bytes_; }

  private:
    void key(uint32_t field, uint32_t wireType);
    void varint(uint64_t value);

    std::string bytes_;
};

}  // namespace cyclorama::results
