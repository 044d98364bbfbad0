// SPDX-License-Identifier: MIT
#include "families/attila/trace/trace_workload.h"

#include "families/attila/chip/dialect.h"
#include "families/attila/frontend/front_end.h"
#include "families/attila/timing/topology.h"
#include "families/attila/trace/trace_cut.h"
#include "families/attila/trace/trace_dump.h"
#include "families/attila/trace/trace_parts.h"

namespace cyclorama::attila {
namespace {

constexpr sim::FindingKind kOtherLayout{
    .identifier = "trace-for-other-layout",
    .severity = sim::Severity::Corruption,
    .sentence =
        "the trace was written for other tile or texture block sizes: textures and buffers are not where the "
        "machine looks for them",
    .hint = "set the RASTERIZER tile sizes and FRAGMENTSHADER texture block sizes of the trace's header"};

bool sameLayout(const AttilaTraceParameters& trace, const machine::Configuration& configuration) {
    const machine::RasterizationParameters& raster = configuration.rasterization;
    const machine::TextureUnitParameters& texture = configuration.textureUnit;
    return trace.textureBlockDimension == texture.blockDimension &&
           trace.textureSuperBlockDimension == texture.superBlockDimension && trace.scanWidth == raster.scanWidth &&
           trace.scanHeight == raster.scanHeight && trace.overScanWidth == raster.overScanWidth &&
           trace.overScanHeight == raster.overScanHeight;
}

}  // namespace

std::unique_ptr<family::WorkloadRun> TraceWorkload::start(const family::RunRequest& request) {
    const machine::Configuration& configuration = request.configuration;
    if (!sameLayout(reader_.parameters(), configuration)) request.findings.report(kOtherLayout, "the trace's header");
    const uint32_t startFrame = configuration.simulator.startFrame;
    const bool scalarUnits = configuration.vectorShader.vectorShader &&
                             configuration.vectorShader.aluConfig.get() == machine::VectorAluConfig::Scalar;
    // Values are the same whatever the units: a run without time does not look at them.
    const FrontEndOptions options{.skipFrames = startFrame, .scalarUnits = request.timing && scalarUnits};
    return family::runCommands(std::make_unique<AttilaFrontEnd>(reader_, options),
                               {.dialect = dialect(), .topology = makeTopology}, request,
                               reader_.parameters().startFrame + startFrame);
}

void TraceWorkload::cut(const family::CutRequest& request) { cutTrace(reader_, request); }

std::unique_ptr<reduce::Capture> TraceWorkload::takeApart(std::span<const std::byte> bytes) const {
    return takeTraceApart(bytes, reader_.name());
}

void TraceWorkload::dump(std::ostream& out) { dumpTrace(reader_, out); }

}  // namespace cyclorama::attila
