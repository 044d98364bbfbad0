// SPDX-License-Identifier: MIT
#pragma once
// A word's fields, read or written by the same function: a form names each field once.

#include <cstdint>

namespace cyclorama::adreno::ir3 {

/// Reads fields, and notes which bits have a meaning.
class WordReader {
  public:
    static constexpr bool kReads = true;

    explicit WordReader(uint64_t word) : word_(word) {}

    template <typename T>
    void field(unsigned low, unsigned size, T& value) {
        value = static_cast<T>(take(low, size));
    }
    void signedField(unsigned low, unsigned size, int32_t& value) {
        const unsigned unused = 32 - size;
        value = static_cast<int32_t>(static_cast<uint32_t>(take(low, size)) << unused) >> unused;
    }
    void flag(unsigned bit, bool& value) { value = take(bit, 1) != 0; }
    /// Bits that have to be as given.
    void expect(unsigned low, unsigned size, uint64_t value) { valid_ = valid_ && take(low, size) == value; }
    void require(bool condition) { valid_ = valid_ && condition; }

    bool valid() const { return valid_; }
    uint64_t used() const { return used_; }

  private:
    uint64_t take(unsigned low, unsigned size) {
        const uint64_t mask = (uint64_t{1} << size) - 1;
        used_ |= mask << low;
        return word_ >> low & mask;
    }

    uint64_t word_;
    uint64_t used_ = 0;
    bool valid_ = true;
};

/// Writes fields; a value that does not fit makes the word invalid.
class WordWriter {
  public:
    static constexpr bool kReads = false;

    explicit WordWriter(uint64_t word) : word_(word) {}

    template <typename T>
    void field(unsigned low, unsigned size, const T& value) {
        put(low, size, static_cast<uint64_t>(value));
    }
    void signedField(unsigned low, unsigned size, int32_t value) {
        const int64_t limit = int64_t{1} << (size - 1);
        valid_ = valid_ && value >= -limit && value < limit;
        put(low, size, static_cast<uint64_t>(value) & ((uint64_t{1} << size) - 1));
    }
    void flag(unsigned bit, bool value) { put(bit, 1, value ? 1 : 0); }
    void expect(unsigned low, unsigned size, uint64_t value) { put(low, size, value); }
    void require(bool condition) { valid_ = valid_ && condition; }

    bool valid() const { return valid_; }
    uint64_t word() const { return word_; }

  private:
    void put(unsigned low, unsigned size, uint64_t value) {
        valid_ = valid_ && value >> size == 0;
        word_ |= value << low;
    }

    uint64_t word_;
    bool valid_ = true;
};

}  // namespace cyclorama::adreno::ir3
