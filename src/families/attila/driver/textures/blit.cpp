// SPDX-License-Identifier: MIT
#include "families/attila/driver/textures/blit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <vector>

#include "families/attila/driver/textures/texel_codec.h"
#include "families/attila/driver/textures/texture_storage.h"
#include "func/texture/texture_format.h"
#include "virgl/protocol/refusal.h"

namespace cyclorama::attila {
namespace {

using virgl::BlitRequest;
using virgl::BlitSide;

TextureStorage& storageOf(const BlitSide& side) { return static_cast<TextureStorage&>(*side.resource->storage); }

/// The format that a side is read or written as: that of its texture, or the same bits with or without sRGB.
TextureFormat formatOf(const BlitSide& side) {
    TextureFormat format = storageOf(side).format();
    const TextureFormat* const asked = findTextureFormat(side.format);
    if (asked == nullptr || asked->stored != format.stored || asked->compression != format.compression ||
        asked->exchanged != format.exchanged || asked->swizzle != format.swizzle)
        throw virgl::Unsupported("blits that read or write another format than the texture's");
    format.srgb = asked->srgb;
    format.opaque = format.opaque || asked->opaque;
    return format;
}

/// A column, or row, of the target, and its source in a scaled copy: the two nearest of the source, and the weight of
/// the second.
struct Tap {
    uint32_t target = 0;
    uint32_t first = 0;
    uint32_t second = 0;
    float weight = 0;
};

struct Span {
    int32_t start = 0;
    int32_t size = 0;
};

/// Columns, or rows, of the target that may be written.
struct TargetRange {
    uint32_t begin = 0;
    uint32_t end = 0;
};

/// Columns, or rows, of the target from the lower end on: within the range, and with a source within its texture.
std::vector<Tap> taps(const Span& from, const Span& to, uint32_t fromSize, const TargetRange& range, bool linear) {
    const int64_t low = std::min<int64_t>(to.start, int64_t{to.start} + to.size);
    const int64_t high = std::max<int64_t>(to.start, int64_t{to.start} + to.size);
    const double largest = fromSize - 1;
    std::vector<Tap> made;
    for (int64_t target = std::max<int64_t>(low, range.begin); target < std::min<int64_t>(high, range.end); ++target) {
        // Exact for unscaled copies, so that no texels are mixed there.
        const double middle =
            static_cast<double>(2 * (target - low) + 1) * from.size / static_cast<double>(2 * (high - low));
        const double place = from.start + (to.size < 0 ? from.size - middle : middle);
        if (place < 0 || place >= fromSize) continue;
        const double centre = std::clamp(linear ? place - 0.5 : std::floor(place), 0.0, largest);
        const double first = std::floor(centre);
        made.push_back({.target = static_cast<uint32_t>(target),
                        .first = static_cast<uint32_t>(first),
                        .second = static_cast<uint32_t>(std::min(first + 1, largest)),
                        .weight = static_cast<float>(centre - first)});
    }
    return made;
}

/// Bits of a texel that are written.
uint32_t writtenBits(const TextureFormat& format, uint32_t mask) {
    constexpr uint32_t kDepthBits = 0x00ffffff;
    if (!format.depth) return (mask & virgl::kBlitColors) != 0 ? ~0u : 0;
    return ((mask & virgl::kBlitDepth) != 0 ? kDepthBits : 0) | ((mask & virgl::kBlitStencil) != 0 ? ~kDepthBits : 0);
}

/// Formats whose texels are the same bytes.
bool areAlike(const TextureFormat& from, const TextureFormat& to) {
    return from.stored == to.stored && from.compression == to.compression && from.swizzle == to.swizzle &&
           from.srgb == to.srgb;
}

class SliceBlit {
  public:
    SliceBlit(const BlitRequest& request, std::span<const std::byte> from, std::span<std::byte> to)
        : request_(request),
          from_(from),
          to_(to),
          fromSize_(request.from.resource->description.levelSize(request.from.level)),
          toSize_(request.to.resource->description.levelSize(request.to.level)),
          source_(formatOf(request.from)),
          target_(formatOf(request.to)),
          converts_(!areAlike(formatOf(request.from), formatOf(request.to))),
          written_(writtenBits(formatOf(request.to), request.mask)),
          opaque_(formatOf(request.to).opaque) {}

