// SPDX-License-Identifier: MIT
#include "families/adreno/timing/a2d/blit_plan.h"

#include <algorithm>
#include <array>
#include <utility>

#include "families/adreno/a2d/blit_engine.h"
#include "families/adreno/a2d/decoded_source.h"
#include "families/adreno/registers/registers.h"
#include "families/adreno/tp/texture.h"

namespace cyclorama::adreno {

BlitPlan::BlitPlan(const RegisterValues& registers, const Chip& chip, const GpuMemory& memory)
    : state_(decodeBlit(registers)),
      halvings_(static_cast<uint8_t>(registers.field("RB_CCU_CNTL/COLOR_CACHE_SIZE"_field))),
      x_(state_.clipped.left),
      y_(state_.clipped.top) {
    if (state_.rotation > BlitRotation::MirrorY || !knowsKeptComponents(registers) || state_.clipped.empty()) return;
    const auto view = viewOf(state_.target, static_cast<uint32_t>(state_.clipped.right + 1),
                             static_cast<uint32_t>(state_.clipped.bottom + 1), chip);
    if (!view || memory.look(view->address(), view->extent()) == nullptr) return;
    target_ = view;
    compressed_.add(*view);
    if (!state_.solid) findSource(chip, memory);
}

void BlitPlan::findSource(const Chip& chip, const GpuMemory& memory) {
    mapping_.emplace(state_);
    const auto width = static_cast<uint32_t>(mapping_->needed().right + 1);
    const auto height = static_cast<uint32_t>(mapping_->needed().bottom + 1);
    const auto view = viewOf(state_.source, width, height, chip);
    if (!view) return findDecoded(width, height, chip, memory);
    if (memory.look(view->address(), view->extent()) == nullptr) return;
    filters_ = filtersTexels(state_, *view->format(), *mapping_);
    source_ = CompressedLines(*view);
    samples_ = averagesSamples(state_, *view->format()) ? view->parameters().samples : 1;
    planes_.push_back({.address = view->address(), .layout = view->layout(), .bytes = view->texelBytes() * samples_});
}

void BlitPlan::findDecoded(uint32_t width, uint32_t height, const Chip& chip, const GpuMemory& memory) {
    const TextureDescriptor descriptor = describeSource(state_.source, width, height);
    if (descriptor.format == nullptr) {
        target_.reset();
        return;
    }
    const Texture texture(descriptor, banksOf(chip));
    const SurfaceFormat& format = *descriptor.format;
    if (memory.look(descriptor.address, texture.extent()) == nullptr) return;
    filters_ = state_.linear && !mapping_->isShift();
    planes_.push_back({.address = descriptor.address + texture.level(0).base,
                       .layout = texture.level(0).layout,
                       .bytes = texture.pixelBytes(),
                       .width = format.blockWidth,
                       .height = format.blockHeight});
    const bool two = format.codec == TexelCodec::TwoPlanes;
    for (size_t i = 0; format.hasPlanes() && i < (two ? 1u : 2u); ++i)
        planes_.push_back({.address = descriptor.planeAddress[i] + texture.plane(i).base,
                           .layout = texture.plane(i).layout,
                           .bytes = two ? 2u : 1u,
                           .width = 2,
                           .height = 2});
}

void BlitPlan::readTexel(uint32_t x, uint32_t y, LineAccesses& lines) const {
    for (const Plane& plane : planes_)
        lines.access(plane.address + plane.layout.offset(x / plane.width, y / plane.height), plane.bytes);
}

void BlitPlan::read(int32_t x, int32_t y, LineAccesses& lines) const {
    if (!filters_) {
        const TexelPlace place = mapping_->nearest(x, y);
        return readTexel(place.x, place.y, lines);
    }
    const TexelSquare square = mapping_->square(x, y);
    for (const uint32_t row : {square.y.first, square.y.second})
        for (const uint32_t column : {square.x.first, square.x.second}) readTexel(column, row, lines);
}

std::optional<BlitPart> BlitPlan::next(const BlockSizes& sizes) {
    if (!target_ || y_ > state_.clipped.bottom) return std::nullopt;
    const int32_t right = std::min(x_ + static_cast<int32_t>(kColumns) - 1, state_.clipped.right);
    const int32_t bottom = std::min(y_ + static_cast<int32_t>(kRows) - 1, state_.clipped.bottom);
    const auto columns = static_cast<uint32_t>(right - x_ + 1);
    const auto rows = static_cast<uint32_t>(bottom - y_ + 1);
    LineAccesses reads;
    LineAccesses writes;
    std::array<uint64_t, kColumns> offsets{};
    for (int32_t y = y_; y <= bottom; ++y) {
        target_->offsetsOfRow({.x = static_cast<uint32_t>(x_), .y = static_cast<uint32_t>(y)},
                              std::span(offsets).first(columns));
        for (uint32_t i = 0; i < columns; ++i) {
            writes.access(target_->address() + offsets[i], target_->texelBytes());
            if (!planes_.empty()) read(x_ + static_cast<int32_t>(i), y, reads);
        }
    }
    x_ = right + 1;
    if (x_ > state_.clipped.right) {
        x_ = state_.clipped.left;
        y_ = bottom + 1;
    }
    std::vector<LineAccess> lines = source_.of(reads, sizes);
    const std::vector<LineAccess> flags = source_.takeFlags();
    lines.insert(lines.begin(), flags.begin(), flags.end());
    return BlitPart{.reads = std::move(lines),
                    .writes = writes.lines(),
                    .texels = columns * rows * samples_,
                    .bytes = columns * rows * target_->texelBytes()};
}

}  // namespace cyclorama::adreno
