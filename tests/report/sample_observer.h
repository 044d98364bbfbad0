// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "machine/values/run_observer.h"

namespace cyclorama::report {

/// An observer of a machine's description and samples alone: operations are nothing to it.
class SampleObserver : public machine::RunObserver {
  public:
    void command(const gpu::Command&, const gpu::DrawState&) override {}
    uint32_t start(const machine::StartedOperation&) override { return 0; }
    isa::IssueCounts* program(uint32_t, const machine::ObservedProgram&) override { return nullptr; }
    gpu::PixelCounts* pixels(uint32_t, const machine::ObservedSurface&) override { return nullptr; }
    void startFragments(uint32_t, uint64_t) override {}
    void targets(const machine::TargetsMoment&) override {}
    void end(uint32_t, std::optional<uint64_t>) override {}
};

}  // namespace cyclorama::report
