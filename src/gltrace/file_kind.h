// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace cyclorama::gltrace {

/// Traces of a graphics library's calls, by their first bytes; those of the first two compressed with gzip or not.
enum class FileKind : uint8_t {
    Other,
    GlTrace,      // of GLInterceptor: OpenGL
    PixRunTrace,  // of PIX for Windows: Direct3D 9
    ApiTrace,     // of apitrace: OpenGL and OpenGL ES, or Direct3D
    GfxrCapture,  // of GFXReconstruct: Vulkan, or Direct3D 12
    RenderDocCapture
};

/// The kind of a file. Throws sim::Error where it cannot be read.
FileKind fileKindOf(const std::string& path);

}  // namespace cyclorama::gltrace
