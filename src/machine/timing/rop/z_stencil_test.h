// SPDX-License-Identifier: MIT
#pragma once
// The depth and stencil test of a render output pipe. Every quad reads its depths and stencils and writes them back,
// whatever the tests say; if both tests are off, quads bypass the cache. A quad without live samples continues to the
// work distributor, marked as culled.
//
// Parameters: ZStencilTestParameters. A line that leaves the cache reports its largest depth to Hierarchical Z, unless
// that is turned off, or the buffer is not compressed. Compression: HiLo with three levels.

#include <string_view>

#include "func/output/depth_stencil.h"
#include "func/raster/triangle_setup.h"
#include "gpu/pixel_counts.h"
#include "machine/configuration/parameters/z_stencil_test_parameters.h"
#include "machine/timing/rop/rop_unit.h"
#include "sim/level.h"

namespace cyclorama::machine::timing {

struct ZStencilTestSettings {
    RopSettings rop;
    bool hierarchicalZUpdates = true;
};

/// `units` render output pipes; `hierarchicalZ` where Hierarchical Z is there.
ZStencilTestSettings zStencilTestSettings(const ZStencilTestParameters& parameters, const func::TileSizes& tiles,
                                          uint32_t units, uint32_t unit, bool hierarchicalZ);

class ZStencilTest final : public RopUnit {
  public:
    static constexpr std::string_view kMemoryClient = "ZStencilTest";

    ZStencilTest(sim::Simulation& simulation, sim::DomainId domain, QuadPool& quads, const RopMemory& contents,
                 const ZStencilTestSettings& settings);

    /// To the work distributor: one quad a cycle (width 1 is enough), latency 1.
    sim::Output<QuadId> output;
    /// From the work distributor: it takes quads.
    sim::Level<bool> outputReady;
    /// To Hierarchical Z: width 1, latency as Hierarchical Z declares it.
    sim::Output<HierarchicalZUpdate> hierarchicalZ;

  private:
    bool consumerReady(sim::Cycle cycle) const override { return outputReady.read(cycle); }
    void configure(const gpu::DrawState& state) override;
    void configureTileStatus(const gpu::DrawState& state, const func::DepthStencilState& tests);
    BlockStateBackend::Buffer buffer(const gpu::DrawState& state) const override;
    uint32_t bytesPerSample(const gpu::DrawState& state) const override;
    void fillCleared(std::span<std::byte> bytes) override;
    void operate(RopQuad& quad, QuadInFlight& inFlight) override;
    /// `before`: the quad's samples before the test; `look`: those of the followed fragment in the buffer.
    void reportTest(const RopQuad& quad, const QuadInFlight& inFlight, uint32_t before,
                    const TracedSamples& look) const;
    void leave(sim::Cycle cycle, const RopQuad& quad) override;
    void leaveLast(sim::Cycle cycle, QuadId quad) override;
    void reportDepth(sim::Cycle cycle) override;
    bool flushSendsBlockStates() const override { return false; }

    const QuadPool* quads_;
    bool hierarchicalZUpdates_;
    gpu::PixelCounts* pixels_ = nullptr;
    gpu::WorkTrace* trace_ = nullptr;
    /// The end of fragments that fail.
    gpu::FragmentEnd rejection_ = gpu::FragmentEnd::Early;
    func::DepthStencilTester tester_;
    func::ProgramDepthConversion programDepth_;
    bool shadedDepth_ = false;
    bool writesStencil_ = false;
    uint32_t clearDepth_ = 0;
    uint8_t clearStencil_ = 0;
    sim::Counter tested_, failed_, passed_, outputs_, updates_;
};

}  // namespace cyclorama::machine::timing
