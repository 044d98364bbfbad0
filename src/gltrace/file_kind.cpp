// SPDX-License-Identifier: MIT
#include "gltrace/file_kind.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "workload/byte_input.h"

namespace cyclorama::gltrace {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kGlSignature = "GLI0.";
/// The first record of the public traces: 20 bytes of type 1000.
constexpr std::string_view kPixRunSignature = "\x14\0\0\0\xe8\x03\0\0"sv;
/// GFXReconstruct: framework/format/format.h, GFXRECON_FOURCC.
constexpr std::string_view kGfxrSignature = "GFXR";
/// RenderDoc: renderdoc/serialise/rdcfile.cpp, MAGIC_HEADER.
constexpr std::string_view kRenderDocSignature = "RDOC";

/// apitrace's container of Snappy's chunks (lib/trace/trace_file_snappy.cpp): two letters, then chunks of at most 1 MiB
/// before compression, each after its size as 32 bits, little-endian.
bool isApiTrace(std::string_view start) {
    constexpr uint32_t kLargestChunk = 32 + (1U << 20U) + (1U << 20U) / 6;
    if (!start.starts_with("at") || start.size() < 6) return false;
    uint32_t size = 0;
    for (size_t i = 0; i < 4; ++i) size |= uint32_t{static_cast<uint8_t>(start[2 + i])} << (8 * i);
    return size > 0 && size <= kLargestChunk;
}

}  // namespace

FileKind fileKindOf(const std::string& path) {
    workload::ByteInput input(path);
    std::array<std::byte, 8> bytes{};
    const size_t size = input.read(bytes);
    const std::string_view start(reinterpret_cast<const char*>(bytes.data()), size);
    if (start.starts_with(kGlSignature)) return FileKind::GlTrace;
    if (start == kPixRunSignature) return FileKind::PixRunTrace;
    if (start.starts_with(kGfxrSignature)) return FileKind::GfxrCapture;
    if (start.starts_with(kRenderDocSignature)) return FileKind::RenderDocCapture;
    if (isApiTrace(start)) return FileKind::ApiTrace;
    return FileKind::Other;
}

}  // namespace cyclorama::gltrace
