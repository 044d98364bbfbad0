// SPDX-License-Identifier: MIT
#include "machine/values/resolve_operations.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "func/formats/color_format.h"
#include "machine/values/machine_findings.h"

namespace cyclorama::machine {

namespace {

using func::kColorLanes;

/// Calls use(first, offset, pixels) for each run of pixels of a row that are contiguous and in one tile of the
/// tile status; `first` counts from x.
template <typename Use>
void forEachRun(const MappedSurface& surface, uint32_t bytes, uint32_t x, uint32_t y, uint32_t count, Use use) {
    const uint32_t run = surface.layout->runPixels();
    const bool status = surface.status.enabled();
    const uint32_t tileBytes = surface.status.tileBytes();
    const func::PixelLayout& layout = *surface.layout;
    for (uint32_t first = 0; first < count;) {
        const uint32_t offset = layout.offset(x + first, y);
        uint32_t pixels = std::min(count - first, run - ((x + first) & (run - 1)));
        if (status) pixels = std::clamp((tileBytes - (offset & (tileBytes - 1))) / bytes, 1u, pixels);
        use(first, offset, pixels);
        first += pixels;
    }
}

template <uint32_t Bytes>
void copyRun(const std::byte* from, uint32_t pixels, std::byte* to) {
    // The row of a 4x4 tile, which most runs are.
    if (pixels == 4)
        std::memcpy(to, from, size_t{4} * Bytes);
    else
        std::memcpy(to, from, size_t{pixels} * Bytes);
}

/// Reads the samples of a surface whatever its tile status.
class SampleReader {
  public:
    SampleReader(const MappedSurface& surface, uint32_t bytes) : surface_(&surface), bytes_(bytes) {
        const uint64_t pattern = surface.status.clearPattern();
        for (size_t at = 0; at < clear_.size(); at += bytes) std::memcpy(&clear_[at], &pattern, bytes);
    }

    /// Copies `count` samples of a row, `step` samples apart.
    void row(uint32_t x, uint32_t y, uint32_t step, uint32_t count, std::byte* out) const {
        switch (bytes_) {
            case 1:
                return copy<1>(x, y, step, count, out);
            case 2:
                return copy<2>(x, y, step, count, out);
            case 4:
                return copy<4>(x, y, step, count, out);
            default:
                return copy<8>(x, y, step, count, out);
        }
    }

  private:
    template <uint32_t Bytes>
    void copy(uint32_t x, uint32_t y, uint32_t step, uint32_t count, std::byte* out) const {
        if (step == 1) return copyRuns<Bytes>(x, y, count, out);
        for (uint32_t i = 0; i < count; ++i) copyRuns<Bytes>(x + i * step, y, 1, out + size_t{i} * Bytes);
    }

    template <uint32_t Bytes>
    void copyRuns(uint32_t x, uint32_t y, uint32_t count, std::byte* out) const {
        const func::TileStatusMap status = surface_->status;
        const auto source = [&status, from = surface_->bytes.data(), clear = clear_.data()](uint32_t offset) {
            return status.cleared(offset) ? clear : from + offset;
        };
        const func::PixelLayout& layout = *surface_->layout;
        uint32_t copied = 0;
        // The rows of 4x4 tiles, each in one tile of the tile status.
        if (layout.runPixels() == 4 && x % 4 == 0 &&
            (!status.enabled() ||
             (status.tileBytes() >= 4 * Bytes && layout.tiled().secondPipeOffset % status.tileBytes() == 0)))
            for (; copied + 4 <= count; copied += 4)
                std::memcpy(out + size_t{copied} * Bytes, source(layout.offset(x + copied, y)), 4 * Bytes);
        if (copied == count) return;
        forEachRun(*surface_, Bytes, x + copied, y, count - copied,
                   [&](uint32_t first, uint32_t offset, uint32_t pixels) {
                       copyRun<Bytes>(source(offset), pixels, out + size_t{copied + first} * Bytes);
                   });
    }

