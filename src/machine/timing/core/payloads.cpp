// SPDX-License-Identifier: MIT
// The text of each payload in the signal trace.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "machine/timing/core/control.h"
#include "machine/timing/core/texture_request.h"
#include "machine/timing/core/work.h"
#include "machine/timing/rop/rop_ports.h"
#include "machine/timing/shader/shader_ports.h"
#include "machine/timing/streamer/streamer_messages.h"

namespace cyclorama::machine::timing {

namespace {

template <typename Enum, size_t count>
std::string_view nameIn(const std::array<std::string_view, count>& names, Enum value) {
    return names.at(static_cast<size_t>(value));
}

constexpr std::array<std::string_view, 13> kOperations = {
    "Reset",           "Draw",    "End",  "Clear",     "Flush",     "SaveBlockState", "RestoreBlockState",
    "ResetBlockState", "Present", "Blit", "DumpColor", "DumpDepth", "DumpStencil"};
static_assert(kOperations.size() == static_cast<size_t>(UnitOperation::DumpStencil) + 1);

constexpr std::array<std::string_view, 13> kStatuses = {
    "Reset",           "Ready", "Drawing", "End",     "Present", "Dump", "Flush", "SaveBlockState", "RestoreBlockState",
    "ResetBlockState", "Blit",  "Clear",   "ClearEnd"};
static_assert(kStatuses.size() == static_cast<size_t>(UnitStatus::ClearEnd) + 1);

constexpr std::array<std::string_view, 3> kShaderStatuses = {"Ready", "Empty", "Busy"};
static_assert(kShaderStatuses.size() == static_cast<size_t>(ShaderStatus::Busy) + 1);

constexpr std::array<std::string_view, 6> kTextureOperations = {"Sample",    "SampleBias",     "SampleProject",
                                                                "SampleLod", "SampleGradient", "LoadAttribute"};
static_assert(kTextureOperations.size() == static_cast<size_t>(func::TextureOperation::LoadAttribute) + 1);

std::string numberOf(const DrawRecord* draw) { return draw == nullptr ? "" : fmt::format(", draw {}", draw->number); }

}  // namespace

std::string_view nameOf(UnitOperation operation) { return nameIn(kOperations, operation); }

std::string describe(const UnitCommand& command) {
    return fmt::format("{}{}", nameOf(command.operation), numberOf(command.draw));
}

std::string describe(UnitStatus status) { return std::string(nameIn(kStatuses, status)); }

std::string describe(const TriangleRequest& request) { return fmt::format("{} triangles", request.triangles); }

std::string describe(const TraversedQuads& quads) {
    if (quads.quad == kNoQuad) return fmt::format("{} empty", quads.empty);
    return fmt::format("{} empty, quad {}", quads.empty, quads.quad);
}

std::string describe(const TextureRequest& request) {
    return fmt::format("{} {}, thread {}{}", nameIn(kTextureOperations, request.operation), request.unit,
                       request.thread, numberOf(request.draw));
}

std::string describe(const TextureResult& result) { return fmt::format("thread {}", result.thread); }

std::string describe(const TextureTicket&) { return fmt::format("{} elements", kElementsOfTicket); }

std::string describe(const StreamIndex& index) {
    return fmt::format("index {}, instance {}, entry {}, line {}, loader {}{}{}", index.name.index, index.name.instance,
                       index.outputEntry, index.outputLine, index.loader, index.hit ? ", hit" : "",
                       index.last ? ", last" : "");
}

std::string describe(const FreedRequests& freed) { return fmt::format("{} requests", freed.requests); }

std::string describe(const FreedOutputs& freed) {
    return fmt::format("{} entries, {} lines", freed.entries, freed.lines);
}

std::string describe(const LineRelease& release) {
    return fmt::format("line {}{}", release.line, release.confirmed ? ", confirmed" : "");
}

std::string describe(const VertexRequest& request) { return fmt::format("{} vertices", request.vertices); }

std::string describe(const ShaderElements& elements) {
    if (elements.target == ShaderTarget::Vertex)
        return elements.padding ? "padding of vertices" : fmt::format("vertex {}", elements.id);
    return fmt::format("quad {}, {} fragments from {}{}{}", elements.id, elements.count, elements.first,
                       elements.killed != 0 ? fmt::format(", killed {:#x}", elements.killed) : "",
                       elements.padding ? ", padding" : "");
}

std::string describe(ShaderStatus status) { return std::string(nameIn(kShaderStatuses, status)); }

std::string describe(const HierarchicalZUpdate& update) {
    return fmt::format("block {}, depth {:#08x}", update.block, update.depth);
}

std::string describe(const BlockStateUpdate& update) {
    if (update.blocks == nullptr) return fmt::format("unit {}, no blocks", update.unit);
    const auto count = [&](BlockState state) { return std::ranges::count(*update.blocks, state, &BlockInfo::state); };
    return fmt::format("unit {}, blocks: {} clear, {} uncompressed, {} compressed", update.unit,
                       count(BlockState::Clear), count(BlockState::Uncompressed), count(BlockState::Compressed));
}

}  // namespace cyclorama::machine::timing
