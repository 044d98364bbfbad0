#include "func/texture_conversion.h"

#include <optional>
#include <utility>

#include "func/srgb.h"

namespace cyclorama::func {

namespace {

using ByteTable = std::array<float, 256>;

struct ByteTables {
    ByteTable unorm{};
    ByteTable unormFromSrgb{};
    ByteTable snorm{};
    ByteTable zero{};
    ByteTable one{};

    ByteTables() {
        for (uint32_t n = 0; n < 256; n++) {
            unorm[n] = static_cast<float>(n) / 255.0f;
            unormFromSrgb[n] = linearFromSrgb(unorm[n]);
            snorm[n] = static_cast<float>(static_cast<int8_t>(n)) / 127.0f;
            one[n] = 1.0f;
        }
    }
};

const ByteTables& byteTables() {
    static const ByteTables tables;
    return tables;
}

enum class Source : uint8_t { Zero, One, Unorm, Snorm };

/// Where a component comes from: a constant, or a byte of the texel.
struct ComponentSource {
    Source source = Source::Zero;
    uint8_t byte = 0;
};

using ComponentSources = std::array<ComponentSource, 4>;

/// The formats of which each component is a byte or a constant.
std::optional<ComponentSources> byteSources(Format format) {
    constexpr ComponentSource kZero = {Source::Zero};
    constexpr ComponentSource kOne = {Source::One};
    constexpr auto byte = [](uint8_t n) { return ComponentSource{Source::Unorm, n}; };
    constexpr auto signedByte = [](uint8_t n) { return ComponentSource{Source::Snorm, n}; };
    switch (format) {
        case Format::Alpha8:
            return ComponentSources{kZero, kZero, kZero, byte(0)};
        case Format::Luminance8:
            return ComponentSources{byte(0), byte(0), byte(0), kOne};
        case Format::Luminance8Signed:
            return ComponentSources{signedByte(0), signedByte(0), signedByte(0), kOne};
        case Format::Luminance8Alpha8:
            return ComponentSources{byte(0), byte(0), byte(0), byte(1)};
        case Format::Luminance8Alpha8Signed:
            return ComponentSources{signedByte(0), signedByte(0), signedByte(0), signedByte(1)};
        case Format::Intensity8:
            return ComponentSources{byte(0), byte(0), byte(0), byte(0)};
        case Format::Rgb888:
            return ComponentSources{byte(0), byte(1), byte(2), kOne};
        case Format::Rgba8888:
            return ComponentSources{byte(0), byte(1), byte(2), byte(3)};
        default:
            return std::nullopt;
    }
}

const float* tableOf(Source source, bool srgb) {
    const ByteTables& tables = byteTables();
    switch (source) {
        case Source::Zero:
            return tables.zero.data();
        case Source::One:
            return tables.one.data();
        case Source::Unorm:
            return srgb ? tables.unormFromSrgb.data() : tables.unorm.data();
        case Source::Snorm:
            break;
    }
    return tables.snorm.data();
}

}  // namespace

Vec4 convertTexel(const TextureState& state, const Vec4& decoded, float reference) {
    Vec4 color = decoded;
    if (state.comparison) {
        for (float& component : color) {
            component = compareTexel(state.comparisonFunction, reference, component);
        }
    }
    if (state.d3d9ColorOrder) {
        std::swap(color[0], color[2]);
    }
    if (state.reverse) {
        std::swap(color[0], color[3]);
        std::swap(color[1], color[2]);
    }
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
    const Vec4 outside =
        state.borderTexel == BorderTexel::BorderColor ? state.borderColor : decodeTexel(state.format, zeroBytes.data());
    conversion.outside = convertTexel(state, outside, 0.0f);

    std::optional<ComponentSources> sources = byteSources(state.format);
    if (!sources || state.comparison) {
        return conversion;
    }
    if (state.d3d9ColorOrder) {
        std::swap((*sources)[0], (*sources)[2]);
    }
    if (state.reverse) {
        std::swap((*sources)[0], (*sources)[3]);
        std::swap((*sources)[1], (*sources)[2]);
    }
    for (size_t c = 0; c < 4; c++) {
        const ComponentSource& source = (*sources)[c];
        const bool srgb = state.srgb && c < 3;
        if (srgb && source.source == Source::Snorm) {
            return conversion;
        }
        conversion.shift[c] = static_cast<uint8_t>(8 * source.byte);
        conversion.table[c] = tableOf(source.source, srgb);
    }
    conversion.byBytes = true;
    return conversion;
}

}  // namespace cyclorama::func
