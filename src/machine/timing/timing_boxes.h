#pragma once
// All boxes of the timing machine, as a configuration asks for them, and the signals between them (ATTILA:
// GPUSimulator).

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "machine/configuration/configuration.h"
#include "machine/timing/command/command_processor.h"
#include "machine/timing/core/work.h"
#include "machine/timing/display/dac.h"
#include "machine/timing/display/fragment_map.h"
#include "machine/timing/distributor/work_distributor.h"
#include "machine/timing/geometry/clipper.h"
#include "machine/timing/geometry/primitive_assembly.h"
#include "machine/timing/raster/hierarchical_z.h"
#include "machine/timing/raster/interpolator.h"
#include "machine/timing/raster/rasterizer.h"
#include "machine/timing/raster/triangle_setup.h"
#include "machine/timing/raster/triangle_traversal.h"
#include "machine/timing/rop/color_write.h"
#include "machine/timing/rop/z_stencil_test.h"
#include "machine/timing/shader/shader_processor.h"
#include "machine/timing/shader/shading.h"
#include "machine/timing/streamer/streamer.h"
#include "machine/timing/texture/texture_unit.h"
#include "machine/timing/vivante/resolve_unit.h"
#include "mem/address_space.h"
#include "mem/memory_controller.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

/// The domains of the three clocks; those with the same frequency as the GPU's are the same.
struct ClockDomains {
    sim::DomainId gpu = 0;
    sim::DomainId shader = 0;
    sim::DomainId memory = 0;
};
ClockDomains addClockDomains(sim::Simulation& simulation, const GpuParameters& parameters);

/// Counts cycles of the main clock.
class CycleCounter final : public sim::Box {
  public:
    CycleCounter(sim::Simulation& simulation, sim::DomainId domain);
    void clock(sim::Cycle cycle) override;
    void accountSleep(sim::Cycle first, uint64_t count) override;
    std::string describeWait() const override { return {}; }

  private:
    sim::Counter cycles_;
};

class TimingBoxes {
  public:
    struct Limits {
        /// The number of the first frame, for the places of findings.
        uint32_t firstFrame = 0;
        /// What one draw may do, as DrawWork counts it.
        uint64_t drawWork = kDrawWorkLimit;
        /// As in CommandProcessor::Surroundings.
        std::function<void(uint32_t event)> onEvent{};
    };

    /// Everything that is given must outlive it. The configuration must have passed check(). Commands come from what
    /// commandProcessor.setSource() names.
    TimingBoxes(sim::Simulation& simulation, const Configuration& configuration, mem::AddressSpace& space,
                sim::Findings& findings, const Limits& limits);

    TileStatusWatch& tileStatus() { return pools_.tileStatus; }

  private:
    uint64_t takeSamples();
    void bindCommands();
    void bindGeometry();
    void bindRasterizer();
    void bindPipes();
    void bindShaders();
    void connectMemory();

    ClockDomains domains_;
    WorkPools pools_;
    DrawInFlight drawInFlight_;
    DrawChecks drawChecks_;

  public:
    CycleCounter cycles;
    std::unique_ptr<mem::MemoryController> memory;
    CommandProcessor commandProcessor;
    Streamer streamer;
    PrimitiveAssembly assembly;
    Clipper clipper;
    Rasterizer rasterizer;
    TriangleSetup setup;
    TriangleTraversal traversal;
    HierarchicalZ hierarchicalZ;
    Interpolator interpolator;
    WorkDistributor distributor;
    Shading shading;
    std::vector<std::unique_ptr<ShaderProcessor>> shaders;
    std::vector<std::unique_ptr<TextureUnit>> textureUnits;  // those of shader 0 first
    std::vector<std::unique_ptr<ZStencilTest>> depthTests;
    std::vector<std::unique_ptr<ColorWrite>> colorWrites;
    Dac dac;
    std::optional<FragmentMap> fragmentMap;  // where it is asked for
    std::optional<ResolveUnit> resolve;      // of a Vivante chip
};

}  // namespace cyclorama::machine::timing
