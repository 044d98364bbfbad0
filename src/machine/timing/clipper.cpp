#include "machine/timing/clipper.h"

#include <algorithm>

#include "func/clipping.h"
#include "sim/simulation.h"

namespace cyclorama::machine::timing {

namespace {

/// After the last triangle, for as long as setup may still ask for more of its batch (ATTILA: Clipper).
constexpr uint32_t kCyclesWithoutRequests = 4;

}  // namespace

Clipper::Statistics::Statistics(sim::StatisticsRegistry& r)
    : inputs(r, {"InputTriangles_CLP", "triangles", "Triangles received, each batch's last one included."}),
      outputs(r, {"OutputTriangles_CLP", "triangles", "Triangles sent to setup, each batch's last one included."}),
      clipped(r, {"ClippedTriangles_CLP", "triangles", "Triangles outside of a frustum plane."}) {}

Clipper::Clipper(sim::Simulation& simulation, sim::DomainId domain, WorkPools& pools,
                 const ClipperParameters& parameters, const Links& links)
    : Box(simulation, domain, "Clipper"),
      command(*this, {.name = name() + ".command"}),
      status(*this, name() + ".status"),
      input(*this, {.name = name() + ".input", .width = parameters.trianglesPerCycle}),
      inputRequests(*this, name() + ".inputRequests"),
      outputRequests(*this, {.name = name() + ".outputRequests"}),
      output(*this, name() + ".output"),
      pools_(&pools),
      trianglesPerCycle_(parameters.trianglesPerCycle),
      startLatency_(parameters.startLatency),
      setupStartLatency_(links.setupStartLatency),
      setupInputLatency_(links.setupInputLatency),
      statistics_(simulation.statistics()),
      inUnits_(*this, {.name = name() + ".units", .width = parameters.units, .latency = parameters.execLatency}),
      toUnits_(*this, name() + ".toUnits"),
      buffer_(parameters.clipBufferSize) {
    toUnits_.bind(inUnits_);
}

void Clipper::clock(sim::Cycle cycle) {
    changed_ = false;
    if (const auto request = outputRequests.read(cycle); request && cycle >= requestsFrom_) {
        requested_ += request->triangles;
        changed_ = true;
    }
    switch (status_) {
        case UnitStatus::Reset:
            requestsFrom_ = 0;
            status_ = UnitStatus::Ready;
            changed_ = true;
            break;
        case UnitStatus::Drawing:
            draw(cycle);
            break;
        default:
            takeCommand(cycle);
            break;
    }
    status.write(cycle, status_);
    if (!changed_) sleep();
}

void Clipper::takeCommand(sim::Cycle cycle) {
    const auto unitCommand = command.read(cycle);
    if (!unitCommand) return;
    changed_ = true;
    if (unitCommand->operation == UnitOperation::Reset) status_ = UnitStatus::Reset;
    if (unitCommand->operation == UnitOperation::Draw) start();
    if (unitCommand->operation == UnitOperation::End) status_ = UnitStatus::Ready;
}

void Clipper::start() {
    startCycles_ = setupCycles_ = 0;
    reserved_ = requested_ = 0;
    lastBuffered_ = false;
    status_ = UnitStatus::Drawing;
}

void Clipper::draw(sim::Cycle cycle) {
    requestTriangles(cycle);
    takeTriangles(cycle);
    finishTriangles(cycle);
    sendTriangles(cycle);
}

void Clipper::requestTriangles(sim::Cycle cycle) {
    if (reserved_ + buffer_.size() >= buffer_.capacity()) return;
    const uint32_t request = std::min(buffer_.capacity() - reserved_ - buffer_.size(), trianglesPerCycle_);
    inputRequests.write(cycle, TriangleRequest{request});
    reserved_ += request;
    changed_ = true;
}

void Clipper::takeTriangles(sim::Cycle cycle) {
    if (startCycles_ > 0) {
        --startCycles_;
        changed_ = true;
        return;
    }
    for (const TriangleId id : input.take(cycle)) {
        toUnits_.write(cycle, id);
        startCycles_ = startLatency_ - 1;
        ++statistics_.inputs;
        changed_ = true;
    }
}

void Clipper::finishTriangles(sim::Cycle cycle) {
    for (const TriangleId id : inUnits_.take(cycle)) {
        changed_ = true;
        --reserved_;
        const TriangleInFlight& triangle = pools_->triangles[id];
        lastBuffered_ = triangle.last;
        if (!triangle.last && isOutside(triangle)) {
            pools_->dropTriangle(id);
            ++statistics_.clipped;
            continue;
        }
        buffer_.push(id);
    }
}

bool Clipper::isOutside(const TriangleInFlight& triangle) {
    const gpu::DrawState& state = triangle.draw->state;
    const auto position = [&triangle](size_t i) -> const func::Vec4& {
        return triangle.vertices[i][func::kPositionAttribute];
    };
    return state.clipping.frustum &&
           func::trivialReject(position(0), position(1), position(2), state.raster.depthRange.zeroToOne);
}

void Clipper::sendTriangles(sim::Cycle cycle) {
    if (setupCycles_ > 0) {
        --setupCycles_;
        changed_ = true;
    }
    if (setupCycles_ > 0 || (buffer_.size() < trianglesPerCycle_ && !lastBuffered_)) return;
    for (uint32_t i = 0; i < trianglesPerCycle_ && !buffer_.empty() && requested_ > 0; ++i) {
        const TriangleId id = buffer_.pop();
        if (pools_->triangles[id].last) {
            requestsFrom_ = cycle + setupInputLatency_ + kCyclesWithoutRequests + 1;
            status_ = UnitStatus::End;
        }
        output.write(cycle, id);
        --requested_;
        setupCycles_ = setupStartLatency_;
        ++statistics_.outputs;
        changed_ = true;
    }
}

std::string Clipper::describeWait() const {
    if (status_ != UnitStatus::Drawing) return {};
    if (!buffer_.empty() && requested_ == 0) return "waits for triangle setup to ask for triangles";
    return "waits for triangles from primitive assembly";
}

}  // namespace cyclorama::machine::timing
