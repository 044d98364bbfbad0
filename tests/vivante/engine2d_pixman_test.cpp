// SPDX-License-Identifier: MIT
// The 2D engine held against Pixman.

#include <gtest/gtest.h>
#include <pixman.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <memory>

#include "engine2d_scene.h"

namespace cyclorama::vivante {
namespace {

using ImagePointer = std::unique_ptr<pixman_image_t, decltype(&pixman_image_unref)>;

constexpr uint32_t kRgba = 1 << 5;
constexpr uint32_t kAbgr = 2 << 5;
constexpr uint32_t kBgra = 3 << 5;
constexpr int kWidth = 40;
constexpr int kHeight = 24;
constexpr int kStride = kWidth * 4;
constexpr size_t kImageBytes = size_t{kStride} * kHeight;

struct FormatPair {
    uint32_t format;  // DE_FORMAT and DE_SWIZZLE
    pixman_format_code_t pixman;
    /// Bits that are used.
    uint32_t mask;
};
/// pixman_format_code_t has the bits of a pixel as a signed number.
uint32_t pixelBits(pixman_format_code_t format) { return static_cast<uint32_t>(PIXMAN_FORMAT_BPP(format)); }

constexpr FormatPair kFormats[] = {{6, PIXMAN_a8r8g8b8, 0xffffffff},
                                   {5, PIXMAN_x8r8g8b8, 0x00ffffff},
                                   {6 | kAbgr, PIXMAN_a8b8g8r8, 0xffffffff},
                                   {6 | kRgba, PIXMAN_r8g8b8a8, 0xffffffff},
                                   {6 | kBgra, PIXMAN_b8g8r8a8, 0xffffffff},
                                   {5 | kBgra, PIXMAN_b8g8r8x8, 0xffffff00},
                                   {5 | kAbgr, PIXMAN_x8b8g8r8, 0x00ffffff},
                                   {4, PIXMAN_r5g6b5, 0xffff},
                                   {4 | kAbgr, PIXMAN_b5g6r5, 0xffff},
                                   {3, PIXMAN_a1r5g5b5, 0xffff},
                                   {2, PIXMAN_x1r5g5b5, 0x7fff},
                                   {3 | kAbgr, PIXMAN_a1b5g5r5, 0xffff},
                                   {1, PIXMAN_a4r4g4b4, 0xffff},
                                   {0, PIXMAN_x4r4g4b4, 0x0fff},
                                   {1 | kAbgr, PIXMAN_a4b4g4r4, 0xffff}};

/// Bytes of an image of Pixman's own.
using Bytes = std::vector<uint32_t>;

Bytes copyOf(std::span<const std::byte> bytes) {
    Bytes words(bytes.size() / 4);
    std::memcpy(words.data(), bytes.data(), bytes.size());
    return words;
}

ImagePointer imageOf(Bytes& bytes, pixman_format_code_t format, int width = kWidth, int height = kHeight,
                     int stride = kStride) {
    return {pixman_image_create_bits_no_clear(format, width, height, bytes.data(), stride), &pixman_image_unref};
}

/// The largest difference between two words of pixels, channel by channel of eight bits.
uint32_t difference(uint32_t a, uint32_t b) {
    int most = 0;
    for (uint32_t i = 0; i < 4; ++i)
        most = std::max(most, std::abs(static_cast<int>(a >> (8 * i) & 0xff) - static_cast<int>(b >> (8 * i) & 0xff)));
    return static_cast<uint32_t>(most);
}

class Engine2dAndPixman : public testing::Test {
  protected:
    Engine2dAndPixman() {
        scene.randomize(Scene2d::kSource, kImageBytes, 1);
        scene.randomize(Scene2d::kDestination, kImageBytes, 2);
        from = copyOf(scene.bytes(Scene2d::kSource, kImageBytes));
        to = copyOf(scene.bytes(Scene2d::kDestination, kImageBytes));
    }

