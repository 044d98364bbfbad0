// SPDX-License-Identifier: MIT
// Storage buffers and images by descriptor (Mesa: a6xx.xml, A6XX_TEX_CONST; vulkan/tu_descriptor_set.cc,
// ir3/ir3_a6xx.c).
#include <cstring>

#include "families/adreno/sp/buffer_view.h"
#include "families/adreno/sp/stage_units.h"
#include "families/adreno/tp/image_access.h"

namespace cyclorama::adreno {
namespace {

using ir3::LaneWords;

/// Calls use(lane, component, place) for the elements of an untyped access that are in the buffer and are mapped.
template <typename Use>
void forElements(const StageResources& resources, const ir3::BufferRequest& request, isa::WaveMask lanes,
                 const BufferView& view, Use use) {
    const unsigned size = elementBytes(request.type);
    std::byte* const all = resources.memory->look(view.address, view.bytes);
    const uint64_t elements = view.bytes / size;
    isa::forLanes(lanes, [&](unsigned lane) {
        const uint64_t first =
            uint64_t{request.coordinate[0]->lane[lane]} + static_cast<uint64_t>(int64_t{request.offset});
        for (unsigned c = 0; c < request.components; ++c) {
            if (first + c >= elements) continue;
            const uint64_t offset = (first + c) * size;
            std::byte* const place = all != nullptr
                                         ? all + offset
                                         : resources.memory->find(view.address + offset, size, MemoryClient::Program);
            if (place != nullptr) use(lane, c, place);
        }
    });
}

}  // namespace

void StageUnits::loadBuffer(const ir3::BufferRequest& request, std::span<LaneWords> data) {
    const unsigned size = elementBytes(request.type);
    isa::forEqualLanes(request.lanes, request.number->lane, request.uniform, [&](isa::WaveMask lanes, uint32_t number) {
        const TextureWords words = imageDescriptor(resources_, baseOf(request), number);
        if (request.typed) {
            const Texture& image = views_->texture(words, ImageAccess::Load);
            if (addresses_ != nullptr) reportTexels(request, lanes, image);
            return loadImage(image, request, lanes, data);
        }
        if (addresses_ != nullptr) reportElements(request, lanes, words);
        forElements(resources_, request, lanes, bufferView(words),
                    [&](unsigned lane, unsigned c, const std::byte* place) {
                        uint32_t word = 0;
                        std::memcpy(&word, place, size);
                        data[c].lane[lane] = word;
                    });
    });
}

void StageUnits::storeBuffer(const ir3::BufferRequest& request, std::span<const LaneWords> data) {
    const unsigned size = elementBytes(request.type);
    isa::forEqualLanes(request.lanes, request.number->lane, request.uniform, [&](isa::WaveMask lanes, uint32_t number) {
        const TextureWords words = imageDescriptor(resources_, baseOf(request), number);
        if (request.typed) {
            const Texture& image = views_->texture(words, ImageAccess::Store);
            if (addresses_ != nullptr) reportTexels(request, lanes, image);
            return storeImage(image, request, lanes, data);
        }
        if (addresses_ != nullptr) reportElements(request, lanes, words);
        forElements(resources_, request, lanes, bufferView(words), [&](unsigned lane, unsigned c, std::byte* place) {
            std::memcpy(place, &data[c].lane[lane], size);
        });
    });
}

void StageUnits::atomicBuffer(const ir3::BufferRequest& request, const ir3::AtomicRequest& atomic, LaneWords& data) {
    isa::forEqualLanes(request.lanes, request.number->lane, request.uniform, [&](isa::WaveMask lanes, uint32_t number) {
        const TextureWords words = imageDescriptor(resources_, baseOf(request), number);
        if (request.typed) {
            std::array<std::byte*, isa::kWaveLanes> texels{};
            const Texture& image = views_->texture(words, ImageAccess::LoadAndStore);
            if (addresses_ != nullptr) reportTexels(request, lanes, image);
            locateImageTexels(image, request, lanes, texels);
            isa::forLanes(lanes, [&](unsigned lane) {
                if (texels[lane] != nullptr) data.lane[lane] = atomic.step(lane).apply(texels[lane]);
            });
            return;
        }
        ir3::BufferRequest single = request;
        single.components = 1;
        single.type = ir3::ValueType::U32;
        if (addresses_ != nullptr) reportElements(single, lanes, words);
        forElements(resources_, single, lanes, bufferView(words), [&](unsigned lane, unsigned, std::byte* place) {
            data.lane[lane] = atomic.step(lane).apply(place);
        });
    });
}

void StageUnits::describeBuffer(const ir3::BufferRequest& request, std::span<LaneWords> data) {
    isa::forEqualLanes(request.lanes, request.number->lane, request.uniform, [&](isa::WaveMask lanes, uint32_t number) {
        const std::array<uint32_t, 3> size =
            imageSize(views_->texture(imageDescriptor(resources_, baseOf(request), number), ImageAccess::Describe));
        isa::forLanes(lanes, [&](unsigned lane) {
            for (size_t c = 0; c < data.size(); ++c) data[c].lane[lane] = size[c];
        });
    });
}

}  // namespace cyclorama::adreno
