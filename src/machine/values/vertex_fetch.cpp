// SPDX-License-Identifier: MIT
#include "machine/values/vertex_fetch.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>
#include <utility>

#include "func/raster/primitive_assembly.h"
#include "func/texture/texture_attribute.h"

namespace cyclorama::machine {

std::optional<uint32_t> fetchIndex(const mem::AddressSpace& memory, const gpu::VertexInput& input, uint32_t position) {
    if (!input.indexed) return input.start + position;
    const gpu::VertexStream& stream = input.streams[input.indexStream % gpu::kVertexStreams];
    const uint32_t bytes = func::streamFormatBytes(stream.format);
    const func::Address address = stream.address + uint64_t{input.start + position} * bytes;
    uint32_t value = 0;
    if (!memory.read(address, std::as_writable_bytes(std::span(&value, 1)).first(bytes))) return std::nullopt;
    return value + static_cast<uint32_t>(input.baseVertex);
}

void findRuns(const mem::AddressSpace& memory, const gpu::VertexInput& input, std::vector<VertexRun>& runs) {
    runs.clear();
    if (!restarts(input)) {
        runs.push_back({0, input.count});
        return;
    }
    uint32_t first = 0;
    const auto end = [&](uint32_t position) {
        if (func::primitiveCount(input.primitive, position - first) != 0) runs.push_back({first, position - first});
        first = position + 1;
    };
    for (uint32_t position = 0; position < input.count; ++position)
        if (isRestart(input, fetchIndex(memory, input, position))) end(position);
    end(input.count);
}

bool fetchVertexInput(const mem::AddressSpace& memory, const gpu::VertexInput& input, bool loadedByShader,
                      uint32_t attribute, uint32_t index, uint32_t instance, func::Vec4& value) {
    value = input.attributeDefault[attribute];
    if (attribute == input.idAttribute) {
        value = {std::bit_cast<float>(index), std::bit_cast<float>(instance), 0.0f, 0.0f};
        return true;
    }
    if (loadedByShader) {
        if (attribute == 0) value = {std::bit_cast<float>(index), std::bit_cast<float>(instance), 0.0f, 0.0f};
        return true;
    }
    const uint32_t source = input.attributeStream[attribute];
    if (source >= gpu::kVertexStreams) return true;
    const gpu::VertexStream& stream = input.streams[source];
    const uint32_t entry = stream.instancesPerEntry == 0 ? index : instance / stream.instancesPerEntry;
    const uint32_t components = std::min<uint32_t>(stream.components, static_cast<uint32_t>(value.size()));
    const auto data = memory.span(stream.address + uint64_t{stream.stride} * entry,
                                  func::streamEntryBytes(stream.format, components));
    if (data)
        func::convertStreamEntry(stream.format, components, data->data(), value);
    else
        std::fill_n(value.begin(), components, 0.0f);
    if (stream.d3d9ColorOrder) std::swap(value[0], value[2]);
    return data.has_value();
}

}  // namespace cyclorama::machine