    void run() {
        const Outcome outcome = scene.run();
        EXPECT_TRUE(outcome.findings.all().empty());
        for (const machine::ResolveResult result : scene.results) EXPECT_EQ(result, machine::ResolveResult::Done);
    }
    /// Compares the destination with Pixman's, in pixels of `bits`.
    void expectEqual(uint32_t mask, uint32_t bits, uint32_t tolerance = 0) {
        const Bytes drawn = copyOf(scene.bytes(Scene2d::kDestination, kImageBytes));
        const uint32_t all = bits == 16 ? mask | mask << 16 : mask;
        for (size_t i = 0; i < drawn.size(); ++i)
            ASSERT_LE(difference(drawn[i] & all, to[i] & all), tolerance)
                << "word " << i << ": " << std::hex << drawn[i] << " in place of " << to[i];
        // Bits that are not used may differ.
        to = drawn;
    }
    /// Source and destination of 32 bits a pixel.
    void images(uint32_t command, uint32_t config = 0) {
        scene.source(Scene2d::kSource, kStride, 6, config);
        scene.destination(Scene2d::kDestination, kStride, 6, command);
    }
    void compose(pixman_op_t operation, pixman_image_t* mask = nullptr) {
        const ImagePointer source = imageOf(from, PIXMAN_a8r8g8b8);
        const ImagePointer destination = imageOf(to, PIXMAN_a8r8g8b8);
        pixman_image_composite32(operation, source.get(), mask, destination.get(), 0, 0, 0, 0, 0, 0, kWidth, kHeight);
    }

