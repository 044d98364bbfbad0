// SPDX-License-Identifier: MIT
#pragma once
// Writes the report of a run while it runs. Not for several threads at once.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "machine/configuration/configuration.h"
#include "machine/values/run_observer.h"
#include "sim/finding.h"

namespace cyclorama::report {

class Recorder final : public machine::RunObserver {
  public:
    struct Settings {
        std::filesystem::path file;
        std::string workload;
        /// "functional" or "timing".
        std::string mode;
        const machine::Configuration& configuration;
        /// The run's findings so far, which grow while it runs; must outlive the recorder.
        const sim::Findings& findings;
    };
    /// Throws sim::Error where the file cannot be written.
    explicit Recorder(const Settings& settings);
    ~Recorder() override;

    /// The host shows a frame, to which everything since the frame before it belongs.
    struct Frame {
        uint32_t number = 0;
        uint32_t width = 0;
        uint32_t height = 0;
        /// The name of its picture's file; empty where none is written.
        std::string image;
    };
    void endFrame(const Frame& frame);

    struct Outcome {
        std::optional<uint64_t> cycles{};
        /// All findings of the run; those that were recorded with their places are found by identifier.
        std::vector<sim::Finding> findings{};
        std::optional<std::string> error{};
    };
    /// Completes the file. Call once, last. Throws sim::Error where anything could not be written; there is no file
    /// then.
    void finish(const Outcome& outcome);

    // machine::RunObserver. What fails is kept for finish().
    void machine(const machine::ObservedMachine& machine) override;
    void command(const machine::TakenCommand& command) override;
    isa::IssueCounts* program(uint32_t operation, const machine::ObservedProgram& program) override;
    gpu::PixelCounts* pixels(uint32_t operation, const machine::ObservedSurface& surface) override;
    void startFragments(uint32_t operation, uint64_t cycle) override;
    void end(uint32_t operation, std::optional<uint64_t> cycle) override;
    void sample(const machine::RunSample& sample) override;
    uint64_t nextSample() const override;
    bool watchesUnits() const override { return true; }
    void wait(const isa::IssueCounts& program, uint32_t instruction, machine::InstructionWait reason,
              uint64_t cycles) override;
    void traffic(std::span<const mem::MemoryFootprint::Block> blocks) override;
    void banks(const mem::BankUses& uses) override;
    void caches(std::string_view kind, std::span<const mem::CacheBlocks::Block> blocks) override;
    bool watchesState() const override { return !failure_; }
    void state(uint32_t operation, std::span<const machine::StateRows> parts) override;
    bool watchesTargets() const override { return !failure_; }
    std::vector<machine::ImagePart> wantedParts(uint32_t operation, bool after,
                                                const machine::ObservedTarget& target) override;
    bool wantsBefore(const machine::ObservedTarget& target, const machine::ImagePart& part) override;
    void show(uint32_t operation, bool after, const machine::ObservedTarget& target,
              const machine::ShownParts& parts) override;

  protected:
    void started(uint32_t number, const machine::StartedOperation& operation) override;

  private:
    class Parts;
    /// Calls something that may throw; after the first failure nothing is written.
    template <typename Write>
    void guarded(Write&& write);

    std::filesystem::path file_;
    std::unique_ptr<Parts> parts_;
    std::optional<std::string> failure_;
};

}  // namespace cyclorama::report