    void run() {
        const BlitSide& from = request_.from;
        const BlitSide& to = request_.to;
        const auto& box = request_.scissor;
        const TargetRange across{box ? box->minX : 0, box ? std::min(box->maxX, toSize_[0]) : toSize_[0]};
        const TargetRange down{box ? box->minY : 0, box ? std::min(box->maxY, toSize_[1]) : toSize_[1]};
        const auto columns = taps({from.x, from.width}, {to.x, to.width}, fromSize_[0], across, request_.linear);
        const auto rows = taps({from.y, from.height}, {to.y, to.height}, fromSize_[1], down, request_.linear);
        for (const Tap& row : rows)
            for (const Tap& column : columns) write(row, column);
    }

  private:
    const std::byte* texel(uint32_t x, uint32_t y) const {
        return from_.data() + (size_t{y} * fromSize_[0] + x) * source_.texelBytes();
    }

    void write(const Tap& row, const Tap& column) {
        std::byte* const to = to_.data() + (size_t{row.target} * toSize_[0] + column.target) * target_.texelBytes();
        std::array<std::byte, func::kMaxTexelBytes> value{};
        if (converts_ || row.weight != 0 || column.weight != 0)
            target_.store(mean(row, column), value.data());
        else
            std::memcpy(value.data(), texel(column.first, row.first), target_.texelBytes());
        if (opaque_) value[3] = std::byte{0xff};
        if (written_ == ~0u) {
            std::memcpy(to, value.data(), target_.texelBytes());
            return;
        }
        uint32_t before = 0;
        uint32_t after = 0;
        std::memcpy(&before, to, sizeof before);
        std::memcpy(&after, value.data(), sizeof after);
        after = (after & written_) | (before & ~written_);
        std::memcpy(to, &after, sizeof after);
    }

    /// The mean of four texels by their weights.
    func::Vec4 mean(const Tap& row, const Tap& column) const {
        const auto along = [&](uint32_t y) {
            const func::Vec4 first = source_.load(texel(column.first, y));
            return column.weight == 0 ? first : lerp(first, source_.load(texel(column.second, y)), column.weight);
        };
        const func::Vec4 low = along(row.first);
        return row.weight == 0 ? low : lerp(low, along(row.second), row.weight);
    }

    static func::Vec4 lerp(const func::Vec4& a, const func::Vec4& b, float t) {
        func::Vec4 made{};
        for (size_t c = 0; c < made.size(); ++c) made[c] = std::lerp(a[c], b[c], t);
        return made;
    }

