// SPDX-License-Identifier: MIT
#pragma once
// The settings of a draw for low resolution depth (LRZ), decoded once (Mesa: registers/adreno/a6xx.xml;
// docs/drivers/freedreno/hw/lrz.rst; vulkan/tu_lrz.cc).

#include <cstdint>

#include "families/adreno/chip/generation.h"
#include "families/adreno/gras/lrz_listener.h"
#include "families/adreno/gras/lrz_tracking.h"
#include "families/adreno/registers/register_values.h"

namespace cyclorama::adreno {

struct LrzControl {
    /// Primitives are compared with the depths of blocks.
    bool tests = false;
    /// Primitives replace the depths of blocks that they cover.
    bool writes = false;
    /// The depths that a draw of a rendering pass leaves in the depth buffer replace those of its blocks.
    bool feedsBack = false;
    /// The depth test passes what is greater: a block's depth is the least that can be left in it. Else it is the
    /// greatest.
    bool greater = false;
    /// Depths that the test lets pass: of a binning pass, which need not have the registers of the depth test, by
    /// `greater`. None without tests.
    DepthOrder order = DepthOrder::None;

    uint64_t address = 0;
    /// Depths from row to row.
    uint32_t pitch = 0;
    /// Bytes from layer to layer; 0: there is only the first.
    uint64_t layerPitch = 0;
    /// Pixels of a block of 8x8 samples.
    uint32_t blockWidth = 8;
    uint32_t blockHeight = 8;

    uint64_t trackingAddress = 0;
    /// Blocks whose bit is not set are cleared.
    bool fastClear = false;
    /// The draw counts only if its direction and its depth view are those of the buffer.
    bool tracksDirection = false;
    /// A direction that is not set yet becomes the draw's; another one ends LRZ.
    bool writesDirection = false;
    LrzTracking::Direction direction = LrzTracking::Direction::Disabled;
    uint32_t depthView = 0;

    bool enabled() const { return tests || feedsBack; }
};

/// The pass is one that asks which bins primitives reach.
bool isBinningPass(const RegisterValues& registers);

/// The order of the depth test.
DepthOrder depthOrder(const RegisterValues& registers);

/// `samples` of a pixel. The first chips know nothing of directions.
LrzControl decodeLrzControl(const RegisterValues& registers, GpuGeneration generation, uint32_t samples);

}  // namespace cyclorama::adreno
