// SPDX-License-Identifier: MIT
#pragma once
// The registers of a group of threads that run a program together: structure of arrays, one array a component, one
// element a lane (a vertex or a fragment).

#include <array>
#include <bit>
#include <cstdint>

#include "func/lanes/lane_loops.h"
#include "isa/fixed_point.h"
#include "isa/program.h"

namespace cyclorama::isa {

/// Lanes that a group may have: as many as a mask has bits. Fragments come in quads: lane = quad * 4 + fragment,
/// fragments row by row in the quad. A group is what the host computes together; a wave of the hardware that is longer
/// is several groups.
inline constexpr int kMaxLanes = 64;
inline constexpr int kQuadLanes = 4;
using func::kLaneBlock;

/// Bit i stands for lane i.
using LaneMask = uint64_t;

/// The mask of the first `lanes` lanes.
constexpr LaneMask firstLanes(int lanes) { return lanes >= kMaxLanes ? ~LaneMask{0} : (LaneMask{1} << lanes) - 1; }

/// One component of a register in every lane. Integers are kept in the floats' bits.
struct alignas(64) LaneValues {
    std::array<float, kMaxLanes> lane;

    int32_t integer(int i) const { return std::bit_cast<int32_t>(lane[static_cast<size_t>(i)]); }
};
inline constexpr LaneValues kZeroLanes{};

/// A condition in every lane: all bits set where it holds, none where it does not.
struct alignas(64) LaneFlags {
    std::array<uint32_t, kMaxLanes> lane;

    /// The condition of the first `lanes` lanes as a mask.
    LaneMask mask(int lanes) const;
    /// Sets every lane from a mask.
    void assign(LaneMask mask);
};

using VectorRegister = std::array<LaneValues, kComponents>;

/// About 220 KiB, of which a program touches what it names: make one and use it again.
class ThreadGroup {
  public:
    /// Starts a group of 1 to kMaxLanes threads: all registers are zero, except the inputs, which keep their values:
    /// the caller sets all that the program reads.
    void start(const Program& program, int lanes);

    int lanes() const { return lanes_; }

    void setInput(int lane, unsigned index, const Vec4& value);
    Vec4 output(int lane, unsigned index) const { return get(outputs[index], lane); }

    /// The register that an input of the program enters in, and the one that an output is taken from, wherever the
    /// program's interface has them. Inputs that the program does not have enter in a register that is not read;
    /// outputs that it does not have are zero.
    VectorRegister& inputOf(const Program& program, unsigned input);
    const VectorRegister& outputOf(const Program& program, unsigned output) const;

    /// Lanes whose fragment, or whose named sample, is killed.
    LaneMask killed(unsigned sample = 0) const { return killedSamples[sample].mask(lanes_); }

    static Vec4 get(const VectorRegister& reg, int lane);
    static void set(VectorRegister& reg, int lane, const Vec4& value);

    std::array<VectorRegister, kInputRegisters> inputs{};
    std::array<VectorRegister, kOutputRegisters> outputs{};
    std::array<VectorRegister, kTemporaryRegisters> temporaries{};
    std::array<VectorRegister, kAddressRegisters> addresses{};
    std::array<VectorRegister, kGeneralRegisters> general{};
    /// Values that the hardware derives: x is 1 in fragments of front faces, else 0. The caller sets it where
    /// ProgramResources::internals says that the program reads it.
    VectorRegister internal{};
    std::array<LaneFlags, kPredicateRegisters> predicates{};
    std::array<LaneFlags, kSamples> killedSamples{};
    std::array<LaneValues, kSamples> depths{};        ///< exported depth of each sample; 0 if none was
    std::array<uint32_t, kMaxLanes> currentSample{};  ///< sample that discards and depth exports work on
    std::array<std::array<FixedPoint, kMaxLanes>, kComponents> accumulator{};

  private:
    VectorRegister unused_{};
    int lanes_ = 0;
    /// Registers that the last program may have left other than zero: only these need zeroing at the next start.
    uint32_t dirtyOutputs_ = 0;
    bool dirtySamples_ = false;
};

}  // namespace cyclorama::isa
