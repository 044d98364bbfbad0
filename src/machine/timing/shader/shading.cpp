// SPDX-License-Identifier: MIT
#include "machine/timing/shader/shading.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace cyclorama::machine::timing {

namespace {

constexpr size_t kGroupLanes = isa::kMaxLanes;
constexpr uint32_t kQuad = func::kQuadFragments;
/// The inputs that can have attributes.
constexpr uint32_t kAttributes = (1u << func::kVertexAttributes) - 1;

gpu::Stage stageOf(ShaderTarget target) {
    return target == ShaderTarget::Vertex ? gpu::Stage::Vertex : gpu::Stage::Fragment;
}

/// True if the colour of a target is written, or its alpha looked at.
bool colorIsUsed(const gpu::DrawState& state, uint32_t target) {
    const bool alpha = state.alphaTest.enabled || state.multisampling.coversByAlpha();
    return state.color->targets[target].enabled || (target == 0 && alpha);
}

/// The cost of the instruction that stands for a program that is not run.
constexpr isa::CostClass kMoveCost{.units = {{{3, 1}, {3, 1}, {3, 1}, {3, 1}}}};

/// Stands for a program that is given up: it leaves no results.
const isa::Program& endingProgram() {
    static const isa::Program kProgram = [] {
        isa::Instruction move{.operation = isa::Operation::Mov, .end = true, .cost = kMoveCost};
        move.sources[0] = {.bank = isa::RegisterBank::Constant};
        move.destination = {.bank = isa::RegisterBank::Temporary, .writeMask = 0xf};
        return isa::makeProgram({move});
    }();
    return kProgram;
}

}  // namespace

/// Keeps what the program asks of the texture units on its way to the functions that answer.
class Shading::Recorder final : public isa::TextureSampler, public isa::AttributeLoader, public isa::MemoryAccess {
  public:
    /// `gradients` keeps those that the program gives; `detailed`: which fragments execute is kept with each request.
    Recorder(Stage& stage, GroupPath& path, std::deque<func::QuadGradients>& gradients, bool detailed, bool quads)
        : stage_(&stage), path_(&path), gradients_(&gradients), detailed_(detailed), quads_(quads) {}

    void sample(const isa::SampleRequest& request) override {
        const bool known = request.sampler < gpu::kTextureUnits;
        const func::PreparedTexture* texture = known ? &stage_->textures[request.sampler] : nullptr;
        if (detailed_) {
            keepDetailed(request, texture);
        } else {
            const bool lod = request.operation == func::TextureOperation::SampleLod;
            begin({.operation = lod ? func::TextureOperation::SampleLod : func::TextureOperation::SampleBias,
                   .unit = request.sampler,
                   .texture = texture});
            for (uint32_t q = 0; q < path_->quads; ++q) keepOperand(request, q, path_->operands.emplace_back());
        }
        stage_->units.sample(request);
    }

    void load(const isa::AttributeRequest& request) override {
        begin({.operation = func::TextureOperation::LoadAttribute, .unit = request.stream});
        for (uint32_t q = 0; q < path_->quads; ++q) {
            func::QuadCoordinates& quad = path_->operands.emplace_back();
            for (uint32_t f = 0; f < kQuad; ++f) quad[f][0] = request.index[q * kQuad + f];
        }
        if (detailed_) path_->details.resize(path_->operands.size(), {.executing = kAllFragments});
        stage_->units.load(request);
    }

    void begin(const isa::MemoryRequest& request) override {
        begin({.operation = func::TextureOperation::LoadAttribute});
        for (uint32_t q = 0; q < path_->quads; ++q) {
            func::QuadCoordinates& quad = path_->operands.emplace_back();
            for (uint32_t f = 0; f < kQuad; ++f) quad[f][0] = std::bit_cast<float>(request.address[q * kQuad + f]);
            path_->details.push_back(
                {.executing = fragmentsOf(request.executing, q), .bytes = static_cast<uint8_t>(request.bytes)});
        }
    }
    uint32_t load(func::Address address, unsigned bytes) override { return stage_->memory.load(address, bytes); }
    void store(func::Address address, unsigned bytes, uint32_t value) override {
        stage_->memory.store(address, bytes, value);
    }
    uint32_t atomic(isa::AtomicOperation operation, func::Address address, uint32_t operand, uint32_t comparand,
                    bool isSigned) override {
        return stage_->memory.atomic(operation, address, operand, comparand, isSigned);
    }

