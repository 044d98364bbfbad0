// SPDX-License-Identifier: MIT
#include "machine/timing/rop/z_stencil_test.h"

#include <fmt/format.h>

#include <algorithm>

#include "func/layout/pixel_layout.h"
#include "func/raster/raster_quad.h"
#include "machine/values/fragment_tests.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

ZStencilTestSettings zStencilTestSettings(const ZStencilTestParameters& p, const func::TileSizes& tiles, uint32_t units,
                                          uint32_t unit, bool hierarchicalZ) {
    ZStencilTestSettings settings{.rop = ropSettings(p, tiles, units, unit), .hierarchicalZUpdates = hierarchicalZ};
    settings.rop.operationRate = p.testRate;
    settings.rop.operationLatency = p.aluLatency;
    settings.rop.cache.algorithm = func::BlockCompression::HiloThreeLevels;
    settings.rop.cache.reportsDepth = hierarchicalZ;
    return settings;
}

ZStencilTest::ZStencilTest(sim::Simulation& simulation, sim::DomainId domain, QuadPool& quads,
                           const RopMemory& contents, const ZStencilTestSettings& settings)
    : RopUnit(simulation, domain, fmt::format("ZStencilTest{}", settings.rop.unit),
              fmt::format("ZST-SU{}", settings.rop.unit), quads, contents, settings.rop),
      output(*this, "output"),
      outputReady(*this, "outputReady", true),
      hierarchicalZ(*this, "hierarchicalZ"),
      quads_(&quads),
      hierarchicalZUpdates_(settings.hierarchicalZUpdates),
      tester_(func::DepthStencilState{}),
      tested_(simulation.statistics(), {fmt::format("TestedFragments_ZST-SU{}", settings.rop.unit), "fragments",
                                        "Fragments of stamps that were tested."}),
      failed_(simulation.statistics(), {fmt::format("FailedFragments_ZST-SU{}", settings.rop.unit), "fragments",
                                        "Fragments that failed, or came culled, of stamps that were tested."}),
      passed_(simulation.statistics(), {fmt::format("PassedFragments_ZST-SU{}", settings.rop.unit), "fragments",
                                        "Fragments that passed the tests."}),
      outputs_(simulation.statistics(), {fmt::format("OutputFragments_ZST-SU{}", settings.rop.unit), "fragments",
                                         "Fragments that left, the last quad of a batch included."}),
      updates_(simulation.statistics(), {fmt::format("UpdatesHZ_ZST-SU{}", settings.rop.unit), "updates",
                                         "Blocks whose depths were reported to Hierarchical Z."}) {}

BlockStateBackend::Buffer ZStencilTest::buffer(const gpu::DrawState& state) const {
    return {.address = state.depthBuffer->address,
            .stateAddress = state.depthBuffer->stateAddress,
            .compression = state.depthBuffer->compression};
}

uint32_t ZStencilTest::bytesPerSample(const gpu::DrawState&) const { return func::kDepthStencilBytes; }

void ZStencilTest::configure(const gpu::DrawState& state) {
    func::DepthStencilState tests = *state.depthStencil;
    tests.samples = state.multisampling.samplesPerPixel();
    tester_ = func::DepthStencilTester(tests);
    programDepth_ = func::ProgramDepthConversion(*state.raster);
    shadedDepth_ = state.fragmentWritesDepth;
    pixels_ = state.pixels;
    trace_ = state.trace;
    rejection_ = state.earlyZ && !state.fragmentWritesDepth ? gpu::FragmentEnd::Early : gpu::FragmentEnd::Late;
    clearDepth_ = state.depthBuffer->clearDepth;
    clearStencil_ = static_cast<uint8_t>(state.depthBuffer->clearStencil);

    RopTarget& buffer = targets()[0];
    buffer.active = tests.depthTest || tests.stencilTest;
    buffer.readsDestination = true;
    buffer.bytesPerSample = func::kDepthStencilBytes;
    buffer.surface = surfaces().depthStencil(state);
    buffer.address = state.depthBuffer->address;
    if (targets().metadata() == BufferMetadata::TileStatus) return configureTileStatus(state, tests);
    buffer.setSampleBytes((tests.depthWrite ? 0x7u : 0u) | (tests.front.writeMask != 0 ? 0x8u : 0u));
    // Coverage makes no difference to the bytes that a quad writes.
    buffer.writeMasks.fill(buffer.writeMasks.back());
}

