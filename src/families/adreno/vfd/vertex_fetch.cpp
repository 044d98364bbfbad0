// SPDX-License-Identifier: MIT
#include "families/adreno/vfd/vertex_fetch.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include "families/adreno/vfd/vertex_findings.h"

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kStrideBits = 0xfff;

std::optional<VertexAttribute> attributeOf(const RegisterValues& registers, uint32_t index, Reporter& reporter) {
    const uint32_t number = registers.field("VFD_DECODE[].INSTR/FORMAT"_field, index);
    VertexAttribute attribute{.buffer = registers.field("VFD_DECODE[].INSTR/IDX"_field, index),
                              .offset = registers.field("VFD_DECODE[].INSTR/OFFSET"_field, index),
                              .format = {},
                              .instanced = registers.field("VFD_DECODE[].INSTR/INSTANCED"_field, index) != 0,
                              .destination = registers.field("VFD_DEST_CNTL[].INSTR/REGID"_field, index),
                              .mask = registers.field("VFD_DEST_CNTL[].INSTR/WRITEMASK"_field, index)};
    if (attribute.mask == 0 || attribute.destination >= ir3::kNoRegister) return std::nullopt;
    const SurfaceFormat* const format = findSurfaceFormat(number);
    // A register that nobody has written names no format: the attribute is not there.
    if (format == nullptr || format->codec != TexelCodec::Packed) {
        if (number != 0) reporter.report(findings::kVertexFormat, fmt::format("attribute {}: {:#x}", index, number));
        return std::nullopt;
    }
    if (attribute.instanced) attribute.stepRate = registers.read("VFD_DECODE[].STEP_RATE"_reg.word(index));
    attribute.format = format->packed(static_cast<ColorSwap>(registers.field("VFD_DECODE[].INSTR/SWAP"_field, index)));
    attribute.floats = format->isInteger() && registers.field("VFD_DECODE[].INSTR/FLOAT"_field, index) != 0;
    return attribute;
}

/// Without bytes nothing of it is fetched.
VertexBuffer bufferOf(const RegisterValues& registers, uint32_t index) {
    VertexBuffer buffer{.address = 0, .bytes = registers.read("VFD_FETCH[].SIZE"_reg.word(index)), .stride = 0};
    if (buffer.bytes == 0) return buffer;
    buffer.address = registers.read64("VFD_FETCH[].BASE"_reg.word(index));
    buffer.stride = registers.read("VFD_FETCH[].STRIDE"_reg.word(index)) & kStrideBits;
    return buffer;
}

void toFloats(func::NumberKind kind, size_t lanes, ir3::LaneWords& words) {
    for (size_t i = 0; i < lanes; ++i) {
        const uint32_t word = words.lane[i];
        const float value =
            kind == func::NumberKind::Sint ? static_cast<float>(static_cast<int32_t>(word)) : static_cast<float>(word);
        words.lane[i] = std::bit_cast<uint32_t>(value);
    }
}

/// Gathers `Bytes` bytes at each offset; all must be mapped.
template <size_t Bytes>
void collect(const std::byte* from, uint64_t low, std::span<const uint64_t> offsets, std::byte* to) {
    for (const uint64_t offset : offsets) {
        std::memcpy(to, from + (offset - low), Bytes);
        to += Bytes;
    }
}

func::NumberKind kindOf(const func::PackedFormat& format) { return format.component[0].kind; }

}  // namespace

ir3::LaneWords* laneRegister(ir3::Wave& wave, ProgramRegister reg) {
    return reg < ir3::kNoRegister && reg < wave.registers.size() ? &wave.registers[reg] : nullptr;
}

uint32_t VertexInputState::registersUsed() const {
    uint32_t used = 0;
    const auto reach = [&used](ProgramRegister reg) {
        if (reg < ir3::kNoRegister) used = std::max(used, reg + 1);
    };
    for (const VertexAttribute& attribute : attributes) reach(attribute.destination + 3);
    for (const ProgramRegister reg : {vertexId, instanceId, viewId}) reach(reg);
    return used;
}

VertexInputState VertexInputState::of(const RegisterValues& registers, Reporter& reporter) {
    VertexInputState state;
    const uint32_t decodes = std::min(registers.field("VFD_CONTROL_0/DECODE_CNT"_field), uint32_t{kBuffers});
    for (uint32_t i = 0; i < decodes; ++i)
        if (const auto attribute = attributeOf(registers, i, reporter)) {
            state.attributes.push_back(*attribute);
            state.buffers[attribute->buffer] = bufferOf(registers, attribute->buffer);
        }
    state.vertexId = registers.field("VFD_CONTROL_1/REGID4VTX"_field);
    state.instanceId = registers.field("VFD_CONTROL_1/REGID4INST"_field);
    state.viewId = registers.field("VFD_CONTROL_1/REGID4VIEWID"_field);
    state.indexOffset = registers.read("VFD_INDEX_OFFSET"_reg.word());
    state.instanceOffset = registers.read("VFD_INSTANCE_START_OFFSET"_reg.word());
    state.vertexIdHasOffset = registers.field("VFD_ADD_OFFSET/VERTEX"_field) != 0;
    state.instanceIdHasOffset = registers.field("VFD_ADD_OFFSET/INSTANCE"_field) != 0;
    return state;
}

