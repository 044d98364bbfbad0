// SPDX-License-Identifier: MIT
#pragma once
// Executes one instruction for the executing lanes of a group.

#include <array>
#include <cstdint>
#include <span>

#include "isa/executor.h"
#include "isa/operand_reader.h"

namespace cyclorama::isa {

class Interpreter {
  public:
    Interpreter(ThreadGroup& group, const ExecutionContext& context);

    /// Chooses the lanes that execute the next instructions; the others keep their registers.
    void setExecuting(LaneMask lanes);

    /// Executes an instruction; jumps and ends do nothing here.
    void execute(const Instruction& instruction, size_t index);

    /// Lanes in which the source of a jump holds.
    LaneMask jumpCondition(const Instruction& instruction);

    /// Lanes in which the condition of a branch holds.
    LaneMask branchCondition(const Instruction& instruction);

  private:
    /// The place in which each component of a result is computed: the register itself if nothing stands against it.
    using Result = std::array<float*, kComponents>;

    Result scratchResult();
    Result resultFor(const Instruction& instruction, const std::array<Operand, kMaxSources>& sources);
    void commit(const Instruction& instruction, const Result& result, bool saturable);
    void commitKernel(const Instruction& instruction, const Result& result, bool saturable);
    /// The same values for all components.
    void commitScalar(const Instruction& instruction);
    const LaneFlags* writeFlags(const Instruction& instruction);
    VectorRegister* destinationOf(const Instruction& instruction);

    void vectorFloat(const Instruction& instruction);
    void floorToIntegers(const Instruction& instruction);
    void dot(const Instruction& instruction);
    void scalar(const Instruction& instruction);
    void special(const Instruction& instruction);
    void derivative(const Instruction& instruction);
    void setPredicate(const Instruction& instruction);
    void accumulator(const Instruction& instruction);
    void sample(const Instruction& instruction, size_t index);
    void attribute(const Instruction& instruction, size_t index);
    void discard(const Instruction& instruction);
    void killSample(const Instruction& instruction);
    void exportDepth(const Instruction& instruction);
    void nextSample();
    void typed(const Instruction& instruction);
    void conditional(const Instruction& instruction);
    void litPartial(const Instruction& instruction);
    void moveAddress(const Instruction& instruction);
    void memory(const Instruction& instruction);
    void loadMemory(const Instruction& instruction, const uint32_t* addresses);
    void storeMemory(const Instruction& instruction, const uint32_t* addresses);
    void atomicMemory(const Instruction& instruction, const uint32_t* addresses);
    /// Asks each of the samplers that the lanes want.
    void sampleIndexed(Indexing indexing, const SampleRequest& request);
    /// Reads the first sources; those that the operation does not take, or the instruction does not have, are zero.
    void readOrZero(const Instruction& instruction, std::span<Operand> sources);
    /// Sets a flag in every lane where the condition holds in component x, or in any.
    void testCondition(const Instruction& instruction, bool anyComponent, LaneFlags& flags);
    /// A result whose register is another one in each lane.
    void commitIndexed(const Instruction& instruction, const Result& result, bool saturates);
    int32_t addressOf(Indexing indexing, int lane) const;
    /// Marks the sample of the executing lanes whose flag is set.
    void killCurrentSample(const LaneFlags& flags);

    ThreadGroup& group_;
    const ExecutionContext& context_;
    int width_;  ///< lanes of the group, rounded up to whole blocks
    OperandReader reader_;
    LaneMask executing_ = 0;
    bool allExecute_ = false;
    LaneFlags executingFlags_;
    LaneFlags writeFlags_;
    VectorRegister scratch_;
    LaneValues scalar_;
};

}  // namespace cyclorama::isa
