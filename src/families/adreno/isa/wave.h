// SPDX-License-Identifier: MIT
#pragma once
// A wave: 64 or 128 fibers that execute one program together, their registers, and the places that they are at.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "families/adreno/isa/program.h"
#include "families/adreno/isa/units.h"

namespace cyclorama::adreno::ir3 {

/// Bits of a word that a half register holds.
inline constexpr uint32_t kHalfMask = 0xffff;

/// r48.x to r55.w, which a wave has once.
inline constexpr size_t kSharedRegisterCount = size_t{8} * kComponents;

/// Fibers at the same instruction.
struct FiberPath {
    size_t next = 0;
    isa::WaveMask lanes{};
};

/// Fibers that a call's RET takes back.
struct CallFrame {
    size_t returnTo = 0;
    isa::WaveMask lanes{};
};

/// Fibers that instructions have effect on: all, or after PREDT those whose p0.x held then, after PREDF the others.
enum class Predication : uint8_t { None, True, False };

struct WaveShape {
    unsigned width = 64;          ///< 64 or 128 fibers
    bool mergedRegisters = true;  ///< half registers are halves of the full ones; else they are apart
    unsigned registers = 0;       ///< full registers, by component, if more than the program names
};

/// All of a wave that changes while it executes. It can be left alone and gone on with at any time.
struct Wave {
    /// A wave at the program's first instruction, all of whose registers are zero.
    Wave(const Ir3Program& program, const WaveShape& waveShape, isa::WaveMask existing);

    /// Makes it such a wave again, of the same program and shape.
    void restart(isa::WaveMask existing);

    /// Registers by component; those that the wave does not have read zero and keep nothing.
    void setRegister(unsigned number, unsigned lane, uint32_t value);
    uint32_t registerValue(unsigned number, unsigned lane) const;
    void setHalfRegister(unsigned number, unsigned lane, uint16_t value);
    /// The low halves of words, for all lanes.
    void setHalfRegister(unsigned number, const LaneWords& values);
    uint16_t halfRegisterValue(unsigned number, unsigned lane) const;
    /// r48.x and on, by component.
    uint32_t& sharedRegister(unsigned number) { return shared[number - kSharedRegisters]; }

    WaveShape shape;
    isa::WaveMask lanes;  ///< fibers that there are
    std::vector<LaneWords> registers;
    std::vector<LaneWords> halves;  ///< half registers that are apart, in the low bits
    std::array<uint32_t, kSharedRegisterCount> shared{};
    LaneWords address{};                                  ///< a0.x, sign-extended
    uint32_t address1 = 0;                                ///< a1.x
    std::array<isa::WaveMask, kComponents> predicates{};  ///< p0
    std::vector<FiberPath> paths;                         ///< all fibers that have not ended
    std::vector<CallFrame> calls;
    Predication predication = Predication::None;
    isa::WaveMask predicated{};  ///< p0.x at the last PREDT or PREDF
    isa::WaveMask helpers{};     ///< fibers whose stores do not count: they execute for their neighbours
    isa::WaveMask killed{};      ///< those that KILL made such
    uint64_t steps = 0;          ///< instructions that were issued
};

}  // namespace cyclorama::adreno::ir3