  private:
    static constexpr uint8_t kAllFragments = (1u << kQuad) - 1;

    static uint8_t fragmentsOf(isa::LaneMask lanes, uint32_t quad) {
        return static_cast<uint8_t>(lanes >> quad * kQuad & kAllFragments);
    }

    void begin(ThreadReplay::Load load) {
        load.firstOperand = static_cast<uint32_t>(path_->operands.size());
        path_->loads.push_back(load);
        path_->loadSteps.push_back(path_->trace.steps.size() - 1);
    }

    void keepOperand(const isa::SampleRequest& request, uint32_t q, func::QuadCoordinates& quad) const {
        const std::array<const float*, isa::kComponents> operand{request.coordinate[0], request.coordinate[1],
                                                                 request.coordinate[2], request.parameter};
        for (uint32_t f = 0; f < kQuad; ++f)
            for (uint32_t c = 0; c < isa::kComponents; ++c) quad[f][c] = operand[c][q * kQuad + f];
    }

    /// An instruction whose sampler is indexed comes in parts, one for each sampler.
    void keepDetailed(const isa::SampleRequest& request, const func::PreparedTexture* texture) {
        if (path_->loads.empty() || path_->loadSteps.back() != path_->trace.steps.size() - 1) {
            begin({.operation = operationOf(request), .unit = request.sampler, .texture = texture});
            path_->operands.resize(path_->operands.size() + path_->quads);
            path_->details.resize(path_->operands.size());
        }
        const uint32_t first = path_->loads.back().firstOperand;
        for (uint32_t q = 0; q < path_->quads; ++q) {
            QuadDetail& detail = path_->details[first + q];
            const uint8_t executing = fragmentsOf(request.executing, q);
            if (executing == 0) continue;
            if (detail.executing == 0) {
                detail.texture = texture;
                keepOperand(request, q, path_->operands[first + q]);
                if (request.gradientX[0] != nullptr) detail.gradients = &keepGradients(request, q);
            }
            detail.executing = static_cast<uint8_t>(detail.executing | executing);
        }
    }

    const func::QuadGradients& keepGradients(const isa::SampleRequest& request, uint32_t q) {
        func::QuadGradients& kept = gradients_->emplace_back();
        for (uint32_t f = 0; f < kQuad; ++f) {
            for (uint32_t c = 0; c < kept.x[f].size(); ++c) {
                kept.x[f][c] = request.gradientX[c][q * kQuad + f];
                kept.y[f][c] = request.gradientY[c][q * kQuad + f];
            }
        }
        return kept;
    }

    /// Vertices have no neighbours: their level of detail starts from zero, as if the bias were all of it.
    func::TextureOperation operationOf(const isa::SampleRequest& request) const {
        const bool biased = request.operation == func::TextureOperation::SampleBias;
        return biased && !quads_ ? func::TextureOperation::SampleLod : request.operation;
    }

    Stage* stage_;
    GroupPath* path_;
    std::deque<func::QuadGradients>* gradients_;
    bool detailed_;
    bool quads_;
};

Shading::Shading(VertexPool& vertices, QuadPool& quads, mem::AddressSpace& memory, mem::StaleContents& earlier,
                 const func::TextureUnitSettings& settings)
    : vertices_(&vertices),
      quads_(&quads),
      earlier_(&earlier),
      stages_{Stage(memory, settings), Stage(memory, settings)} {}

