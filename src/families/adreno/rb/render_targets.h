// SPDX-License-Identifier: MIT
#pragma once
// The targets of a draw (RB), in memory or on the chip, and what becomes of fragments there, decoded once.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "families/adreno/gras/raster_control.h"
#include "families/adreno/memory/gpu_memory.h"
#include "families/adreno/registers/register_values.h"
#include "families/adreno/surface/surface_view.h"
#include "func/output/blending.h"
#include "func/output/depth_stencil.h"
#include "func/output/depth_words.h"
#include "func/output/dither.h"
#include "func/output/logic_operation.h"

namespace cyclorama::adreno {

/// An image, and its bytes from its address on; none where it is not there.
struct TargetSurface {
    SurfaceView view;
    std::span<std::byte> bytes;

    bool isThere() const { return !bytes.empty(); }
};

/// Limits of colours before they are blended.
enum class ColorLimits : uint8_t { None, Unit, SignedUnit };

struct ColorTarget {
    /// Number of the program's result.
    uint32_t number = 0;
    TargetSurface surface;
    func::Blender blender;
    bool usesSecondColor = false;
    ColorLimits limits = ColorLimits::None;
    func::LogicFunction logic = nullptr;
    /// Components that are written, red in bit 0.
    uint32_t writeMask = 0xf;
    /// Bits of red, green and blue that are dithered, 0: not.
    std::array<uint8_t, 3> ditheredBits{};

    bool isInteger() const { return surface.view.format()->isInteger(); }
};

struct DepthTarget {
    DepthFormat format = DepthFormat::None;
    func::DepthStencilTester tester{func::DepthStencilState{}};
    TargetSurface depth;
    /// Without one the stencil is in the upper bits of depth, or there is none.
    TargetSurface separateStencil;
    bool hasStencil = false;
    bool writes = false;
    /// Limits that the stored depth is compared with, in the format's words.
    bool testsBounds = false;
    uint32_t leastStored = 0;
    uint32_t mostStored = ~0u;

    /// Set where depths are compared and nothing else is tested.
    std::optional<func::CompareFunction> plainTest;

    bool tests() const { return tester.enabled() || testsBounds; }
};

struct AlphaComparison {
    bool enabled = false;
    func::CompareFunction function = func::CompareFunction::Always;
    float reference = 0.0f;
};

struct RenderTargets {
    std::vector<ColorTarget> colors;
    DepthTarget depth;
    /// Tests come before the fragment program.
    bool testsEarly = true;
    AlphaComparison alphaTest;
    bool alphaToCoverage = false;
    bool alphaToOne = false;
    uint32_t sampleMask = ~0u;
    /// Pixel of the window that is the first of all targets: the bin's corner for targets in GMEM, else (0, 0).
    int32_t left = 0;
    int32_t top = 0;
};

/// The memory that targets are in, and the influence of the chip on the order of their tiles.
struct TargetMemory {
    const GpuMemory& memory;
    func::BankSwizzle banks;
};

/// Reports what cannot be drawn to.
RenderTargets decodeRenderTargets(const RegisterValues& registers, const RasterControl& raster,
                                  const TargetMemory& memory, Reporter& reporter);

}  // namespace cyclorama::adreno
