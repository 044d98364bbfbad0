// SPDX-License-Identifier: MIT
#include "families/attila/driver/blit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "families/attila/driver/texture_storage.h"
#include "func/formats/half_float.h"
#include "func/memory/load_value.h"
#include "virgl/refusal.h"

namespace cyclorama::attila {
namespace {

using virgl::BlitRequest;
using virgl::BlitSide;

TextureStorage& storageOf(const BlitSide& side) { return static_cast<TextureStorage&>(*side.resource->storage); }

/// Source of a column's, or row's, texels in a scaled copy: the two nearest of the source, and the weight of the
/// second.
struct Tap {
    uint32_t first = 0;
    uint32_t second = 0;
    float weight = 0;
};

struct Span {
    int32_t start = 0;
    int32_t size = 0;
};

/// By texel of the target, from its lower end on.
std::vector<Tap> taps(const Span& from, const Span& to, uint32_t fromSize, bool linear) {
    std::vector<Tap> made(static_cast<size_t>(std::abs(to.size)));
    const auto largest = static_cast<float>(fromSize - 1);
    for (size_t i = 0; i < made.size(); ++i) {
        const float share = (static_cast<float>(i) + 0.5f) / static_cast<float>(made.size());
        const float along = to.size < 0 ? 1 - share : share;
        const float place = static_cast<float>(from.start) + along * static_cast<float>(from.size);
        const float centre = std::clamp(linear ? place - 0.5f : std::floor(place), 0.0f, largest);
        const float low = std::floor(centre);
        made[i] = {.first = static_cast<uint32_t>(low),
                   .second = static_cast<uint32_t>(std::min(low + 1, largest)),
                   .weight = centre - low};
    }
    return made;
}

/// Bits of a texel that are written.
uint32_t writtenBits(const TextureFormat& format, uint32_t mask) {
    constexpr uint32_t kDepthBits = 0x00ffffff;
    if (!format.depth) return (mask & virgl::kBlitColors) != 0 ? ~0u : 0;
    return ((mask & virgl::kBlitDepth) != 0 ? kDepthBits : 0) | ((mask & virgl::kBlitStencil) != 0 ? ~kDepthBits : 0);
}

uint16_t loadHalf(const std::byte* at) { return func::loadValue<uint16_t>(at); }

class SliceBlit {
  public:
    SliceBlit(const BlitRequest& request, std::span<const std::byte> from, std::span<std::byte> to)
        : from_(from),
          to_(to),
          fromSize_(request.from.resource->description.levelSize(request.from.level)),
          toSize_(request.to.resource->description.levelSize(request.to.level)),
          bytes_(storageOf(request.to).texelBytes()),
          halves_(storageOf(request.to).format().stored == func::Format::Rgba16Float),
          written_(writtenBits(storageOf(request.to).format(), request.mask)),
          opaque_(storageOf(request.to).format().opaque) {}

    void run(const BlitRequest& request) {
        const auto columns =
            taps({request.from.x, request.from.width}, {request.to.x, request.to.width}, fromSize_[0], request.linear);
        const auto rows = taps({request.from.y, request.from.height}, {request.to.y, request.to.height}, fromSize_[1],
                               request.linear);
        const auto x = static_cast<size_t>(std::min(request.to.x, request.to.x + request.to.width));
        const auto y = static_cast<size_t>(std::min(request.to.y, request.to.y + request.to.height));
        for (size_t row = 0; row < rows.size(); ++row)
            for (size_t column = 0; column < columns.size(); ++column)
                write(((y + row) * toSize_[0] + x + column) * bytes_, rows[row], columns[column]);
    }

  private:
    const std::byte* texel(uint32_t x, uint32_t y) const {
        return from_.data() + (size_t{y} * fromSize_[0] + x) * bytes_;
    }

    void write(size_t at, const Tap& row, const Tap& column) {
        std::array<std::byte, 8> value{};
        const std::byte* const nearest = texel(column.first, row.first);
        std::memcpy(value.data(), nearest, bytes_);
        if (row.weight != 0 || column.weight != 0) mix(value, row, column);
        if (opaque_) value[3] = std::byte{0xff};
        if (written_ == ~0u) {
            std::memcpy(to_.data() + at, value.data(), bytes_);
            return;
        }
        uint32_t before = 0;
        uint32_t after = 0;
        std::memcpy(&before, to_.data() + at, sizeof before);
        std::memcpy(&after, value.data(), sizeof after);
        after = (after & written_) | (before & ~written_);
        std::memcpy(to_.data() + at, &after, sizeof after);
    }

    /// The mean of four texels by their weights, channel by channel.
    void mix(std::array<std::byte, 8>& value, const Tap& row, const Tap& column) const {
        const std::byte* const corners[4] = {texel(column.first, row.first), texel(column.second, row.first),
                                             texel(column.first, row.second), texel(column.second, row.second)};
        const auto mean = [&](const auto& at) {
            const float low = std::lerp(at(0), at(1), column.weight);
            const float high = std::lerp(at(2), at(3), column.weight);
            return std::lerp(low, high, row.weight);
        };
        if (halves_) {
            for (size_t i = 0; i < bytes_; i += sizeof(uint16_t)) {
                const uint16_t half = func::halfFromFloat(
                    mean([&](size_t corner) { return func::floatFromHalf(loadHalf(corners[corner] + i)); }));
                std::memcpy(value.data() + i, &half, sizeof half);
            }
            return;
        }
        for (size_t i = 0; i < bytes_; ++i)
            value[i] = static_cast<std::byte>(std::lround(
                mean([&](size_t corner) { return static_cast<float>(std::to_integer<int>(corners[corner][i])); })));
    }

    std::span<const std::byte> from_;
    std::span<std::byte> to_;
    std::array<uint32_t, 3> fromSize_;
    std::array<uint32_t, 3> toSize_;
    size_t bytes_;
    bool halves_;
    uint32_t written_;
    bool opaque_;
};

}  // namespace

void blitTextures(const BlitRequest& request) {
    TextureStorage& from = storageOf(request.from);
    TextureStorage& to = storageOf(request.to);
    if (from.description().samples > 1 && to.description().samples > 1)
        throw virgl::Unsupported("blits between surfaces of several samples");
    if (from.format().stored != to.format().stored) throw virgl::Unsupported("blits between formats");
    if (request.linear && from.format().depth) throw virgl::Unsupported("filtered blits of depth");
    for (const BlitSide* const side : {&request.from, &request.to})
        if (side->resource->description.target == virgl::Target::Texture3D)
            throw virgl::Unsupported("blits of volumes");
    if (request.from.depth != request.to.depth) throw virgl::Unsupported("blits between different numbers of layers");
    for (int32_t i = 0; i < request.to.depth; ++i) {
        const std::span<const std::byte> rows =
            from.rows(request.from.level, static_cast<uint32_t>(request.from.z + i));
        // A copy: a texture may be blitted to itself.
        const std::vector<std::byte> source(rows.begin(), rows.end());
        SliceBlit(request, source, to.rowsToWrite(request.to.level, static_cast<uint32_t>(request.to.z + i)))
            .run(request);
    }
}

}  // namespace cyclorama::attila
