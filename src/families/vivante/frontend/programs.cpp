// SPDX-License-Identifier: MIT
#include "families/vivante/frontend/programs.h"

#include <algorithm>
#include <functional>
#include <string_view>

#include "families/vivante/frontend/findings.h"
#include "families/vivante/isa/codec.h"

namespace cyclorama::vivante {
namespace {

constexpr uint32_t kSeparateInstructions = 256;
constexpr uint32_t kSharedInstructions = 1024;
/// Longest program that is read from memory, in instructions: the 16 bits of RANGE.
constexpr uint32_t kLongestProgram = 65536;
constexpr size_t kCachedPrograms = 4096;

/// The registers of a stage.
struct StageRegisters {
    Register start, end, address, newLow, newHigh, cacheCount, separateMemory;
    Field rangeLow, rangeHigh;
    const char* name;
};

constexpr StageRegisters kStages[] = {
    {"VS.START_PC"_reg, "VS.END_PC"_reg, "VS.INST_ADDR"_reg, "VS.NEWRANGE_LOW"_reg, "VS.NEWRANGE_HIGH"_reg,
     "VS.ICACHE_COUNT"_reg, "VS.INST_MEM"_reg, "VS.RANGE.LOW"_field, "VS.RANGE.HIGH"_field, "vertex"},
    {"PS.START_PC"_reg, "PS.END_PC"_reg, "PS.INST_ADDR"_reg, "PS.NEWRANGE_LOW"_reg, "PS.NEWRANGE_HIGH"_reg,
     "PS.ICACHE_COUNT"_reg, "PS.INST_MEM"_reg, "PS.RANGE.LOW"_field, "PS.RANGE.HIGH"_field, "pixel"}};

/// Mesa: has_shader_range_registers.
bool hasRangeRegisters(const Chip& chip) { return chip.model >= 0x1000 || chip.model == 0x880; }

std::optional<CodePlace> mismatch(const StageRegisters& regs, const Reporter& report, uint32_t first, uint32_t end,
                                  uint32_t limit) {
    report(findings::kShaderLength,
           fmt::format("{} program from instruction {} to {} of {}", regs.name, first, end, limit));
    return std::nullopt;
}

/// The first instruction of a program, and the one after its last.
struct InstructionRange {
    uint32_t low = 0;
    uint32_t end = 0;

