// SPDX-License-Identifier: MIT
#pragma once
// The timing machine of an a640, whose rates were measured, on memory of the test's own. Streams run as a job does; the
// functional machine runs the same stream on a copy of the memory.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "adreno/chip_context.h"
#include "adreno/command_stream.h"
#include "adreno/memory_context.h"
#include "families/adreno/adreno.h"
#include "families/adreno/isa/codec.h"
#include "families/adreno/timing/topology.h"
#include "machine/values/memory_view.h"
#include "mem/address_space.h"
#include "sim/simulation.h"
#include "support/paths.h"

namespace cyclorama::adreno::test {

inline constexpr uint64_t kStreams = 0x1'0000'0000;
inline constexpr uint64_t kPrograms = 0x1'0010'0000;
inline constexpr uint64_t kData = 0x1'0020'0000;
inline constexpr uint64_t kMapped = 32 << 20;

/// A preset of chips/, with settings on top.
inline machine::Configuration chipConfiguration(const std::string& chip,
                                                const std::vector<std::string>& settings = {}) {
    static const Adreno kFamily;
    machine::Configuration configuration = family::defaultConfiguration(std::array<const family::Family*, 1>{&kFamily});
    const std::string path = paths::source("chips/" + chip + ".ini");
    std::ifstream file(path);
    configuration.load(std::string(std::istreambuf_iterator<char>(file), {}), path);
    for (const std::string& setting : settings) configuration.set(setting);
    return configuration;
}

struct BenchSettings {
    std::string chip = "a640";
    std::vector<std::string> parameters{};
    sim::SimulationSettings simulation{};
};

/// A grid of workgroups, and the registers that say how its program runs.
struct ComputeSetup {
    std::array<uint32_t, 3> localSize{64, 1, 1};
    uint32_t width = 64;
    uint32_t vectors = 4;         ///< registers of four components
    uint32_t localKibibytes = 2;  ///< 1 stands for all of it
    uint32_t branchStack = 0;
    bool preload = true;  ///< loads the program ahead, as drivers do
};

/// A stream that dispatches programs. r0.x to r0.z have the number of a fiber in its workgroup, r48.x to r48.z that of
/// the workgroup; c0.x and c0.y have the address of the data.
class ComputeStream {
  public:
    explicit ComputeStream(mem::AddressSpace& memory) : memory_(memory) {}

    /// Sets a program and how it runs.
    ComputeStream& program(std::string_view text, const ComputeSetup& setup);
    ComputeStream& constants(uint32_t first, std::initializer_list<uint32_t> values);
    ComputeStream& dispatch(uint32_t x, uint32_t y = 1, uint32_t z = 1) {
        stream.command(Opcode::ExecuteCompute, {0, x, y, z});
        return *this;
    }
    /// Waits until programs that are loaded ahead have come: longer than memory takes for a whole instruction cache.
    ComputeStream& waitForInstructions() {
        waitForIdle();
        for (int i = 0; i < 400; ++i) stream.command(Opcode::Nop);
        return *this;
    }
    ComputeStream& waitForIdle() {
        stream.command(Opcode::WaitForIdle);
        return *this;
    }

    CommandStream stream;

  private:
    void preload(uint32_t units);

    mem::AddressSpace& memory_;
    uint64_t nextProgram_ = kPrograms;
};

inline ComputeStream& ComputeStream::program(std::string_view text, const ComputeSetup& setup) {
    const auto assembled = ir3::assembleProgram(text);
    if (const auto* const error = std::get_if<ir3::AssemblyError>(&assembled)) {
        ADD_FAILURE() << "line " << error->line << ": " << error->reason;
        return *this;
    }
    constexpr size_t kUnit = 16;
    std::vector<uint64_t> words = std::get<std::vector<uint64_t>>(assembled);
    words.resize((words.size() + kUnit - 1) / kUnit * kUnit);
    EXPECT_TRUE(memory_.write(nextProgram_, std::as_bytes(std::span(words))));
    const uint32_t wide = setup.width == 128 ? 1u << 20 : 0;
    constexpr uint32_t kMerged = 1u << 31;
    constexpr uint32_t kNone = 0xfc;
    const auto& local = setup.localSize;
    stream.registers("SP_CS_CTRL_REG0"_reg.word(),
                     {wide | kMerged | setup.branchStack << 14 | setup.vectors << 7, setup.localKibibytes - 1});
    stream.registers("SP_CS_OBJ_START"_reg.word(), {low(nextProgram_), high(nextProgram_)});
    stream.registers("SP_CS_INSTRLEN"_reg.word(), {static_cast<uint32_t>(words.size() / kUnit)});
    stream.registers("SP_MODE_CONTROL"_reg.word(), {1});
    stream.registers("HLSQ_CS_NDRANGE_0"_reg.word(),
                     {3 | (local[0] - 1) << 2 | (local[1] - 1) << 12 | (local[2] - 1) << 22});
    stream.registers("HLSQ_CS_CNTL_0"_reg.word(), {ir3::kSharedRegisters | kNone << 8 | kNone << 16 | 0u << 24, kNone});
    constants(0, {low(kData), high(kData), 0, 0});
    if (setup.preload) preload(static_cast<uint32_t>(words.size() / kUnit));
    nextProgram_ += words.size() * sizeof(uint64_t);
    return *this;
}

inline void ComputeStream::preload(uint32_t units) {
    constexpr uint32_t kIndirectComputeProgram = 13 << 18 | 2 << 16;
    constexpr uint32_t kMostUnits = 64;
    stream.command(adreno::Opcode::LoadStateFragment, {kIndirectComputeProgram | std::min(units, kMostUnits) << 22,
                                                       low(nextProgram_), high(nextProgram_)});
}

inline ComputeStream& ComputeStream::constants(uint32_t first, std::initializer_list<uint32_t> values) {
    constexpr uint32_t kComputeConstants = 13 << 18 | 1 << 14;
    const auto vectors = static_cast<uint32_t>(values.size() / 4);
    stream.word(commandHeader(adreno::Opcode::LoadStateFragment, static_cast<uint32_t>(values.size()) + 3));
    for (const uint32_t word : {first | kComputeConstants | vectors << 22, 0u, 0u}) stream.word(word);
    for (const uint32_t word : values) stream.word(word);
    return *this;
}

/// Memory of a test, of which both machines get the same content.
inline void mapTestMemory(mem::AddressSpace& memory) { memory.mappings()->mapZeros(kStreams, kMapped); }

class TimingBench {
  public:
    explicit TimingBench(const BenchSettings& settings = {})
        : simulation(settings.simulation),
          configuration_(chipConfiguration(settings.chip, settings.parameters)),
          memory(mem::FlatAddressSpace{.onChipMemoryBytes = chipOf(configuration_).gmemBytes}),
          context_(chipOf(configuration_), findings, 1, hangTimer_) {
        mapTestMemory(memory);
        topology_ = makeTopology({.simulation = simulation,
                                  .configuration = configuration_,
                                  .space = memory,
                                  .findings = findings,
                                  .frames = frames_});
    }

