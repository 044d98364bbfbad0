// SPDX-License-Identifier: MIT
#include "families/attila/driver/textures/stipple_pattern.h"

namespace cyclorama::attila {

func::TextureState StipplePattern::texture(const std::array<uint32_t, 32>& rows) {
    constexpr uint32_t kEdge = 32;
    constexpr uint32_t kFirstColumn = 1u << 31;
    if (!storage_ || rows_ != rows) {
        std::array<std::byte, size_t{kEdge} * kEdge> texels{};
        for (size_t i = 0; i < texels.size(); ++i)
            texels[i] = (rows[i / kEdge] & kFirstColumn >> i % kEdge) != 0 ? std::byte{0xff} : std::byte{0};
        if (!storage_)
            storage_.emplace(
                driver_,
                virgl::ResourceDescription{
                    .target = virgl::Target::Texture2D, .format = virgl::Format::L8, .width = kEdge, .height = kEdge});
        storage_->upload({.box = {.width = kEdge, .height = kEdge, .depth = 1}}, texels,
                         {.stride = kEdge, .sliceStride = texels.size()});
        rows_ = rows;
    }
    func::TextureState texture = storage_->textureForGpu();
    texture.wrapS = texture.wrapT = func::WrapMode::Repeat;
    texture.minFilter = texture.magFilter = func::FilterMode::Nearest;
    return texture;
}

}  // namespace cyclorama::attila