void ZStencilTest::configureTileStatus(const gpu::DrawState& state, const func::DepthStencilState& tests) {
    RopTarget& buffer = targets()[0];
    useTileStatus(buffer, FastClearTracker::kDepth, state.depthBuffer->storage);
    if (!buffer.active) return;
    tester_ = func::DepthStencilTester(tests, buffer.surface.layout->quad());
    buffer.bytesPerSample = func::bytesPerSample(tests.format);
    writesStencil_ = tests.stencilTest && tester_.writes() &&
                     (tests.front.writeMask != 0 || (tests.twoSided && tests.back.writeMask != 0));
    const bool writesDepth = tests.depthTest && tests.depthWrite;
    if (tests.format == func::DepthStencilFormat::Depth16)
        buffer.setSampleBytes(writesDepth ? 0x3u : 0u);
    else
        buffer.setSampleBytes((writesDepth ? 0xeu : 0u) | (writesStencil_ ? 0x1u : 0u));
}

void ZStencilTest::fillCleared(std::span<std::byte> bytes) {
    func::fillDepthStencil(bytes, clearDepth_, clearStencil_);
}

void ZStencilTest::operate(RopQuad& quad, QuadInFlight& inFlight) {
    const uint32_t perPixel = samples();
    // Copies are of a fixed size: each fragment's go over what was too much of the one before.
    std::array<uint32_t, (size_t{func::kQuadFragments} + 1) * func::kMaxSamples> depths;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f) {
        uint32_t* const to = &depths[size_t{f} * perPixel];
        if (shadedDepth_)
            std::fill_n(to, perPixel, programDepth_(inFlight.shadedDepth[f]));
        else if (perPixel == 1)
            *to = inFlight.quad.depth[f];
        else
            std::ranges::copy(inFlight.quad.sampleDepth[f], to);
    }
    const RopTarget& buffer = targets()[0];
    const uint8_t backFacing = quads_->triangleOf(inFlight).setup.area < 0.0 ? 1 : 0;
    buffer.fillPendingTiles(quad.offset[0]);
    const uint32_t before = quad.coverage;
    const std::optional<TracedSamples> look = trace_ != nullptr ? lookAt(*trace_, quad, inFlight, 0) : std::nullopt;
    if (buffer.surface.valid)
        tester_.test(buffer.surface.bytes, {.offsets = {&quad.offset[0], 1},
                                            .depths = std::span(depths).first(size_t{func::kQuadFragments} * perPixel),
                                            .coverage = {&quad.coverage, 1},
                                            .backFacing = {&backFacing, 1}});
    // Stencil may change where a test fails, too.
    quad.written = writesStencil_ ? before : quad.coverage;
    inFlight.samples = quad.coverage;
    inFlight.culled = 0;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f)
        if ((quad.coverage >> (f * perPixel) & ((1u << perPixel) - 1)) == 0) inFlight.culled |= 1u << f;
    if (look) reportTest(quad, inFlight, before, *look);
    if (pixels_ != nullptr)
        pixels_->add(rejection_, inFlight.quad.x, inFlight.quad.y, liveFragments(before, perPixel) & inFlight.culled);
    tested_.add(func::kQuadFragments);
    const uint32_t failed = func::countFragments(inFlight.culled & func::kAllFragments);
    failed_.add(failed);
    passed_.add(func::kQuadFragments - failed);
}

void ZStencilTest::reportTest(const RopQuad& quad, const QuadInFlight& inFlight, uint32_t before,
                              const TracedSamples& look) const {
    const uint32_t left = followedSamples(*trace_, inFlight, quad.coverage);
    trace_->report(inFlight.triangle, depthTestText(followedSamples(*trace_, inFlight, before), left, look));
    if (left == 0) trace_->finish(inFlight.triangle);
}

void ZStencilTest::leave(sim::Cycle cycle, const RopQuad& quad) { leaveLast(cycle, quad.quad); }

void ZStencilTest::leaveLast(sim::Cycle cycle, QuadId quad) {
    output.write(cycle, quad);
    outputs_.add(func::kQuadFragments);
}

void ZStencilTest::reportDepth(sim::Cycle cycle) {
    const auto update = cache().takeDepthReport();
    if (!update || !hierarchicalZUpdates_) return;
    hierarchicalZ.write(cycle, *update);
    ++updates_;
}

}  // namespace cyclorama::machine::timing
