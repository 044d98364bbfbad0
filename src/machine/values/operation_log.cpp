// SPDX-License-Identifier: MIT
#include "machine/values/operation_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <utility>
#include <variant>

#include "isa/program.h"
#include "machine/values/picture.h"
#include "machine/values/target_pixels.h"

namespace cyclorama::machine {

namespace {

using gpu::WorkKind;

std::string_view nameOf(func::PrimitiveType type) {
    constexpr std::array<std::string_view, 10> kNames{
        "triangles", "a triangle strip", "a triangle fan", "quads",  "a quad strip",
        "lines",     "a line strip",     "a line fan",     "points", "a line loop"};
    return kNames[static_cast<size_t>(type)];
}

std::string_view nameOf(gpu::Buffer buffer) {
    constexpr std::array<std::string_view, 7> kNames{"colour",      "depth and stencil", "texture", "vertex texture",
                                                     "tile status", "shader code",       "resolve"};
    return kNames[static_cast<size_t>(buffer)];
}

std::vector<std::string> textsOf(const void* program) {
    const auto& decoded = *static_cast<const isa::Program*>(program);
    std::vector<std::string> texts;
    if (decoded.list != nullptr) texts = decoded.list(decoded);
    texts.resize(decoded.instructions.size());
    return texts;
}

/// Registers of a thread: the driver's count, or else those that the program names.
uint32_t registersOf(const gpu::ShaderStage& shader) {
    const isa::ProgramResources& resources = shader.program->resources;
    const size_t named = resources.general.count() + static_cast<size_t>(std::popcount(resources.temporaries));
    return shader.threadResources != 0 ? shader.threadResources : static_cast<uint32_t>(named);
}

/// The first colour buffer that a draw can write, or else its depth buffer.
func::Address surfaceOf(const gpu::DrawState& state) {
    for (const gpu::RenderTarget& target : state.color->targets)
        if (target.enabled && !target.color.writeMask.none()) return target.address;
    return state.depthBuffer->address;
}

/// Title of each operation of the vocabulary.
struct Titles {
    const gpu::DrawState* state;

