// SPDX-License-Identifier: MIT
#include "func/layout/banked_tiles.h"

#include <bit>

namespace cyclorama::func {

namespace {

constexpr uint32_t kTileBits = 8;           // of a tile's bytes
constexpr uint64_t kMacrotileBytes = 2048;  // two tiles across
constexpr uint32_t kWidePixel = 16;         // bytes from which on macrotiles have the plain order

}  // namespace

BankedTiles::BankedTiles(uint32_t pixelBytes, uint64_t pitch, const BankSwizzle& banks, bool tall)
    : shift_(static_cast<uint8_t>(std::countr_zero(pixelBytes))) {
    const uint32_t pixelBits = kTileBits - shift_;
    // Tiles of 256 pixels are 32x8, and those of 16 and more have at least four rows.
    yBits_ = static_cast<uint8_t>(pixelBits == 8 || tall ? 3 : pixelBits >= 4 ? 2 : 1);
    xBits_ = static_cast<uint8_t>(pixelBits - yBits_);
    yGap_ = tall ? 4 : 5;
    const uint64_t tilesAcross = pitch / (uint64_t{tileWidth()} << shift_);
    macrotileRow_ = tilesAcross / 2 * kMacrotileBytes;
    if (pixelBytes < kWidePixel) {
        columnMask_ = banks.eightChannels ? 6 : 2;
        rowMask_ = banks.eightChannels ? 4 : 0;
    }
    const uint32_t doubled = pixelBytes == 1 || tall ? 1 : 0;
    const auto repeats = [&](uint32_t bit) { return (tilesAcross & ((uint64_t{1} << (bit + doubled)) - 1)) == 0; };
    bankShift_ = static_cast<uint8_t>(banks.highestBankBit - 3);
    if ((banks.levels & 2) != 0 && repeats(banks.highestBankBit - 10)) bankMask_ |= 4;
    if ((banks.levels & 4) != 0 && repeats(banks.highestBankBit - 9)) bankMask_ |= 8;
    if ((banks.levels & 1) != 0 && repeats(banks.highestBankBit - 8)) bankMask_ |= 16;
}

}  // namespace cyclorama::func
