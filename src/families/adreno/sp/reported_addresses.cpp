// SPDX-License-Identifier: MIT
// Addresses of the accesses of programs, for listeners.
#include <cstdint>

#include "families/adreno/sp/stage_units.h"
#include "families/adreno/tp/image_access.h"

namespace cyclorama::adreno {
namespace {

/// The number of the first element that a lane accesses.
uint64_t firstElement(const ir3::LaneWords& coordinate, unsigned lane, int32_t offset) {
    return uint64_t{coordinate.lane[lane]} + static_cast<uint64_t>(int64_t{offset});
}

}  // namespace

void StageUnits::reportLanes(const ir3::GlobalRequest& request) const {
    const uint64_t bytes = uint64_t{request.bytes} * request.components;
    isa::forLanes(request.lanes, [&](unsigned lane) { addresses_->access(request.address[lane], bytes); });
}

void StageUnits::reportUniforms(const ir3::BufferRequest& request, isa::WaveMask lanes, const UniformBuffer& buffer,
                                unsigned components) const {
    constexpr uint64_t kVectorWords = 4;
    const uint64_t words = buffer.vectors * kVectorWords;
    isa::forLanes(lanes, [&](unsigned lane) {
        const uint64_t first =
            uint64_t{request.coordinate[0]->lane[lane]} * kVectorWords + static_cast<uint64_t>(int64_t{request.offset});
        for (unsigned c = 0; c < components; ++c)
            if (first + c < words)
                addresses_->access(buffer.address + (first + c) * sizeof(uint32_t), sizeof(uint32_t));
    });
}

void StageUnits::reportElements(const ir3::BufferRequest& request, isa::WaveMask lanes,
                                const TextureWords& words) const {
    const BufferView view = bufferView(words);
    const uint64_t size = elementBytes(request.type);
    isa::forLanes(lanes, [&](unsigned lane) {
        const uint64_t first = firstElement(*request.coordinate[0], lane, request.offset);
        for (unsigned c = 0; c < request.components; ++c)
            if (first + c < view.bytes / size) addresses_->access(view.address + (first + c) * size, size);
    });
}

void StageUnits::reportTexels(const ir3::BufferRequest& request, isa::WaveMask lanes, const Texture& image) const {
    std::array<std::byte*, isa::kWaveLanes> texels{};
    locateImageTexels(image, request, lanes, texels);
    isa::forLanes(lanes, [&](unsigned lane) {
        if (texels[lane] == nullptr) return;
        const auto offset = static_cast<uint64_t>(texels[lane] - image.bytes().data());
        addresses_->access(image.descriptor().address + offset, image.pixelBytes());
    });
}

void StageUnits::reportPlain(const ir3::TextureInstructionRequest& request, isa::WaveMask lanes,
                             const PlainElements& elements) const {
    const BufferView& view = elements.view;
    const uint64_t size = elements.bytes;
    constexpr unsigned kComponents = 4;
    const unsigned count = request.fields.shadow ? kComponents : 1;
    isa::forLanes(lanes, [&](unsigned lane) {
        const uint64_t first = firstElement(*request.coordinate[0], lane, request.elementOffset);
        for (unsigned c = 0; c < count; ++c) {
            if (request.fields.shadow && (request.fields.writeMask >> c & 1) == 0) continue;
            const bool there = first + c < view.bytes / size;
            const TexelRead read{
                .address = view.address + (first + c) * size, .bytes = there ? elements.bytes : 0, .lane = lane};
            texels_->texels({&read, 1}, {.filterBytes = elements.bytes});
        }
    });
}

}  // namespace cyclorama::adreno
