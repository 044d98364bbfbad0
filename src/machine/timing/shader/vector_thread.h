// SPDX-License-Identifier: MIT
#pragma once
// A vector thread, and what the two halves of the vector shader say to each other about it.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "machine/configuration/parameters/vector_shader_parameters.h"
#include "machine/timing/shader/shader_ports.h"
#include "machine/timing/shader/thread_replay.h"

namespace cyclorama::machine::timing {

/// A thread of the vector shader: VectorLength vertices or fragments with one program counter.
struct VectorThread {
    bool blocked = false;
    bool free = true;
    bool ended = false;
    ShaderTarget target = ShaderTarget::Vertex;
    uint32_t pc = 0;
    std::vector<ShaderElements> runs;
    ThreadReplay replay;
    uint32_t nextJump = 0;
    uint32_t nextLoad = 0;
};

/// A thread and an instruction of it, for people.
std::string nameOfInstruction(const std::vector<VectorThread>& threads, uint32_t thread, uint32_t pc);

/// Instructions that a fetch can bring.
inline constexpr uint32_t kFetchedInstructions = 2;

/// Cycles from a fetch to the next of the same thread, at least: decode answers so late.
inline constexpr uint32_t kFetchLoop = 2;

/// From fetch to decode, latency 1. A filler takes the place of an
/// instruction that cannot issue together with the one before it.
struct FetchedVector {
    uint32_t thread = 0;
    std::array<uint32_t, kFetchedInstructions> pc{};
    std::array<const isa::Instruction*, kFetchedInstructions> instruction{};
    std::array<bool, kFetchedInstructions> filler{};
};

/// From decode to fetch, latency 1.
enum class DecodeCommandKind : uint8_t { Unblock, Block, End, Repeat, NewPc, ExportedDepth };

std::string_view nameOf(DecodeCommandKind kind);

struct DecodeCommand {
    DecodeCommandKind kind = DecodeCommandKind::End;
    uint32_t thread = 0;
    uint32_t pc = 0;
};

/// Instructions of a thread that issue together: two where a scalar unit stands beside the vector unit.
constexpr uint32_t instructionsPerFetch(VectorAluConfig config) {
    return config == VectorAluConfig::Simd4PlusScalar ? 2 : 1;
}

}  // namespace cyclorama::machine::timing