    bool fits(uint32_t instructions) const { return low < end && end <= instructions; }
};

/// The range of a stage in the registers that the chip looks at: those of 20 bits where it has them (Mesa:
/// etna_emit_state, where their end counts from HALTI5 on).
InstructionRange rangeOf(const StageRegisters& regs, const Chip& chip, const StateFile& state) {
    if (!hasNewRange(chip)) return {state.get(regs.rangeLow), state.get(regs.rangeHigh) + 1};
    return {state.get(regs.newLow), state.get(regs.newHigh) + (chip.haltiLevel() >= 5 ? 0 : 1)};
}

std::optional<CodePlace> codeInMemory(const StageRegisters& regs, const Chip& chip, const StateFile& state,
                                      const Reporter& report) {
    const auto [low, end] = rangeOf(regs, chip, state);
    if (end <= low || end - low > kLongestProgram) return mismatch(regs, report, low, end, kLongestProgram);
    if (chip.haltiLevel() >= 5 && state.written(regs.cacheCount) && state.get(regs.cacheCount) + 1 != end - low)
        return mismatch(regs, report, low, end, state.get(regs.cacheCount) + 1);
    const uint64_t address = uint64_t{state.get(regs.address)} + uint64_t{low} * kInstructionWords * 4;
    return CodePlace{.inMemory = true, .address = static_cast<uint32_t>(address), .instructions = end - low};
}

}  // namespace

bool hasNewRange(const Chip& chip) { return exists(Presence::InstructionCache, chip); }

std::optional<CodePlace> findCode(ShaderStage stage, const Chip& chip, const StateFile& state, const Reporter& report) {
    const StageRegisters& regs = kStages[static_cast<size_t>(stage)];
    const bool cached = exists(Presence::InstructionCache, chip) && state.flag("VS.ICACHE_CONTROL.ENABLE"_field);
    if (cached) return codeInMemory(regs, chip, state, report);

    const bool shared = chip.instructionCount > kSeparateInstructions || exists(Presence::InstructionCache, chip);
    if (shared && hasRangeRegisters(chip)) {
        // Not START_PC and END_PC, which the maker's driver does not write here, nor Mesa since has_unified_instmem.
        const InstructionRange range = rangeOf(regs, chip, state);
        if (!range.fits(kSharedInstructions)) return mismatch(regs, report, range.low, range.end, kSharedInstructions);
        return CodePlace{.firstWord = "SH.INST_MEM"_reg.word(range.low * kInstructionWords),
                         .instructions = range.end - range.low};
    }
    const InstructionRange range{state.get(regs.start), state.get(regs.end)};
    if (!range.fits(kSeparateInstructions)) return mismatch(regs, report, range.low, range.end, kSeparateInstructions);
    const uint32_t own = stage == ShaderStage::Pixel ? kSeparateInstructions : 0;
    return CodePlace{.firstWord = shared ? "SH.INST_MEM"_reg.word((own + range.low) * kInstructionWords)
                                         : regs.separateMemory.word(range.low * kInstructionWords),
                     .instructions = range.end - range.low};
}

std::vector<uint32_t> readCode(const CodePlace& place, const StateFile& state, const gpu::MemoryReader& memory,
                               const Reporter& report) {
    const size_t count = size_t{place.instructions} * kInstructionWords;
    uint32_t last = 0;
    const uint64_t lastAddress = place.address + (count - 1) * sizeof(uint32_t);
    // A size that cannot be right is found out before it costs anything.
    const bool reachable =
        !place.inMemory || (lastAddress <= 0xffffffffu && memory.read(static_cast<uint32_t>(lastAddress),
                                                                      std::as_writable_bytes(std::span(&last, 1))));
    std::vector<uint32_t> words(reachable ? count : 0);
    if (!place.inMemory) {
        for (size_t i = 0; i < words.size(); ++i) words[i] = state.at(place.firstWord + static_cast<uint32_t>(i));
    } else if (!reachable || !memory.read(place.address, std::as_writable_bytes(std::span(words)))) {
        report(findings::kShaderLength,
               fmt::format("{} instructions at {:#010x} are not in memory", place.instructions, place.address));
        words.clear();
    }
    return words;
}

ProgramCache::ProgramCache(const Chip& chip)
    : scalarIntegers_(chip.haltiLevel() < 2), scalarProducts_(chip.haltiLevel() < 5) {}

std::shared_ptr<const isa::Program> ProgramCache::decode(std::span<const uint32_t> words,
                                                         const isa::ProgramInterface& interface,
                                                         const Reporter& report) {
    const auto bytes = std::as_bytes(words);
    const size_t key = std::hash<std::string_view>{}({reinterpret_cast<const char*>(bytes.data()), bytes.size()}) ^
                       std::hash<std::string_view>{}(
                           {reinterpret_cast<const char*>(interface.inputs.data()), interface.inputs.size()}) ^
                       (std::hash<std::string_view>{}(
                            {reinterpret_cast<const char*>(interface.outputs.data()), interface.outputs.size()})
                        << 1);
    for (const Entry& entry : entries_[key])
        if (entry.interface == interface && std::ranges::equal(entry.words, words)) return entry.program;

    vivante::DecodedProgram decoded = vivante::decodeProgram(
        words, {.scalarIntegers = scalarIntegers_, .scalarProducts = scalarProducts_, .linkage = interface});
    for (const vivante::DecodeProblem& problem : decoded.problems) report(findings::kInstruction, problem.message());
    if (++size_ > kCachedPrograms) {
        entries_.clear();
        size_ = 1;
    }
    auto program = std::make_shared<const isa::Program>(std::move(decoded.program));
    entries_[key].push_back({{words.begin(), words.end()}, interface, program});
    return program;
}

}  // namespace cyclorama::vivante
