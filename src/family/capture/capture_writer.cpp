// SPDX-License-Identifier: MIT
#include "family/capture/capture_writer.h"

#include <algorithm>

namespace cyclorama::family {
namespace {

using namespace capture;

uint64_t hashOfZeros(size_t bytes) {
    static const std::vector<std::byte> zeros(kPage);
    return contentHash(std::span(zeros).first(bytes));
}

std::span<const std::byte> page(std::span<const std::byte> memory, size_t index) {
    return memory.subspan(index * kPage, std::min(kPage, memory.size() - index * kPage));
}

}  // namespace

CaptureWriter::CaptureWriter(workload::ByteOutput& output, const FileForm& form) : output_(output), form_(form) {
    workload::writeCaptureHeader(output_, form_.schema);
}

void CaptureWriter::writeName(std::string name) {
    name.resize(std::min<size_t>(name.size(), kLongestName));
    Bytes bytes;
    bytes(static_cast<uint32_t>(name.size()));
    bytes.add(std::as_bytes(std::span(name)));
    output_.write(bytes.all());
}

void CaptureWriter::write(Record record) {
    Bytes bytes{form_.addressBits};
    bytes(static_cast<uint8_t>(record.index()));
    std::visit([&](auto& each) { visitNumbers(each, bytes); }, record);
    const std::vector<std::byte>* data = bytesOf(record);
    if (data != nullptr) bytes(static_cast<uint64_t>(data->size()));
    output_.write(bytes.all());
    if (data != nullptr) output_.write(*data);
}

void CaptureWriter::know(uint64_t number, std::span<const std::byte> memory) {
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

void CaptureWriter::map(uint32_t context, uint64_t address, uint64_t buffer, std::span<const std::byte> memory) {
    know(buffer, memory);
    write(MapBuffer{.context = context, .address = address, .buffer = buffer, .bytes = memory.size()});
}

void CaptureWriter::unmap(uint32_t context, uint64_t address, uint64_t bytes) {
    write(UnmapBuffer{.context = context, .address = address, .bytes = bytes});
}

void CaptureWriter::writeChanges(uint64_t number, Buffer& buffer) {
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

void CaptureWriter::writeChanges() {
    for (auto& [number, buffer] : buffers_) writeChanges(number, buffer);
}

void CaptureWriter::executed(std::span<const uint64_t> written) {
    for (const uint64_t number : written) {
        const auto found = buffers_.find(number);
        if (found == buffers_.end()) continue;
        Buffer& buffer = found->second;
        for (size_t i = 0; i < buffer.hashes.size(); ++i) buffer.hashes[i] = contentHash(page(buffer.memory, i));
        write(WrittenBuffer{.buffer = number, .hash = contentHash(buffer.memory)});
    }
}

void CaptureWriter::present(const Present& frame, std::span<const std::byte> memory) {
    know(frame.buffer, memory);
    writeChanges(frame.buffer, buffers_[frame.buffer]);
    write(frame);
}

void CaptureWriter::forget(uint64_t buffer) { buffers_.erase(buffer); }

}  // namespace cyclorama::family
