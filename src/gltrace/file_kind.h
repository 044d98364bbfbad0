// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace cyclorama::gltrace {

/// Traces of a graphics library's calls, by their first bytes, compressed with gzip or not.
enum class FileKind : uint8_t {
    Other,
    GlTrace,     // of GLInterceptor: OpenGL
    PixRunTrace  // of PIX for Windows: Direct3D 9
};

/// The kind of a file. Throws sim::Error where it cannot be read.
FileKind fileKindOf(const std::string& path);

}  // namespace cyclorama::gltrace