    std::string operator()(const gpu::Marker& marker) const {
        return marker.endOfFrame ? "end of the frame" : marker.message;
    }
    std::string operator()(const gpu::WriteMemory& write) const {
        return fmt::format("{} bytes to {:#010x}", write.data.size(), write.address.bits());
    }
    std::string operator()(const gpu::Draw&) const {
        const gpu::VertexInput& input = *state->input;
        const std::string title =
            fmt::format("{} {}: {}", input.count, input.indexed ? "indices" : "vertices", nameOf(input.primitive));
        return input.instances == 1 ? title : fmt::format("{}, {} instances", title, input.instances);
    }
    std::string operator()(const gpu::ClearColor&) const {
        const func::Vec4& color = state->color->clearColor;
        return fmt::format("colour to ({:g}, {:g}, {:g}, {:g})", color[0], color[1], color[2], color[3]);
    }
    std::string operator()(const gpu::ClearDepthStencil&) const {
        return fmt::format("depth to {:#08x}, stencil to {}", state->depthBuffer->clearDepth,
                           state->depthBuffer->clearStencil);
    }
    std::string operator()(const gpu::Present&) const { return "frame"; }
    std::string operator()(const gpu::FlushCache& flush) const { return fmt::format("{} cache", nameOf(flush.buffer)); }
    std::string operator()(const gpu::Reset&) const { return "reset"; }
    std::string operator()(const gpu::Resolve& resolve) const {
        return fmt::format("{}x{} from {:#010x} to {:#010x}", resolve.width, resolve.height,
                           resolve.source.address.bits(), resolve.destination.address.bits());
    }
    std::string operator()(const gpu::Fill& fill) const {
        return fmt::format("{}x{} at {:#010x} with {:#010x}", fill.width, fill.height, fill.destination.address.bits(),
                           fill.pattern[0]);
    }
    std::string operator()(const gpu::ResolveTileStatus& resolve) const {
        return fmt::format("tile status of {:#010x}", resolve.surface.address.bits());
    }
    std::string operator()(const gpu::CopyMemory& copy) const {
        return fmt::format("{} bytes from {:#010x} to {:#010x}", copy.bytes, copy.source.bits(),
                           copy.destination.bits());
    }
    std::string operator()(const gpu::Synchronize&) const { return "wait of a unit for another"; }
    std::string operator()(const gpu::OcclusionQuery& query) const {
        return query.start ? "start of a count of samples" : "end of a count of samples";
    }
    std::string operator()(const gpu::FenceSignal& signal) const {
        return signal.event ? fmt::format("event {} to the host", *signal.event)
                            : fmt::format("value {:#x} to memory", signal.value);
    }
    std::string operator()(const gpu::FamilyOperationPointer& operation) const { return operation->describe(); }
};

std::optional<gpu::Pass> passOf(const gpu::Operation& operation) {
    const auto* const family = std::get_if<gpu::FamilyOperationPointer>(&operation);
    return family != nullptr ? (*family)->pass() : std::nullopt;
}

}  // namespace

WorkKind kindOf(const gpu::Operation& operation) {
    const auto* const family = std::get_if<gpu::FamilyOperationPointer>(&operation);
    if (family != nullptr) return (*family)->kind();
    // By the alternatives of gpu::Operation.
    constexpr std::array kKinds{WorkKind::State,   WorkKind::Write,   WorkKind::Draw,    WorkKind::Clear,
                                WorkKind::Clear,   WorkKind::Present, WorkKind::Flush,   WorkKind::Other,
                                WorkKind::Resolve, WorkKind::Fill,    WorkKind::Resolve, WorkKind::Copy,
                                WorkKind::State,   WorkKind::State,   WorkKind::State};
    static_assert(kKinds.size() + 1 == std::variant_size_v<gpu::Operation>);
    return kKinds[operation.index()];
}

std::string titleOf(const gpu::Operation& operation, const gpu::DrawState& state) {
    return std::visit(Titles{&state}, operation);
}

std::optional<uint32_t> OperationLog::start(const gpu::Command& command, const gpu::DrawState& state, uint32_t draw,
                                            std::optional<uint64_t> cycle) {
    const WorkKind kind = kindOf(command.operation);
    std::string title = titleOf(command.operation, state);
    observer_->command({.command = command, .kind = kind, .title = title});
    if (kind == WorkKind::State) return std::nullopt;
    if (kind == WorkKind::Write && writes_) return std::nullopt;
    endWrites(cycle);
    const uint32_t number = observer_->start({.kind = kind,
                                              .title = kind == WorkKind::Write ? "by the host" : std::move(title),
                                              .position = command.position,
                                              .draw = kind == WorkKind::Draw ? std::optional(draw) : std::nullopt,
                                              .pass = passOf(command.operation),
                                              .cycle = cycle});
    if (kind == WorkKind::Write) {
        writes_ = number;
        return std::nullopt;
    }
    if (kind == WorkKind::Draw && state.input->count != 0 && observer_->watchesState())
        observer_->state(number, stateParts_.of(state));
    open_.push_back({.number = number, .kind = kind, .state = state});
    if (!cycle || kind != WorkKind::Draw) showTargets(open_.back(), false);
    return number;
}

void OperationLog::countWork(uint32_t operation, gpu::DrawState& state) const {
    for (size_t i = 0; i < gpu::kStages; ++i) {
        const auto stage = static_cast<gpu::Stage>(i);
        gpu::ShaderStage& shader = state.stages[stage];
        if (shader.program == nullptr) continue;
        shader.issues = observer_->program(operation, {.stage = gpu::nameOf(stage),
                                                       .program = shader.program,
                                                       .list = textsOf,
                                                       .registers = registersOf(shader)});
    }
    const func::RasterState& raster = *state.raster;
    const ObservedSurface surface{.address = surfaceOf(state).bits(),
                                  .width = raster.surfaceWidth,
                                  .height = raster.surfaceHeight,
                                  .order = rowOrder(state)};
    state.pixels = observer_->pixels(operation, surface);
    state.trace = observer_->trace(operation, surface);
}

void OperationLog::startFragments(uint32_t operation, uint64_t cycle) {
    const auto found = std::ranges::find(open_, operation, &Open::number);
    if (found == open_.end()) return;
    observer_->startFragments(operation, cycle);
    showTargets(*found, false);
}

void OperationLog::end(uint32_t operation, std::optional<uint64_t> cycle) {
    const auto found = std::ranges::find(open_, operation, &Open::number);
    if (found == open_.end()) return;
    showTargets(*found, true);
    open_.erase(found);
    observer_->end(operation, cycle);
    ended_ = true;
}

void OperationLog::endWrites(std::optional<uint64_t> cycle) {
    if (!writes_) return;
    observer_->end(*std::exchange(writes_, std::nullopt), cycle);
    ended_ = true;
}

void OperationLog::restart() {
    open_.clear();
    writes_.reset();
    ended_ = false;
}

bool OperationLog::takeEnded() { return std::exchange(ended_, false); }

void OperationLog::showTargets(const Open& operation, bool after) {
    if (operation.kind != WorkKind::Draw && operation.kind != WorkKind::Clear) return;
    if (!observer_->watchesTargets()) return;
    const bool tests = operation.kind == WorkKind::Draw;
    for (const WrittenTarget& target : targetsOf(operation.state, surfaces_, tests)) {
        const std::vector<ImagePart> parts = observer_->wantedParts(operation.number, after, target.name);
        observer_->show(operation.number, after, target.name, shownParts(target, parts));
    }
}

}  // namespace cyclorama::machine