    Scene2d scene;
    Bytes from;
    Bytes to;
};

TEST_F(Engine2dAndPixman, ClearsInEveryFormat) {
    constexpr uint32_t kColor = 0x9a5a3cf1;
    for (const FormatPair& format : kFormats) {
        SCOPED_TRACE(format.format);
        scene.set("DE.CLEAR_PIXEL_VALUE32"_reg, kColor);
        scene.destination(Scene2d::kDestination, kStride, format.format, kClearCommand);
        scene.clip({3, 2, 30, 20});
        scene.draw({{-5, -5, 9, 9}, {12, 4, 400, 7}, {20, 10, 25, 100}, {28, 1, 28, 9}});
        run();
        const ImagePointer image = imageOf(to, format.pixman);
        constexpr pixman_color_t kSame{0x5a5a, 0x3c3c, 0xf1f1, 0x9a9a};
        const pixman_box32_t boxes[] = {{3, 2, 9, 9}, {12, 4, 30, 7}, {20, 10, 25, 20}};
        pixman_image_fill_boxes(PIXMAN_OP_SRC, image.get(), &kSame, 3, boxes);
        expectEqual(format.mask, pixelBits(format.pixman));
    }
}

TEST_F(Engine2dAndPixman, CopiesBetweenAllFormats) {
    for (const FormatPair& source : kFormats)
        for (const FormatPair& destination : kFormats) {
            SCOPED_TRACE(testing::Message() << source.format << " to " << destination.format);
            scene.source(Scene2d::kSource, kStride, source.format);
            scene.destination(Scene2d::kDestination, kStride, destination.format, kBlitCommand);
            scene.set("DE.SRC_ORIGIN"_reg, 3u | 5u << 16);
            scene.draw({{4, 6, 14, 16}, {20, 0, 33, 11}});
            run();
            const ImagePointer a = imageOf(from, source.pixman);
            const ImagePointer b = imageOf(to, destination.pixman);
            pixman_image_composite32(PIXMAN_OP_SRC, a.get(), nullptr, b.get(), 3, 5, 0, 0, 4, 6, 10, 10);
            pixman_image_composite32(PIXMAN_OP_SRC, a.get(), nullptr, b.get(), 3, 5, 0, 0, 20, 0, 13, 11);
            expectEqual(destination.mask, pixelBits(destination.pixman));
        }
}

TEST_F(Engine2dAndPixman, CopiesRelativeToTheDestinationAndWithinAnImage) {
    // Two pixels to the right and one down, within the destination.
    scene.source(Scene2d::kDestination, kStride, 6, 1 << 6);
    scene.destination(Scene2d::kDestination, kStride, 6, kBlitCommand);
    scene.set("DE.SRC_ORIGIN"_reg, 0xfffe | 0xffffu << 16);
    scene.draw({{2, 1, kWidth, kHeight}});
    run();
    const Bytes before = to;
    for (size_t y = 1; y < kHeight; ++y)
        for (size_t x = 2; x < kWidth; ++x) to[y * kWidth + x] = before[(y - 1) * kWidth + x - 2];
    expectEqual(0xffffffff, 32);
}

// xf86-video-armada, etnaviv_render.c: the factors of X's operators.
TEST_F(Engine2dAndPixman, BlendsAsPorterAndDuff) {
    enum : uint32_t { Zero, One, Normal, Inversed };
    struct Row {
        pixman_op_t operation;
        uint32_t source, destination;
    };
    static constexpr Row kRows[] = {{PIXMAN_OP_CLEAR, Zero, Zero},
                                    {PIXMAN_OP_SRC, One, Zero},
                                    {PIXMAN_OP_DST, Zero, One},
                                    {PIXMAN_OP_OVER, One, Inversed},
                                    {PIXMAN_OP_OVER_REVERSE, Inversed, One},
                                    {PIXMAN_OP_IN, Normal, Zero},
                                    {PIXMAN_OP_IN_REVERSE, Zero, Normal},
                                    {PIXMAN_OP_OUT, Inversed, Zero},
                                    {PIXMAN_OP_OUT_REVERSE, Zero, Inversed},
                                    {PIXMAN_OP_ATOP, Normal, Inversed},
                                    {PIXMAN_OP_ATOP_REVERSE, Inversed, Normal},
                                    {PIXMAN_OP_XOR, Inversed, Inversed},
                                    {PIXMAN_OP_ADD, One, One}};
    for (const Row& row : kRows) {
        SCOPED_TRACE(row.operation);
        images(kBlitCommand);
        scene.set("DE.ALPHA_CONTROL"_reg, 1);
        scene.set("DE.ALPHA_MODES"_reg, row.source << 24 | row.destination << 28);
        scene.draw({{0, 0, kWidth, kHeight}});
        run();
        compose(row.operation);
        expectEqual(0xffffffff, 32);
    }
}

TEST_F(Engine2dAndPixman, BlendsWithAnAlphaForTheWholeSource) {
    constexpr uint32_t kAlpha = 0x6b;
    images(kBlitCommand);
    scene.set("DE.ALPHA_CONTROL"_reg, 1);
    scene.set("DE.ALPHA_MODES"_reg, 2u << 8 | 1u << 24 | 3u << 28);  // scaled; OVER
    scene.set("DE.COLOR_MULTIPLY_MODES"_reg, 1 << 8);                // times the alpha for all
    scene.set("DE.GLOBAL_SRC_COLOR"_reg, kAlpha << 24);
    scene.draw({{0, 0, kWidth, kHeight}});
    run();
    constexpr pixman_color_t kMask{0, 0, 0, kAlpha * 0x101};
    const ImagePointer mask{pixman_image_create_solid_fill(&kMask), &pixman_image_unref};
    compose(PIXMAN_OP_OVER, mask.get());
    expectEqual(0xffffffff, 32);
}

// Colours that are not multiplied by alpha yet.
TEST_F(Engine2dAndPixman, MultipliesBySourceAlpha) {
    images(kBlitCommand);
    scene.set("DE.ALPHA_CONTROL"_reg, 1);
    scene.set("DE.ALPHA_MODES"_reg, 1u << 24 | 3u << 28);
    scene.set("DE.COLOR_MULTIPLY_MODES"_reg, 1);
    scene.draw({{0, 0, kWidth, kHeight}});
    run();
    for (uint32_t& pixel : from) {
        const uint32_t alpha = pixel >> 24;
        const auto times = [&](uint32_t shift) { return ((pixel >> shift & 0xff) * alpha * 2 + 255) / 510 << shift; };
        pixel = alpha << 24 | times(16) | times(8) | times(0);
    }
    compose(PIXMAN_OP_OVER);
    expectEqual(0xffffffff, 32);
}

// The matrices of xf86-video-armada, etnaviv_render.c, picture_transform.
TEST_F(Engine2dAndPixman, TurnsAndMirrors) {
    struct Row {
        uint32_t angle;
        /// Source x and y of destination x and y, and the place of the origin.
        int xx, xy, x0, yx, yy, y0;
        uint32_t older;
    };
    static constexpr Row kRows[] = {{0, 1, 0, 0, 0, 1, 0, 0},
                                    {1, -1, 0, kWidth, 0, 1, 0, 0},
                                    {2, 1, 0, 0, 0, -1, kHeight, 0},
                                    {4, 0, -1, kWidth, 1, 0, 0, 0},
                                    {0, 0, -1, kWidth, 1, 0, 0, 1},
                                    {5, -1, 0, kWidth, 0, -1, kHeight, 0},
                                    {6, 0, 1, 0, -1, 0, kHeight, 0},
                                    // Mirrored within the rectangle.
                                    {1 << 12, -1, 0, kHeight, 0, 1, 0, 0},
                                    {2 << 16, 1, 0, 0, 0, -1, kHeight, 0}};
    for (const Row& row : kRows) {
        SCOPED_TRACE(row.angle);
        images(kBlitCommand);
        scene.set("DE.SRC_ROTATION_CONFIG"_reg, kWidth | row.older << 16);
        scene.set("DE.SRC_ROTATION_HEIGHT"_reg, kHeight);
        scene.set("DE.ROT_ANGLE"_reg, row.angle);
        scene.draw({{0, 0, kHeight, kHeight}});
        run();
        const ImagePointer source = imageOf(from, PIXMAN_a8r8g8b8);
        const ImagePointer destination = imageOf(to, PIXMAN_a8r8g8b8);
        const pixman_transform_t transform{
            {{pixman_int_to_fixed(row.xx), pixman_int_to_fixed(row.xy), pixman_int_to_fixed(row.x0)},
             {pixman_int_to_fixed(row.yx), pixman_int_to_fixed(row.yy), pixman_int_to_fixed(row.y0)},
             {0, 0, pixman_fixed_1}}};
        pixman_image_set_transform(source.get(), &transform);
        pixman_image_composite32(PIXMAN_OP_SRC, source.get(), nullptr, destination.get(), 0, 0, 0, 0, 0, 0, kHeight,
                                 kHeight);
        expectEqual(0xffffffff, 32);
    }
}

// An image is drawn to turned as it is read turned: there and back it is the same.
TEST_F(Engine2dAndPixman, DrawsToTurnedDestinations) {
    for (const uint32_t angle : {1u, 2u, 4u, 5u, 6u}) {
        images(kBlitCommand);
        scene.set("DE.SRC_ROTATION_CONFIG"_reg, kHeight);
        scene.set("DE.SRC_ROTATION_HEIGHT"_reg, kHeight);
        scene.set("DE.DEST_ROTATION_CONFIG"_reg, kHeight);
        scene.set("DE.DEST_ROTATION_HEIGHT"_reg, kHeight);
        scene.set("DE.ROT_ANGLE"_reg, angle | angle << 3);
        scene.draw({{0, 0, kHeight, kHeight}});
        run();
        for (size_t y = 0; y < kHeight; ++y) std::copy_n(&from[y * kWidth], kHeight, &to[y * kWidth]);
        expectEqual(0xffffffff, 32);
    }
}

TEST_F(Engine2dAndPixman, StretchesToTheNearestPixel) {
    for (const auto& [width, height] : {std::pair{40, 24}, std::pair{20, 24}, std::pair{33, 7}, std::pair{11, 24}}) {
        images(kStretchCommand | 1 << 24);
        const auto factorX = static_cast<uint32_t>((kWidth << 16) / width);
        const auto factorY = static_cast<uint32_t>((kHeight << 16) / height);
        scene.stream.load("DE.STRETCH_FACTOR_LOW"_reg.word(), {factorX, factorY});
        scene.draw({{0, 0, width, height}});
        run();
        const ImagePointer source = imageOf(from, PIXMAN_a8r8g8b8);
        const ImagePointer destination = imageOf(to, PIXMAN_a8r8g8b8);
        // Pixman takes the middle of a pixel of the destination, and a place on an edge for the pixel before it.
        const pixman_transform_t transform{
            {{static_cast<pixman_fixed_t>(factorX), 0, 1 - static_cast<pixman_fixed_t>(factorX / 2)},
             {0, static_cast<pixman_fixed_t>(factorY), 1 - static_cast<pixman_fixed_t>(factorY / 2)},
             {0, 0, pixman_fixed_1}}};
        pixman_image_set_transform(source.get(), &transform);
        pixman_image_set_filter(source.get(), PIXMAN_FILTER_NEAREST, nullptr, 0);
        pixman_image_composite32(PIXMAN_OP_SRC, source.get(), nullptr, destination.get(), 0, 0, 0, 0, 0, 0, width,
                                 height);
        expectEqual(0xffffffff, 32);
    }
}

/// A filter of nine taps with 32 places that is a mirror of itself: a tent of the given reach.
std::vector<int16_t> tent(double reach) {
    std::vector<int16_t> kernel;
    for (int row = 0; row < 17; ++row) {
        std::array<double, 9> weights{};
        double sum = 0;
        for (int tap = 0; tap < 9; ++tap) {
            weights[static_cast<size_t>(tap)] = std::max(0.0, reach - std::abs(tap - 4 + 0.5 - row / 32.0));
            sum += weights[static_cast<size_t>(tap)];
        }
        for (const double weight : weights) kernel.push_back(static_cast<int16_t>(weight / sum * 16384));
    }
    return kernel;
}

/// The same for Pixman, whose rows are all there, in 16.16 fixed point.
std::vector<pixman_fixed_t> parametersOf(const std::vector<int16_t>& kernel, bool vertical) {
    std::vector<pixman_fixed_t> filter;
    for (size_t place = 0; place < 32; ++place)
        for (size_t tap = 0; tap < 9; ++tap)
            filter.push_back(4 * (place > 16 ? kernel[(32 - place) * 9 + 8 - tap] : kernel[place * 9 + tap]));
    std::vector<pixman_fixed_t> parameters(4);
    const auto fixed = [](int value) { return pixman_int_to_fixed(value); };
    parameters = {fixed(vertical ? 1 : 9), fixed(vertical ? 9 : 1), fixed(vertical ? 0 : 5), fixed(vertical ? 5 : 0)};
    if (vertical) parameters.push_back(pixman_fixed_1);
    parameters.insert(parameters.end(), filter.begin(), filter.end());
    if (!vertical) parameters.push_back(pixman_fixed_1);
    return parameters;
}

TEST_F(Engine2dAndPixman, FiltersWithinOne) {
    for (const bool vertical : {false, true})
        for (const uint32_t factor : {0x10000u, 0x8000u, 0x13579u, 0x2a000u}) {
            SCOPED_TRACE(factor);
            const std::vector<int16_t> kernel = tent(2.5);
            std::vector<uint32_t> words((kernel.size() + 1) / 2);
            for (size_t i = 0; i < kernel.size(); ++i)
                words[i / 2] |= static_cast<uint32_t>(static_cast<uint16_t>(kernel[i])) << (16 * (i % 2));
            images(kBlitCommand);
            scene.stream.load("DE.FILTER_KERNEL"_reg.word(), words);
            scene.stream.load("DE.STRETCH_FACTOR_LOW"_reg.word(), {factor, factor});
            constexpr uint32_t kOrigin = 0x1c000;
            constexpr int kColumns = 30;
            constexpr int kRows = 10;
            scene.stream.load("DE.VR_SOURCE_IMAGE_LOW"_reg.word(),
                              {0, kWidth | kHeight << 16, vertical ? 3u << 16 : kOrigin, vertical ? kOrigin : 3u << 16,
                               2u | 1u << 16, (2u + kColumns) | (1u + kRows) << 16});
            scene.set("DE.VR_CONFIG"_reg, vertical ? 1 : 0);
            run();
            const ImagePointer source = imageOf(from, PIXMAN_a8r8g8b8);
            const ImagePointer destination = imageOf(to, PIXMAN_a8r8g8b8);
            // The middle of the window's first pixel is kOrigin from the middle of the source's.
            const auto along = static_cast<pixman_fixed_t>(factor);
            const auto shift = static_cast<pixman_fixed_t>(kOrigin + 0x8000 - factor / 2);
            const pixman_transform_t transform{
                {{vertical ? pixman_fixed_1 : along, 0, vertical ? pixman_int_to_fixed(3) : shift},
                 {0, vertical ? along : pixman_fixed_1, vertical ? shift : pixman_int_to_fixed(3)},
                 {0, 0, pixman_fixed_1}}};
            const std::vector<pixman_fixed_t> parameters = parametersOf(kernel, vertical);
            pixman_image_set_transform(source.get(), &transform);
            pixman_image_set_repeat(source.get(), PIXMAN_REPEAT_PAD);
            ASSERT_TRUE(pixman_image_set_filter(source.get(), PIXMAN_FILTER_SEPARABLE_CONVOLUTION, parameters.data(),
                                                static_cast<int>(parameters.size())));
            pixman_image_composite32(PIXMAN_OP_SRC, source.get(), nullptr, destination.get(), 0, 0, 0, 0, 2, 1,
                                     kColumns, kRows);
            expectEqual(0xffffffff, 32, 1);
        }
}

}  // namespace
}  // namespace cyclorama::vivante