    ComputeStream stream() { return ComputeStream(memory); }
    /// The cycles that a stream takes.
    uint64_t run(const CommandStream& stream);
    uint64_t run(const ComputeStream& compute) { return run(compute.stream); }

    /// A counter's sum over all units, since the start.
    uint64_t counter(std::string_view name);
    uint32_t at(uint64_t address) const { return memory.load<uint32_t>(address).value_or(0xbad); }
    void set(uint64_t address, uint32_t value) { ASSERT_TRUE(memory.store(address, value)); }
    std::vector<std::string> reported() const {
        std::vector<std::string> identifiers;
        for (const sim::Finding& finding : findings.all()) identifiers.emplace_back(finding.kind.identifier);
        return identifiers;
    }
    machine::timing::Topology& topology() { return *topology_; }
    /// Checks streams as those of a driver, for mistakes that change no result too.
    void checkStreams() { context_.checks.completeStreams = true; }

    sim::Simulation simulation;

  private:
    struct NoFrames final : machine::FrameSink {
        void present(const machine::PresentedFrame&) override {}
        void dump(const std::string&, const func::Picture&) override {}
    };

    machine::Configuration configuration_;
    NoFrames frames_;
    NoWaiting hangTimer_;

  public:
    mem::AddressSpace memory;
    sim::Findings findings;

  private:
    ChipContext context_;
    std::unique_ptr<machine::timing::Topology> topology_;
    uint64_t cycles_ = 0;
};

inline uint64_t TimingBench::run(const CommandStream& stream) {
    EXPECT_TRUE(memory.write(kStreams, std::as_bytes(std::span(stream.words()))));
    context_.processor.begin({{.address = kStreams, .words = static_cast<uint32_t>(stream.words().size())}});
    machine::timing::CommandUnit& commands = topology_->commandUnit();
    commands.setSource(context_.processor);
    const uint64_t before = cycles_;
    while (!commands.done()) {
        const sim::Simulation::Step step = simulation.step();
        if (step.domain != 0) continue;
        cycles_ = step.cycle + 1;
        topology_->betweenCycles(step.cycle);
        if (commands.clockedIn(step.cycle)) topology_->afterCycle();
    }
    return cycles_ - before;
}

inline uint64_t TimingBench::counter(std::string_view name) {
    simulation.settle();
    const auto& columns = simulation.statistics().columns();
    const auto found = columns.find(name);
    if (found == columns.end()) {
        ADD_FAILURE() << "no counter " << name;
        return 0;
    }
    uint64_t sum = 0;
    for (const auto& statistic : found->second) sum += *statistic->total()->sum;
    return sum;
}

/// The functional machine on memory of its own.
class FunctionalBench {
  public:
    FunctionalBench()
        : memory(mem::FlatAddressSpace{.onChipMemoryBytes = chip().gmemBytes}),
          context_(chip(), findings, 1, hangTimer_) {
        mapTestMemory(memory);
    }

    ComputeStream stream() { return ComputeStream(memory); }
    /// TimingBench's.
    void checkStreams() { context_.checks.completeStreams = true; }
    void run(const CommandStream& stream) {
        ASSERT_TRUE(memory.write(kStreams, std::as_bytes(std::span(stream.words()))));
        context_.processor.begin({{.address = kStreams, .words = static_cast<uint32_t>(stream.words().size())}});
        const machine::MemoryView view(memory);
        MemoryContext operations(memory);
        while (const auto command = context_.processor.next(view)) {
            if (const auto* const write = std::get_if<gpu::WriteMemory>(&command->operation))
                ASSERT_TRUE(memory.write(write->address, write->data));
            else
                machine::execute(*std::get<gpu::FamilyOperationPointer>(command->operation), operations);
        }
    }

  private:
    static Chip chip() { return chipOf(chipConfiguration("a640")); }
    NoWaiting hangTimer_;

  public:
    mem::AddressSpace memory;
    sim::Findings findings;

  private:
    ChipContext context_;
};

}  // namespace cyclorama::adreno::test
