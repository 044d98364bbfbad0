#pragma once
// What a GPU is asked to do, whatever its maker: the one interface between the front ends and the machines.
// A front end yields commands one at a time, as the machine asks for them; state travels as DrawState, complete at each
// command that uses it. Every command carries what fetching it cost, which the timing machine charges.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "func/types.h"

namespace cyclorama::gpu {

struct DrawState;

/// Position of a command in its workload, for findings, errors and progress: the ordinal of the transaction, packet or
/// word, and its offset in bytes from the start of the (uncompressed) stream.
struct StreamPosition {
    uint64_t ordinal = 0;
    uint64_t offset = 0;
};

/// What it took to bring a command to the GPU.
struct FetchCost {
    uint32_t packets = 1;
    uint32_t bytes = 0;
};

/// The half of the pipeline that a state change belongs to: geometry state may change while the fragments of the batch
/// before are still under way (ATTILA: GPU.h, GPU_LAST_GEOMETRY_REGISTER).
enum class StateDomain : uint8_t { Geometry, Fragment };

/// State was written; DrawState already holds the new value. `reg` and `index` name the front end's register.
struct SetState {
    StateDomain domain = StateDomain::Geometry;
    uint16_t reg = 0;
    uint32_t index = 0;
};

/// Bytes written by the host into GPU or system memory. `data` is valid until the next command is asked for.
struct WriteMemory {
    uint32_t address = 0;
    std::span<const std::byte> data;
    /// Costs no time: the content is there when simulation starts.
    bool preload = false;
    /// Has to wait for the batch that is being drawn.
    bool waitForBatch = false;
};

/// Shader code was brought from memory into the instruction memory. The decoded programs are in DrawState.
struct LoadProgram {
    enum class Target : uint8_t { Vertex, Fragment, Unified };
    Target target = Target::Vertex;
    uint32_t address = 0;
    uint32_t bytes = 0;
    uint32_t firstInstruction = 0;
};

struct Draw {};
struct ClearColor {};
struct ClearDepthStencil {};

/// Copies a window of render target 0 into a texture image.
struct Blit {};

/// The frame is complete and shown.
struct Present {};

enum class Buffer : uint8_t { Color, DepthStencil };

/// Write back what the caches of a buffer hold.
struct FlushCache {
    Buffer buffer = Buffer::Color;
};

/// Save, restore or reset the per-block state (cleared, compressed, uncompressed) of a buffer.
struct BlockState {
    enum class Operation : uint8_t { Save, Restore, Reset };
    Operation operation = Operation::Reset;
    Buffer buffer = Buffer::Color;
};

/// Writes a buffer as a picture beside the frames: a debugging aid of the driver.
struct DumpBuffer {
    enum class Content : uint8_t { Color, Depth, Stencil };
    Content content = Content::Color;
};

/// The GPU returns to its power-on state.
struct Reset {};

/// A marker in the stream: the end of a frame, or a driver's message.
struct Marker {
    bool endOfFrame = false;
    std::string message;
};

/// Everything that the GPU needs before the first frame has been brought: memory contents and state from then on cost
/// time.
struct EndOfInitialization {};

using Operation = std::variant<SetState, WriteMemory, LoadProgram, Draw, ClearColor, ClearDepthStencil, Blit, Present,
                               FlushCache, BlockState, DumpBuffer, Reset, Marker, EndOfInitialization>;

struct Command {
    Operation operation;
    StreamPosition position;
    FetchCost cost;
};

/// Read access to the memory as the machine has it now: a front end that must look into memory (shader code, indirect
/// draws) gets it with each request for a command, when everything before that command has reached memory.
class MemoryReader {
  public:
    virtual ~MemoryReader() = default;
    /// Copies bytes from `address` on. False where any of them is outside the memory; `out` is then untouched.
    virtual bool read(uint32_t address, std::span<std::byte> out) const = 0;
};

/// A workload seen through its front end.
class CommandSource {
  public:
    virtual ~CommandSource() = default;
    /// The next command, or nothing at the end of the workload. Throws sim::Error where the stream is malformed.
    virtual std::optional<Command> next(const MemoryReader& memory) = 0;
    /// The state as the last command left it. The reference stays valid as long as the source does.
    virtual const DrawState& state() const = 0;
};

}  // namespace cyclorama::gpu
