// SPDX-License-Identifier: MIT
// Visibility streams: what a bin reads is what was written for it, in no more space than drivers count with.

#include "families/adreno/vsc/visibility_stream.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

namespace cyclorama::adreno {
namespace {

using Seen = DrawVisibility::Kind;

TEST(VisibilityStream, NumbersAndFieldsComeBack) {
    BitWriter writer;
    for (const uint32_t number : {1u, 2u, 3u, 100u, 0xffffffffu}) writer.number(number);
    writer.field(0, 7);
    writer.field(0x55, 7);
    writer.check();
    BitReader reader(writer.words());
    for (const uint32_t number : {1u, 2u, 3u, 100u, 0xffffffffu}) EXPECT_EQ(reader.number(), number);
    EXPECT_EQ(reader.field(7), 0u);
    EXPECT_EQ(reader.field(7), 0x55u);
}

/// The sizes that freedreno takes (fd6_vsc.cc): 2n - 1 bits for a number of n bits, a bit more than there are bins.
TEST(VisibilityStream, TakesTheBitsThatDriversCountWith) {
    const auto bitsOf = [](auto write) {
        BitWriter writer;
        write(writer);
        writer.bit(true);  // the highest one
        return 32 * (writer.words().size() - 1) + 31 - static_cast<size_t>(std::countl_zero(writer.words().back()));
    };
    EXPECT_EQ(bitsOf([](BitWriter& writer) { writer.number(1); }), 1u);
    EXPECT_EQ(bitsOf([](BitWriter& writer) { writer.number(1000); }), 19u);
    EXPECT_EQ(bitsOf([](BitWriter& writer) { writer.field(1, 20); }), 21u);
    EXPECT_EQ(bitsOf([](BitWriter& writer) { writer.field(0, 20); }), 1u);
}

/// A draw in one bin with a word of primitives takes 2 bits for bins, 1 of the last instance, 1 for the word, 1 to
/// check.
TEST(VisibilityStream, DrawsTakeTheBitsThatDriversCountWith) {
    constexpr uint32_t kDraws = 64;
    constexpr size_t kBits = 5;
    PipeEncoder encoder(1);
    for (uint32_t i = 0; i < kDraws; ++i) {
        encoder.add(1, 1);
        encoder.endDraw(2);
    }
    EXPECT_EQ(encoder.primitives().size(), kDraws);
    EXPECT_EQ(encoder.draws().size(), kDraws * kBits / 32);
}

struct Draw {
    std::vector<BinMask> primitives;
    bool whole = false;
};

std::vector<PrimitiveRun> runsIn(const Draw& draw, uint32_t bin) {
    std::vector<PrimitiveRun> runs;
    for (uint32_t i = 0; i < draw.primitives.size(); ++i) {
        if ((draw.primitives[i] >> bin & 1) == 0) continue;
        if (!runs.empty() && runs.back().first + runs.back().count == i)
            ++runs.back().count;
        else
            runs.push_back({i, 1});
    }
    return runs;
}

TEST(VisibilityStream, EachBinReadsItsPrimitives) {
    std::mt19937 random(5);
    for (const uint32_t bins : {1u, 6u, 32u}) {
        std::vector<Draw> draws(60);
        PipeEncoder encoder(bins);
        for (Draw& draw : draws) {
            draw.primitives.resize(random() % 50);
            const bool empty = random() % 3 == 0;
            draw.whole = !empty && random() % 5 == 0;
            BinMask all = 0;
            for (BinMask& mask : draw.primitives) {
                mask = empty || random() % 2 == 0 ? 0 : static_cast<BinMask>(random() % (uint64_t{1} << bins));
                all |= mask;
            }
            for (uint32_t i = 0; i < draw.primitives.size(); ++i)
                if (!draw.whole) encoder.add(i, draw.primitives[i]);
            if (draw.whole) encoder.addWhole(all);
            encoder.endDraw(static_cast<uint32_t>(draw.primitives.size()));
        }
        encoder.finish();
        for (uint32_t bin = 0; bin < bins; ++bin) {
            PipeDecoder decoder(encoder.draws(), encoder.primitives(), bins, bin);
            for (const Draw& draw : draws) {
                const std::vector<PrimitiveRun> expected = runsIn(draw, bin);
                const DrawVisibility visibility = decoder.next();
                if (expected.empty()) {
                    EXPECT_EQ(visibility.kind, Seen::Nothing);
                } else {
                    EXPECT_EQ(visibility.kind, draw.whole ? Seen::Whole : Seen::Runs);
                    EXPECT_EQ(visibility.runs, draw.whole ? std::vector<PrimitiveRun>() : expected);
                }
            }
            EXPECT_EQ(decoder.next().kind, Seen::Unknown);
        }
    }
}

TEST(VisibilityStream, JoinsThePartsOfAPrimitive) {
    PipeEncoder encoder(4);
    encoder.add(0, 1);
    encoder.add(1, 1);
    encoder.add(1, 4);
    encoder.endDraw(3);
    encoder.finish();
    EXPECT_EQ(encoder.reached(), 5u);
    PipeDecoder first(encoder.draws(), encoder.primitives(), 4, 0);
    EXPECT_EQ(first.next().runs, (std::vector<PrimitiveRun>{{0, 2}}));
    PipeDecoder third(encoder.draws(), encoder.primitives(), 4, 2);
    EXPECT_EQ(third.next().runs, (std::vector<PrimitiveRun>{{1, 1}}));
}

/// 3 bits of bins, 19 of the number, 1 to check: however many parts primitives have.
TEST(VisibilityStream, PartsTakeNoBits) {
    PipeEncoder encoder(2);
    constexpr uint32_t kPrimitives = 1000;
    for (uint32_t i = 0; i < kPrimitives; ++i)
        for (const BinMask bins : {1u, 2u, 1u, 3u}) encoder.add(i, bins);
    encoder.endDraw(kPrimitives);
    encoder.finish();
    EXPECT_EQ(encoder.primitives().size(), 1u);
    PipeDecoder decoder(encoder.draws(), encoder.primitives(), 2, 1);
    EXPECT_EQ(decoder.next().runs, (std::vector<PrimitiveRun>{{0, kPrimitives}}));
}

/// Streams that end early, as those that ran over: what is not in them is not known.
TEST(VisibilityStream, StreamsThatAreCutOffAreUnknown) {
    PipeEncoder encoder(32);
    for (uint32_t i = 0; i < 40; ++i) {
        for (uint32_t primitive = 0; primitive < 40; ++primitive) encoder.add(primitive, 1 + primitive % 2);
        encoder.endDraw(40);
    }
    encoder.finish();
    std::vector<uint32_t> primitives = encoder.primitives();
    primitives.resize(primitives.size() / 2);
    PipeDecoder decoder(encoder.draws(), primitives, 32, 0);
    EXPECT_EQ(decoder.next().kind, Seen::Runs);
    for (uint32_t i = 1; i < 39; ++i) decoder.next();
    EXPECT_EQ(decoder.next().kind, Seen::Unknown);
    std::vector<uint32_t> draws = encoder.draws();
    draws.resize(1);
    PipeDecoder cutOff(draws, encoder.primitives(), 32, 7);
    EXPECT_EQ(cutOff.next().kind, Seen::Unknown);
}

}  // namespace
}  // namespace cyclorama::adreno