void Shading::startDraw(Stage& stage, ShaderTarget target, DrawRecord& draw) {
    if (stage.draw == &draw && stage.drawNumber == draw.number) return;
    collectFaults(stage);
    stage.place = draw.place;
    stage.instructions = 0;
    stage.instructionLimit =
        target == ShaderTarget::Vertex ? draw.work.vertexInstructions() : draw.work.fragmentInstructions();
    stage.draw = &draw;
    stage.drawNumber = draw.number;
    const gpu::ShaderStage& shader = draw.state.stages[stageOf(target)];
    stage.textures.update(draw.state.textures, shader.program->resources.samplers);
    stage.constants.update(draw.state);
    stage.units.startDraw(draw.state, true);
}

void Shading::collectFaults(Stage& stage) {
    const DrawFaults faults{.place = stage.place,
                            .vertexReads = 0,
                            .textures = stage.units.faults(),
                            .memoryAccesses = stage.memory.faults(),
                            .brokenPrograms = stage.brokenPrograms};
    if (faults.any()) faults_.push_back(faults);
    stage.units.resetCounts();
    stage.memory.resetCounts();
    stage.brokenPrograms = 0;
}

std::vector<DrawFaults> Shading::takeFaults() {
    for (Stage& stage : stages_) collectFaults(stage);
    return std::exchange(faults_, {});
}

DrawRecord* Shading::drawOf(ShaderTarget target, std::span<const ShaderElements> runs) {
    for (const ShaderElements& run : runs)
        if (!run.padding) return target == ShaderTarget::Vertex ? (*vertices_)[run.id].draw : (*quads_)[run.id].draw;
    return nullptr;
}

void Shading::collectLanes(ShaderTarget target, std::span<const ShaderElements> runs, bool branching) {
    lanes_.clear();
    for (const ShaderElements& run : runs) {
        for (uint32_t e = 0; e < run.count; ++e) {
            Lane lane{.id = run.id, .fragment = run.first + e, .valid = !run.padding, .live = !run.padding};
            // Padding fragments repeat the quad before them.
            if (run.padding && target == ShaderTarget::Fragment && lanes_.size() >= kQuad) {
                lane = lanes_[lanes_.size() - kQuad];
                lane.live = false;
            }
            // If lanes branch one by one, one without inputs might take a path that no other takes, or never end.
            if (run.padding && target == ShaderTarget::Vertex && branching && !lanes_.empty()) {
                lane = lanes_.front();
                lane.live = false;
            }
            lanes_.push_back(lane);
        }
    }
}

void Shading::shade(ShaderTarget target, std::span<ShaderElements> runs, ThreadReplay& replay) {
    replay.clear();
    DrawRecord* draw = drawOf(target, runs);
    if (draw == nullptr) return;
    Stage& stage = stages_[static_cast<size_t>(target)];
    startDraw(stage, target, *draw);
    earlier_->showTo(draw->number);
    replay.draw = draw;
    const gpu::ShaderStage& shader = draw->state.stages[stageOf(target)];
    collectLanes(target, runs, draw->dialect.branches == gpu::BranchGranularity::Lane);
    if (draw->givenUp) return skip(target, runs, replay);
    replay.program = shader.program.get();

    const std::span<const Lane> lanes = lanes_;
    const size_t groups = (lanes.size() + kGroupLanes - 1) / kGroupLanes;
    if (paths_.size() < groups) paths_.resize(groups);
    killed_.assign(groups, 0);
    for (size_t g = 0; g < groups; ++g) {
        const size_t first = g * kGroupLanes;
        shadeGroup(stage, target, lanes.subspan(first, std::min(kGroupLanes, lanes.size() - first)), g, replay);
    }
    if (draw->givenUp) return skip(target, runs, replay);
    if (replay.program->resources.kills) markKilled(runs);
    joinPaths(std::span(paths_).first(groups), *replay.program, replay);
}

