// SPDX-License-Identifier: MIT
#include "families/adreno/device/board.h"

#include <algorithm>
#include <array>

namespace cyclorama::adreno {
namespace {

// Linux: arch/arm64/boot/dts/qcom, sc7180.dtsi and so on; speed bins: a6xx_catalog.c. Bin 172 of the last is the one
// whose highest clock is 812 MHz.
constexpr std::array kBoards{Board{.chip = 0x060300, .displayCompatible = "qcom,sdm845-dpu"},
                             Board{.chip = 0x060108, .displayCompatible = "qcom,sc7180-dpu"},
                             Board{.chip = 0x060400, .displayCompatible = "qcom,sm8150-dpu"},
                             Board{.chip = 0x060500, .displayCompatible = "qcom,sm8250-dpu"},
                             Board{.chip = 0x060600, .displayCompatible = "qcom,sm8350-dpu"},
                             Board{.chip = 0x060305, .displayCompatible = "qcom,sc7280-dpu", .speedBin = 172}};

}  // namespace

const Board& boardOf(const Chip& chip) {
    const auto* const found = std::ranges::find(kBoards, chip.chipId >> 8, &Board::chip);
    return found == kBoards.end() ? kBoards.front() : *found;
}

}  // namespace cyclorama::adreno
