// SPDX-License-Identifier: MIT
// Work in a state that no driver leaves, in both machines: the timed one ends too, reports the same findings of the
// same places, and leaves the same memory. Two kinds of work leave what no rule orders, and are held to the findings
// alone: programs that read targets of their own draw, and draws that hang. Input: as hostileWork() has it.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "adreno/memory_context.h"
#include "families/adreno/adreno.h"
#include "families/adreno/checks/checks.h"
#include "families/adreno/cp/packet_processor.h"
#include "families/adreno/operations/context_blocks.h"
#include "families/adreno/timing/topology.h"
#include "fuzz/adreno_hostile_work.h"
#include "machine/values/memory_view.h"
#include "sim/simulation.h"

namespace {

using namespace cyclorama;
using namespace cyclorama::adreno;

/// Cycles after which work that the functional machine ended counts as endless.
constexpr sim::Cycle kMostCycles = 1 << 22;

struct NoFrames final : machine::FrameSink {
    void present(const machine::PresentedFrame&) override {}
    void dump(const std::string&, const func::Picture&) override {}
};

machine::Configuration configuration() {
    static const Adreno kFamily;
    machine::Configuration settings = family::defaultConfiguration(std::array<const family::Family*, 1>{&kFamily});
    const std::string path = CYCLORAMA_SOURCE_DIR "/chips/a630.ini";
    std::ifstream file(path);
    settings.load(std::string(std::istreambuf_iterator<char>(file), {}), path);
    return settings;
}

/// Notes whether textures read words that are a target's, and passes all accesses on to the checks.
class TargetReads final : public AccessListener {
  public:
    explicit TargetReads(AccessListener& next) : next_(next) {}

    void accessed(MemoryClient client, uint64_t address, uint64_t bytes) override {
        next_.accessed(client, address, bytes);
        const bool target = client == MemoryClient::Colors || client == MemoryClient::DepthStencil;
        if (!target && client != MemoryClient::Texture) return;
        for (uint64_t word = address / kWord; word <= (address + bytes - 1) / kWord; ++word)
            (target ? targets_ : textures_).insert(word);
    }
    bool mayFault(uint64_t, uint64_t) const override { return true; }

    bool any() const {
        return std::ranges::any_of(textures_, [this](uint64_t word) { return targets_.contains(word); });
    }

  private:
    static constexpr uint64_t kWord = 4;

    AccessListener& next_;
    std::set<uint64_t> textures_;
    std::set<uint64_t> targets_;
};

/// A chip's blocks, whose accesses are noted.
struct Context {
    Context(const Chip& chip, sim::Findings& findings, HangTimer& hangTimer)
        : reporter(findings),
          checks(chip, reporter),
          targetReads(checks),
          workers(1),
          blocks(chip, reporter, workers, listeners()),
          processor(blocks, checks, clock, hangTimer, PacketProcessor::kMostWords) {}

    ContextListeners listeners() {
        ContextListeners all = checks.listeners();
        all.accesses = &targetReads;
        return all;
    }

    Reporter reporter;
    Checks checks;
    TargetReads targetReads;
    machine::WorkerPool workers;
    AlwaysOnClock clock;
    ContextBlocks blocks;
    PacketProcessor processor;
};

/// A chip, its memory, and the findings of one run.
struct Machine {
    explicit Machine(const Chip& chip)
        : memory(mem::FlatAddressSpace{.onChipMemoryBytes = chip.gmemBytes}), context(chip, findings, hangTimer) {
        memory.mappings()->mapZeros(test::kHostileMemory, test::kHostileMemoryBytes);
    }

    void begin(fuzz::Input input) {
        const test::CommandStream stream = test::hostileWork(input, memory);
        if (!memory.write(test::kHostileMemory, std::as_bytes(std::span(stream.words())))) std::abort();
        context.processor.begin(
            {{.address = test::kHostileMemory, .words = static_cast<uint32_t>(stream.words().size())}});
    }

    /// Kinds and places of findings.
    std::set<std::pair<std::string, std::string>> reported() const {
        std::set<std::pair<std::string, std::string>> found;
        for (const sim::Finding& finding : findings.all()) found.emplace(finding.kind.identifier, finding.place);
        return found;
    }

    std::vector<std::byte> content() const {
        std::vector<std::byte> bytes(test::kHostileMemoryBytes);
        if (!memory.read(test::kHostileMemory, bytes)) std::abort();
        return bytes;
    }

    sim::Findings findings;
    NoWaiting hangTimer;
    mem::AddressSpace memory;
    Context context;
};

void runFunctional(Machine& machine) {
    const machine::MemoryView view(machine.memory);
    test::MemoryContext operations(machine.memory);
    while (const auto command = machine.context.processor.next(view)) {
        if (const auto* const write = std::get_if<gpu::WriteMemory>(&command->operation)) {
            if (!machine.memory.write(write->address, write->data)) std::abort();
        } else if (const auto* const work = std::get_if<gpu::FamilyOperationPointer>(&command->operation)) {
            machine::execute(**work, operations);
        }
    }
}

void runTimed(Machine& machine, const machine::Configuration& settings) {
    sim::Simulation simulation{sim::SimulationSettings{}};
    NoFrames frames;
    const std::unique_ptr<machine::timing::Topology> topology = makeTopology({.simulation = simulation,
                                                                              .configuration = settings,
                                                                              .space = machine.memory,
                                                                              .findings = machine.findings,
                                                                              .frames = frames});
    machine::timing::CommandUnit& commands = topology->commandUnit();
    commands.setSource(machine.context.processor);
    while (!commands.done()) {
        const sim::Simulation::Step step = simulation.step();
        if (step.cycle > kMostCycles) std::abort();
        if (step.domain != 0) continue;
        topology->betweenCycles(step.cycle);
        if (commands.clockedIn(step.cycle)) topology->afterCycle();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const machine::Configuration kSettings = configuration();
    static const Chip kChip = chipOf(kSettings);
    const fuzz::Input input(std::span(data, size));
    Machine functional(kChip);
    functional.begin(input);
    runFunctional(functional);
    Machine timed(kChip);
    timed.begin(input);
    runTimed(timed, kSettings);
    if (timed.reported() != functional.reported()) std::abort();
    const bool ordered = !functional.context.targetReads.any() && !functional.context.reporter.hung();
    if (ordered && timed.content() != functional.content()) std::abort();
    return 0;
}
