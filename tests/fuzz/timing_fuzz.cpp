// SPDX-License-Identifier: MIT
// A hostile driver on the timing machine: a good trace with changed bytes, and settings out of a list. Whatever comes
// of it, the run ends: at the end of the workload, with sim::Error, with the report of a deadlock, or at its limit of
// cycles. Input: a byte for each of four settings, then patches of three bytes: place (16 bits), value.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "attila/triangle_trace.h"
#include "families/attila/frontend/front_end.h"
#include "families/attila/trace/attila_trace_reader.h"
#include "families/registry.h"
#include "machine/configuration/configuration.h"
#include "machine/configuration/rules/configuration_rules.h"
#include "machine/timing/timing_machine.h"
#include "sim/error.h"
#include "sim/fault.h"

namespace {

using namespace cyclorama;

constexpr uint64_t kCycles = 60000;
constexpr size_t kSettings = 4;

constexpr std::array<std::string_view, 32> kChanges{
    "GPU.NumStampPipes=4",
    "MEMORYCONTROLLER.MemoryControllerV2=FALSE",
    "FRAGMENTSHADER.VectorShader=FALSE",
    "RASTERIZER.RecursiveMode=FALSE",
    "COMMANDPROCESSOR.PipelinedBatchRendering=FALSE",
    "MEMORYCONTROLLER.V2UseClassicSchedulerStates=TRUE",
    "FRAGMENTSHADER.VectorALUConfig=simd4",
    "FRAGMENTSHADER.VectorALUConfig=scalar",
    "FRAGMENTSHADER.VectorWaitOnStall=TRUE",
    "FRAGMENTSHADER.VectorExplicitBlock=TRUE",
    "FRAGMENTSHADER.TwoLevelTextureCache=FALSE",
    "FRAGMENTSHADER.VertexAttributeLoadFromShader=TRUE",
    "FRAGMENTSHADER.VectorLength=4",
    "RASTERIZER.DisableHZ=TRUE",
    "ZSTENCILTEST.DisableCompression=TRUE",
    "COLORWRITE.DisableCompression=TRUE",
    "COLORWRITE.ColorCacheLines=8",
    "ZSTENCILTEST.ZCacheLines=8",
    "STREAMER.OutputMemorySize=32",
    "STREAMER.OutputFIFOSize=32",
    "RASTERIZER.EarlyZQueueSize=64",
    "GPU.MemoryClock=750",
    "GPU.ShaderClock=1000",
    "MEMORYCONTROLLER.V2PagePolicy=1",
    "MEMORYCONTROLLER.V2ChannelScheduler=0",
    "MEMORYCONTROLLER.V2ChannelScheduler=1",
    "MEMORYCONTROLLER.V2BankSelectionPolicy=YOUNGEST_FIRST",
    "MEMORYCONTROLLER.RequestQueueSize=16",
    "RASTERIZER.ScanHeight=32",
    "FRAGMENTSHADER.TextureRequestGroup=16",
    "RASTERIZER.TiledShaderDistribution=TRUE",
    "MEMORYCONTROLLER.MemorySize=16",
};

struct NoFrames final : machine::FrameSink {
    void present(const machine::PresentedFrame&) override {}
    void dump(const std::string&, const func::Picture&) override {}
};

machine::Configuration configurationOf(std::span<const uint8_t> choices) {
    machine::Configuration configuration = families::defaultConfiguration();
    configuration.set("MEMORYCONTROLLER.MappedMemorySize=16");
    for (const uint8_t choice : choices) {
        if (choice >= kChanges.size()) continue;
        try {
            configuration.set(kChanges[choice]);
        } catch (const sim::Error&) {
            // Another value of the same parameter may have been chosen before, and this one not fit it.
        }
    }
    return configuration;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < kSettings) return 0;
    static const std::vector<std::byte> kTrace = attila::triangleTrace();
    const machine::Configuration configuration = configurationOf(std::span(data, kSettings));
    std::vector<std::byte> trace = kTrace;
    for (size_t at = kSettings; at + 3 <= size; at += 3) {
        const size_t place = (data[at] | size_t{data[at + 1]} << 8) % trace.size();
        trace[place] = std::byte{data[at + 2]};
    }
    try {
        machine::check(configuration);
        attila::AttilaTraceReader reader(trace, "fuzz");
        attila::AttilaFrontEnd frontEnd(reader);
        NoFrames frames;
        sim::Findings findings;
        machine::TimingMachine machine(family::topologyOf(families::all(), configuration), configuration,
                                       {.cycles = kCycles, .drawWorkLimit = 1u << 24, .drawCycleLimit = kCycles / 2},
                                       frames, findings);
        machine.run(frontEnd);
    } catch (const sim::Error&) {
    } catch (const sim::Deadlock&) {
    }
    return 0;
}
