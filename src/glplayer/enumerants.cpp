// SPDX-License-Identifier: MIT
#include "glplayer/enumerants.h"

#include <GL/gl.h>
#include <GL/glext.h>

namespace cyclorama::glplayer {
namespace {

struct NamedValue {
    std::string_view name;
    uint64_t value;
};

// A row for each name in the headers of OpenGL that stands for a number, as {"GL_POINTS", GL_POINTS}; written by the
// build.
constexpr NamedValue kValues[] = {
#include "gl_enumerants.inc"
};

}  // namespace

Enumerants::Enumerants() {
    for (const auto& [name, value] : kValues) values_.emplace(name, static_cast<uint32_t>(value));
    values_.emplace("TRUE", 1);
    values_.emplace("FALSE", 0);
    values_.emplace("NULL", 0);
}

std::optional<uint32_t> Enumerants::find(std::string_view name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace cyclorama::glplayer
