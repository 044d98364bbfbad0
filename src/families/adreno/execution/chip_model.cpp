// SPDX-License-Identifier: MIT
#include "families/adreno/execution/chip_model.h"

#include <fmt/format.h>

#include <vector>

#include "device/objects/device_findings.h"
#include "families/adreno/checks/checks.h"
#include "families/adreno/cp/packet_processor.h"
#include "families/adreno/operations/context_blocks.h"
#include "families/adreno/timing/topology.h"

namespace cyclorama::adreno {
namespace {

/// A context has a command processor and blocks of its own, with its registers: the kernel's driver restores what
/// another job has changed, and so do programs.
class FrontEnd final : public device::JobFrontEnd {
  public:
    FrontEnd(const Chip& chip, std::shared_ptr<AlwaysOnClock> clock, machine::WorkerPool& workers, bool completeStreams,
             sim::Findings& findings)
        : clock_(std::move(clock)),
          reporter_(findings),
          checks_(chip, reporter_),
          blocks_(chip, reporter_, workers, checks_.listeners()),
          processor_(blocks_, checks_, *clock_, hangTimer_) {
        checks_.completeStreams = completeStreams;
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
    std::shared_ptr<AlwaysOnClock> clock_;
    HangcheckTimer hangTimer_;
    Reporter reporter_;
    Checks checks_;
    ContextBlocks blocks_;
    PacketProcessor processor_;
};

}  // namespace

std::unique_ptr<device::JobFrontEnd> AdrenoChipModel::makeFrontEnd(sim::Findings& findings,
                                                                   machine::WorkerPool& workers) const {
    return std::make_unique<FrontEnd>(chip_, clock_, workers, completeStreams_, findings);
}

machine::timing::TopologyFactory AdrenoChipModel::topology() const { return makeTopology; }

uint32_t AdrenoChipModel::counter(uint32_t group, uint32_t number, const device::CounterReadings&,
                                  sim::Findings& findings) const {
    findings.report(device::kMissingCounter, fmt::format("group {}", group), fmt::format("counter {}", number));
    return 0;
}

}  // namespace cyclorama::adreno
