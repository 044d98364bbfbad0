// SPDX-License-Identifier: MIT
#include "families/attila/driver/vertices/vertex_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "func/texture/texture_attribute.h"
#include "virgl/protocol/refusal.h"

namespace cyclorama::attila {
namespace {

using Stream = func::StreamFormat;

/// Formats of one to four components have numbers that follow each other.
struct FirstFormat {
    uint32_t number;
    Stream stream;
};
constexpr auto kStreams = std::to_array<FirstFormat>({{28, Stream::Float32},
                                                      {32, Stream::Unorm32},
                                                      {36, Stream::Uint32},
                                                      {40, Stream::Snorm32},
                                                      {44, Stream::Sint32},
                                                      {48, Stream::Unorm16},
                                                      {52, Stream::Uint16},
                                                      {56, Stream::Snorm16},
                                                      {60, Stream::Sint16},
                                                      {64, Stream::Unorm8},
                                                      {69, Stream::Uint8},
                                                      {74, Stream::Snorm8},
                                                      {82, Stream::Sint8},
                                                      {91, Stream::Float16}});
constexpr uint32_t kBgra8 = 1;
constexpr uint32_t kFirstDouble = 24;
constexpr uint32_t kFirstFixed = 87;

/// Four components in a word.
struct PackedFormat {
    uint32_t number;
    Stream stream;
    bool exchanged;
};
constexpr auto kPacked = std::to_array<PackedFormat>({{8, Stream::Unorm1010102, false},
                                                      {123, Stream::Uint1010102, false},
                                                      {131, Stream::Unorm1010102, true},
                                                      {172, Stream::Sint1010102, false},
                                                      {173, Stream::Snorm1010102, false},
                                                      {174, Stream::Uint1010102, true},
                                                      {175, Stream::Sint1010102, true},
                                                      {176, Stream::Snorm1010102, true}});

}  // namespace

VertexFormat vertexFormat(uint32_t number) {
    if (number == kBgra8) return {.format = Stream::Unorm8, .components = 4, .exchanged = true};
    if (number >= kFirstDouble && number < kFirstDouble + 4)
        return {.components = number - kFirstDouble + 1, .doubles = true, .streamed = false};
    if (number >= kFirstFixed && number < kFirstFixed + 4)
        return {.format = Stream::Fixed32, .components = number - kFirstFixed + 1, .streamed = false};
    if (const auto* const packed = std::ranges::find(kPacked, number, &PackedFormat::number); packed != kPacked.end())
        return {.format = packed->stream, .exchanged = packed->exchanged, .streamed = false};
    const auto* const found = std::ranges::find_if(
        kStreams, [number](const FirstFormat& first) { return number >= first.number && number < first.number + 4; });
    if (found == kStreams.end()) throw virgl::Unsupported(fmt::format("vertices of format {}", number));
    return {.format = found->stream, .components = number - found->number + 1};
}

func::Vec4 vertexValue(const VertexFormat& format, std::span<const std::byte> bytes) {
    func::Vec4 value = {0, 0, 0, 1};
    const size_t needed =
        format.doubles ? format.components * sizeof(double) : func::streamEntryBytes(format.format, format.components);
    if (bytes.size() < needed) {
        std::fill_n(value.begin(), format.components, 0.0f);
    } else if (format.doubles) {
        std::array<double, 4> doubles{};
        std::memcpy(doubles.data(), bytes.data(), needed);
        for (uint32_t c = 0; c < format.components; ++c) value[c] = static_cast<float>(doubles[c]);
    } else {
        func::convertStreamEntry(format.format, format.components, bytes.data(), value);
    }
    if (format.exchanged) std::swap(value[0], value[2]);
    return value;
}

}  // namespace cyclorama::attila
