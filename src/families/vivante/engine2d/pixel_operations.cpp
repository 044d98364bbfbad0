// SPDX-License-Identifier: MIT
#include "families/vivante/engine2d/pixel_operations.h"

#include <algorithm>

namespace cyclorama::vivante::engine2d {
namespace {

constexpr uint32_t kAlphaChannel = 3;

uint32_t product(uint32_t a, uint32_t b) {
    const uint32_t value = a * b + 128;
    return (value + (value >> 8)) >> 8;
}

uint32_t alphaBefore(const Blend::Side& side, Argb pixel) {
    const uint32_t alpha = side.inverseAlpha ? 255 - alphaOf(pixel) : alphaOf(pixel);
    switch (side.global) {
        case GlobalAlpha::Replaces:
            return alphaOf(side.globalColor);
        case GlobalAlpha::Scales:
            return product(alpha, alphaOf(side.globalColor));
        case GlobalAlpha::None:
            break;
    }
    return alpha;
}

Argb colorsTimes(Argb pixel, uint32_t factor) {
    return argb(alphaOf(pixel), product(channel(pixel, 2), factor), product(channel(pixel, 1), factor),
                product(channel(pixel, 0), factor));
}

/// A side with the alpha that it takes part with, its colours multiplied by that where they are to be.
Argb prepared(const Blend::Side& side, Argb pixel) {
    const uint32_t alpha = alphaBefore(side, pixel);
    const Argb changed = (pixel & 0xffffff) | alpha << 24;
    return side.premultiplies ? colorsTimes(changed, alpha) : changed;
}

uint32_t factorOf(const Blend::Side& side, Argb own, Argb other, uint32_t index) {
    const uint32_t alpha = alphaOf(side.ownAlpha ? own : other);
    switch (side.factor) {
        case Factor::Zero:
            return 0;
        case Factor::One:
            return 255;
        case Factor::Alpha:
            return alpha;
        case Factor::InverseAlpha:
            return 255 - alpha;
        case Factor::Color:
            return channel(other, index);
        case Factor::InverseColor:
            return 255 - channel(other, index);
        case Factor::SaturatedAlpha:
            return std::min(alphaOf(own), 255 - alphaOf(other));
        case Factor::SaturatedOwnAlpha:
            return std::min(255 - alphaOf(own), alphaOf(other));
    }
    return 0;
}

Argb demultiplied(Argb pixel) {
    const uint32_t alpha = alphaOf(pixel);
    if (alpha == 0) return pixel;
    const auto divided = [&](uint32_t index) {
        return std::min<uint32_t>(255, (channel(pixel, index) * 255 + alpha / 2) / alpha);
    };
    return argb(alpha, divided(2), divided(1), divided(0));
}

}  // namespace

uint8_t ofSourceAlone(uint8_t rop2) { return static_cast<uint8_t>((rop2 & 0xf) | rop2 << 4); }

uint8_t ofPatternAlone(uint8_t rop2) {
    const uint32_t without = rop2 & 3u;
    const uint32_t with = rop2 >> 2 & 3u;
    return static_cast<uint8_t>(without | without << 2 | with << 4 | with << 6);
}

uint32_t combined(uint8_t rop, uint32_t pattern, uint32_t source, uint32_t destination) {
    if (rop == 0xcc) return source;
    if (rop == 0xf0) return pattern;
    uint32_t result = 0;
    for (uint32_t index = 0; index < 8; ++index) {
        if ((rop >> index & 1) == 0) continue;
        result |= ((index & 4) != 0 ? pattern : ~pattern) & ((index & 2) != 0 ? source : ~source) &
                  ((index & 1) != 0 ? destination : ~destination);
    }
    return result;
}

Argb blended(const Blend& blend, Argb source, Argb destination) {
    Argb from = prepared(blend.source, source);
    const Argb to = prepared(blend.destination, destination);
    const Argb global = blend.source.globalColor;
    if (blend.sourceMultiplier == Blend::Multiplier::GlobalAlpha) from = colorsTimes(from, alphaOf(global));
    if (blend.sourceMultiplier == Blend::Multiplier::GlobalColor)
        from = argb(alphaOf(from), product(channel(from, 2), channel(global, 2)),
                    product(channel(from, 1), channel(global, 1)), product(channel(from, 0), channel(global, 0)));
    Argb result = 0;
    for (uint32_t index = 0; index <= kAlphaChannel; ++index) {
        const uint32_t sum = product(channel(from, index), factorOf(blend.source, from, to, index)) +
                             product(channel(to, index), factorOf(blend.destination, to, from, index));
        result |= std::min<uint32_t>(sum, 255) << (8 * index);
    }
    return blend.demultiplies ? demultiplied(result) : result;
}

bool ColorKey::matches(Argb pixel) const {
    for (uint32_t index = 0; index < kAlphaChannel; ++index)
        if (channel(pixel, index) < channel(low, index) || channel(pixel, index) > channel(high, index)) return false;
    return true;
}

}  // namespace cyclorama::vivante::engine2d
