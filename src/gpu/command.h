// SPDX-License-Identifier: MIT
#pragma once
// The vocabulary of work for a GPU, whatever its maker: the one interface between the front ends and the machines.
// A front end yields commands one at a time, as the machine asks for them; state travels as DrawState, complete at each
// command that uses it. Every command carries what fetching it cost, which the timing machine charges.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "func/output/dither.h"
#include "func/types.h"
#include "gpu/family_operation.h"
#include "gpu/surface.h"

namespace cyclorama::gpu {

struct DrawState;

/// Position of a command in its workload, for findings, errors and progress: the ordinal of the transaction, packet or
/// word, and its offset in bytes from the start of the (uncompressed) stream.
struct StreamPosition {
    uint64_t ordinal = 0;
    uint64_t offset = 0;
};

/// The cost of bringing a command to the GPU.
struct FetchCost {
    uint32_t packets = 1;
    uint32_t bytes = 0;
    /// The stream in GPU memory: the address of the first of the bytes, and the number of bytes directly after them
    /// that belong to the stream.
    func::Address address{};
    uint64_t following = 0;
};

/// Bytes written by the host into GPU or system memory. `data` is valid until the next command is asked for.
struct WriteMemory {
    func::Address address{};
    std::span<const std::byte> data;
    /// Costs no time: the content is there when simulation starts.
    bool preload = false;
    /// Has to wait for the batch that is being drawn.
    bool waitForBatch = false;
};

struct Draw {};
struct ClearColor {};
struct ClearDepthStencil {};

/// Copies a window of one surface into another: format, tiling, tile status and samples are each surface's own.
struct Resolve {
    Surface source;
    Surface destination;
    /// The window's size in the destination, in pixels, after the samples of the source were averaged.
    uint32_t width = 0;
    uint32_t height = 0;
    uint32_t sourceX = 0;
    uint32_t sourceY = 0;
    uint32_t destinationX = 0;
    uint32_t destinationY = 0;
    /// Samples, or pixels, of the source that are averaged into one of the destination: 1 or 2 each way.
    uint32_t averageX = 1;
    uint32_t averageY = 1;
    bool flipY = false;
    bool swapRedBlue = false;
    /// The bytes are moved as they are: formats of the same size, whatever they mean.
    bool raw = false;
    /// Dithering to a destination with fewer than eight bits a component.
    func::DitherMatrix ditherMatrix = func::kNoDithering;
};

/// Fills a window of a surface with a repeated pattern. Tile status memory is a surface, too: that is how it is
/// cleared.
struct Fill {
    Surface destination;
    uint32_t x = 0;
    uint32_t y = 0;
    uint32_t width = 0;
    uint32_t height = 0;
    /// The pattern, and the bits of it that reach memory; repeated every `patternBytes` (4, 8 or 16) in the order of
    /// memory.
    std::array<uint32_t, 4> pattern{};
    std::array<uint32_t, 4> writeBits = {~0u, ~0u, ~0u, ~0u};
    uint32_t patternBytes = 4;
};

/// Gives the tiles of a surface that its tile status calls cleared their value in memory, and marks them as written.
/// A surface without a width is resolved tile by tile in the order of memory; only the size of a sample of its format
/// counts.
struct ResolveTileStatus {
    Surface surface;
    uint64_t bytes = 0;
};

/// Copies bytes within memory, as a blit engine does for buffers.
struct CopyMemory {
    func::Address source{};
    func::Address destination{};
    uint32_t bytes = 0;
};

/// `from` waits until `to` has done everything that came before.
enum class Unit : uint8_t { FrontEnd, Rasterizer, PixelEngine, Resolve, Blit, Other };
struct Synchronize {
    Unit from = Unit::FrontEnd;
    Unit to = Unit::PixelEngine;
};

/// Starts or stops counting samples that pass, and writes the count (64 bits) to memory when it stops.
struct OcclusionQuery {
    bool start = true;
    func::Address address{};
};

/// A value that reaches memory, or the host as event `event`, when everything before is done.
struct FenceSignal {
    std::optional<uint32_t> event;
    std::optional<func::Address> address;
    uint32_t value = 0;
};

/// The frame is complete and shown.
struct Present {};

enum class Buffer : uint8_t { Color, DepthStencil, Texture, VertexTexture, TileStatus, ShaderCode, Resolve };

/// Write back and forget what the caches of a buffer hold.
struct FlushCache {
    Buffer buffer = Buffer::Color;
};

/// The GPU returns to its power-on state.
struct Reset {};

/// A marker in the stream: the end of a frame, or a driver's message.
struct Marker {
    bool endOfFrame = false;
    std::string message;
};

/// Never null.
using FamilyOperationPointer = std::shared_ptr<const FamilyOperation>;

using Operation =
    std::variant<Marker, WriteMemory, Draw, ClearColor, ClearDepthStencil, Present, FlushCache, Reset, Resolve, Fill,
                 ResolveTileStatus, CopyMemory, Synchronize, OcclusionQuery, FenceSignal, FamilyOperationPointer>;

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
    virtual bool read(func::Address address, std::span<std::byte> out) const = 0;
};

/// A workload seen through its front end.
class CommandSource {
  public:
    virtual ~CommandSource() = default;
    /// The next command, or nothing at the end of the workload. Throws sim::Error where the stream is malformed.
    virtual std::optional<Command> next(const MemoryReader& memory) = 0;
    /// For commands of the vocabulary, as the last one left it. By default, for families with operations alone: empty.
    virtual const DrawState& state() const;
};

}  // namespace cyclorama::gpu
