// SPDX-License-Identifier: MIT
#include "families/vivante/capture/vivante_capture_writer.h"

#include <algorithm>
#include <array>

namespace cyclorama::vivante {
namespace {

using namespace capture;

uint64_t hashOfZeros(size_t bytes) {
    static const std::vector<std::byte> zeros(kPage);
    return contentHash(std::span(zeros).first(bytes));
}

std::span<const std::byte> page(std::span<const std::byte> memory, size_t index) {
    return memory.subspan(index * kPage, std::min(kPage, memory.size() - index * kPage));
}

/// Little-endian bytes of numbers.
class Bytes {
  public:
    template <typename T>
    void operator()(const T& number) {
        std::array<std::byte, sizeof(T)> bytes;
        for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(number >> (8 * i));
        add(bytes);
    }
    void add(std::span<const std::byte> data) { bytes_.insert(bytes_.end(), data.begin(), data.end()); }
    std::span<const std::byte> all() const { return bytes_; }

  private:
    std::vector<std::byte> bytes_;
};

}  // namespace

VivanteCaptureWriter::VivanteCaptureWriter(workload::ByteOutput& output, const Chip& chip) : output_(output) {
    workload::writeCaptureHeader(output_, kSchema);
    Bytes bytes;
    vivante::Chip copy = chip;
    copy.name.resize(std::min<size_t>(copy.name.size(), kLongestName));
    bytes(static_cast<uint32_t>(copy.name.size()));
    bytes.add(std::as_bytes(std::span(copy.name)));
    visitNumbers(copy, bytes);
    output_.write(bytes.all());
}

void VivanteCaptureWriter::write(Record record) {
    Bytes bytes;
    bytes(static_cast<uint8_t>(record.index()));
    std::visit([&](auto& each) { visitNumbers(each, bytes); }, record);
    const std::vector<std::byte>* data = bytesOf(record);
    if (data != nullptr) bytes(static_cast<uint64_t>(data->size()));
    output_.write(bytes.all());
    if (data != nullptr) output_.write(*data);
}

void VivanteCaptureWriter::know(uint64_t number, std::span<const std::byte> memory) {
    const auto found = buffers_.find(number);
    if (found != buffers_.end()) {
        found->second.memory = memory.first(std::min(memory.size(), found->second.memory.size()));
        return;
    }
    Buffer& buffer = buffers_[number];
    buffer.memory = memory;
    for (size_t i = 0; i * kPage < memory.size(); ++i) buffer.hashes.push_back(hashOfZeros(page(memory, i).size()));
    write(NewBuffer{.buffer = number, .bytes = memory.size()});
}

void VivanteCaptureWriter::map(uint32_t context, uint32_t address, uint64_t buffer, std::span<const std::byte> memory) {
    know(buffer, memory);
    write(MapBuffer{.context = context, .address = address, .buffer = buffer, .bytes = memory.size()});
}

void VivanteCaptureWriter::unmap(uint32_t context, uint32_t address, uint64_t bytes) {
    write(UnmapBuffer{.context = context, .address = address, .bytes = bytes});
}

void VivanteCaptureWriter::writeChanges(uint64_t number, Buffer& buffer) {
    const size_t pages = buffer.hashes.size();
    for (size_t i = 0; i < pages;) {
        // Runs of changed pages are one record.
        size_t end = i;
        for (; end < pages; ++end) {
            const uint64_t hash = contentHash(page(buffer.memory, end));
            if (hash == buffer.hashes[end]) break;
            buffer.hashes[end] = hash;
        }
        if (end > i) {
            const size_t first = i * kPage;
            const auto data = buffer.memory.subspan(first, std::min(end * kPage, buffer.memory.size()) - first);
            write(BufferContent{.buffer = number, .offset = first, .data = {data.begin(), data.end()}});
        }
        i = end + 1;
    }
}

void VivanteCaptureWriter::writeChanges() {
    for (auto& [number, buffer] : buffers_) writeChanges(number, buffer);
}

void VivanteCaptureWriter::submit(uint32_t context, uint32_t address, bool pipe2d, std::span<const std::byte> stream) {
    writeChanges();
    write(Submit{.context = context, .address = address, .pipe2d = pipe2d, .stream = {stream.begin(), stream.end()}});
}

void VivanteCaptureWriter::executed(std::span<const uint64_t> written) {
    for (const uint64_t number : written) {
        const auto found = buffers_.find(number);
        if (found == buffers_.end()) continue;
        Buffer& buffer = found->second;
        for (size_t i = 0; i < buffer.hashes.size(); ++i) buffer.hashes[i] = contentHash(page(buffer.memory, i));
        write(WrittenBuffer{.buffer = number, .hash = contentHash(buffer.memory)});
    }
}

void VivanteCaptureWriter::present(const Present& frame, std::span<const std::byte> memory) {
    know(frame.buffer, memory);
    writeChanges(frame.buffer, buffers_[frame.buffer]);
    write(frame);
}

void VivanteCaptureWriter::forget(uint64_t buffer) { buffers_.erase(buffer); }

}  // namespace cyclorama::vivante
