// SPDX-License-Identifier: MIT
#pragma once
// The functional machine: executes a workload's commands for their images alone, as fast as the host can. It calls the
// same functions for every value as the timing machine, stage by stage in the pipeline's order.

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "gpu/command.h"
#include "gpu/dialect.h"
#include "machine/configuration/configuration.h"
#include "machine/functional/worker_pool.h"
#include "machine/values/counted.h"
#include "machine/values/draw_budget.h"
#include "machine/values/frame_sink.h"
#include "machine/values/frame_under_way.h"
#include "machine/values/run_observer.h"
#include "machine/values/run_pause.h"
#include "mem/address_space.h"
#include "sim/finding.h"

namespace cyclorama::machine {

class FunctionalMachine {
  public:
    struct Options {
        /// Threads that draw; 0: one for each core of the host. The images are the same for any number.
        uint32_t threads = 0;
        /// Threads that several machines share, in the place of the machine's own; null for those.
        std::shared_ptr<WorkerPool> workers{};
        /// The choices of the chip.
        gpu::Dialect dialect{};
        RunLimits limits{};
        /// Limit of one draw, in shader instructions of one thread; the rest of it is left out, with a finding.
        uint64_t drawWorkLimit = kDrawWorkLimit;
        /// Called when everything before a signal to the host is done, with the number of its event.
        std::function<void(uint32_t event)> onEvent{};
        /// Observer of what is executed; null for none. Must outlive the machine.
        RunObserver* observer = nullptr;
        /// Places where runs stand still; null for none. Must outlive the machine.
        RunPause* pause = nullptr;
        /// The frame of the commands, which the host ends and several machines may share; must outlive the machine.
        /// Null: the machine counts its own frames, from the first of the limits.
        FrameUnderWay* frame = nullptr;
    };

    /// The sink and the findings must outlive the machine. The configuration must have passed check().
    FunctionalMachine(const Configuration& configuration, const Options& options, FrameSink& frames,
                      sim::Findings& findings);
    /// Works on memory that others hold and write between two runs; it must outlive the machine.
    FunctionalMachine(const Configuration& configuration, const Options& options, FrameSink& frames,
                      sim::Findings& findings, mem::AddressSpace& memory);
    ~FunctionalMachine();

    /// Executes the commands of a source until it ends or the limits are reached; may be called again with another
    /// source, which continues from what the memory then holds. Throws what the source throws.
    void run(gpu::CommandSource& source);

    /// The same in steps: starts with a source, which must outlive them, and continues until it ends or a limit is
    /// reached (true), or until the pause is due (false).
    void start(gpu::CommandSource& source);
    bool advance();

    WorkCounters counters() const;
    /// The same, each with its name, unit and sentence.
    std::vector<Counted> counted() const;
    mem::AddressSpace& memory();

  private:
    class Executor;
    std::unique_ptr<Executor> executor_;
};

}  // namespace cyclorama::machine
