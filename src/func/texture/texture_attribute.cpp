// SPDX-License-Identifier: MIT
#include "func/texture/texture_attribute.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "func/formats/half_float.h"
#include "func/memory/load_value.h"

namespace cyclorama::func {

namespace {

constexpr uint32_t kMaxComponents = 4;
constexpr uint32_t kInactiveReadBytes = 4;

template <class T>
float loadAsFloat(const std::byte* data) {
    return static_cast<float>(loadValue<T>(data));
}

bool givesDefault(const AttributeStream& stream) { return !stream.active || stream.components == 0; }

uint32_t attributeBytes(const AttributeStream& stream) {
    return std::min(stream.components, kMaxComponents) * streamFormatBytes(stream.format);
}

Address attributeAddress(const AttributeStream& stream, uint32_t index) {
    const uint32_t offset = stream.stride * index;  // modulo 2^32
    return stream.address + offset;
}

bool isPacked(StreamFormat format) {
    return format == StreamFormat::Unorm1010102 || format == StreamFormat::Snorm1010102 ||
           format == StreamFormat::Uint1010102 || format == StreamFormat::Sint1010102;
}

float convertPackedComponent(StreamFormat format, uint32_t word, uint32_t component) {
    const uint32_t bits = component == 3 ? 2 : 10;
    const uint32_t value = (word >> (component * 10)) & ((1u << bits) - 1);
    const auto largest = static_cast<float>((1u << bits) - 1);
    const auto positive = static_cast<float>((1u << (bits - 1)) - 1);
    const auto extended = static_cast<float>(static_cast<int32_t>(value << (32 - bits)) >> (32 - bits));
    switch (format) {
        case StreamFormat::Unorm1010102:
            return static_cast<float>(value) / largest;
        case StreamFormat::Snorm1010102:
            return std::max(extended / positive, -1.0f);
        case StreamFormat::Uint1010102:
            return static_cast<float>(value);
        default:
            return extended;
    }
}

template <class T>
float loadBits(const std::byte* data) {
    return std::bit_cast<float>(static_cast<int32_t>(loadValue<T>(data)));
}

Vec4 convertComponents(const AttributeStream& stream, const std::byte* data) {
    Vec4 value = stream.defaultValue;
    const uint32_t bytes = streamFormatBytes(stream.format);
    for (uint32_t c = 0; c < std::min(stream.components, kMaxComponents); c++) {
        value[c] = convertStreamComponent(stream.format, data + size_t{c} * bytes);
    }
    if (stream.d3d9ColorOrder) {
        std::swap(value[0], value[2]);
    }
    return value;
}

}  // namespace

uint32_t streamFormatBytes(StreamFormat format) {
    switch (format) {
        case StreamFormat::Unorm8:
        case StreamFormat::Snorm8:
        case StreamFormat::Uint8:
        case StreamFormat::Sint8:
        case StreamFormat::Bits8:
        case StreamFormat::SignedBits8:
            return 1;
        case StreamFormat::Unorm16:
        case StreamFormat::Snorm16:
        case StreamFormat::Uint16:
        case StreamFormat::Sint16:
        case StreamFormat::Float16:
        case StreamFormat::Bits16:
        case StreamFormat::SignedBits16:
            return 2;
        default:
            return 4;
    }
}

float convertStreamComponent(StreamFormat format, const std::byte* data) {
    switch (format) {
        case StreamFormat::Unorm8:
            return loadAsFloat<uint8_t>(data) * (1.0f / 255.0f);
        case StreamFormat::Snorm8:
            return loadAsFloat<int8_t>(data) * (1.0f / 127.0f);
        case StreamFormat::Unorm16:
            return loadAsFloat<uint16_t>(data) * (1.0f / 65535.0f);
        case StreamFormat::Snorm16:
            return loadAsFloat<int16_t>(data) * (1.0f / 32767.0f);
        case StreamFormat::Unorm32:
            return loadAsFloat<uint32_t>(data) * (1.0f / 4294967295.0f);
        case StreamFormat::Snorm32:
            return loadAsFloat<int32_t>(data) * (1.0f / 2147483647.0f);
        case StreamFormat::Float16: {
            uint16_t half;
            std::memcpy(&half, data, sizeof half);
            return floatFromHalf(half);
        }
        case StreamFormat::Float32:
            return loadAsFloat<float>(data);
        case StreamFormat::Uint8:
            return loadAsFloat<uint8_t>(data);
        case StreamFormat::Sint8:
            return loadAsFloat<int8_t>(data);
        case StreamFormat::Uint16:
            return loadAsFloat<uint16_t>(data);
        case StreamFormat::Sint16:
            return loadAsFloat<int16_t>(data);
        case StreamFormat::Uint32:
            return loadAsFloat<uint32_t>(data);
        case StreamFormat::Fixed32:
            return loadAsFloat<int32_t>(data) * (1.0f / 65536.0f);
        case StreamFormat::Bits8:
            return loadBits<uint8_t>(data);
        case StreamFormat::SignedBits8:
            return loadBits<int8_t>(data);
        case StreamFormat::Bits16:
            return loadBits<uint16_t>(data);
        case StreamFormat::SignedBits16:
            return loadBits<int16_t>(data);
        case StreamFormat::Sint32:
        case StreamFormat::Unorm1010102:
        case StreamFormat::Snorm1010102:
        case StreamFormat::Uint1010102:
        case StreamFormat::Sint1010102:
            break;
    }
    return loadAsFloat<int32_t>(data);
}

uint32_t streamEntryBytes(StreamFormat format, uint32_t components) {
    return isPacked(format) ? uint32_t{sizeof(uint32_t)}
                            : streamFormatBytes(format) * std::min(components, kMaxComponents);
}

void convertStreamEntry(StreamFormat format, uint32_t components, const std::byte* data, Vec4& value) {
    components = std::min(components, kMaxComponents);
    if (isPacked(format)) {
        uint32_t word;
        std::memcpy(&word, data, sizeof word);
        for (uint32_t c = 0; c < components; c++) value[c] = convertPackedComponent(format, word, c);
        return;
    }
    if (format == StreamFormat::Float32) {
        std::memcpy(value.data(), data, components * sizeof(float));
        return;
    }
    const uint32_t bytes = streamFormatBytes(format);
    for (uint32_t c = 0; c < components; c++) value[c] = convertStreamComponent(format, data + size_t{c} * bytes);
}

void planAttributeLoad(const AttributeStream& stream, const TextureUnitSettings& settings,
                       const std::array<uint32_t, kQuadFragments>& indices, TextureAccessPlan& plan) {
    plan = {.operation = TextureOperation::LoadAttribute, .samples = std::move(plan.samples)};
    plan.samples.assign(1, TrilinearPlan{});
    TrilinearPlan& sample = plan.samples[0];
    const uint32_t lineLog2 = 2 * settings.blockDimension;
    const uint32_t lineBytes = 1u << lineLog2;
    const uint32_t bytes = attributeBytes(stream);
    for (size_t lane = 0; lane < kQuadFragments; lane++) {
        sample.loops[lane] = 1;
        sample.texelsPerLoop[lane] = 1;
        if (givesDefault(stream)) {
            sample.address[lane][0] = kBlackTexelAddress;
            plan.bytesPerRead[lane] = kInactiveReadBytes;
            continue;
        }
        const uint64_t first = attributeAddress(stream, indices[lane]).bits();
        const uint64_t last = first + bytes - 1;
        if (first >> lineLog2 == last >> lineLog2) {
            sample.address[lane][0] = first;
            plan.bytesPerRead[lane] = bytes;
            plan.attribute[lane] = {.firstBytes = bytes};
            continue;
        }
        const uint32_t firstBytes = (lineBytes - static_cast<uint32_t>(first)) & (lineBytes - 1);
        const uint32_t secondBytes = bytes - firstBytes;
        const uint32_t readBytes = std::max(firstBytes, secondBytes);
        const uint64_t start = first - (readBytes - firstBytes);
        sample.texelsPerLoop[lane] = 2;
        sample.address[lane][0] = start;
        sample.address[lane][1] = ((start >> lineLog2) + 1) << lineLog2;
        plan.bytesPerRead[lane] = readBytes;
        plan.attribute[lane] = {readBytes - firstBytes, firstBytes, secondBytes};
    }
}

void fetchAttribute(const TextureAccessPlan& plan, const MemoryWindows& memory, FetchedTexels& out,
                    TextureFaults& faults) {
    constexpr uint64_t kWordMask = ~uint64_t{3};
    out.resize(size_t{kQuadFragments} * TrilinearPlan::kTexels);
    const TrilinearPlan& sample = plan.samples[0];
    for (uint32_t lane = 0; lane < kQuadFragments; lane++) {
        for (uint32_t read = 0; read < sample.texelsPerLoop[lane]; read++) {
            TexelBytes& bytes = out[lane * TrilinearPlan::kTexels + read];
            bytes = {};
            const uint64_t address = sample.address[lane][read];
            if (address != kBlackTexelAddress &&
                !readMemory(memory, Address::fromBits(address & kWordMask), plan.bytesPerRead[lane], bytes.data())) {
                faults.outOfRange++;
            }
        }
    }
}

std::array<Vec4, kQuadFragments> convertAttribute(const AttributeStream& stream, const TextureAccessPlan& plan,
                                                  std::span<const TexelBytes> reads) {
    std::array<Vec4, kQuadFragments> values;
    for (size_t lane = 0; lane < kQuadFragments; lane++) {
        if (givesDefault(stream)) {
            values[lane] = stream.defaultValue;
            continue;
        }
        const AttributeRead& split = plan.attribute[lane];
        const TexelBytes& first = reads[lane * TrilinearPlan::kTexels];
        TexelBytes attribute{};
        std::memcpy(attribute.data(), first.data() + split.firstOffset, split.firstBytes);
        if (split.secondBytes != 0) {
            const TexelBytes& second = reads[lane * TrilinearPlan::kTexels + 1];
            std::memcpy(attribute.data() + split.firstBytes, second.data(), split.secondBytes);
        }
        values[lane] = convertComponents(stream, attribute.data());
    }
    return values;
}

Vec4 loadAttribute(const AttributeStream& stream, const TextureUnitSettings& settings, const MemoryWindows& memory,
                   uint32_t index, TextureFaults& faults) {
    if (givesDefault(stream)) {
        return stream.defaultValue;
    }
    const Address address = attributeAddress(stream, index);
    if (address.misalignment(4) == 0 && settings.blockDimension >= 2) {
        // Both reads of an aligned attribute that is split are aligned, and meet.
        TexelBytes attribute{};
        if (!readMemory(memory, address, attributeBytes(stream), attribute.data())) {
            faults.outOfRange++;
        }
        return convertComponents(stream, attribute.data());
    }
    TextureAccessPlan plan;
    FetchedTexels reads;
    planAttributeLoad(stream, settings, {index, index, index, index}, plan);
    TextureFaults quadFaults;
    fetchAttribute(plan, memory, reads, quadFaults);
    faults.outOfRange += quadFaults.outOfRange != 0 ? 1 : 0;
    return convertAttribute(stream, plan, reads)[0];
}

}  // namespace cyclorama::func
