// SPDX-License-Identifier: MIT
#include "families/adreno/gras/lrz_control.h"

#include <array>

namespace cyclorama::adreno {
namespace {

// Z_MODE.
constexpr uint32_t kEarly = 0;
constexpr uint32_t kEarlyLrzLateZ = 2;

constexpr uint32_t kRenderingPass = 0;
constexpr uint32_t kBinningPass = 1;
constexpr uint32_t kTargetsInMemory = 3;

/// Fragments may leave the depth as it is where not all samples are drawn, and where the stored depth is compared with
/// bounds: drivers leave that to the chip.
bool writesAllItCovers(const RegisterValues& registers, uint32_t samples) {
    const uint32_t all = (1u << samples) - 1;
    return (registers.field("RB_BLEND_CNTL/SAMPLE_MASK"_field) & all) == all &&
           !registers.flag("GRAS_LRZ_CNTL/Z_BOUNDS_ENABLE"_field);
}

/// Feedback is for draws that GRAS does not write itself, but where targets are in memory it is for all.
bool feedsBack(const RegisterValues& registers, GpuGeneration generation, uint32_t mode) {
    // By Z_MODE.
    constexpr std::array<uint32_t, 4> kBits = {1, 4, 2, 0};
    const bool writes = registers.flag("GRAS_LRZ_CNTL/LRZ_WRITE"_field) &&
                        registers.field("GRAS_BIN_CONTROL/BUFFERS_LOCATION"_field) != kTargetsInMemory;
    return generation >= GpuGeneration::A6xxGen3 && !writes &&
           registers.field("GRAS_BIN_CONTROL/RENDER_MODE"_field) == kRenderingPass &&
           !registers.flag("GRAS_BIN_CONTROL/FORCE_LRZ_WRITE_DIS"_field) &&
           (registers.field("GRAS_BIN_CONTROL/LRZ_FEEDBACK_ZMODE_MASK"_field) & kBits[mode]) != 0 &&
           registers.flag("RB_DEPTH_CNTL/Z_TEST_ENABLE"_field) && registers.flag("RB_DEPTH_CNTL/Z_WRITE_ENABLE"_field);
}

}  // namespace

bool isBinningPass(const RegisterValues& registers) {
    return registers.field("GRAS_BIN_CONTROL/RENDER_MODE"_field) == kBinningPass;
}

DepthOrder depthOrder(const RegisterValues& registers) {
    constexpr uint32_t kLess = 1;
    constexpr uint32_t kLessOrEqual = 3;
    constexpr uint32_t kGreater = 4;
    constexpr uint32_t kGreaterOrEqual = 6;
    if (!registers.flag("RB_DEPTH_CNTL/Z_TEST_ENABLE"_field)) return DepthOrder::None;
    const uint32_t function = registers.field("RB_DEPTH_CNTL/ZFUNC"_field);
    if (function == kLess || function == kLessOrEqual) return DepthOrder::Nearer;
    return function == kGreater || function == kGreaterOrEqual ? DepthOrder::Farther : DepthOrder::None;
}

LrzControl decodeLrzControl(const RegisterValues& registers, GpuGeneration generation, uint32_t samples) {
    LrzControl control;
    if (!registers.flag("GRAS_LRZ_CNTL/ENABLE"_field)) return control;
    control.address = registers.address("GRAS_LRZ_BUFFER_BASE"_reg);
    control.pitch = registers.field("GRAS_LRZ_BUFFER_PITCH/PITCH"_field);
    control.layerPitch = registers.field("GRAS_LRZ_BUFFER_PITCH/ARRAY_PITCH"_field);
    if (control.address == 0 || control.pitch == 0) return control;
    const uint32_t mode = registers.field("GRAS_SU_DEPTH_PLANE_CNTL/Z_MODE"_field);
    control.tests = mode == kEarly || mode == kEarlyLrzLateZ;
    control.feedsBack = feedsBack(registers, generation, mode);
    if (!control.enabled()) return control;
    control.writes = control.tests && registers.flag("GRAS_LRZ_CNTL/LRZ_WRITE"_field) &&
                     !registers.flag("GRAS_BIN_CONTROL/FORCE_LRZ_WRITE_DIS"_field) &&
                     writesAllItCovers(registers, samples);
    control.greater = registers.flag("GRAS_LRZ_CNTL/GREATER"_field);
    control.blockWidth = samples == 4 ? 4 : 8;
    control.blockHeight = samples >= 2 ? 4 : 8;
    control.fastClear = registers.flag("GRAS_LRZ_CNTL/FC_ENABLE"_field);
    control.tracksDirection =
        registers.flag("GRAS_LRZ_CNTL/DISABLE_ON_WRONG_DIR"_field) && generation >= GpuGeneration::A6xxGen3;
    control.writesDirection = registers.flag("GRAS_LRZ_CNTL/DIR_WRITE"_field);
    control.direction = static_cast<LrzTracking::Direction>(registers.field("GRAS_LRZ_CNTL/DIR"_field));
    if (control.fastClear || control.tracksDirection)
        control.trackingAddress = registers.address("GRAS_LRZ_FAST_CLEAR_BUFFER_BASE"_reg);
    control.fastClear = control.fastClear && control.trackingAddress != 0;
    if (control.tests)
        control.order = !isBinningPass(registers) ? depthOrder(registers)
                        : control.greater         ? DepthOrder::Farther
                                                  : DepthOrder::Nearer;
    // Mesa 22.3.6 leaves it at what it has.
    const ReadRecording unrecorded(registers, nullptr);
    control.depthView = registers.word("GRAS_LRZ_DEPTH_VIEW"_reg);
    return control;
}

}  // namespace cyclorama::adreno
