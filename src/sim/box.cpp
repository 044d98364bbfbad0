// SPDX-License-Identifier: MIT
#include "sim/box.h"

#include <fmt/format.h>

#include <utility>

#include "sim/fault.h"
#include "sim/simulation.h"

namespace cyclorama::sim {

InputBase::InputBase(Box& reader, const std::string& name)
    : reader_(&reader), name_(std::make_unique<const std::string>(reader.name() + "." + name)) {
    reader.inputs_.push_back(this);
}

OutputBase::OutputBase(Box& writer, const std::string& name)
    : writer_(&writer), name_(std::make_unique<const std::string>(writer.name() + "." + name)) {
    writer.outputs_.push_back(this);
}

void OutputBase::bindTo(InputBase& input) const {
    if (input.writer_ != nullptr)
        throw Fault(fmt::format("output {}: {} is already written by {}", name(), input.name(), input.writer_->name()));
    if (input.reader().domain() != writer_->domain())
        throw Fault(fmt::format("output {}: {} is in another clock domain", name(), input.name()));
    input.writer_ = writer_;
}

Box::Box(Simulation& simulation, DomainId domain, std::string name)
    : simulation_(&simulation), domain_(domain), name_(std::move(name)) {
    simulation.add(*this);
}

void Box::wake() { wakeAt(simulation_->firstCycleAfterNow(domain_)); }

}  // namespace cyclorama::sim
