// SPDX-License-Identifier: MIT
#pragma once
// Commands and operations as they are reported to observers of a run.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "func/output/resolve.h"
#include "gpu/command.h"
#include "gpu/pass.h"
#include "gpu/work_kind.h"
#include "machine/values/image_part.h"

namespace cyclorama::machine {

/// A command that is taken, before its operation starts.
struct TakenCommand {
    const gpu::Command& command;
    gpu::WorkKind kind = gpu::WorkKind::Other;
    /// The operation and its operands.
    std::string_view title;
};

struct StartedOperation {
    gpu::WorkKind kind = gpu::WorkKind::Other;
    /// The operation and its operands.
    std::string title{};
    gpu::StreamPosition position{};
    /// The number of a draw in its frame.
    std::optional<uint32_t> draw{};
    /// The pass over a picture that it is part of.
    std::optional<gpu::Pass> pass{};
    /// Cycle of the main clock in which it starts; empty without time.
    std::optional<uint64_t> cycle{};
};

/// A program that an operation runs.
struct ObservedProgram {
    /// "vertex", "fragment", "compute"...
    std::string_view stage{};
    /// Equal addresses are the same program, as long as it is held.
    std::shared_ptr<const void> program{};
    /// The text of each of its instructions.
    std::vector<std::string> (*list)(const void* program) = nullptr;
    /// Registers of four components that a thread takes.
    uint32_t registers = 0;
};

/// A surface that an operation draws into.
struct ObservedSurface {
    /// Address of the first colour buffer that the operation can write, or else of its depth buffer.
    uint64_t address = 0;
    /// In pixels.
    uint32_t width = 0;
    uint32_t height = 0;
    func::RowOrder order = func::RowOrder::TopFirst;

    bool operator==(const ObservedSurface&) const = default;
};

/// An image that operations draw into: the same for equal values.
struct ObservedTarget {
    /// "colour" or "depth".
    std::string_view aspect;
    /// In memory, even if a part of the image is drawn on the chip.
    uint64_t address = 0;
    /// Lives as long as the program.
    std::string_view format;
    /// The place of a colour buffer among the draw's; 0 for others.
    uint32_t number = 0;
    /// In pixels; 0: the image is as large as what is shown of it.
    uint32_t width = 0;
    uint32_t height = 0;
};

/// Parts of a target, copied as they are stored, to be shown later. Copies of this share what was copied.
struct ShownParts {
    /// y from the top of the picture.
    std::vector<ImagePart> places;
    /// Bytes that are held.
    size_t bytes = 0;
    /// Pixels of each place, row by row, the first at the top: 8 bits a component, RGBA; of depths one component, from
    /// 0 to 1. For any thread.
    std::function<std::vector<std::vector<uint8_t>>()> pixels;
};

/// Reason why a thread waits before an instruction, or after the last one.
enum class InstructionWait : uint8_t {
    /// Others are first.
    Turn,
    /// Results of earlier instructions, jumps among them.
    Results,
    /// Texture units: their answer, or room for a request.
    Texture,
    /// The instruction ended the thread, and its outputs wait to be sent.
    Outputs
};
inline constexpr size_t kInstructionWaits = 4;
/// Cycles by reason.
using WaitCycles = std::array<uint64_t, kInstructionWaits>;

}  // namespace cyclorama::machine
