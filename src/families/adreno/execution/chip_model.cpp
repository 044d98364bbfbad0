// SPDX-License-Identifier: MIT
#include "families/adreno/execution/chip_model.h"

#include <fmt/format.h>

#include <vector>

#include "device/objects/device_findings.h"
#include "families/adreno/cp/command_processor.h"
#include "sim/error.h"

namespace cyclorama::adreno {
namespace {

/// A context has a command processor and a pipeline of its own, with its registers: the kernel's driver restores what
/// another job has changed, and so do programs.
class FrontEnd final : public device::JobFrontEnd {
  public:
    FrontEnd(const Chip& chip, std::shared_ptr<AlwaysOnClock> clock, bool wholeSubmissions, sim::Findings& findings)
        : pipeline_(chip, findings), processor_(pipeline_, patience_) {
        pipeline_.clock = std::move(clock);
        pipeline_.checks.fromDriver = wholeSubmissions;
    }

    gpu::CommandSource& begin(const device::GpuJob& job, mem::AddressSpace&) override {
        std::vector<Stream> streams;
        for (const device::CommandStream& stream : job.streams)
            streams.push_back(
                {.address = stream.address, .words = static_cast<uint32_t>(stream.bytes / sizeof(uint32_t))});
        processor_.begin(std::move(streams));
        return processor_;
    }
    bool hung() const override { return processor_.hung(); }

  private:
    HangcheckPatience patience_;
    Pipeline pipeline_;
    CommandProcessor processor_;
};

}  // namespace

std::unique_ptr<device::JobFrontEnd> AdrenoChipModel::makeFrontEnd(sim::Findings& findings) const {
    return std::make_unique<FrontEnd>(chip_, clock_, wholeSubmissions_, findings);
}

machine::timing::TopologyFactory AdrenoChipModel::topology() const {
    throw sim::Error("configuration", "", "is of a GPU without a timing machine: choose another one with --gpu");
}

uint32_t AdrenoChipModel::counter(uint32_t group, uint32_t number, const device::CounterReadings&,
                                  sim::Findings& findings) const {
    findings.report(device::kMissingCounter, fmt::format("group {}", group), fmt::format("counter {}", number));
    return 0;
}

}  // namespace cyclorama::adreno
