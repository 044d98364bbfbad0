// SPDX-License-Identifier: MIT
#pragma once
// The interpolator: attributes of the fragments of quads from those of their triangle's vertices.
//
//   work distributor -> [StampsPerCycle quads, every n cycles; n + 4 cycles of work] -> work distributor
//
// n is the number of attributes that the fragment program reads over NumInterpolators, rounded up and at least 1. The
// work distributor must leave n cycles between quads that arrive in different cycles. The last quad of a batch comes
// once for each render output pipe; the unit is at its end when all have left.
//
// Parameters: InterpolatorParameters.
// Inputs: quads, width StampsPerCycle, latency 1; commands. Outputs: the same quads with their inputs, up to
// StampsPerCycle a cycle; status.

#include <string>

#include "machine/configuration/parameters/interpolator_parameters.h"
#include "machine/configuration/parameters/rasterization_parameters.h"
#include "machine/timing/draw/draw_protocol.h"
#include "machine/timing/draw/work_pools.h"
#include "sim/signal.h"

namespace cyclorama::machine::timing {

/// Cycles from one group of quads to the next for fragments with that number of attributes.
uint32_t interpolationCycles(const gpu::DrawState& state, uint32_t interpolators);

class Interpolator final : public UnitBox<Interpolator, DrawProtocol> {
    friend UnitBox;

  public:
    /// Cycles that interpolation takes beyond interpolationCycles().
    static constexpr uint32_t kLatency = 4;

    Interpolator(sim::Simulation& simulation, sim::DomainId domain, QuadPool& quads,
                 const RasterizationParameters& rasterization, const InterpolatorParameters& parameters,
                 uint32_t ropUnits);

    /// From the work distributor.
    sim::Signal<QuadId> input;
    /// To the work distributor.
    sim::Output<QuadId> output;

    std::string describeWait() const override;
    sim::Backlog backlog() const override;

  private:
    void start(sim::Cycle cycle, DrawRecord& draw);
    bool work(sim::Cycle cycle);
    void interpolate(QuadId id) const;
    void locate(const QuadInFlight& quad, const TriangleInFlight& triangle, QuadVectors& positions) const;

    QuadPool* quads_;
    uint32_t interpolators_;
    uint32_t ropUnits_;

    const gpu::DrawState* state_ = nullptr;
    gpu::FacingSource facing_ = gpu::FacingSource::Attribute;
    uint32_t attributes_ = 0;
    uint32_t cyclesPerGroup_ = 1;
    sim::Cycle inputFrom_ = 0;
    uint32_t lastQuads_ = 0;
    /// Quads being interpolated.
    sim::Signal<QuadId> inWork_;
};

extern template class UnitBox<Interpolator, DrawProtocol>;

}  // namespace cyclorama::machine::timing
