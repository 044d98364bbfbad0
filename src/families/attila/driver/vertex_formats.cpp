// SPDX-License-Identifier: MIT
#include "families/attila/driver/vertex_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "virgl/refusal.h"

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

}  // namespace

VertexFormat vertexFormat(uint32_t number) {
    if (number == kBgra8) return {.format = Stream::Unorm8, .components = 4, .exchanged = true};
    const auto* const found = std::ranges::find_if(
        kStreams, [number](const FirstFormat& first) { return number >= first.number && number < first.number + 4; });
    if (found == kStreams.end()) throw virgl::Unsupported(fmt::format("vertices of format {}", number));
    return {.format = found->stream, .components = number - found->number + 1};
}

}  // namespace cyclorama::attila
