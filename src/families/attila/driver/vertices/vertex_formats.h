// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "func/formats/format.h"
#include "func/types.h"

namespace cyclorama::attila {

/// The components of a vertex attribute as a buffer has them.
struct VertexFormat {
    func::StreamFormat format = func::StreamFormat::Float32;
    uint32_t components = 4;
    /// Red and blue the other way round.
    bool exchanged = false;
    /// Floats of 64 bits.
    bool doubles = false;
    /// The chip has streams of such components.
    bool streamed = true;
};

/// The components of a format of the virgl protocol (virgl_formats). Throws virgl::Unsupported for others.
VertexFormat vertexFormat(uint32_t number);

/// The value of an attribute as programs get it, from the start of `bytes`: (0, 0, 0, 1) where nothing else is said,
/// zeros where there are too few bytes.
func::Vec4 vertexValue(const VertexFormat& format, std::span<const std::byte> bytes);

}  // namespace cyclorama::attila
