// SPDX-License-Identifier: MIT
#include "families/adreno/vpc/streamout.h"

#include <algorithm>
#include <cstring>

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kStreamoutWordBytes = 4;

}  // namespace

Streamout::Streamout(const RegisterValues& registers, const StreamoutProgram& program, const GpuMemory& memory,
                     QueryCounters& counters, RegisterValues& offsets)
    : memory_(memory), counters_(counters), offsets_(offsets) {
    enabled_ = isOn(registers);
    if (!enabled_) return;
    streams_ = registers.field("VPC_SO_STREAM_CNTL/STREAM_ENABLE"_field);
    const uint32_t control = registers.read("VPC_SO_STREAM_CNTL"_reg.word());
    for (uint32_t i = 0; i < kBuffers; ++i) {
        // One more than the stream; 0 for none.
        const uint32_t stream = control >> (3 * i) & 7;
        if (stream == 0) continue;
        buffers_[i] = {.address = registers.read64("VPC_SO[].BUFFER_BASE"_reg.word(i)),
                       .bytes = registers.read("VPC_SO[].BUFFER_SIZE"_reg.word(i)) & ~3u,
                       .stride = (registers.read("VPC_SO[].BUFFER_STRIDE"_reg.word(i)) & 0x3ff) * kStreamoutWordBytes,
                       .stream = stream - 1};
    }
    for (uint32_t stream = 0; stream < kStreams; ++stream)
        for (uint32_t i = 0; i < StreamoutProgram::kStreamWords; ++i) {
            const uint32_t word = program.word(stream, i);
            if ((word >> 11 & 1) != 0)
                moves_[stream].push_back({.location = 2 * i, .buffer = word & 3, .offset = word & 0x7fc});
            if ((word >> 23 & 1) != 0)
                moves_[stream].push_back(
                    {.location = 2 * i + 1, .buffer = word >> 12 & 3, .offset = word >> 12 & 0x7fc});
        }
}

bool Streamout::isOn(const RegisterValues& registers) {
    return registers.flag("VPC_SO_STREAM_CNTL/STREAM_ENABLE"_field) &&
           (registers.read("VPC_SO_DISABLE"_reg.word()) & 1) == 0;
}

bool Streamout::hasRoom(uint32_t stream, uint32_t vertices) const {
    return std::ranges::all_of(buffers_, [=](const Buffer& buffer) {
        return buffer.stream != stream || uint64_t{buffer.offset} + uint64_t{buffer.stride} * vertices <= buffer.bytes;
    });
}

void Streamout::write(const PrimitiveDraw& draw, const PrimitiveBatch& batch) {
    const uint32_t stream = batch.stream;
    if ((streams_ >> stream & 1) == 0) return;
    QueryCounters::Stream& counts = counters_.streams[stream];
    counts.generated += batch.primitives.size();
    const uint32_t vertices = draw.verticesPerPrimitive();
    takeOffsets(stream);
    for (const Primitive& primitive : batch.primitives) {
        if (!hasRoom(stream, vertices)) break;
        for (uint32_t v = 0; v < vertices; ++v)
            writeVertex(batch.record(draw, primitive.vertices[v]), draw.layout.stride, stream);
        ++counts.written;
    }
    keepOffsets(stream);
}

void Streamout::writeVertex(const uint32_t* record, uint32_t stride, uint32_t stream) {
    std::array<std::byte*, kBuffers> places{};
    for (size_t i = 0; i < kBuffers; ++i) {
        Buffer& buffer = buffers_[i];
        if (buffer.stream != stream || buffer.stride == 0) continue;
        places[i] = memory_.find(buffer.address + buffer.offset, buffer.stride, MemoryClient::Streamout);
        buffer.offset += buffer.stride;
    }
    for (const Move& move : moves_[stream]) {
        const Buffer& buffer = buffers_[move.buffer];
        if (places[move.buffer] == nullptr || move.offset + kStreamoutWordBytes > buffer.stride) continue;
        const uint32_t word = move.location < stride ? record[move.location] : 0;
        std::memcpy(places[move.buffer] + move.offset, &word, sizeof word);
        if (addresses_ != nullptr)
            addresses_->access(buffer.address + buffer.offset - buffer.stride + move.offset, sizeof word);
    }
}

void Streamout::takeOffsets(uint32_t stream) {
    for (uint32_t i = 0; i < kBuffers; ++i)
        if (buffers_[i].stream == stream)
            buffers_[i].offset = offsets_.read("VPC_SO[].BUFFER_OFFSET"_reg.word(i)) & ~3u;
}

void Streamout::keepOffsets(uint32_t stream) {
    for (uint32_t i = 0; i < kBuffers; ++i)
        if (buffers_[i].stream == stream) offsets_.write("VPC_SO[].BUFFER_OFFSET"_reg.word(i), buffers_[i].offset);
}

}  // namespace cyclorama::adreno