void Shading::shadeGroup(Stage& stage, ShaderTarget target, std::span<const Lane> lanes, size_t group,
                         ThreadReplay& replay) {
    DrawRecord& draw = *stage.draw;
    const bool fragments = target == ShaderTarget::Fragment;
    const gpu::ShaderStage& shader = draw.state.stages[stageOf(target)];
    const isa::Program& program = *shader.program;
    GroupPath& path = paths_[group];
    path.clear();
    path.quads = (static_cast<uint32_t>(lanes.size()) + kQuad - 1) / kQuad;

    group_.start(program, static_cast<int>(lanes.size()));
    if (fragments)
        loadFragments(program, lanes);
    else
        loadVertices(program, lanes);

    const bool laneByLane = draw.dialect.branches == gpu::BranchGranularity::Lane;
    Recorder recorder(stage, path, replay.gradients, laneByLane, fragments);
    isa::ExecutionContext context = makeContext(shader, draw.dialect.denormals, stage.constants, stage.units);
    context.sampler = &recorder;
    context.attributes = &recorder;
    context.memory = &recorder;
    context.quads = fragments;
    if (program.resources.storesMemory) context.active = activeLanes(target, lanes);
    context.branchGranularity = static_cast<int>(std::bit_ceil(lanes.size()));
    context.trace = &path.trace;
    LaneTrace traced(draw.state.trace);
    if (draw.state.trace != nullptr) follow(target, lanes, program, traced);
    context.tracer = traced ? &traced : nullptr;
    const isa::ExecutionResult result = isa::execute(program, group_, context);
    if (result.status != isa::ExecutionStatus::Finished) ++stage.brokenPrograms;
    stage.instructions += result.laneInstructions;
    if (stage.instructions > stage.instructionLimit) draw.givenUp = draw.tooLong = true;
    if (result.status == isa::ExecutionStatus::StepLimit) draw.givenUp = true;

    if (fragments)
        storeFragments(lanes, draw);
    else
        storeVertices(program, lanes);
    killed_[group] = program.resources.kills ? group_.killed() : 0;
}

void Shading::follow(ShaderTarget target, std::span<const Lane> lanes, const isa::Program& program, LaneTrace& traced) {
    for (size_t i = 0; i < lanes.size(); ++i) {
        const Lane& lane = lanes[i];
        if (!lane.live) continue;
        if (target == ShaderTarget::Vertex) {
            const VertexInFlight& vertex = (*vertices_)[lane.id];
            if (vertex.draw->state.trace->followsVertex(vertex.name.index) && !vertex.repeated)
                traced.followVertex(static_cast<int>(i), vertex.name.instance);
            continue;
        }
        const QuadInFlight& quad = (*quads_)[lane.id];
        if (quad.draw->state.trace->fragmentOf(quad.quad.x, quad.quad.y) == lane.fragment &&
            (quad.culled >> lane.fragment & 1) == 0)
            traced.followFragment(static_cast<int>(i), quad.triangle);
    }
    if (traced) traced.begin(program, group_);
}

void Shading::loadVertices(const isa::Program& program, std::span<const Lane> lanes) {
    for (uint32_t rest = program.resources.inputsRead & kAttributes; rest != 0; rest &= rest - 1) {
        const auto input = static_cast<uint32_t>(std::countr_zero(rest));
        isa::VectorRegister& to = group_.inputOf(program, input);
        for (size_t lane = 0; lane < lanes.size(); ++lane) {
            const isa::Vec4 value = lanes[lane].valid ? (*vertices_)[lanes[lane].id].attributes[input] : isa::Vec4{};
            for (size_t c = 0; c < isa::kComponents; ++c) to[c].lane[lane] = value[c];
        }
    }
}

void Shading::loadFragments(const isa::Program& program, std::span<const Lane> lanes) {
    if (program.resources.internals) loadFacing(lanes);
    std::array<isa::VectorRegister*, func::kVertexAttributes> to{};
    for (uint32_t rest = program.resources.inputsRead & kAttributes; rest != 0; rest &= rest - 1) {
        const auto input = static_cast<uint32_t>(std::countr_zero(rest));
        to[input] = &group_.inputOf(program, input);
    }
    for (size_t lane = 0; lane < lanes.size(); ++lane) {
        const Lane& from = lanes[lane];
        for (uint32_t rest = program.resources.inputsRead & kAttributes; rest != 0; rest &= rest - 1) {
            const auto input = static_cast<uint32_t>(std::countr_zero(rest));
            const isa::Vec4 value = from.valid ? quads_->input(input, from.id)[from.fragment] : isa::Vec4{};
            for (size_t c = 0; c < isa::kComponents; ++c) (*to[input])[c].lane[lane] = value[c];
        }
    }
}

