// SPDX-License-Identifier: MIT
#pragma once
// The registers and constants of a wave as operands: sources as words for all lanes, results for the executing ones.

#include <array>
#include <cstdint>

#include "families/adreno/isa/executor.h"
#include "families/adreno/isa/half_floats.h"
#include "families/adreno/isa/half_results.h"
#include "isa/lane_math.h"

namespace cyclorama::adreno::ir3 {

/// result = f(from), lane by lane.
template <typename F>
void each(unsigned width, LaneWords& result, const LaneWords& from, F f) {
    isa::mapLanes(static_cast<int>(width), result.lane.data(), f, from.lane.data());
}

class RegisterAccess {
  public:
    RegisterAccess(Wave& wave, const WaveContext& context) : wave_(wave), context_(context), halfFloats_(wave) {}

    /// Chooses the lanes that results are for.
    void setExecuting(isa::WaveMask lanes);
    isa::WaveMask executing() const { return executing_; }
    unsigned width() const { return wave_.shape.width; }

    /// The bits of a source, half ones in the low half, without its modifiers. `component` counts from the operand's
    /// own number. The words are in a register, or in `scratch`. Half constants depend on the class that they are read
    /// as.
    const LaneWords& bits(const Operand& operand, unsigned component, LaneWords& scratch,
                          OperandClass as = OperandClass::Bits);

    /// A source as an operation takes it: widened, and with its modifiers.
    const LaneWords& source(const Operand& operand, unsigned repetition, OperandClass as, LaneWords& scratch) {
        const unsigned component = operand.repeats ? repetition : 0;
        const LaneWords* const plain = plainRegister(operand, component);
        return plain != nullptr ? *plain : madeSource(operand, component, as, scratch);
    }

    // Places to compute a result in, after its sources were read, or null. What is there has to be used.
    /// A full register of which all lanes are written.
    LaneWords* place(const Operand& operand, unsigned component);
    /// The floats of a half register of which all lanes are written with halves' values.
    LaneWords* placeOfHalf(const Operand& operand, unsigned component);

    /// Writes the executing lanes of a result that has the size of its register.
    void store(const Operand& operand, unsigned component, const LaneWords& values);
    /// The same of a half register, of floats that are halves' values.
    void storeHalves(const Operand& operand, unsigned component, const LaneWords& floats);
    /// True for a half register whose bits are not written yet, without modifiers: its values are floats.
    bool isPendingHalf(const Operand& operand) const;
    /// Copies a half register whose bits are not written yet, or an immediate that is a normal half, to a half
    /// register; false if it is neither.
    bool copyHalfFloats(const Operand& from, const Operand& to);

    /// Brings the wave's registers up to date: before anyone else reads them.
    void settle() { halfFloats_.settleAll(); }
    void give(HalfResults& results);

    /// A result that is no register's: a constant, if it is there.
    void storeConstant(size_t number, uint32_t value) const {
        if (number < context_.constants.size()) context_.constants[number] = value;
    }
    uint32_t constant(int64_t number) const {
        const bool exists = number >= 0 && static_cast<size_t>(number) < context_.constants.size();
        return exists ? context_.constants[static_cast<size_t>(number)] : 0;
    }

  private:
    /// A full general register that is taken as it is; null for other operands.
    const LaneWords* plainRegister(const Operand& operand, unsigned component) {
        const int32_t number = operand.value + static_cast<int32_t>(component);
        const bool modified = operand.negate || operand.absolute;
        if (operand.kind != OperandKind::Register || operand.half || modified || number >= kSharedRegisters)
            return nullptr;
        const LaneWords* const full = words(number);
        if (full != nullptr) halfFloats_.settleFull(static_cast<unsigned>(number));
        return full;
    }
    /// Any other source.
    const LaneWords& madeSource(const Operand& operand, unsigned component, OperandClass as, LaneWords& scratch);
    /// The value of a register that is no full general one.
    void registerBits(int32_t number, bool half, LaneWords& scratch);
    void halfBits(int32_t number, LaneWords& scratch);
    bool hasHalf(int32_t number) const;
    /// A half as a float, without its modifiers.
    const LaneWords& widened(const Operand& operand, unsigned component, LaneWords& scratch);
    void relativeBits(const Operand& operand, unsigned component, OperandClass as, LaneWords& scratch);
    uint32_t halfConstant(int64_t number, OperandClass as) const;
    uint32_t sharedBits(int32_t number, bool half) const;
    void storeShared(int32_t number, bool half, uint32_t value);
    void storeSpecial(int32_t number, const LaneWords& values);
    void storeRelative(const Operand& operand, unsigned component, const LaneWords& values);
    /// Before bits of a register are written.
    void changeBits(unsigned number, bool half);
    /// A general register's own words, or null.
    LaneWords* words(int32_t number) const {
        const bool exists = number >= 0 && static_cast<size_t>(number) < wave_.registers.size();
        return exists ? &wave_.registers[static_cast<size_t>(number)] : nullptr;
    }

    Wave& wave_;
    const WaveContext& context_;
    HalfFloats halfFloats_;
    isa::WaveMask executing_{};
    bool allExecute_ = false;
    isa::WaveMask flagged_{};  ///< lanes that the flags are of; not kept where all execute
    LaneWords flags_{};        ///< all bits set in those lanes
};

}  // namespace cyclorama::adreno::ir3
