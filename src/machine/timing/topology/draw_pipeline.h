// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "machine/timing/topology/spans.h"

namespace cyclorama::machine::timing {

/// The whole pipeline of draws, from the streamer to the ROPs, with the DAC behind them: all spans, connected.
struct DrawPipeline {
    /// With tile status on the buffers where it is given.
    DrawPipeline(const SpanContext& context, const std::optional<TileStatusUnit::Settings>& tileStatus);

    GeometrySpan geometry;
    RasterSpan raster;
    WorkDistributor distributor;
    Shading shading;
    Dac dac;
    PixelSpan pixels;
    ShaderSpan shaders;

    void bindCommands(UnitPorts& units);
    void connect(mem::MemoryController& memory);
    /// Gives, and forgets, the faults of the draws so far.
    std::vector<DrawFaults> takeFaults();
};

}  // namespace cyclorama::machine::timing