void Shading::loadFacing(std::span<const Lane> lanes) {
    for (size_t lane = 0; lane < lanes.size(); ++lane) {
        const bool back = lanes[lane].valid && quads_->triangleOf((*quads_)[lanes[lane].id]).setup.area < 0.0;
        group_.internal[0].lane[lane] = back ? 0.0f : 1.0f;
        group_.internal[1].lane[lane] = 1.0f;
    }
}

isa::LaneMask Shading::activeLanes(ShaderTarget target, std::span<const Lane> lanes) const {
    isa::LaneMask active = 0;
    for (size_t lane = 0; lane < lanes.size(); ++lane) {
        const Lane& each = lanes[lane];
        const bool culled = target == ShaderTarget::Fragment && ((*quads_)[each.id].culled >> each.fragment & 1) != 0;
        if (each.live && !culled) active |= isa::LaneMask{1} << lane;
    }
    return active;
}

void Shading::storeVertices(const isa::Program& program, std::span<const Lane> lanes) {
    for (uint32_t a = 0; a < func::kVertexAttributes; ++a) {
        const isa::VectorRegister& from = group_.outputOf(program, a);
        for (size_t lane = 0; lane < lanes.size(); ++lane)
            if (lanes[lane].live)
                (*vertices_)[lanes[lane].id].attributes[a] = isa::ThreadGroup::get(from, static_cast<int>(lane));
    }
}

void Shading::storeFragments(std::span<const Lane> lanes, const DrawRecord& draw) {
    const isa::Program& program = *draw.state.stages[gpu::Stage::Fragment].program;
    for (uint32_t target = 0; target < gpu::kRenderTargets; ++target) {
        if (!colorIsUsed(draw.state, target)) continue;
        const isa::VectorRegister& from = group_.outputOf(program, func::kColorAttribute + target);
        for (size_t lane = 0; lane < lanes.size(); ++lane)
            if (lanes[lane].live)
                quads_->color(target, lanes[lane].id)[lanes[lane].fragment] =
                    isa::ThreadGroup::get(from, static_cast<int>(lane));
    }
    if (!draw.state.fragmentWritesDepth) return;
    const isa::LaneValues& depth = group_.outputOf(program, func::kPositionAttribute)[draw.dialect.depthComponent];
    for (size_t lane = 0; lane < lanes.size(); ++lane)
        if (lanes[lane].live) (*quads_)[lanes[lane].id].shadedDepth[lanes[lane].fragment] = depth.lane[lane];
}

/// Their threads end at once, without results: none of the fragments is drawn.
void Shading::skip(ShaderTarget target, std::span<ShaderElements> runs, ThreadReplay& replay) {
    const DrawRecord& draw = *replay.draw;
    replay.program = &endingProgram();
    for (ShaderElements& run : runs) {
        if (run.padding) continue;
        if (target == ShaderTarget::Vertex) {
            (*vertices_)[run.id].attributes.fill({});
            continue;
        }
        run.killed = static_cast<uint8_t>(run.killed | ((1u << run.count) - 1) << run.first);
        // With the rest of its quad a killed fragment may be written, samples and all.
        QuadInFlight& quad = (*quads_)[run.id];
        for (uint32_t f = run.first; f < run.first + uint32_t{run.count}; ++f) {
            quad.shadedDepth[f] = 0.0f;
            for (uint32_t to = 0; to < gpu::kRenderTargets; ++to)
                if (colorIsUsed(draw.state, to)) quads_->color(to, run.id)[f] = {};
        }
    }
}

void Shading::markKilled(std::span<ShaderElements> runs) {
    size_t lane = 0;
    for (ShaderElements& run : runs) {
        for (uint32_t e = 0; e < run.count; ++e, ++lane)
            if ((killed_[lane / kGroupLanes] >> (lane % kGroupLanes) & 1) != 0)
                run.killed = static_cast<uint8_t>(run.killed | 1u << (run.first + e));
    }
}

}  // namespace cyclorama::machine::timing
