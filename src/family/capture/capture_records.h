// SPDX-License-Identifier: MIT
#pragma once
// Captures of what a program made a chip do: its buffers as the host changes them, the commands submitted, and the
// frames shown. A gzip file: a header (workload/capture_header.h), the family's own description of the chip, and
// records: a byte that says which, then its numbers, little-endian, and its bytes.

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "workload/capture_header.h"

namespace cyclorama::family::capture {

/// The form of a family's captures.
struct FileForm {
    workload::CaptureSchema schema;
    /// Bits of the GPU's addresses in records: 32 or 64.
    uint32_t addressBits = 64;
};

/// Bytes of the pages in which buffers are mapped and compared.
inline constexpr size_t kPage = 4096;

/// Larger buffers, streams and names are refused.
inline constexpr uint64_t kLargestBuffer = uint64_t{1} << 30;
inline constexpr uint64_t kLargestStream = uint64_t{1} << 26;
inline constexpr uint32_t kLongestName = 256;

/// A buffer exists from here on, filled with zeros.
struct NewBuffer {
    uint64_t buffer = 0;
    uint64_t bytes = 0;
};

/// The host changed bytes of a buffer.
struct BufferContent {
    uint64_t buffer = 0;
    uint64_t offset = 0;
    std::vector<std::byte> data;
};

/// A buffer is mapped into an address space, from its start on.
struct MapBuffer {
    uint32_t context = 0;
    uint64_t address = 0;
    uint64_t buffer = 0;
    uint64_t bytes = 0;
};

struct UnmapBuffer {
    uint32_t context = 0;
    uint64_t address = 0;
    uint64_t bytes = 0;
};

/// Commands are executed to their end, or until the GPU hangs. What of them is in a record is the family's choice.
struct Submit {
    uint32_t context = 0;
    /// The GPU's address of them.
    uint64_t address = 0;
    uint8_t engine = 0;
    std::vector<std::byte> stream;
};

/// A rectangle of a buffer is shown at a place of the screen, of the same size there.
struct Present {
    uint32_t frame = 0;
    uint64_t buffer = 0;
    uint64_t offset = 0;
    uint32_t pitch = 0;
    /// DRM's code of the pixel format.
    uint32_t fourcc = 0;
    uint32_t sourceX = 0;
    uint32_t sourceY = 0;
    /// A position on the screen; may be negative, as two's complement.
    uint32_t x = 0;
    uint32_t y = 0;
    uint32_t width = 0;
    uint32_t height = 0;
    uint32_t screenWidth = 0;
    uint32_t screenHeight = 0;
};

/// The bytes that the submission before left in a buffer that it says it writes to.
struct WrittenBuffer {
    uint64_t buffer = 0;
    /// contentHash() of all its bytes.
    uint64_t hash = 0;
};

/// The records by their number in the file; captures of before some were added are read as well.
using Record = std::variant<NewBuffer, BufferContent, MapBuffer, UnmapBuffer, Submit, Present, WrittenBuffer>;

/// XXH3, 64 bits.
uint64_t contentHash(std::span<const std::byte> bytes);

/// The numbers of a record, in the order of the file; its bytes follow. One list for reader and writer. A visitor takes
/// numbers by a call, and addresses, of as many bits as the form has, by address().
template <typename Visitor>
void visitNumbers(NewBuffer& record, Visitor&& visit) {
    visit(record.buffer);
    visit(record.bytes);
}
template <typename Visitor>
void visitNumbers(BufferContent& record, Visitor&& visit) {
    visit(record.buffer);
    visit(record.offset);
}
template <typename Visitor>
void visitNumbers(MapBuffer& record, Visitor&& visit) {
    visit(record.context);
    visit.address(record.address);
    visit(record.buffer);
    visit(record.bytes);
}
template <typename Visitor>
void visitNumbers(UnmapBuffer& record, Visitor&& visit) {
    visit(record.context);
    visit.address(record.address);
    visit(record.bytes);
}
template <typename Visitor>
void visitNumbers(Submit& record, Visitor&& visit) {
    visit(record.context);
    visit.address(record.address);
    visit(record.engine);
}
template <typename Visitor>
void visitNumbers(Present& record, Visitor&& visit) {
    for (uint32_t* number : {&record.frame, &record.pitch, &record.fourcc, &record.sourceX, &record.sourceY, &record.x,
                             &record.y, &record.width, &record.height, &record.screenWidth, &record.screenHeight})
        visit(*number);
    visit(record.buffer);
    visit(record.offset);
}
template <typename Visitor>
void visitNumbers(WrittenBuffer& record, Visitor&& visit) {
    visit(record.buffer);
    visit(record.hash);
}

/// The bytes of the records that have such; null for the others.
inline std::vector<std::byte>* bytesOf(Record& record) {
    if (auto* content = std::get_if<BufferContent>(&record)) return &content->data;
    if (auto* submit = std::get_if<Submit>(&record)) return &submit->stream;
    return nullptr;
}

}  // namespace cyclorama::family::capture
