// SPDX-License-Identifier: MIT
#pragma once
// Executes a program for a whole group of threads at once, one instruction over all its lanes after the other. Only the
// sign and payload of a not-a-number that an operation makes from two others are left open.
//
// Every lane runs, also those of helper and killed fragments: derivatives and texture levels need their values.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "func/memory/address.h"
#include "func/texture/texture_operation.h"
#include "isa/instruction_tracer.h"
#include "isa/issue_counts.h"
#include "isa/program.h"
#include "isa/thread_group.h"

namespace cyclorama::isa {

/// One texture instruction for all lanes of a group. Arrays are indexed by lane.
struct SampleRequest {
    /// SampleBias, SampleLod or SampleGradient.
    func::TextureOperation operation = func::TextureOperation::SampleBias;
    unsigned sampler = 0;
    int lanes = 0;           ///< lanes of the group
    bool quads = false;      ///< lanes are quads of fragments; else each is its own (a vertex: no derivatives)
    LaneMask executing = 0;  ///< lanes that want a result; with quads, whole quads unless a jump split one
    LaneMask active = 0;     ///< executing lanes whose own result counts, not only their neighbours' derivatives
    size_t instruction = 0;  ///< index in the program
    std::array<const float*, kComponents> coordinate{};  ///< projected already, where the instruction projects
    const float* parameter = nullptr;                    ///< bias or level of detail
    /// Change of the coordinate from pixel to pixel along x and y, for SampleGradient.
    std::array<const float*, kComponents> gradientX{};
    std::array<const float*, kComponents> gradientY{};
    const float* reference = nullptr;  ///< reference of texel comparisons; null: none, unless the sampler compares
    std::array<float*, kComponents> result{};  ///< to be written in all executing lanes
};

class TextureSampler {
  public:
    virtual ~TextureSampler() = default;
    virtual void sample(const SampleRequest& request) = 0;
};

/// One attribute load for all lanes of a group.
struct AttributeRequest {
    unsigned stream = 0;
    int lanes = 0;
    LaneMask executing = 0;
    LaneMask active = 0;
    size_t instruction = 0;
    const float* index = nullptr;              ///< vertex index of each lane, an unsigned integer in the float's bits
    std::array<float*, kComponents> result{};  ///< to be written in all executing lanes
};

class AttributeLoader {
  public:
    virtual ~AttributeLoader() = default;
    virtual void load(const AttributeRequest& request) = 0;
};

enum class AtomicOperation : uint8_t { Add, Exchange, CompareExchange, Min, Max, Or, And, Xor };

/// One memory instruction for all lanes of a group.
struct MemoryRequest {
    int lanes = 0;
    LaneMask executing = 0;             ///< lanes that load; stores and atomic operations: those whose result counts
    const uint32_t* address = nullptr;  ///< address of each lane's first byte
    unsigned bytes = 0;                 ///< bytes that each lane accesses, one after the other
};

/// The GPU's memory as programs load from it and store to it. Every address is allowed; unmapped bytes read zero.
class MemoryAccess {
  public:
    virtual ~MemoryAccess() = default;
    /// The loads, stores or atomic operations that follow are those of this instruction.
    virtual void begin(const MemoryRequest&) {}
    /// `bytes` (1, 2 or 4) at an address, in the low bits.
    virtual uint32_t load(func::Address address, unsigned bytes) = 0;
    virtual void store(func::Address address, unsigned bytes, uint32_t value) = 0;
    /// Replaces a 32-bit value with what `operation` makes of it and `operand`; gives the old one. CompareExchange
    /// replaces where the old value is `comparand`. Min and Max compare as integers, signed where `isSigned`.
    virtual uint32_t atomic(AtomicOperation operation, func::Address address, uint32_t operand, uint32_t comparand,
                            bool isSigned) = 0;
};

/// The path that a group took, for a timing machine to replay.
struct ExecutionTrace {
    struct Step {
        uint32_t instruction;  ///< index in the program
        LaneMask lanes;        ///< lanes that executed it
    };
    std::vector<Step> steps;
    std::vector<uint32_t> loads;  ///< index in steps of each texture and attribute request, in the order of the calls

    void clear() {
        steps.clear();
        loads.clear();
    }
};

/// Constants and units that a program works with, beside its registers.
struct ExecutionContext {
    /// c0 and on. Constants beyond the end read zero.
    std::span<const Vec4> constants;
    /// The bank that relative constants index, if not `constants`: programs may reach into a bank that they share.
    std::span<const Vec4> relativeConstants;
    TextureSampler* sampler = nullptr;      ///< none: textures read zero
    AttributeLoader* attributes = nullptr;  ///< none: attributes read zero
    MemoryAccess* memory = nullptr;         ///< none: loads read zero, stores do nothing
    /// Lanes whose results count; passed on to the samplers, all lanes execute anyway.
    LaneMask active = ~LaneMask{0};
    bool quads = false;  ///< lanes are quads of fragments
    /// Operation::GroupJump is taken where its condition holds in all executing lanes of an aligned group of this many
    /// lanes (1, 2, 4, ... 64). Programs predicate what such a jump skips: the number changes no value.
    int branchGranularity = 1;
    /// Denormal numbers count as zeros of their sign, as operands and as results.
    bool flushesDenormals = false;
    /// Steps of the group after which a program is given up as endless.
    uint64_t stepLimit = uint64_t{1} << 20;
    ExecutionTrace* trace = nullptr;      ///< steps are appended, if wanted
    IssueCounts* issues = nullptr;        ///< of the program, if wanted
    InstructionTracer* tracer = nullptr;  ///< receives each instruction; null: none
};

enum class ExecutionStatus : uint8_t {
    Finished,
    StepLimit,      ///< some lanes had not ended after stepLimit steps
    LeftTheProgram  ///< some lanes jumped or ran out of the program; the others finished
};

struct ExecutionResult {
    ExecutionStatus status = ExecutionStatus::Finished;
    uint64_t steps = 0;             ///< instructions issued for the group
    uint64_t laneInstructions = 0;  ///< the same, times the lanes that executed each
};

/// Runs the program for a group that was started with it and whose inputs are set. Reads of registers that do not exist
/// give zero; writes to them do nothing.
ExecutionResult execute(const Program& program, ThreadGroup& group, const ExecutionContext& context);

}  // namespace cyclorama::isa