    const MappedSurface* surface_;
    uint32_t bytes_;
    /// Copies of the clear value, for the longest run of samples.
    alignas(64) std::array<std::byte, size_t{kColorLanes} * func::kMaxSampleBytes> clear_;
};

class SampleWriter {
  public:
    SampleWriter(const MappedSurface& surface, uint32_t bytes)
        : surface_(&surface), bytes_(bytes), status_(surface.status.enabled()) {}

    void row(uint32_t x, uint32_t y, uint32_t count, const std::byte* in) const {
        switch (bytes_) {
            case 1:
                return copy<1>(x, y, count, in);
            case 2:
                return copy<2>(x, y, count, in);
            case 4:
                return copy<4>(x, y, count, in);
            default:
                return copy<8>(x, y, count, in);
        }
    }

  private:
    template <uint32_t Bytes>
    void copy(uint32_t x, uint32_t y, uint32_t count, const std::byte* in) const {
        forEachRun(*surface_, Bytes, x, y, count, [&](uint32_t first, uint32_t offset, uint32_t pixels) {
            if (status_) surface_->status.open(surface_->bytes, offset, pixels * Bytes);
            copyRun<Bytes>(in + size_t{first} * Bytes, pixels, surface_->bytes.data() + offset);
        });
    }

    const MappedSurface* surface_;
    uint32_t bytes_;
    bool status_;
};

const func::ColorFormat* conversionOf(func::Format format) {
    const func::ColorFormat* exact = func::findColorFormat(format, func::ColorConversion::Exact);
    return exact != nullptr ? exact : func::findColorFormat(format, func::ColorConversion::Truncating);
}

uint32_t inside(uint32_t size, uint32_t from, uint32_t limit) {
    return from >= limit ? 0 : std::min(size, limit - from);
}

/// One run of up to kColorLanes pixels of a row: from samples to samples.
class Converter {
  public:
    Converter(const gpu::Resolve& operation, const SampleReader& reader, const func::ColorFormat* from,
              const func::ColorFormat* to)
        : operation_(&operation), reader_(&reader), from_(from), to_(to) {}

    /// (x, y) is in the source; `firstColumn` and `line` are those of the window of the destination.
    void convert(uint32_t x, uint32_t y, uint32_t count, uint32_t firstColumn, uint32_t line, func::SampleBytes& out) {
        const gpu::Resolve& r = *operation_;
        const bool integer = from_->integer;
        for (uint32_t row = 0; row < (integer ? 1 : r.averageY); ++row) {
            for (uint32_t column = 0; column < (integer ? 1 : r.averageX); ++column) {
                func::ColorLanes& colors = row + column == 0 ? sum_ : part_;
                reader_->row(x + column, y + row, r.averageX, count, samples_.data.data());
                from_->unpack(samples_, count, colors);
                if (row + column != 0) add(count);
            }
        }
        if (!integer && r.averageX * r.averageY > 1) scale(count, 1.0f / static_cast<float>(r.averageX * r.averageY));
        if (r.swapRedBlue) std::swap(sum_.component[0], sum_.component[2]);
        if (r.ditherMatrix != func::kNoDithering && to_->ditherable())
            dither(r.destinationX + firstColumn, r.destinationY + line, count);
        to_->pack(sum_, count, out);
    }

  private:
    void dither(uint32_t x, uint32_t y, uint32_t count) {
        for (size_t c = 0; c < to_->ditheredBits.size(); ++c)
            if (const uint32_t bits = to_->ditheredBits[c]; bits != 0)
                for (uint32_t i = 0; i < count; ++i)
                    sum_.component[c][i] = func::dither(operation_->ditherMatrix, x + i, y, bits, sum_.component[c][i]);
    }
    void add(uint32_t count) {
        for (size_t c = 0; c < sum_.component.size(); ++c)
            for (uint32_t i = 0; i < count; ++i) sum_.component[c][i] += part_.component[c][i];
    }
    void scale(uint32_t count, float factor) {
        for (auto& component : sum_.component)
            for (uint32_t i = 0; i < count; ++i) component[i] *= factor;
    }

