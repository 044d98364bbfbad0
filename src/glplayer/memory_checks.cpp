// SPDX-License-Identifier: MIT
#include "glplayer/memory_checks.h"

#include <GL/gl.h>
#include <GL/glext.h>

#include <algorithm>
#include <array>
#include <optional>

#include "glplayer/gl_state.h"

namespace cyclorama::glplayer {
namespace {

/// A parameter that points to memory. The positions are those of the function's parameters.
struct PointerUse {
    std::string_view name;
    size_t pointer;
    /// The binding of buffer objects in which the pointer may be a place; 0: none.
    GLenum binding;
    /// May be null where no buffer object is bound: a texture or buffer without contents.
    bool mayBeNull;
    /// The size in bytes, in elements of a type, or the first extent of an image with its format and type after the
    /// last.
    enum class Reads : uint8_t { Bytes, Indices, Image, Vertices } reads;
    size_t size = 0;
    size_t extents = 0;
};

using Reads = PointerUse::Reads;
constexpr GLenum kVertices = GL_ARRAY_BUFFER_BINDING;
constexpr GLenum kIndices = GL_ELEMENT_ARRAY_BUFFER_BINDING;
constexpr GLenum kTexels = GL_PIXEL_UNPACK_BUFFER_BINDING;

constexpr std::array kPointers = {
    PointerUse{"glVertexPointer", 3, kVertices, false, Reads::Vertices},
    PointerUse{"glColorPointer", 3, kVertices, false, Reads::Vertices},
    PointerUse{"glTexCoordPointer", 3, kVertices, false, Reads::Vertices},
    PointerUse{"glSecondaryColorPointer", 3, kVertices, false, Reads::Vertices},
    PointerUse{"glSecondaryColorPointerEXT", 3, kVertices, false, Reads::Vertices},
    PointerUse{"glNormalPointer", 2, kVertices, false, Reads::Vertices},
    PointerUse{"glIndexPointer", 2, kVertices, false, Reads::Vertices},
    PointerUse{"glFogCoordPointer", 2, kVertices, false, Reads::Vertices},
    PointerUse{"glFogCoordPointerEXT", 2, kVertices, false, Reads::Vertices},
    PointerUse{"glInterleavedArrays", 2, kVertices, false, Reads::Vertices},
    PointerUse{"glVertexAttribPointer", 5, kVertices, false, Reads::Vertices},
    PointerUse{"glVertexAttribPointerARB", 5, kVertices, false, Reads::Vertices},
    PointerUse{"glDrawElements", 3, kIndices, false, Reads::Indices, 1},
    PointerUse{"glDrawRangeElements", 5, kIndices, false, Reads::Indices, 3},
    PointerUse{"glDrawRangeElementsEXT", 5, kIndices, false, Reads::Indices, 3},
    PointerUse{"glBufferData", 2, 0, true, Reads::Bytes, 1},
    PointerUse{"glBufferDataARB", 2, 0, true, Reads::Bytes, 1},
    PointerUse{"glBufferSubData", 3, 0, false, Reads::Bytes, 2},
    PointerUse{"glBufferSubDataARB", 3, 0, false, Reads::Bytes, 2},
    PointerUse{"glCompressedTexImage1D", 6, kTexels, true, Reads::Bytes, 5},
    PointerUse{"glCompressedTexImage1DARB", 6, kTexels, true, Reads::Bytes, 5},
    PointerUse{"glCompressedTexImage2D", 7, kTexels, true, Reads::Bytes, 6},
    PointerUse{"glCompressedTexImage2DARB", 7, kTexels, true, Reads::Bytes, 6},
    PointerUse{"glCompressedTexImage3D", 8, kTexels, true, Reads::Bytes, 7},
    PointerUse{"glCompressedTexImage3DARB", 8, kTexels, true, Reads::Bytes, 7},
    PointerUse{"glCompressedTexSubImage1D", 6, kTexels, false, Reads::Bytes, 5},
    PointerUse{"glCompressedTexSubImage1DARB", 6, kTexels, false, Reads::Bytes, 5},
    PointerUse{"glCompressedTexSubImage2D", 8, kTexels, false, Reads::Bytes, 7},
    PointerUse{"glCompressedTexSubImage2DARB", 8, kTexels, false, Reads::Bytes, 7},
    PointerUse{"glCompressedTexSubImage3D", 10, kTexels, false, Reads::Bytes, 9},
    PointerUse{"glCompressedTexSubImage3DARB", 10, kTexels, false, Reads::Bytes, 9},
    PointerUse{"glTexImage1D", 7, kTexels, true, Reads::Image, 3, 1},
    PointerUse{"glTexImage2D", 8, kTexels, true, Reads::Image, 3, 2},
    PointerUse{"glTexImage3D", 9, kTexels, true, Reads::Image, 3, 3},
    PointerUse{"glTexImage3DEXT", 9, kTexels, true, Reads::Image, 3, 3},
    PointerUse{"glTexSubImage1D", 6, kTexels, false, Reads::Image, 3, 1},
    PointerUse{"glTexSubImage2D", 8, kTexels, false, Reads::Image, 4, 2},
    PointerUse{"glTexSubImage3D", 10, kTexels, false, Reads::Image, 5, 3},
    PointerUse{"glTexSubImage3DEXT", 10, kTexels, false, Reads::Image, 5, 3},
    PointerUse{"glDrawPixels", 4, kTexels, false, Reads::Image, 0, 2},
    PointerUse{"glBitmap", 6, kTexels, true, Reads::Image, 0, 2},
};

std::optional<int64_t> channelsOf(GLenum format) {
    switch (format) {
        case GL_RGB:
        case GL_BGR:
            return 3;
        case GL_RGBA:
        case GL_BGRA:
        case GL_ABGR_EXT:
            return 4;
        case GL_LUMINANCE_ALPHA:
            return 2;
        case GL_RED:
        case GL_GREEN:
        case GL_BLUE:
        case GL_ALPHA:
        case GL_LUMINANCE:
        case GL_COLOR_INDEX:
        case GL_STENCIL_INDEX:
        case GL_DEPTH_COMPONENT:
            return 1;
        default:
            return std::nullopt;
    }
}

/// Bits of a pixel; nothing for a format or type that is not known here.
std::optional<int64_t> pixelBits(GLenum format, GLenum type) {
    const std::optional<int64_t> channels = channelsOf(format);
    switch (type) {
        case GL_BITMAP:
            return 1;
        case GL_UNSIGNED_BYTE_3_3_2:
        case GL_UNSIGNED_BYTE_2_3_3_REV:
            return 8;
        case GL_UNSIGNED_SHORT_5_6_5:
        case GL_UNSIGNED_SHORT_5_6_5_REV:
        case GL_UNSIGNED_SHORT_4_4_4_4:
        case GL_UNSIGNED_SHORT_4_4_4_4_REV:
        case GL_UNSIGNED_SHORT_5_5_5_1:
        case GL_UNSIGNED_SHORT_1_5_5_5_REV:
            return 16;
        case GL_UNSIGNED_INT_8_8_8_8:
        case GL_UNSIGNED_INT_8_8_8_8_REV:
        case GL_UNSIGNED_INT_10_10_10_2:
        case GL_UNSIGNED_INT_2_10_10_10_REV:
        case GL_UNSIGNED_INT_24_8:
            return 32;
        default:
            break;
    }
    if (!channels) return std::nullopt;
    switch (type) {
        case GL_BYTE:
        case GL_UNSIGNED_BYTE:
            return 8 * *channels;
        case GL_SHORT:
        case GL_UNSIGNED_SHORT:
        case GL_HALF_FLOAT:
            return 16 * *channels;
        case GL_INT:
        case GL_UNSIGNED_INT:
        case GL_FLOAT:
            return 32 * *channels;
        default:
            return std::nullopt;
    }
}

/// Bytes from the pointer to the end of the last pixel, with the current state of unpacking.
int64_t imageBytes(const CallArguments& arguments, const PointerUse& use) {
    std::array<int64_t, 3> extents = {1, 1, 1};
    for (size_t i = 0; i < use.extents; ++i) extents.at(i) = arguments.integer(use.size + i);
    for (const int64_t extent : extents) {
        if (extent <= 0) return 0;
        if (extent > 1 << 16) arguments.refuse(fmt::format("an image of the extent {} is not played", extent));
    }
    const bool isBitmap = use.name == "glBitmap";
    const GLenum format = isBitmap ? GL_COLOR_INDEX : static_cast<GLenum>(arguments.integer(use.pointer - 2));
    const GLenum type = isBitmap ? GL_BITMAP : static_cast<GLenum>(arguments.integer(use.pointer - 1));
    const std::optional<int64_t> bits = pixelBits(format, type);
    if (!bits)
        arguments.refuse(fmt::format("images of the format {:#x} and the type {:#x} are not played", format, type));
    const int64_t rowLength = stateOf(GL_UNPACK_ROW_LENGTH);
    const int64_t alignment = stateOf(GL_UNPACK_ALIGNMENT);
    const int64_t pixelsARow = rowLength > 0 ? rowLength : extents[0];
    const int64_t rowBytes = ((pixelsARow * *bits + 7) / 8 + alignment - 1) / alignment * alignment;
    const int64_t imageHeight = stateOf(GL_UNPACK_IMAGE_HEIGHT);
    const int64_t rowsAnImage = imageHeight > 0 ? imageHeight : extents[1];
    const int64_t rows = stateOf(GL_UNPACK_SKIP_ROWS) + extents[1] - 1 +
                         (use.extents == 3 ? (stateOf(GL_UNPACK_SKIP_IMAGES) + extents[2] - 1) * rowsAnImage : 0);
    return rows * rowBytes + ((stateOf(GL_UNPACK_SKIP_PIXELS) + extents[0]) * *bits + 7) / 8;
}

int64_t bytesRead(const CallArguments& arguments, const PointerUse& use) {
    switch (use.reads) {
        case Reads::Bytes:
            return arguments.integer(use.size);
        case Reads::Image:
            return imageBytes(arguments, use);
        case Reads::Vertices:
            return 0;
        case Reads::Indices:
            break;
    }
    const auto type = static_cast<GLenum>(arguments.integer(use.size + 1));
    const int64_t bytes = type == GL_UNSIGNED_BYTE ? 1 : type == GL_UNSIGNED_SHORT ? 2 : 4;
    return arguments.integer(use.size) * bytes;
}

}  // namespace

void checkMemory(const CallArguments& arguments) {
    const auto* const use = std::ranges::find(kPointers, arguments.call().name, &PointerUse::name);
    if (use == kPointers.end()) return;
    const Memory memory = arguments.memory(use->pointer);
    const bool hasObject = use->binding != 0 && stateOf(use->binding) != 0;
    if (memory.isOffset) {
        if (hasObject || (use->mayBeNull && memory.pointer == nullptr)) return;
        arguments.refuse(fmt::format("argument {} is the place {} in a buffer object, and none is bound",
                                     use->pointer + 1, arguments.call().arguments[use->pointer].text));
    }
    if (hasObject)
        arguments.refuse(fmt::format("argument {} is memory, while a buffer object is bound", use->pointer + 1));
    const int64_t wanted = bytesRead(arguments, *use);
    if (wanted > static_cast<int64_t>(memory.bytes.size()))
        arguments.refuse(
            fmt::format("argument {} has {} bytes, not {}", use->pointer + 1, memory.bytes.size(), wanted));
}

}  // namespace cyclorama::glplayer
