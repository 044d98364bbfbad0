// SPDX-License-Identifier: MIT
#pragma once
// The machine as operations see it that the timing machine binds, or executes in no time.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "machine/values/operation_context.h"
#include "machine/values/run_observer.h"
#include "machine/values/surfaces.h"

namespace cyclorama::adreno {

class UntimedContext final : public machine::OperationContext {
  public:
    /// The machine around it, which outlives it.
    struct Surroundings {
        mem::AddressSpace& space;
        sim::Findings& findings;
        machine::FrameSink& frames;
        machine::RunObserver* observer = nullptr;
    };
    /// `operation`: its number for the observer, if it is observed.
    UntimedContext(const Surroundings& machine, const gpu::DrawState& state, std::string place,
                   std::optional<uint32_t> operation)
        : machine_(machine),
          state_(state),
          place_(std::move(place)),
          operation_(operation),
          surfaces_(machine.space, func::TileSizes{}) {}

    const gpu::DrawState& state() const override { return state_; }
    mem::AddressSpace& memory() override { return machine_.space; }
    machine::Surfaces& surfaces() override { return surfaces_; }
    const func::TextureUnitSettings& textures() const override { return textures_; }
    void memoryWritten() override {}
    void contentsSet(gpu::Buffer) override {}
    machine::FrameSink& frames() override { return machine_.frames; }
    uint32_t countPicture() override { return 0; }
    void report(const sim::FindingKind& kind) override { machine_.findings.report(kind, place_); }
    isa::IssueCounts* countIssues(const machine::ObservedProgram& program) override {
        return operation_ ? machine_.observer->program(*operation_, program) : nullptr;
    }
    gpu::PixelCounts* countPixels(const machine::ObservedSurface& surface) override {
        return operation_ ? machine_.observer->pixels(*operation_, surface) : nullptr;
    }
    gpu::WorkTrace* tracePixels(const machine::ObservedSurface& surface) override {
        return operation_ ? machine_.observer->trace(*operation_, surface) : nullptr;
    }
    machine::ObservedDraw observedDraw() override {
        if (!operation_) return {};
        return {.observer = machine_.observer, .operation = *operation_};
    }

  private:
    Surroundings machine_;
    const gpu::DrawState& state_;
    std::string place_;
    std::optional<uint32_t> operation_;
    machine::Surfaces surfaces_;
    func::TextureUnitSettings textures_{};
};

}  // namespace cyclorama::adreno
