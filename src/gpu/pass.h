// SPDX-License-Identifier: MIT
#pragma once
// A pass over a picture, on chips that draw it part by part.

#include <cstdint>
#include <optional>
#include <string_view>

namespace cyclorama::gpu {

struct Pass {
    /// In pixels, from the upper left corner of the picture.
    struct Area {
        uint32_t x = 0;
        uint32_t y = 0;
        uint32_t width = 0;
        uint32_t height = 0;

        bool operator==(const Area&) const = default;
    };

    /// A word or two for people; lives as long as the program.
    std::string_view kind;
    /// The part of the picture that the pass draws; empty where it is no part alone.
    std::optional<Area> area{};

    bool operator==(const Pass&) const = default;
};

}  // namespace cyclorama::gpu
