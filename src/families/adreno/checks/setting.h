// SPDX-License-Identifier: MIT
#pragma once
// A setting by its name in the tables of registers, for lists of checks.

#include <cstdint>
#include <string_view>

#include "families/adreno/registers/register_values.h"

namespace cyclorama::adreno {

/// A field, "REGISTER/FIELD", or all of a register of 32 bits, "REGISTER". A name that the tables lack does not
/// compile.
class Setting {
  public:
    consteval Setting(const char* text) : name_(text), field_(place(name_)) {}

    constexpr std::string_view name() const { return name_; }
    /// Its register's place; `index` in an array.
    constexpr uint32_t offset(uint32_t index = 0) const { return field_.reg.word(index); }
    uint32_t of(const RegisterValues& registers, uint32_t index = 0) const { return registers.field(field_, index); }

  private:
    static consteval Field place(std::string_view text) {
        if (text.find('/') != std::string_view::npos) return operator""_field(text.data(), text.size());
        return {operator""_reg(text.data(), text.size()), hex()};
    }

    std::string_view name_;
    Field field_;
};

}  // namespace cyclorama::adreno
