// SPDX-License-Identifier: MIT
#include "families/attila/driver/chip_model.h"

#include <fmt/format.h>

#include <optional>
#include <variant>

#include "device/objects/device_findings.h"
#include "families/attila/chip/dialect.h"
#include "families/attila/frontend/front_end.h"
#include "families/attila/timing/topology.h"
#include "families/attila/trace/attila_trace_reader.h"

namespace cyclorama::attila {
namespace {

/// The transactions of one job after the other.
class JobTransactions final : public TransactionSource {
  public:
    void begin(std::span<const std::byte> trace) { reader_.emplace(trace, name_); }
    std::optional<TransactionRecord> next() override { return reader_ ? reader_->next() : std::nullopt; }
    const std::string& name() const override { return name_; }

  private:
    std::string name_ = "job";
    std::optional<AttilaTraceReader> reader_;
};

/// The commands of jobs. Frames are the display's: what ends one in a trace is left out here.
class JobCommands final : public gpu::CommandSource {
  public:
    explicit JobCommands(TransactionSource& transactions) : frontEnd_(transactions) {}

    std::optional<gpu::Command> next(const gpu::MemoryReader& memory) override {
        while (auto command = frontEnd_.next(memory))
            if (!std::holds_alternative<gpu::Present>(command->operation)) return command;
        return std::nullopt;
    }
    const gpu::DrawState& state() const override { return frontEnd_.state(); }

  private:
    AttilaFrontEnd frontEnd_;
};

class FrontEnd final : public device::JobFrontEnd {
  public:
    gpu::CommandSource& begin(const device::GpuJob& job, mem::AddressSpace&) override {
        transactions_.begin(job.streams.front().copy);
        return commands_;
    }

  private:
    JobTransactions transactions_;
    JobCommands commands_{transactions_};
};

}  // namespace

std::unique_ptr<device::JobFrontEnd> AttilaChipModel::makeFrontEnd(sim::Findings&, machine::WorkerPool&) const {
    return std::make_unique<FrontEnd>();
}

gpu::Dialect AttilaChipModel::dialect() const { return attila::dialect(); }

machine::timing::TopologyFactory AttilaChipModel::topology() const { return makeTopology; }

uint32_t AttilaChipModel::counter(uint32_t group, uint32_t number, const device::CounterReadings&,
                                  sim::Findings& findings) const {
    findings.report(device::kMissingCounter, fmt::format("group {}", group), fmt::format("counter {}", number));
    return 0;
}

}  // namespace cyclorama::attila
