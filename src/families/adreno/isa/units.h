// SPDX-License-Identifier: MIT
#pragma once
// Requests of a wave to the units beside its own: memory, buffers, textures and varyings, for all its lanes at once.

#include <array>
#include <cstdint>
#include <span>

#include "families/adreno/isa/instruction.h"
#include "isa/atomic_operation.h"
#include "isa/executor.h"
#include "isa/wave_mask.h"

namespace cyclorama::adreno::ir3 {

/// A scalar register in every fiber of a wave. Floats are in the words' bits. Zeros only where it is made with {}.
struct alignas(64) LaneWords {
    std::array<uint32_t, isa::kWaveLanes> lane;
};

/// Members of every request. Data are words: floats for the types F16 and F32, integers for others, sign-extended for
/// S16; the executor brings them to the size of the registers.
struct Request {
    size_t instruction = 0;  ///< index in the program
    isa::WaveMask lanes{};   ///< fibers that want a result, or whose store counts
    ValueType type = ValueType::U32;
    unsigned components = 1;  ///< consecutive ones: as many data, but for a texture's, which have four
};

/// Memory by address.
struct GlobalRequest : Request {
    std::array<uint64_t, isa::kWaveLanes> address;  ///< of the first component of each lane's
    unsigned bytes = 4;                             ///< of a component: 1, 2 or 4
    bool isPrivate = false;                         ///< addresses are offsets in the fiber's private memory
};

/// A buffer or image by descriptor.
struct BufferRequest : Request {
    bool bindless = false;
    uint8_t base = 0;                   ///< of the bindless descriptors
    bool uniform = false;               ///< the number is the same in all lanes
    const LaneWords* number = nullptr;  ///< of the descriptor
    bool typed = false;
    /// Coordinates of a texel, or of an untyped access the number of the first element; of LDC the offset in vectors of
    /// four.
    std::array<const LaneWords*, 4> coordinate{};
    unsigned coordinates = 0;
    int32_t offset = 0;  ///< added to the first coordinate; of LDC the first component
};

struct AtomicRequest {
    isa::AtomicOperation operation = isa::AtomicOperation::Add;
    bool isSigned = false;  ///< of Min and Max
    const LaneWords* operand = nullptr;
    const LaneWords* comparand = nullptr;  ///< of CompareExchange

    isa::AtomicStep step(unsigned lane) const {
        return {.operation = operation,
                .operand = operand->lane[lane],
                .comparand = comparand->lane[lane],
                .isSigned = isSigned};
    }
};

/// A texture instruction. Registers that a vector of sources reaches are given whether the instruction uses them or
/// not.
struct TextureInstructionRequest : Request {
    Opcode opcode = Opcode::Sample;
    TextureFields fields{};
    isa::WaveMask executing{};           ///< lanes that have coordinates, helpers among them; `lanes` are the same
    const LaneWords* texture = nullptr;  ///< its number in each lane
    const LaneWords* sampler = nullptr;
    int32_t elementOffset = 0;  ///< of ISAM with .v, added to the coordinate
    uint8_t samplerBase = 0;    ///< bindless base of the sampler, where not `fields.base`
    /// Coordinates, reference, layer, divisor and, from the fifth on, gradients, as far as there are.
    std::array<const LaneWords*, 12> coordinate{};
    /// Texel offsets, then bias or level of detail.
    std::array<const LaneWords*, 4> parameter{};
};

/// An input of a fragment program.
struct VaryingRequest : Request {
    unsigned location = 0;         ///< component of the varyings
    const LaneWords* i = nullptr;  ///< barycentric coordinates; null: not interpolated
    const LaneWords* j = nullptr;
};

/// Units that give nothing: what is loaded is zero, what is stored is lost.
class WaveUnits {
  public:
    virtual ~WaveUnits() = default;
    virtual void load(const GlobalRequest&, std::span<LaneWords>) {}
    virtual void store(const GlobalRequest&, std::span<const LaneWords>) {}
    virtual void atomic(const GlobalRequest&, const AtomicRequest&, LaneWords&) {}
    virtual void loadUniform(const BufferRequest&, std::span<LaneWords>) {}
    virtual void loadBuffer(const BufferRequest&, std::span<LaneWords>) {}
    virtual void storeBuffer(const BufferRequest&, std::span<const LaneWords>) {}
    virtual void atomicBuffer(const BufferRequest&, const AtomicRequest&, LaneWords&) {}
    /// Three numbers: a buffer's elements, or width, height and depth or layers.
    virtual void describeBuffer(const BufferRequest&, std::span<LaneWords>) {}
    /// The address of the descriptor, in two words.
    virtual void locateDescriptor(const BufferRequest&, std::span<LaneWords>) {}
    /// Samples, sizes and levels of detail; four data, whatever the write mask.
    virtual void sample(const TextureInstructionRequest&, std::span<LaneWords>) {}
    virtual void interpolate(const VaryingRequest&, std::span<LaneWords>) {}
};

}  // namespace cyclorama::adreno::ir3
