// SPDX-License-Identifier: MIT
#pragma once
// Files of command streams that Mesa and its tools write, plain or compressed with gzip, named .rd (Mesa:
// common/redump.h, decode/rdutil.h). All numbers are little-endian words of 32 bits.
//
//   offset  bytes
//   0       4      kind of section
//   4       4      bytes of content that follow
//   8       n      content
//
// A kind and a length of 0xffffffff are padding. Contents: text; a buffer's place as {low word of the address, size,
// high word}, older files without the last; a stream's place in the same form with its length in words.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "workload/byte_input.h"

namespace cyclorama::adreno {

enum class RdKind : uint32_t {
    None = 0,
    Test = 1,
    Command = 2,
    BufferPlace = 3,
    Context = 4,
    Stream = 5,
    StreamPlace = 6,
    Parameter = 7,
    Flush = 8,
    Program = 9,
    VertexShader = 10,
    FragmentShader = 11,
    BufferContent = 12,
    GpuId = 13,
    ChipId = 14
};

struct RdSection {
    RdKind kind = RdKind::None;
    /// Offset of the section in the uncompressed file.
    uint64_t offset = 0;
    std::vector<std::byte> content;
};

/// A place on the GPU: an address, and bytes or words.
struct RdPlace {
    uint64_t address = 0;
    uint32_t size = 0;
};

class RdReader {
  public:
    /// Throws sim::Error where the file cannot be opened.
    explicit RdReader(const std::string& path) : input_(path) {}
    /// Reads from memory, which has to stay valid; `name` stands for the file in errors.
    RdReader(std::span<const std::byte> bytes, std::string name) : input_(bytes, std::move(name)) {}

    /// The next section; nothing at the end of the file. Throws sim::Error where a section is cut off, or compressed
    /// data are corrupt. Memory is taken for what is there, not for what a length claims.
    std::optional<RdSection> next();

    /// The content of sections by their meaning. They throw sim::Error where the content is too short.
    RdPlace place(const RdSection& section) const;
    uint32_t gpuId(const RdSection& section) const;
    /// Core, major, minor and patch number; a speed bin above them is left out.
    uint32_t chipId(const RdSection& section) const;

    const std::string& name() const { return input_.name(); }

  private:
    uint32_t word(const RdSection& section, size_t index) const;

    workload::ByteInput input_;
};

/// The first bytes of a file are those of a file of command streams. Throws sim::Error where it cannot be read.
bool isRdFile(const std::string& path);

}  // namespace cyclorama::adreno