void VertexFetch::fill(const VertexLanes& lanes, uint32_t view, ir3::Wave& wave) {
    const size_t count = lanes.indices.size();
    for (const VertexAttribute& attribute : state_.attributes) fetch(attribute, lanes, wave);
    if (auto* const reg = laneRegister(wave, state_.vertexId)) {
        const uint32_t added = state_.vertexIdHasOffset ? state_.indexOffset : 0;
        for (size_t i = 0; i < count; ++i) reg->lane[i] = lanes.indices[i] + added;
    }
    if (auto* const reg = laneRegister(wave, state_.instanceId)) {
        const uint32_t added = state_.instanceIdHasOffset ? state_.instanceOffset : 0;
        for (size_t i = 0; i < count; ++i) reg->lane[i] = lanes.instances[i] + added;
    }
    if (auto* const reg = laneRegister(wave, state_.viewId)) reg->lane.fill(view);
}

void VertexFetch::fetch(const VertexAttribute& attribute, const VertexLanes& lanes, ir3::Wave& wave) {
    const VertexBuffer& buffer = state_.buffers[attribute.buffer];
    const size_t count = lanes.indices.size();
    std::array<uint64_t, isa::kWaveLanes> offsets;
    for (size_t i = 0; i < count; ++i) {
        uint32_t element = lanes.indices[i] + state_.indexOffset;
        if (attribute.instanced) {
            const uint32_t step = attribute.stepRate == 0 ? 0 : lanes.instances[i] / attribute.stepRate;
            element = step + state_.instanceOffset;
        }
        offsets[i] = uint64_t{element} * buffer.stride + attribute.offset;
    }
    gather(attribute, std::span(offsets).first(count));
    std::array<uint32_t*, 4> columns{};
    for (unsigned c = 0; c < columns.size(); ++c) columns[c] = words_[c].lane.data();
    func::unpackTexels(attribute.format, bytes_.data(), count, columns);
    for (unsigned c = 0; c < columns.size(); ++c) {
        auto* const reg = (attribute.mask >> c & 1) != 0 ? laneRegister(wave, attribute.destination + c) : nullptr;
        if (reg == nullptr) continue;
        if (attribute.floats) toFloats(kindOf(attribute.format), count, words_[c]);
        std::copy_n(words_[c].lane.begin(), count, reg->lane.begin());
    }
}

void VertexFetch::gather(const VertexAttribute& attribute, std::span<const uint64_t> offsets) {
    const VertexBuffer& buffer = state_.buffers[attribute.buffer];
    const uint32_t bytes = attribute.format.bytes;
    const uint64_t last = buffer.bytes < bytes ? 0 : buffer.bytes - bytes;
    const bool none = buffer.bytes < bytes;
    uint64_t low = ~uint64_t{0};
    uint64_t high = 0;
    bool allInside = true;
    for (const uint64_t offset : offsets) {
        if (none || offset > last) {
            allInside = false;
            continue;
        }
        low = std::min(low, offset);
        high = std::max(high, offset);
        if (addresses_ != nullptr) addresses_->access(buffer.address + offset, bytes);
    }
    const std::byte* const all = low > high ? nullptr : memory_.lookAtOnce(buffer.address + low, high - low + bytes);
    std::byte* out = bytes_.data();
    if (all != nullptr && allInside) {
        if (bytes == 4) return collect<4>(all, low, offsets, out);
        if (bytes == 8) return collect<8>(all, low, offsets, out);
        if (bytes == 12) return collect<12>(all, low, offsets, out);
        if (bytes == 16) return collect<16>(all, low, offsets, out);
    }
    for (const uint64_t offset : offsets) {
        const bool inside = !none && offset <= last;
        const std::byte* from = nullptr;
        if (inside)
            from = all != nullptr ? all + (offset - low)
                                  : memory_.find(buffer.address + offset, bytes, MemoryClient::Vertices);
        if (from != nullptr)
            std::memcpy(out, from, bytes);
        else
            std::memset(out, 0, bytes);
        out += bytes;
    }
}

}  // namespace cyclorama::adreno
