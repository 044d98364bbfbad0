// SPDX-License-Identifier: MIT
#pragma once
// Walks over a draw's indices, instance by instance, and gives the primitives that they make in batches.

#include "families/adreno/operations/chip_operation.h"
#include "families/adreno/pc/draw_operands.h"
#include "families/adreno/pc/index_stream.h"
#include "families/adreno/pc/input_batch.h"
#include "families/adreno/pc/primitive_assembler.h"
#include "families/adreno/vpc/draw_state.h"

namespace cyclorama::adreno {

class InputWalk {
  public:
    /// All outlive it.
    InputWalk(const InputShape& shape, const DrawOperands& operands, const DrawState& state, Execution& execution)
        : shape_(shape), operands_(operands), state_(state), execution_(execution) {}

    /// Calls `flush` with a batch each time that it is full, and at the end. Ends early where the chip hangs.
    template <typename Flush>
    void run(InputBatch& batch, Flush flush);

  private:
    template <typename Flush>
    void runInstance(uint32_t instance, IndexStream& indices, InputBatch& batch, Flush flush);
    bool hung() const { return execution_.reporter().hung(); }
    /// True if the next primitive of the input reaches the bin.
    bool isSeen() {
        if (operands_.seen == nullptr) return true;
        const uint32_t number = nextPrimitive_++;
        const std::vector<PrimitiveRun>& runs = *operands_.seen;
        while (nextRun_ < runs.size() && number >= runs[nextRun_].first + runs[nextRun_].count) ++nextRun_;
        return nextRun_ < runs.size() && number >= runs[nextRun_].first;
    }

    const InputShape& shape_;
    const DrawOperands& operands_;
    const DrawState& state_;
    Execution& execution_;
    /// Ordinals of the next primitive of the draw, and of the next run of primitives that reach the bin.
    uint32_t nextPrimitive_ = 0;
    size_t nextRun_ = 0;
};

template <typename Flush>
void InputWalk::run(InputBatch& batch, Flush flush) {
    IndexStream indices(operands_, execution_.memory);
    for (uint32_t instance = 0; instance < operands_.instances && !hung(); ++instance)
        runInstance(instance, indices, batch, flush);
    if (!batch.empty() && !hung()) flush();
    batch.clear();
}

template <typename Flush>
void InputWalk::runInstance(uint32_t instance, IndexStream& indices, InputBatch& batch, Flush flush) {
    PrimitiveAssembler assembler(shape_, state_.provokingLast);
    uint32_t primitives = 0;
    uint32_t vertices = 0;
    batch.beginInstance(instance);
    const auto use = [&](std::span<const uint32_t> corners) {
        const uint32_t id = primitives++;
        if (!isSeen()) return;
        batch.add(corners, id);
        if (!batch.full()) return;
        flush();
        batch.clear();
    };
    for (uint32_t position = 0; position < operands_.count && !hung();) {
        const std::span<const uint32_t> block = indices.read(position);
        for (const uint32_t index : block) {
            if (index == state_.restartIndex) {
                assembler.finish(use);
                continue;
            }
            ++vertices;
            assembler.add(index, use);
        }
        position += static_cast<uint32_t>(block.size());
    }
    assembler.finish(use);
    execution_.pipeline.counters.count(Statistic::InputVertices, vertices);
    execution_.pipeline.counters.count(Statistic::InputPrimitives, primitives);
}

}  // namespace cyclorama::adreno
