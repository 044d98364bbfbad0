// SPDX-License-Identifier: MIT
#include "func/texture/texture_conversion.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "func/formats/srgb.h"

namespace cyclorama::func {

namespace {

using ByteTable = std::array<float, 256>;

/// A byte over 255, from sRGB to linear.
const ByteTable& srgbBytes() {
    static const ByteTable table = [] {
        ByteTable values;
        for (size_t n = 0; n < values.size(); n++) {
            values[n] = linearFromSrgb(static_cast<float>(n) / 255.0f);
        }
        return values;
    }();
    return table;
}

template <class Components>
void reorder(const TextureState& state, Components& components) {
    if (state.d3d9ColorOrder) {
        std::swap(components[0], components[2]);
    }
    if (state.reverse) {
        std::swap(components[0], components[3]);
        std::swap(components[1], components[2]);
    }
}

bool isConstant(const ComponentField& field) {
    return field.kind == ComponentKind::Zero || field.kind == ComponentKind::One;
}

/// A field of 32 bits does not fit a signed word.
bool isWordField(const ComponentField& field) { return field.kind != ComponentKind::Unsigned || field.bits < 32; }

bool isByte(const ComponentField& field) {
    return field.kind == ComponentKind::Unsigned && field.bits == 8 && field.divisor == 255.0f;
}

}  // namespace

Vec4 convertTexel(const TextureState& state, const Vec4& decoded, float reference) {
    Vec4 color = decoded;
    if (state.comparison) {
        for (float& component : color) {
            component = compareTexel(state.comparisonFunction, reference, component);
        }
    }
    reorder(state, color);
    if (state.srgb) {
        for (size_t c = 0; c < 3; c++) {
            color[c] = linearFromSrgb(color[c]);
        }
    }
    return color;
}

TexelConversion texelConversion(const TextureState& state) {
    TexelConversion conversion;
    const std::array<std::byte, kMaxTexelBytes> zeroBytes{};
    conversion.outsideDecoded =
        state.borderTexel == BorderTexel::BorderColor ? state.borderColor : decodeTexel(state.format, zeroBytes.data());
    conversion.outside = convertTexel(state, conversion.outsideDecoded, 0.0f);

    const FormatLayout& layout = formatLayout(state.format);
    conversion.component = layout.component;
    reorder(state, conversion.component);
    reorder(state, conversion.outsideDecoded);
    conversion.byFields = std::all_of(layout.component.begin(), layout.component.end(), isWordField);
    // Neither 0 nor 1, which is all that a comparison gives, changes with the colour space.
    if (state.srgb && !state.comparison) {
        for (size_t c = 0; c < 3; c++) {
            const ComponentField& field = conversion.component[c];
            if (isByte(field)) {
                conversion.srgbTable[c] = srgbBytes().data();
            } else if (!isConstant(field)) {
                conversion.byFields = false;
            }
        }
    }
    return conversion;
}

}  // namespace cyclorama::func
