// SPDX-License-Identifier: MIT
#pragma once
// Command streams for the tests of the Vivante front end, in a memory of their own.

#include <cstring>
#include <map>
#include <vector>

#include "families/vivante/chip/chip.h"
#include "families/vivante/frontend/front_end.h"
#include "families/vivante/frontend/registers.h"
#include "families/vivante/operations/operations.h"
#include "gpu/command.h"
#include "sim/finding.h"

namespace cyclorama::vivante {

/// A GC2000 (etna_viv: gpus.json).
inline Chip gc2000() {
    return {.name = "GC2000",
            .model = 0x2000,
            .revision = 0x5108,
            .features = {0xe0296cad, 0xc9799eff, 0x2efbf2d9},
            .streamCount = 8,
            .registerMax = 64,
            .threadCount = 1024,
            .shaderCoreCount = 4,
            .pixelPipes = 2,
            .instructionCount = 512,
            .constantCount = 168,
            .varyingsCount = 11};
}

/// A GC7000L (Linux: etnaviv hardware database).
inline Chip gc7000l() {
    return {.name = "GC7000L",
            .model = 0x7000,
            .revision = 0x6214,
            .features = {0xe0287cad, 0xc1799eff, 0xfefbfad9, 0xeb9d4fbf, 0xedfffced, 0xdb0dafc7, 0xbb5ac333, 0xfc8ee200,
                         0x03fbfa6f, 0x00ef0ef0, 0x0edbf03c, 0x90044250, 0x24},
            .streamCount = 16,
            .registerMax = 64,
            .threadCount = 1024,
            .shaderCoreCount = 4,
            .pixelPipes = 2,
            .instructionCount = 512,
            .constantCount = 320,
            .varyingsCount = 16};
}

/// Memory in pieces; reads have to lie within one.
class PieceMemory final : public gpu::MemoryReader {
  public:
    void put(uint32_t address, std::vector<uint32_t> words) { pieces_[address] = std::move(words); }

    bool read(func::Address from, std::span<std::byte> out) const override {
        const uint64_t address = from.offset();
        auto next = pieces_.upper_bound(address);
        if (next == pieces_.begin()) return false;
        --next;
        const uint64_t offset = address - next->first;
        if (offset + out.size() > next->second.size() * sizeof(uint32_t)) return false;
        std::memcpy(out.data(), reinterpret_cast<const std::byte*>(next->second.data()) + offset, out.size());
        return true;
    }

  private:
    std::map<uint64_t, std::vector<uint32_t>> pieces_;
};

/// Builds a stream packet by packet.
class Stream {
  public:
    Stream& load(uint32_t word, std::vector<uint32_t> values, bool fixedPoint = false) {
        words.push_back(1u << 27 | (fixedPoint ? 1u << 26 : 0) | static_cast<uint32_t>(values.size() & 0x3ff) << 16 |
                        word);
        words.insert(words.end(), values.begin(), values.end());
        return pad();
    }
    Stream& set(Register reg, uint32_t value) { return load(reg.word(), {value}); }
    Stream& set(uint32_t word, uint32_t value) { return load(word, {value}); }
    Stream& packet(std::vector<uint32_t> packet) {
        words.insert(words.end(), packet.begin(), packet.end());
        return pad();
    }
    /// Semaphore and stall from one module to another.
    Stream& stall(uint32_t from, uint32_t to) {
        set("GL.SEMAPHORE_TOKEN"_reg, from | to << 8);
        return from == 1 ? packet({9u << 27, from | to << 8}) : set("GL.STALL_TOKEN"_reg, from | to << 8);
    }
    Stream& drawTriangles(uint32_t count) { return packet({5u << 27, 4, 0, count}); }
    Stream& pad() {
        if (words.size() % 2 != 0) words.push_back(0);
        return *this;
    }

    std::vector<uint32_t> words;
};

/// An instruction that does nothing, as a program.
inline std::vector<uint32_t> emptyProgram() { return {0, 0, 0, 0}; }

/// All that a GC2000 needs for a draw of one float4 attribute and no varyings into a 64 x 64 target, supertiled over
/// both pipes.
inline Stream drawableState() {
    Stream stream;
    stream.load("FE.VERTEX_ELEMENT_CONFIG"_reg.word(), {8u | 1u << 7 | 0u << 12 | 16u << 24})
        .load("FE.VERTEX_STREAMS_BASE_ADDR"_reg.word(), {0x20000})
        .set("FE.VERTEX_STREAMS_CONTROL"_reg, 16)
        .set("VS.INPUT_COUNT"_reg, 1)
        .set("VS.OUTPUT_COUNT"_reg, 1)
        .set("VS.TEMP_REGISTER_CONTROL"_reg, 1)
        .set("VS.RANGE"_reg, 0)
        .set("VS.END_PC"_reg, 1)
        .load("SH.INST_MEM"_reg.word(0), emptyProgram())
        .set("PS.INPUT_COUNT"_reg, 1)
        .set("PS.TEMP_REGISTER_CONTROL"_reg, 1)
        .set("PS.RANGE"_reg, 0x100u << 16 | 0x100)
        .set("PS.START_PC"_reg, 0)
        .set("PS.END_PC"_reg, 1)
        .load("SH.INST_MEM"_reg.word(1024), emptyProgram())
        .load("SE.SCISSOR_LEFT"_reg.word(), {0, 0, (64 << 16) + 0x1119, (64 << 16) + 0x1111}, true)
        .load("PA.VIEWPORT_SCALE_X"_reg.word(), {32 << 16, 32 << 16}, true)
        .set("PE.COLOR_FORMAT"_reg, 6u | 0xfu << 8 | 1u << 20)
        .set("PE.COLOR_STRIDE"_reg, 256)
        .load("PE.PIPE_COLOR_ADDR"_reg.word(), {0x100000, 0x102000});
    return stream;
}

/// Results of a front end for a stream.
struct Outcome {
    std::vector<gpu::Operation> operations;
    sim::Findings findings;
    gpu::DrawState state;
    uint64_t hangs = 0;

    uint64_t count(std::string_view identifier) const {
        for (const sim::Finding& finding : findings.all())
            if (finding.kind.identifier == identifier) return finding.count;
        return 0;
    }
    template <typename Operation>
    std::vector<Operation> all() const {
        std::vector<Operation> found;
        for (const gpu::Operation& each : operations)
            if constexpr (std::is_constructible_v<Operations::Value, Operation>) {
                if (const auto* planes = getIf<CombinePlanes>(each)) found.push_back(*planes);
            } else if (const auto* common = std::get_if<Operation>(&each)) {
                found.push_back(*common);
            }
        return found;
    }
};

inline constexpr uint32_t kStreamAddress = 0x1000;

inline Outcome execute(const Stream& stream, const Chip& chip = gc2000(), PieceMemory memory = {}) {
    Outcome outcome;
    VivanteFrontEnd frontEnd(chip, outcome.findings);
    memory.put(kStreamAddress, stream.words);
    frontEnd.submit(kStreamAddress, static_cast<uint32_t>(stream.words.size() * sizeof(uint32_t)));
    while (const auto command = frontEnd.next(memory)) {
        outcome.operations.push_back(command->operation);
        if (std::holds_alternative<gpu::Draw>(command->operation)) outcome.state = frontEnd.state();
    }
    outcome.hangs = frontEnd.hangs();
    return outcome;
}

}  // namespace cyclorama::vivante
