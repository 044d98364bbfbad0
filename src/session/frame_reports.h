// SPDX-License-Identifier: MIT
#pragma once
// Reports of single frames of a run, begun and ended between two frames. While none is recorded the machines have
// nothing to report, and pay nothing for it.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "machine/configuration/configuration.h"
#include "machine/values/frame_sink.h"
#include "machine/values/run_observer.h"
#include "report/recorder.h"
#include "sim/finding.h"

namespace cyclorama::session {

/// For the thread that executes and presents. The operations of a run are numbered through, those of a report from 0.
class FrameReports final : public machine::RunObserver {
  public:
    struct Settings {
        std::string workload;
        /// "functional" or "timing".
        std::string mode;
        /// Belonging to the run; both must outlive the reports.
        const machine::Configuration& configuration;
        const sim::Findings& findings;
        /// The folder for the report of a frame, which need not exist.
        std::function<std::filesystem::path(uint32_t frame)> folder;
    };
    explicit FrameReports(Settings settings);
    ~FrameReports() override;

    /// Records what is executed from now on, in a folder for the frame that it becomes. Where one is recorded already,
    /// nothing. Throws sim::Error where the report cannot be written.
    void begin(uint32_t frame);
    bool recording() const { return recorder_ != nullptr; }
    /// The frame is there: completes its report, with its picture where it has one. The report's folder. Throws
    /// sim::Error where anything could not be written. Only while recording.
    std::filesystem::path end(const machine::PresentedFrame& frame);
    /// The run has ended, as `error` says if it failed, before the frame was there: completes the report with what
    /// there is. Empty if none is recorded.
    std::optional<std::filesystem::path> end(const std::optional<std::string>& error);

    // machine::RunObserver
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
    bool watchesState() const override;
    void state(uint32_t operation, std::span<const machine::StateRows> parts) override;
    bool watchesTargets() const override;
    std::vector<machine::ImagePart> wantedParts(uint32_t operation, bool after,
                                                const machine::ObservedTarget& target) override;
    bool wantsBefore(const machine::ObservedTarget& target, const machine::ImagePart& part) override;
    void show(uint32_t operation, bool after, const machine::ObservedTarget& target,
              const machine::ShownParts& parts) override;

  protected:
    void started(uint32_t number, const machine::StartedOperation& operation) override;

  private:
    /// The operation is one of the report.
    bool has(uint32_t operation) const { return recorder_ && operation >= first_; }
    /// Recording is over, whatever becomes of the report.
    std::unique_ptr<report::Recorder> take();
    /// Findings since the report began.
    std::vector<sim::Finding> newFindings() const;

    Settings settings_;
    std::optional<machine::ObservedMachine> machine_;
    std::optional<uint64_t> cycle_;  // end of the last sample
    uint32_t first_ = 0;             // operation of the report
    std::filesystem::path folder_;
    std::vector<uint64_t> findingsBefore_;  // counts
    std::unique_ptr<report::Recorder> recorder_;
};

}  // namespace cyclorama::session
