// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace cyclorama::glplayer {

/// The values of OpenGL's names, as the headers that the program was built with have them.
class Enumerants {
  public:
    Enumerants();
    /// Also of TRUE, FALSE and NULL.
    std::optional<uint32_t> find(std::string_view name) const;

  private:
    std::unordered_map<std::string_view, uint32_t> values_;
};

}  // namespace cyclorama::glplayer