    const gpu::Resolve* operation_;
    const SampleReader* reader_;
    const func::ColorFormat* from_;
    const func::ColorFormat* to_;
    func::SampleBytes samples_;
    func::ColorLanes sum_;
    func::ColorLanes part_;
};

}  // namespace

ResolveExtent extentOf(const gpu::Resolve& r) {
    return {std::min(inside(r.width, r.destinationX, r.destination.width),
                     inside(r.width * r.averageX, r.sourceX, r.source.width) / r.averageX),
            std::min(inside(r.height, r.destinationY, r.destination.height),
                     inside(r.height * r.averageY, r.sourceY, r.source.height) / r.averageY)};
}

ResolveExtent extentOf(const gpu::Fill& operation) {
    return {inside(operation.width, operation.x, operation.destination.width),
            inside(operation.height, operation.y, operation.destination.height)};
}

gpu::Surface upTo(gpu::Surface surface, uint64_t endX, uint64_t endY, bool written) {
    if (written && surface.storage.tileStatus.enabled) return surface;
    surface.width = static_cast<uint32_t>(std::min<uint64_t>(surface.width, endX));
    surface.height = static_cast<uint32_t>(std::min<uint64_t>(surface.height, endY));
    return surface;
}

gpu::Surface sourceOf(const gpu::Resolve& r) {
    return upTo(r.source, uint64_t{r.width} * r.averageX + r.sourceX, uint64_t{r.height} * r.averageY + r.sourceY,
                false);
}

gpu::Surface destinationOf(const gpu::Resolve& r) {
    return upTo(r.destination, uint64_t{r.width} + r.destinationX, uint64_t{r.height} + r.destinationY, true);
}

gpu::Surface destinationOf(const gpu::Fill& operation) {
    return upTo(operation.destination, uint64_t{operation.width} + operation.x,
                uint64_t{operation.height} + operation.y, true);
}

ResolveResult resolve(const gpu::Resolve& r, Surfaces& surfaces) {
    const uint32_t sourceBytes = sampleBytes(r.source.format);
    const uint32_t destinationBytes = sampleBytes(r.destination.format);
    if (sourceBytes == 0 || destinationBytes == 0 || r.averageX - 1 > 1 || r.averageY - 1 > 1)
        return ResolveResult::Unsupported;
    const func::ColorFormat* from = conversionOf(r.source.format);
    const func::ColorFormat* to = conversionOf(r.destination.format);
    const bool averages = r.averageX * r.averageY > 1;
    const bool copies =
        r.raw || (r.source.format == r.destination.format && (!averages || from == nullptr) && !r.swapRedBlue);
    if (copies ? sourceBytes != destinationBytes : from == nullptr || to == nullptr || from->integer != to->integer)
        return ResolveResult::Unsupported;
    const MappedSurface source = surfaces.image(sourceOf(r));
    const MappedSurface destination = surfaces.image(destinationOf(r));
    if (!source.valid || !destination.valid) return ResolveResult::OutOfMemory;

    const ResolveExtent window = extentOf(r);
    const SampleReader reader(source, sourceBytes);
    const SampleWriter writer(destination, destinationBytes);
    Converter converter(r, reader, from, to);
    func::SampleBytes result;
    for (uint32_t line = 0; line < window.height; ++line) {
        const uint32_t y = r.sourceY + (r.flipY ? r.height - 1 - line : line) * r.averageY;
        if (y >= r.source.height || r.source.height - y < r.averageY) continue;
        for (uint32_t first = 0; first < window.width; first += kColorLanes) {
            const uint32_t count = std::min(kColorLanes, window.width - first);
            const uint32_t x = r.sourceX + first * r.averageX;
            if (copies)
                reader.row(x, y, r.averageX, count, result.data.data());
            else
                converter.convert(x, y, count, first, line, result);
            writer.row(r.destinationX + first, r.destinationY + line, count, result.data.data());
        }
    }
    return ResolveResult::Done;
}

ResolveResult fill(const gpu::Fill& operation, Surfaces& surfaces) {
    const uint32_t bytes = sampleBytes(operation.destination.format);
    const uint32_t period = operation.patternBytes;
    if (bytes == 0 || (period != 4 && period != 8 && period != 16)) return ResolveResult::Unsupported;
    const MappedSurface surface = surfaces.image(destinationOf(operation));
    if (!surface.valid) return ResolveResult::OutOfMemory;
    std::array<std::byte, sizeof operation.pattern> pattern;
    std::array<std::byte, sizeof operation.pattern> mask;
    std::memcpy(pattern.data(), operation.pattern.data(), sizeof operation.pattern);
    std::memcpy(mask.data(), operation.writeBits.data(), sizeof operation.writeBits);
    const bool whole =
        std::ranges::all_of(std::span(mask).first(period), [](std::byte b) { return b == std::byte{255}; });

    const ResolveExtent window = extentOf(operation);
    for (uint32_t y = operation.y; y < operation.y + window.height; ++y)
        forEachRun(surface, bytes, operation.x, y, window.width, [&](uint32_t, uint32_t offset, uint32_t pixels) {
            surface.status.open(surface.bytes, offset, pixels * bytes);
            std::byte* to = surface.bytes.data() + offset;
            if (whole && bytes == 4) {
                for (uint32_t i = 0; i < pixels; ++i)
                    std::memcpy(to + size_t{4} * i, &pattern[(offset + 4 * i) % period], 4);
                return;
            }
            for (uint32_t b = 0; b < pixels * bytes; ++b) {
                const size_t at = (offset + b) % period;
                to[b] = (to[b] & ~mask[at]) | (pattern[at] & mask[at]);
            }
        });
    return ResolveResult::Done;
}

MappedSurface surfaceOf(const gpu::ResolveTileStatus& operation, Surfaces& surfaces) {
    const bool inPlace = operation.surface.width == 0;
    return inPlace ? surfaces.contents(operation.surface, operation.bytes) : surfaces.image(operation.surface);
}

ResolveResult resolveTileStatus(const gpu::ResolveTileStatus& operation, Surfaces& surfaces) {
    if (sampleBytes(operation.surface.format) == 0) return ResolveResult::Unsupported;
    const MappedSurface surface = surfaceOf(operation, surfaces);
    if (!surface.valid) return ResolveResult::OutOfMemory;
    if (!surface.status.enabled()) return ResolveResult::Unsupported;
    const uint64_t all = surface.bytes.size();
    const uint64_t bytes = operation.bytes == 0 ? all : std::min(operation.bytes, all);
    if (bytes != 0) surface.status.open(surface.bytes, 0, static_cast<uint32_t>(bytes));
    return ResolveResult::Done;
}

ResolveResult copyMemory(const gpu::CopyMemory& operation, mem::AddressSpace& memory) {
    const auto source = memory.span(operation.source, operation.bytes);
    const auto destination = memory.span(operation.destination, operation.bytes);
    if (!source || !destination) return ResolveResult::OutOfMemory;
    if (operation.bytes != 0) std::memmove(destination->data(), source->data(), operation.bytes);
    return ResolveResult::Done;
}

const sim::FindingKind* findingOf(ResolveResult result) {
    switch (result) {
        case ResolveResult::Unsupported:
            return &findings::kResolve;
        case ResolveResult::OutOfMemory:
            return &findings::kResolveMemory;
        case ResolveResult::Done:
            break;
    }
    return nullptr;
}

}  // namespace cyclorama::machine
