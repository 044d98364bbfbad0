// SPDX-License-Identifier: MIT
#include "family/capture/capture_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "sim/error.h"

namespace cyclorama::family {
namespace {

using namespace capture;

/// Bytes that all buffers of a capture may have together.
constexpr uint64_t kLargestMemory = uint64_t{1} << 33;
constexpr size_t kMostContexts = 64;
constexpr uint32_t kLargestScreen = 16384;
constexpr size_t kChunk = 1 << 16;

/// A record of each kind, by its number in the file.
template <size_t... Index>
std::optional<Record> emptyRecord(size_t kind, std::index_sequence<Index...>) {
    std::optional<Record> record;
    ((kind == Index ? void(record.emplace(std::in_place_index<Index>)) : void()), ...);
    return record;
}

}  // namespace

CaptureReader::CaptureReader(const std::string& path, const FileForm& form) : input_(path), form_(form) {
    workload::readCaptureHeader(input_, form_.schema);
}
CaptureReader::CaptureReader(std::span<const std::byte> bytes, std::string name, const FileForm& form)
    : input_(bytes, std::move(name)), form_(form) {
    workload::readCaptureHeader(input_, form_.schema);
}

void CaptureReader::fail(const std::string& reason) const {
    throw sim::Error(input_.name(), fmt::format("offset {}", input_.offset()), reason);
}

/// Grows as the bytes come: a size that the file only claims costs nothing.
std::vector<std::byte> CaptureReader::readBytes(uint64_t limit) {
    const auto bytes = readNumber<uint64_t>();
    if (bytes > limit) fail(fmt::format("a record of {} bytes is too large", bytes));
    std::vector<std::byte> data;
    while (data.size() < bytes) {
        const size_t before = data.size();
        data.resize(static_cast<size_t>(std::min<uint64_t>(bytes, before + kChunk)));
        if (input_.read(std::span(data).subspan(before)) != data.size() - before)
            fail("the capture ends within a record");
    }
    return data;
}

std::string CaptureReader::readName() {
    const auto length = readNumber<uint32_t>();
    if (length > kLongestName) fail("the chip's name is too long");
    std::string name(length, ' ');
    if (input_.read(std::as_writable_bytes(std::span(name))) != length) fail("the capture ends within its header");
    return name;
}

std::optional<Record> CaptureReader::next() {
    std::array<std::byte, 1> kind{};
    if (input_.read(kind) == 0) return std::nullopt;
    std::optional<Record> record =
        emptyRecord(static_cast<size_t>(kind[0]), std::make_index_sequence<std::variant_size_v<Record>>{});
    if (!record) fail(fmt::format("there are no records of kind {}", static_cast<unsigned>(kind[0])));
    std::visit([&](auto& each) { visitNumbers(each, Numbers{*this}); }, *record);
    if (std::vector<std::byte>* data = bytesOf(*record))
        *data = readBytes(std::holds_alternative<Submit>(*record) ? kLargestStream : kLargestBuffer);
    check(*record);
    return record;
}

void CaptureReader::requireWithin(uint64_t buffer, uint64_t offset, uint64_t bytes) {
    const auto found = bufferBytes_.find(buffer);
    if (found == bufferBytes_.end()) fail(fmt::format("buffer {} does not exist", buffer));
    if (offset > found->second || bytes > found->second - offset)
        fail(fmt::format("bytes {} to {} are not within buffer {}", offset, offset + bytes, buffer));
}

void CaptureReader::check(const Record& record) {
    const auto checkContext = [&](uint32_t context) {
        contexts_.insert(context);
        if (contexts_.size() > kMostContexts) fail("the capture has too many contexts");
    };
    const uint64_t last = form_.addressBits == 32 ? ~uint32_t{0} : ~uint64_t{0};
    const auto checkRange = [&](uint64_t address, uint64_t bytes) {
        if (bytes == 0 || address % kPage != 0 || bytes % kPage != 0 || bytes - 1 > last - address)
            fail(fmt::format("a mapping of {} bytes at {:#010x} is not made of pages", bytes, address));
    };
    if (const auto* buffer = std::get_if<NewBuffer>(&record)) {
        if (buffer->bytes == 0 || buffer->bytes > kLargestBuffer)
            fail(fmt::format("a buffer cannot have {} bytes", buffer->bytes));
        uint64_t& bytes = bufferBytes_[buffer->buffer];
        totalBytes_ += buffer->bytes - bytes;
        bytes = buffer->bytes;
        if (totalBytes_ > kLargestMemory) fail("the capture's buffers are too large");
    } else if (const auto* content = std::get_if<BufferContent>(&record)) {
        requireWithin(content->buffer, content->offset, content->data.size());
    } else if (const auto* map = std::get_if<MapBuffer>(&record)) {
        checkContext(map->context);
        checkRange(map->address, map->bytes);
        requireWithin(map->buffer, 0, map->bytes);
    } else if (const auto* unmap = std::get_if<UnmapBuffer>(&record)) {
        checkContext(unmap->context);
        checkRange(unmap->address, unmap->bytes);
    } else if (const auto* submit = std::get_if<Submit>(&record)) {
        checkContext(submit->context);
        if (submit->address % kPage != 0 || submit->stream.size() > last - submit->address - kPage + 1)
            fail("a command stream is not at a page's start");
    } else if (const auto* written = std::get_if<WrittenBuffer>(&record)) {
        requireWithin(written->buffer, 0, 0);
    } else {
        const auto& present = std::get<Present>(record);
        constexpr uint64_t kLargestPixel = 4;
        if (std::max({present.width, present.height, present.screenWidth, present.screenHeight, present.sourceX,
                      present.sourceY}) > kLargestScreen)
            fail("a frame is too large");
        if (present.height == 0) return;
        const uint64_t lastRow = uint64_t{present.sourceY} + present.height - 1;
        const uint64_t row = (uint64_t{present.sourceX} + present.width) * kLargestPixel;
        if (present.pitch == 0) fail("a frame's rows have no bytes");
        requireWithin(present.buffer, present.offset, lastRow * present.pitch + std::min<uint64_t>(row, present.pitch));
    }
}

}  // namespace cyclorama::family
