// SPDX-License-Identifier: MIT
#include "mem/gddr/request_splitter.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <set>
#include <tuple>
#include <utility>

#include "sim/error.h"
#include "sim/fault.h"

namespace cyclorama::mem::gddr {
namespace {

// Worked by hand: channel = bits 10..8, bank = bits 13..11, the rest of the address is row and column of a 2 KiB row.
TEST(RequestSplitter, BitMasksOfTheBaseConfiguration) {
    const Settings settings;
    const RequestSplitter splitter(settings, settings.interleaving);
    EXPECT_EQ(splitter.locate(0), (Location{0, 0, 0, 0}));
    EXPECT_EQ(splitter.locate(0x100), (Location{1, 0, 0, 0}));
    EXPECT_EQ(splitter.locate(0x7fc), (Location{7, 0, 0, 63}));
    EXPECT_EQ(splitter.locate(0x800), (Location{0, 1, 0, 0}));
    EXPECT_EQ(splitter.locate(0x4000), (Location{0, 0, 0, 64}));
    EXPECT_EQ(splitter.locate(0x20000), (Location{0, 0, 1, 0}));
    EXPECT_EQ(splitter.locate(0x0ffffffc), (Location{7, 7, 2047, 511}));
}

// The first bit named is the highest of the number.
TEST(RequestSplitter, MasksNameTheHighestBitFirst) {
    Settings settings;
    settings.interleaving.channelBits = "8 20 12";
    settings.interleaving.bankBits = "9 10 11";
    const RequestSplitter splitter(settings, settings.interleaving);
    EXPECT_EQ(splitter.locate(1u << 8).channel, 4u);
    EXPECT_EQ(splitter.locate(1u << 20).channel, 2u);
    EXPECT_EQ(splitter.locate(1u << 12).channel, 1u);
    EXPECT_EQ(splitter.locate(1u << 11).bank, 1u);
    EXPECT_EQ(splitter.locate(1u << 13), (Location{0, 0, 0, 1u << (13 - 5 - 2)}));
}

// Worked by hand: rows begin every 0x20000 bytes, and the lowest three bits of their number change the bank's.
TEST(RequestSplitter, PermutedBanksDifferFromRowToRow) {
    Settings settings;
    settings.permutesBanks = true;
    const RequestSplitter splitter(settings, settings.interleaving);
    EXPECT_EQ(splitter.locate(0), (Location{0, 0, 0, 0}));
    EXPECT_EQ(splitter.locate(0x800), (Location{0, 1, 0, 0}));
    EXPECT_EQ(splitter.locate(0x20000), (Location{0, 1, 1, 0}));
    EXPECT_EQ(splitter.locate(0x20800), (Location{0, 0, 1, 0}));
    EXPECT_EQ(splitter.locate(0xe2804), (Location{0, 2, 7, 1}));
    EXPECT_EQ(splitter.locate(0x100000), (Location{0, 0, 8, 0}));
}

// Channels change every 256 bytes; with their bits taken out banks change every 1024 bytes of what is left.
TEST(RequestSplitter, Interleaving) {
    Settings settings;
    settings.splitter = SplitterKind::Interleaving;
    settings.interleaving = {.channelBytes = 256, .bankBytes = 1024, .channelBits = {}, .bankBits = {}};
    const RequestSplitter splitter(settings, settings.interleaving);
    EXPECT_EQ(splitter.locate(0x2c0), (Location{2, 0, 0, 48}));
    EXPECT_EQ(splitter.locate(0x800), (Location{0, 0, 0, 64}));
    EXPECT_EQ(splitter.locate(0x2000), (Location{0, 1, 0, 0}));
    EXPECT_EQ(splitter.locate(0x10000), (Location{0, 0, 0, 256}));
    EXPECT_EQ(splitter.locate(0x20000), (Location{0, 0, 1, 0}));
}

// Addresses of pages: memory repeats beyond its size, up to the last of 48 bits.
TEST(RequestSplitter, FlatAddressesRepeatMemory) {
    for (const SplitterKind kind : {SplitterKind::BitMasks, SplitterKind::Interleaving}) {
        Settings settings;
        settings.clients.flatAddresses = true;
        settings.splitter = kind;
        settings.interleaving = {
            .channelBytes = 256, .bankBytes = 1024, .channelBits = "10 9 8", .bankBits = "13 12 11"};
        const RequestSplitter splitter(settings, settings.interleaving);
        for (const uint64_t first : {uint64_t{1} << 32, uint64_t{0xffff'e000'0000}})
            for (uint64_t offset = 0; offset < settings.gpuMemoryBytes; offset += 0x12340)
                EXPECT_EQ(splitter.locate(first + offset), splitter.locate(offset)) << offset;
        EXPECT_EQ(splitter.split(0xffff'ffff'ffc0, 64).count, splitter.split(settings.gpuMemoryBytes - 64, 64).count);
    }
}

TEST(RequestSplitter, EveryAddressHasAPlaceOfItsOwn) {
    const std::initializer_list<std::pair<SplitterKind, bool>> variants{
        {SplitterKind::BitMasks, false}, {SplitterKind::BitMasks, true}, {SplitterKind::Interleaving, false}};
    for (const auto& [kind, permutes] : variants) {
        Settings settings;
        settings.splitter = kind;
        settings.permutesBanks = permutes;
        settings.gpuMemoryBytes = 1 << 18;
        settings.channels = 4;
        settings.rowBytes = 1024;
        settings.interleaving = {.channelBytes = 64, .bankBytes = 512, .channelBits = "15 6", .bankBits = "9 14 7"};
        const RequestSplitter splitter(settings, settings.interleaving);
        std::set<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>> places;
        for (uint32_t address = 0; address < (1u << 18); address += 4) {
            const Location place = splitter.locate(address);
            EXPECT_LT(place.channel, 4u);
            EXPECT_LT(place.bank, 8u);
            EXPECT_LT(place.row, settings.rows());
            EXPECT_LT(place.column, settings.columns());
            places.emplace(place.channel, place.bank, place.row, place.column);
        }
        EXPECT_EQ(places.size(), size_t{1} << 16);
    }
}

TEST(RequestSplitter, BurstsOfOneRowAreOnePiece) {
    Settings settings;
    settings.interleaving = {0, 0, "10 9 5", "13 12 11"};
    const RequestSplitter apart(settings, settings.interleaving);
    const Pieces two = apart.split(0x40, 64);
    ASSERT_EQ(two.count, 2u);
    EXPECT_EQ(two.items[0].location, (Location{0, 0, 0, 8}));
    EXPECT_EQ(two.items[1].location, (Location{1, 0, 0, 8}));
    EXPECT_EQ(two.items[1].bytes, 32u);

    settings.interleaving = {0, 0, "10 9 8", "13 12 11"};
    const RequestSplitter together(settings, settings.interleaving);
    const Pieces one = together.split(0x40, 44);
    ASSERT_EQ(one.count, 1u);
    EXPECT_EQ(one.items[0].bytes, 44u);
}

TEST(RequestSplitter, TransactionsStartOnABurst) {
    const Settings settings;
    const RequestSplitter splitter(settings, settings.interleaving);
    EXPECT_THROW(splitter.split(16, 16), sim::Fault);
    EXPECT_NO_THROW(splitter.split(32, 4));
}

TEST(RequestSplitter, AddressesOutsideTheMemoryAreCaughtWhereRowsTellThem) {
    Settings settings;
    settings.gpuMemoryBytes = 3u << 20;
    const RequestSplitter splitter(settings, settings.interleaving);
    EXPECT_NO_THROW(splitter.split((3u << 20) - 64, 64));
    EXPECT_THROW(splitter.split(3u << 20, 64), sim::Fault);
}

TEST(RequestSplitter, RefusesMasksThatDoNotFit) {
    Settings settings;
    const auto refused = [&settings](const char* channels, const char* banks,
                                     SplitterKind kind = SplitterKind::BitMasks, uint32_t channelBytes = 256) {
        settings.splitter = kind;
        settings.interleaving = {channelBytes, 1024, channels, banks};
        try {
            const RequestSplitter splitter(settings, settings.interleaving);
        } catch (const sim::Error& error) {
            return error.place();
        }
        return std::string("accepted");
    };
    EXPECT_EQ(refused("10 9 8", "13 12 11"), "accepted");
    EXPECT_EQ(refused("10 9", "13 12 11"), "V2ChannelInterleavingMask");
    EXPECT_EQ(refused("10 9 32", "13 12 11"), "V2ChannelInterleavingMask");
    EXPECT_EQ(refused("10 x 8", "13 12 11"), "V2ChannelInterleavingMask");
    EXPECT_EQ(refused("10 9 8", "13 12 8"), "V2BankInterleavingMask");
    EXPECT_EQ(refused("", "", SplitterKind::Interleaving), "accepted");
    EXPECT_EQ(refused("", "", SplitterKind::Interleaving, 16), "V2ChannelInterleaving");
}

}  // namespace
}  // namespace cyclorama::mem::gddr
