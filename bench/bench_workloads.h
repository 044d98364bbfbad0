// SPDX-License-Identifier: MIT
#pragma once
// Workloads on which whole machines are measured: the scene of examples/attila_scene; some reference cases, where
// CYCLORAMA_ATTILA_CASES names their folder; and a trace of one's own in CYCLORAMA_BENCHMARK_TRACE.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "machine/configuration/configuration.h"
#include "machine/values/frame_sink.h"

namespace cyclorama::bench {

struct Workload {
    std::vector<std::byte> trace;
    machine::Configuration configuration;
};

/// A workload that is read or made when it is first asked for.
struct NamedWorkload {
    std::string name;
    std::function<Workload()> make;
};

std::vector<NamedWorkload> workloads();

/// Takes frames and forgets them.
struct NoFrames final : machine::FrameSink {
    void present(const machine::PresentedFrame& frame) override;
    void dump(const std::string&, const func::Picture&) override {}
};

}  // namespace cyclorama::bench
