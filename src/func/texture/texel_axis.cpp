// SPDX-License-Identifier: MIT
#include "func/texture/texel_axis.h"

#include <algorithm>

namespace cyclorama::func {

namespace {

int32_t positiveRemainder(int32_t value, int32_t divisor) {
    const int32_t remainder = value % divisor;
    return remainder < 0 ? remainder + divisor : remainder;
}

}  // namespace

int32_t wrappedBeyondEdge(TexelWrap wrap, int32_t texel, int32_t size) {
    // An image without texels, which a descriptor can name.
    if (size <= 0) return kOutside;
    switch (wrap) {
        case TexelWrap::Repeat:
            return positiveRemainder(texel, size);
        case TexelWrap::MirrorRepeat: {
            const int32_t place = positiveRemainder(texel, 2 * size);
            return place < size ? place : 2 * size - 1 - place;
        }
        case TexelWrap::ClampToBorder:
            return kOutside;
        case TexelWrap::MirrorClamp:
            return std::min(texel < 0 ? -1 - texel : texel, size - 1);
        default:
            return std::clamp(texel, 0, size - 1);
    }
}

}  // namespace cyclorama::func
