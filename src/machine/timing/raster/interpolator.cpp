// SPDX-License-Identifier: MIT
#include "machine/timing/raster/interpolator.h"

#include <algorithm>
#include <bit>

#include "func/lanes/fragment_lanes.h"
#include "func/raster/interpolation.h"
#include "machine/timing/draw/work_names.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

namespace {

uint32_t groupCycles(uint32_t attributes, uint32_t interpolators) {
    return std::max(1u, (attributes + interpolators - 1) / interpolators);
}

constexpr uint32_t kPosition = 1u << func::kPositionAttribute;
constexpr uint32_t kFace = 1u << func::kFaceAttribute;

/// Bit a: attribute a of a quad gets a value, as the program reads it. Where it is not enabled that is zero; position
/// and face are the rasterizer's, enabled or not.
uint32_t attributesToFill(const gpu::DrawState& state) {
    if (state.stages[gpu::Stage::Fragment].program == nullptr) return 0;
    return state.stages[gpu::Stage::Fragment].program->resources.inputsRead & ((1u << func::kVertexAttributes) - 1);
}

using FragmentWeights = std::array<std::array<double, 3>, func::kQuadFragments>;

/// func::interpolate() of the four fragments: two components of a vertex become doubles once for all of them.
void interpolateQuad(const FragmentWeights& weights, const func::Vec4& a0, const func::Vec4& a1, const func::Vec4& a2,
                     QuadVectors& values) {
    for (uint32_t c = 0; c < 4; c += 2) {
        const auto pairOf = [c](const func::Vec4& a) {
            return func::Double2{static_cast<double>(a[c]), static_cast<double>(a[c + 1])};
        };
        const func::Double2 p0 = pairOf(a0);
        const func::Double2 p1 = pairOf(a1);
        const func::Double2 p2 = pairOf(a2);
        for (uint32_t f = 0; f < func::kQuadFragments; ++f) {
            const auto [w0, w1, w2] = weights[f];
            const func::Double2 sum = p0 * func::splat(w0) + p1 * func::splat(w1) + p2 * func::splat(w2);
            values[f][c] = static_cast<float>(sum[0]);
            values[f][c + 1] = static_cast<float>(sum[1]);
        }
    }
}

}  // namespace

uint32_t interpolationCycles(const gpu::DrawState& state, uint32_t interpolators) {
    return groupCycles(static_cast<uint32_t>(std::ranges::count(state.fragmentInputs, true)), interpolators);
}

Interpolator::Interpolator(sim::Simulation& simulation, sim::DomainId domain, QuadPool& quads,
                           const RasterizationParameters& rasterization, const InterpolatorParameters& parameters,
                           uint32_t ropUnits)
    : UnitBox(simulation, domain, "Interpolator"),
      input(*this, {.name = "input", .width = rasterization.stampsPerCycle, .latency = 1}),
      output(*this, "output"),
      quads_(&quads),
      interpolators_(parameters.numInterpolators),
      ropUnits_(ropUnits),
      inWork_(*this, {.name = "inWork",
                      .width = rasterization.stampsPerCycle,
                      .latency = kLatency + groupCycles(func::kVertexAttributes, parameters.numInterpolators)}) {
    inWork_.driveFromOutside();
    input.describeBy(quadNames(quads));
    inWork_.describeBy(quadNames(quads));
}

void Interpolator::start(sim::Cycle cycle, DrawRecord& draw) {
    state_ = &draw.state;
    facing_ = draw.dialect.facing;
    cyclesPerGroup_ = interpolationCycles(*state_, interpolators_);
    attributes_ = attributesToFill(*state_);
    inputFrom_ = cycle;
    lastQuads_ = 0;
}

bool Interpolator::work(sim::Cycle cycle) {
    if (cycle >= inputFrom_) {
        for (const QuadId id : input.take(cycle)) {
            inWork_.write(cycle, id, cyclesPerGroup_ + kLatency);
            inputFrom_ = cycle + cyclesPerGroup_;
        }
    }
    for (const QuadId id : inWork_.take(cycle)) {
        if ((*quads_)[id].last)
            ++lastQuads_;
        else
            interpolate(id);
        output.write(cycle, id);
    }
    if (lastQuads_ == ropUnits_) enter(UnitStatus::End);
    return false;
}

void Interpolator::interpolate(QuadId id) const {
    const QuadInFlight& quad = (*quads_)[id];
    const TriangleInFlight& triangle = quads_->triangleOf(quad);
    const auto& [first, second, third] = triangle.vertices;
    const bool window = state_->raster->rules.coordinates == func::SetupCoordinates::Window;
    FragmentWeights weights;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f)
        weights[f] = window ? func::windowWeights(quad.quad.values[f], triangle.setup.inverseW)
                            : func::interpolationWeights(quad.quad.values[f]);
    for (uint32_t rest = attributes_ & ~kPosition; rest != 0; rest &= rest - 1) {
        const auto a = static_cast<uint32_t>(std::countr_zero(rest));
        QuadVectors& values = quads_->input(a, id);
        if (!state_->fragmentInputs[a]) {
            values.fill({});
        } else if (!state_->interpolated[a]) {
            values.fill(third[a]);
        } else if (state_->linear[a]) {
            for (uint32_t f = 0; f < func::kQuadFragments; ++f)
                values[f] =
                    func::interpolate(func::interpolationWeights(quad.quad.values[f]), first[a], second[a], third[a]);
        } else {
            interpolateQuad(weights, first[a], second[a], third[a], values);
        }
    }
    if ((attributes_ & kPosition) != 0) locate(quad, triangle, quads_->input(func::kPositionAttribute, id));
    if (facing_ != gpu::FacingSource::Attribute || (attributes_ & kFace) == 0) return;
    for (func::Vec4& face : quads_->input(func::kFaceAttribute, id)) face[3] = static_cast<float>(triangle.setup.area);
}

void Interpolator::locate(const QuadInFlight& quad, const TriangleInFlight& triangle, QuadVectors& positions) const {
    const uint32_t depthBits = state_->raster->depthBits;
    for (uint32_t f = 0; f < func::kQuadFragments; ++f) {
        const int32_t x = quad.quad.x + static_cast<int32_t>(f % func::kQuadWidth);
        const int32_t y = quad.quad.y + static_cast<int32_t>(f / func::kQuadWidth);
        positions[f] = state_->raster->rules.coordinates == func::SetupCoordinates::Window
                           ? func::windowPosition(x, y, quad.quad.depth[f], depthBits, quad.quad.values[f],
                                                  triangle.setup.inverseW)
                           : func::fragmentPosition(x, y, quad.quad.depth[f], depthBits);
    }
}

std::string Interpolator::describeWait() const {
    if (state() == UnitStatus::End) return "waits for the rasterizer to end the batch";
    if (!working()) return {};
    return "waits for quads of the work distributor";
}

sim::Backlog Interpolator::backlog() const {
    if (inWork_.inFlight() == 0) return sim::Backlog::None;
    return inputFrom_ > simulation().nextCycle(domain()) ? sim::Backlog::Full : sim::Backlog::Some;
}

template class UnitBox<Interpolator, DrawProtocol>;

}  // namespace cyclorama::machine::timing
