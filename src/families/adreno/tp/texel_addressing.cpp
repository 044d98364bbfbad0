// SPDX-License-Identifier: MIT
#include "families/adreno/tp/texel_addressing.h"

#include <algorithm>

namespace cyclorama::adreno {

namespace {

int32_t positiveRemainder(int32_t value, int32_t divisor) {
    const int32_t remainder = value % divisor;
    return remainder < 0 ? remainder + divisor : remainder;
}

}  // namespace

int32_t wrappedTexel(TextureWrap wrap, int32_t texel, int32_t size) {
    const bool inside = static_cast<uint32_t>(texel) < static_cast<uint32_t>(size);
    if (inside) return texel;
    // An image without texels, which a descriptor can name.
    if (size <= 0) return kOutside;
    switch (wrap) {
        case TextureWrap::Repeat:
            return positiveRemainder(texel, size);
        case TextureWrap::MirrorRepeat: {
            const int32_t place = positiveRemainder(texel, 2 * size);
            return place < size ? place : 2 * size - 1 - place;
        }
        case TextureWrap::ClampToBorder:
            return kOutside;
        case TextureWrap::MirrorClamp:
            return std::min(texel < 0 ? -1 - texel : texel, size - 1);
        default:
            return std::clamp(texel, 0, size - 1);
    }
}

CubeTexel seamlessTexel(const CubeTexel& texel, int32_t size) {
    const auto inside = [size](int32_t place) { return static_cast<uint32_t>(place) < static_cast<uint32_t>(size); };
    if (inside(texel.x) && inside(texel.y)) return texel;
    if (size <= 0) return {texel.face, kOutside, kOutside};
    if (!inside(texel.x) && !inside(texel.y)) {
        return {texel.face, std::clamp(texel.x, 0, size - 1), std::clamp(texel.y, 0, size - 1)};
    }
    const auto middle = [size](int32_t place) { return (static_cast<float>(place) + 0.5f) / static_cast<float>(size); };
    const CubePlace place = cubePlaceOf(directionOf({texel.face, middle(texel.x), middle(texel.y)}));
    const auto number = [size](float coordinate) {
        return std::clamp(static_cast<int32_t>(coordinate * static_cast<float>(size)), 0, size - 1);
    };
    return {place.face, number(place.s), number(place.t)};
}

}  // namespace cyclorama::adreno
