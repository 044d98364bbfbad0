// SPDX-License-Identifier: MIT
#pragma once
// The operations of the command stream that ATTILA alone has.

#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include "families/attila/registers/register_numbers.h"
#include "gpu/command.h"
#include "machine/values/family_value.h"

namespace cyclorama::attila {

/// A register was written; the draw state already holds the value.
struct SetState {
    StateDomain domain = StateDomain::Geometry;
    uint16_t reg = 0;
    uint32_t index = 0;
};

/// Shader code was brought from memory into the instruction memory. The decoded programs are in the draw state.
struct LoadProgram {
    enum class Target : uint8_t { Vertex, Fragment, Unified };
    Target target = Target::Vertex;
    func::Address address{};
    uint32_t bytes = 0;
    uint32_t firstInstruction = 0;
};

/// Copies the blit window of render target 0 into a texture image.
struct Blit {};

/// Saves, restores or resets the state (cleared, compressed, uncompressed) of each block of a buffer.
struct BlockState {
    enum class Action : uint8_t { Save, Restore, Reset };
    Action action = Action::Reset;
    gpu::Buffer buffer = gpu::Buffer::Color;
};

/// Writes a buffer as a picture beside the frames: a debugging aid of the driver.
struct DumpBuffer {
    enum class Content : uint8_t { Color, Depth, Stencil };
    Content content = Content::Color;
};

/// Everything that the GPU needs before the first frame has been brought: memory contents and state from then on cost
/// time.
struct EndOfInitialization {};

struct Operations {
    using Value = std::variant<SetState, LoadProgram, Blit, BlockState, DumpBuffer, EndOfInitialization>;
    static std::string describe(const Value& value);
    static gpu::WorkKind kind(const Value& value);
    static gpu::FamilyOperation::WaitsFor waitsFor(const Value& value);
    static void apply(const Value& value, machine::OperationContext& context);
};
using Operation = machine::OperationOf<Operations>;

/// One of the operations above as one of the vocabulary.
inline gpu::Operation operation(const Operations::Value& value) { return std::make_shared<const Operation>(value); }

/// The value of such an operation; null for every other.
template <typename T>
const T* getIf(const gpu::Operation& operation) {
    return machine::getIf<Operation, T>(operation);
}

}  // namespace cyclorama::attila
