// SPDX-License-Identifier: MIT
#include "families/attila/driver/vertices/vertex_streams.h"

#include "gpu/draw_state.h"

namespace cyclorama::attila {
namespace {

/// Streams 0 to 15 are attributes, the next one indices.
constexpr uint32_t kIndexStream = detail::kAttilaVertexAttributes;

func::StreamFormat indexFormat(uint32_t bytes) {
    return bytes == 1   ? func::StreamFormat::Unorm8
           : bytes == 2 ? func::StreamFormat::Unorm16
                        : func::StreamFormat::Unorm32;
}

}  // namespace

void setVertexStreams(TransactionBuffer& out, const VertexStreams& streams) {
    for (uint32_t i = 0; i < streams.size(); ++i) {
        out.set(Register::VertexAttributeMap, streams[i] ? i : gpu::kNoStream, i);
        if (!streams[i]) continue;
        out.set(Register::StreamAddress, streams[i]->address, i);
        out.set(Register::StreamStride, streams[i]->stride, i);
        out.set(Register::StreamData, streams[i]->format, i);
        out.set(Register::StreamElements, streams[i]->components, i);
        out.set(Register::StreamFrequency, streams[i]->divisor, i);
        out.set(Register::D3d9ColorStream, streams[i]->exchanged, i);
    }
}

void setVertexOrder(TransactionBuffer& out, const VertexOrder& order) {
    out.set(Register::IndexMode, order.indices.has_value());
    out.set(Register::StreamStart, order.start);
    out.set(Register::StreamCount, order.count);
    out.set(Register::StreamInstances, order.instances);
    if (!order.indices) return;
    out.set(Register::IndexStream, kIndexStream);
    out.set(Register::StreamAddress, order.indices->address, kIndexStream);
    out.set(Register::StreamStride, order.indices->bytes, kIndexStream);
    out.set(Register::StreamData, indexFormat(order.indices->bytes), kIndexStream);
    out.set(Register::StreamElements, 1u, kIndexStream);
}

}  // namespace cyclorama::attila
