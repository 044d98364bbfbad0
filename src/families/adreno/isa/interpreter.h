// SPDX-License-Identifier: MIT
#pragma once
// Executes single instructions for the executing fibers of a wave; flow is the executor's.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "families/adreno/isa/register_access.h"

namespace cyclorama::adreno::ir3 {

/// The most components that an instruction loads or stores.
inline constexpr size_t kMostComponents = 8;

class Interpreter {
  public:
    Interpreter(Wave& wave, const WaveContext& context)
        : wave_(wave), context_(context), registers_(wave, context), units_(context.units) {
        if (units_ == nullptr) units_ = &noUnits_;
    }

    void setExecuting(isa::WaveMask lanes) { registers_.setExecuting(lanes); }
    /// Brings the wave's registers up to date: before anyone else reads them.
    void settle() { registers_.settle(); }
    /// Gives half registers that are floats, of a wave whose other half registers nobody reads.
    void give(HalfResults& results) { registers_.give(results); }

    /// Executes an instruction of categories 1 to 6.
    void execute(const Step& step, size_t index);

  private:
    void compute(const Step& step);
    /// The result of an operation as its register takes it; halves stay floats.
    void finish(const Step& step, LaneWords& values) const;
    void storeResult(const Step& step, unsigned repetition);
    /// SEL.B16 of results of half floats, which needs no bits of them; false if it has to be made in another way.
    bool chooseHalves(const Step& step);
    void move(const Instruction& in);
    /// A move of floats from or to a half register that needs no bits; false if it has to be made in another way.
    bool moveFloats(const Instruction& in);
    void convert(const Instruction& in, const LaneWords& from, LaneWords& to) const;
    void moveMany(const Instruction& in);
    void moveMask(const Instruction& in);
    void wideMultiply(const Instruction& in);
    void interpolate(const Instruction& in, size_t index);

    void texture(const Instruction& in, size_t index);
    void sample(const Instruction& in, size_t index);
    void textureNumbers(const Instruction& in, TextureInstructionRequest& request);
    void textureVectors(const Instruction& in, TextureInstructionRequest& request);
    void derivative(const Instruction& in);
    void quadShuffle(const Instruction& in);
    void broadcast(const Instruction& in);
    void shuffle(const Instruction& in);

    void memory(const Instruction& in, size_t index);
    void global(const Instruction& in, size_t index);
    void globalAtomic(const Instruction& in, size_t index);
    void privateMemory(const Instruction& in, size_t index);
    void localMemory(const Instruction& in);
    void localAtomic(const Instruction& in);
    void loadVaryings(const Instruction& in, size_t index);
    void storeConstants(const Instruction& in);
    void loadGlobalConstants(const Instruction& in, size_t index);
    void uniform(const Instruction& in, size_t index);
    void buffer(const Instruction& in, size_t index);
    void systemValue(const Instruction& in);

    BufferRequest bufferRequest(const Instruction& in, size_t index);
    /// The address in two registers, of each lane.
    void addresses(const Operand& operand, GlobalRequest& request);
    /// Fibers whose stores count.
    isa::WaveMask storing() const { return registers_.executing() & ~wave_.helpers; }
    /// Stores data in the registers that values of a type have; of `mask` where there is a bit for each. Floats
    /// become halves where `converts`.
    void storeData(const Operand& to, ValueType type, std::span<LaneWords> data, bool converts, uint8_t mask = 0xff);
    /// Gives what registers with values of a type hold. Halves become floats where `converts`.
    void loadData(const Operand& from, ValueType type, std::span<LaneWords> data, bool converts);

    Wave& wave_;
    const WaveContext& context_;
    RegisterAccess registers_;
    WaveUnits noUnits_;
    WaveUnits* units_;
    std::array<LaneWords, 3> scratch_;
    std::array<LaneWords, 4> results_;  ///< of each repetition
    std::array<LaneWords, 16> vector_;
    std::array<LaneWords, kMostComponents> data_;
};

}  // namespace cyclorama::adreno::ir3
