// SPDX-License-Identifier: MIT
#include "gltrace/file_kind.h"

#include <array>
#include <cstddef>
#include <string_view>

#include "workload/byte_input.h"

namespace cyclorama::gltrace {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kGlSignature = "GLI0.";
/// The first record of the public traces: 20 bytes of type 1000.
constexpr std::string_view kPixRunSignature = "\x14\0\0\0\xe8\x03\0\0"sv;

}  // namespace

FileKind fileKindOf(const std::string& path) {
    workload::ByteInput input(path);
    std::array<std::byte, 8> bytes{};
    const size_t size = input.read(bytes);
    const std::string_view start(reinterpret_cast<const char*>(bytes.data()), size);
    if (start.starts_with(kGlSignature)) return FileKind::GlTrace;
    if (start == kPixRunSignature) return FileKind::PixRunTrace;
    return FileKind::Other;
}

}  // namespace cyclorama::gltrace
