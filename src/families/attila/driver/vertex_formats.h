// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "func/formats/format.h"

namespace cyclorama::attila {

/// The components of a vertex attribute as a stream has them.
struct VertexFormat {
    func::StreamFormat format = func::StreamFormat::Float32;
    uint32_t components = 4;
    /// Red and blue the other way round.
    bool exchanged = false;
};

/// The stream of a format of the virgl protocol (virgl_formats). Throws virgl::Unsupported for one that has none.
VertexFormat vertexFormat(uint32_t number);

}  // namespace cyclorama::attila