    const BlitRequest& request_;
    std::span<const std::byte> from_;
    std::span<std::byte> to_;
    std::array<uint32_t, 3> fromSize_;
    std::array<uint32_t, 3> toSize_;
    TexelCodec source_;
    TexelCodec target_;
    bool converts_;
    uint32_t written_;
    bool opaque_;
};

/// A copy of a slice's texels: a texture may be blitted to itself.
std::vector<std::byte> texelsOf(const BlitSide& side, uint32_t slice) {
    TextureStorage& storage = storageOf(side);
    const std::span<const std::byte> rows = storage.rows(side.level, slice);
    if (!storage.format().isCompressed()) return {rows.begin(), rows.end()};
    const auto size = side.resource->description.levelSize(side.level);
    return decompressed(storage.format(), rows, size[0], size[1]);
}

/// The texels of a slice, or of two mixed by the weight of the second.
std::vector<std::byte> mixedTexels(const BlitSide& side, const Tap& slice) {
    std::vector<std::byte> texels = texelsOf(side, slice.first);
    if (slice.weight == 0) return texels;
    const std::vector<std::byte> second = texelsOf(side, slice.second);
    const TexelCodec codec(formatOf(side));
    for (size_t at = 0; at < texels.size(); at += codec.texelBytes()) {
        func::Vec4 mean = codec.load(&texels[at]);
        const func::Vec4 other = codec.load(&second[at]);
        for (size_t c = 0; c < mean.size(); ++c) mean[c] = std::lerp(mean[c], other[c], slice.weight);
        codec.store(mean, &texels[at]);
    }
    return texels;
}

using SampleStore = std::function<void(const std::byte* from, std::byte* to)>;

/// Copies a sample of `bytes` bytes: the bits of each word that `bits` has.
SampleStore storeBits(uint32_t bytes, uint32_t bits) {
    return [bytes, bits](const std::byte* from, std::byte* to) {
        for (uint32_t at = 0; at < bytes; at += sizeof(uint32_t)) {
            uint32_t kept = 0;
            uint32_t taken = 0;
            std::memcpy(&kept, to + at, sizeof kept);
            std::memcpy(&taken, from + at, sizeof taken);
            kept = (taken & bits) | (kept & ~bits);
            std::memcpy(to + at, &kept, sizeof kept);
        }
    };
}

/// Colours of samples, as the chip has them in memory.
TexelCodec sampleCodec(const BlitSide& side) {
    TextureFormat format = formatOf(side);
    format.stored = storageOf(side).drawnForm().format;
    return TexelCodec(format);
}

SampleStore sampleStore(const BlitRequest& request) {
    const TextureFormat to = formatOf(request.to);
    if (areAlike(formatOf(request.from), to))
        return storeBits(func::texelBytes(storageOf(request.to).drawnForm().format), writtenBits(to, request.mask));
    return [source = sampleCodec(request.from), target = sampleCodec(request.to)](
               const std::byte* read, std::byte* write) { target.store(source.load(read), write); };
}

/// Columns, or rows, that a copy of the same size has in both textures: where they begin in each, and how many.
struct SharedSpan {
    uint32_t from = 0;
    uint32_t to = 0;
    uint32_t size = 0;
};

SharedSpan sharedSpan(const Span& from, const Span& to, uint32_t fromSize, uint32_t toSize) {
    const int64_t skipped = std::max({int64_t{0}, -int64_t{from.start}, -int64_t{to.start}});
    const int64_t end = std::min({int64_t{from.size}, int64_t{fromSize} - from.start, int64_t{toSize} - to.start});
    if (skipped >= end) return {};
    return {.from = static_cast<uint32_t>(from.start + skipped),
            .to = static_cast<uint32_t>(to.start + skipped),
            .size = static_cast<uint32_t>(end - skipped)};
}

/// Between surfaces of several samples, which OpenGL scales no copies of.
void blitSamples(const BlitRequest& request) {
    const BlitSide& from = request.from;
    const BlitSide& to = request.to;
    if (from.width != to.width || from.height != to.height || from.width < 0 || from.height < 0)
        throw virgl::Unsupported("scaled copies between surfaces of several samples");
    const auto written = [&](uint32_t x, uint32_t y) {
        const auto& box = request.scissor;
        return !box || (x >= box->minX && x < box->maxX && y >= box->minY && y < box->maxY);
    };
    const auto fromSize = from.resource->description.levelSize(from.level);
    const auto toSize = to.resource->description.levelSize(to.level);
    const SharedSpan columns = sharedSpan({from.x, from.width}, {to.x, to.width}, fromSize[0], toSize[0]);
    const SharedSpan rows = sharedSpan({from.y, from.height}, {to.y, to.height}, fromSize[1], toSize[1]);
    storageOf(to).copyPixels(
        storageOf(from),
        {.level = from.level, .slice = static_cast<uint32_t>(from.z), .x = columns.from, .y = rows.from},
        {.level = to.level, .slice = static_cast<uint32_t>(to.z), .x = columns.to, .y = rows.to},
        {columns.size, rows.size}, sampleStore(request), written);
}

}  // namespace

void blitTextures(const BlitRequest& request) {
    const TextureFormat from = formatOf(request.from);
    const TextureFormat to = formatOf(request.to);
    const bool samples =
        storageOf(request.from).description().samples > 1 && storageOf(request.to).description().samples > 1;
    if (from.depth != to.depth) throw virgl::Unsupported("blits between depths and colours");
    if (samples) return blitSamples(request);
    if (request.linear && from.depth && (request.mask & virgl::kBlitStencil) != 0)
        throw virgl::Unsupported("filtered blits of stencil values");
    if (to.isCompressed()) throw virgl::Unsupported("blits to compressed textures");
    const uint32_t slices = request.to.resource->description.levelSize(request.to.level)[2];
    const uint32_t fromSlices = request.from.resource->description.levelSize(request.from.level)[2];
    for (const Tap& slice : taps({request.from.z, request.from.depth}, {request.to.z, request.to.depth}, fromSlices,
                                 {0, slices}, request.linear)) {
        const std::vector<std::byte> source = mixedTexels(request.from, slice);
        SliceBlit(request, source, storageOf(request.to).rowsToWrite(request.to.level, slice.target)).run();
    }
}

void copySamples(const virgl::CopyRequest& request) {
    auto& from = static_cast<TextureStorage&>(*request.from->storage);
    auto& to = static_cast<TextureStorage&>(*request.to->storage);
    const uint32_t bytes = func::texelBytes(to.drawnForm().format);
    if (func::texelBytes(from.drawnForm().format) != bytes)
        throw virgl::Unsupported("copies between formats of different sizes");
    const virgl::TexelBox& box = request.source.box;
    to.copyPixels(from, {.level = request.source.level, .slice = box.z, .x = box.x, .y = box.y},
                  {.level = request.level, .slice = request.z, .x = request.x, .y = request.y}, {box.width, box.height},
                  storeBits(bytes, ~0u), [](uint32_t, uint32_t) { return true; });
}

}  // namespace cyclorama::attila
