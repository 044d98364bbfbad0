#include "machine/timing/shader/shading.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace cyclorama::machine::timing {

namespace {

constexpr size_t kGroupLanes = isa::kMaxLanes;
constexpr uint32_t kQuad = func::kQuadFragments;

/// What is left of a program that is given up: it leaves no results.
const isa::Program& endingProgram() {
    static const isa::Program kProgram = [] {
        isa::Instruction move{.opcode = isa::Opcode::Mov, .end = true};
        move.sources[0] = {.bank = isa::RegisterBank::Constant};
        move.destination = {.bank = isa::RegisterBank::Temporary, .writeMask = 0xf};
        return isa::makeProgram({move});
    }();
    return kProgram;
}

}  // namespace

void ThreadReplay::clear() {
    draw = nullptr;
    program = nullptr;
    jumps.clear();
    loads.clear();
    operands.clear();
}

const isa::Instruction* instructionAt(const ThreadReplay& replay, uint32_t pc) {
    static constexpr isa::Instruction kBeyondProgram{.opcode = isa::Opcode::End, .end = true};
    const isa::Program* program = replay.program;
    return program != nullptr && pc < program->instructions.size() ? &program->instructions[pc] : &kBeyondProgram;
}

/// Keeps what the program asks of the texture units on its way to the functions that answer.
class Shading::Recorder final : public isa::TextureSampler, public isa::AttributeLoader {
  public:
    Recorder(Stage& stage, GroupPath& path) : stage_(&stage), path_(&path) {}

    void sample(const isa::TextureRequest& request) override {
        const bool lod = request.operation == isa::TextureOperation::SampleLod;
        const bool known = request.sampler < gpu::kTextureUnits;
        begin({.operation = lod ? func::TextureOperation::SampleLod : func::TextureOperation::SampleBias,
               .unit = request.sampler,
               .texture = known ? &stage_->textures[request.sampler] : nullptr});
        const std::array<const float*, isa::kComponents> operand{request.coordinate[0], request.coordinate[1],
                                                                 request.coordinate[2], request.parameter};
        for (uint32_t q = 0; q < path_->quads; ++q) {
            func::QuadCoordinates& quad = path_->operands.emplace_back();
            for (uint32_t f = 0; f < kQuad; ++f)
                for (uint32_t c = 0; c < isa::kComponents; ++c) quad[f][c] = operand[c][q * kQuad + f];
        }
        stage_->units.sample(request);
    }

    void load(const isa::AttributeRequest& request) override {
        begin({.operation = func::TextureOperation::LoadAttribute, .unit = request.stream});
        for (uint32_t q = 0; q < path_->quads; ++q) {
            func::QuadCoordinates& quad = path_->operands.emplace_back();
            for (uint32_t f = 0; f < kQuad; ++f) quad[f][0] = request.index->lane[q * kQuad + f];
        }
        stage_->units.load(request);
    }

  private:
    void begin(ThreadReplay::Load load) {
        load.firstOperand = static_cast<uint32_t>(path_->operands.size());
        path_->loads.push_back(load);
    }

    Stage* stage_;
    GroupPath* path_;
};

Shading::Shading(WorkPools& pools, const mem::AddressSpace& memory, const func::TextureUnitSettings& settings)
    : pools_(&pools), stages_{Stage(memory, settings), Stage(memory, settings)} {}

void Shading::startDraw(Stage& stage, ShaderTarget target, DrawRecord& draw) {
    if (stage.draw == &draw && stage.drawNumber == draw.number) return;
    collectFaults(stage);
    stage.place = draw.place;
    stage.instructions = 0;
    stage.instructionLimit =
        target == ShaderTarget::Vertex ? draw.work.vertexInstructions() : draw.work.fragmentInstructions();
    stage.draw = &draw;
    stage.drawNumber = draw.number;
    const gpu::ShaderStage& shader = target == ShaderTarget::Vertex ? draw.state.vertex : draw.state.fragment;
    stage.textures.update(draw.state.textures, shader.program->resources.samplers);
    stage.constants.update(draw.state);
    stage.units.startDraw(draw.state, true);
}

void Shading::collectFaults(Stage& stage) {
    const DrawFaults faults{.place = stage.place,
                            .vertexReads = 0,
                            .textures = stage.units.faults(),
                            .brokenPrograms = stage.brokenPrograms};
    if (faults.any()) faults_.push_back(faults);
    stage.units.resetCounts();
    stage.brokenPrograms = 0;
}

std::vector<DrawFaults> Shading::takeFaults() {
    for (Stage& stage : stages_) collectFaults(stage);
    return std::exchange(faults_, {});
}

DrawRecord* Shading::drawOf(ShaderTarget target, std::span<const ShaderElements> runs) {
    for (const ShaderElements& run : runs)
        if (!run.padding)
            return target == ShaderTarget::Vertex ? pools_->vertices[run.id].draw : pools_->quads[run.id].draw;
    return nullptr;
}

void Shading::collectLanes(ShaderTarget target, std::span<const ShaderElements> runs) {
    lanes_.clear();
    for (const ShaderElements& run : runs) {
        for (uint32_t e = 0; e < run.count; ++e) {
            Lane lane{.id = run.id, .fragment = run.first + e, .valid = !run.padding, .live = !run.padding};
            // Padding fragments repeat the quad before them (ATTILA: FragmentFIFO, lastStampAttribs).
            if (run.padding && target == ShaderTarget::Fragment && lanes_.size() >= kQuad) {
                lane = lanes_[lanes_.size() - kQuad];
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
    pools_->earlier.showTo(draw->number);
    collectLanes(target, runs);
    replay.draw = draw;
    const gpu::ShaderStage& shader = target == ShaderTarget::Vertex ? draw->state.vertex : draw->state.fragment;
    if (draw->givenUp) return leaveOut(target, runs, replay);
    replay.program = shader.program.get();

    const std::span<const Lane> lanes = lanes_;
    const size_t groups = (lanes.size() + kGroupLanes - 1) / kGroupLanes;
    if (paths_.size() < groups) paths_.resize(groups);
    killed_.assign(groups, 0);
    for (size_t g = 0; g < groups; ++g) {
        const size_t first = g * kGroupLanes;
        shadeGroup(stage, target, lanes.subspan(first, std::min(kGroupLanes, lanes.size() - first)), g);
    }
    if (draw->givenUp) return leaveOut(target, runs, replay);
    if (replay.program->resources.kills) markKilled(runs);
    joinPaths(std::span(paths_).first(groups), *replay.program, replay);
}

void Shading::shadeGroup(Stage& stage, ShaderTarget target, std::span<const Lane> lanes, size_t group) {
    DrawRecord& draw = *stage.draw;
    const bool fragments = target == ShaderTarget::Fragment;
    const gpu::ShaderStage& shader = fragments ? draw.state.fragment : draw.state.vertex;
    const isa::Program& program = *shader.program;
    GroupPath& path = paths_[group];
    path.trace.clear();
    path.loads.clear();
    path.operands.clear();
    path.step = path.load = 0;
    path.quads = (static_cast<uint32_t>(lanes.size()) + kQuad - 1) / kQuad;

    group_.start(program, static_cast<int>(lanes.size()));
    if (fragments)
        loadFragments(program, lanes);
    else
        loadVertices(program, lanes);

    Recorder recorder(stage, path);
    isa::ExecutionContext context = makeContext(shader, stage.constants, stage.units);
    context.sampler = &recorder;
    context.attributes = &recorder;
    context.quads = fragments;
    context.jumpGroup = static_cast<int>(std::bit_ceil(lanes.size()));
    context.trace = &path.trace;
    const isa::ExecutionResult result = isa::execute(program, group_, context);
    if (result.status != isa::ExecutionStatus::Finished) ++stage.brokenPrograms;
    stage.instructions += result.laneInstructions;
    if (stage.instructions > stage.instructionLimit) draw.givenUp = draw.tooLong = true;
    if (result.status == isa::ExecutionStatus::StepLimit) draw.givenUp = true;

    if (fragments)
        storeFragments(lanes, draw);
    else
        storeVertices(lanes);
    killed_[group] = program.resources.kills ? group_.killed() : 0;
}

void Shading::loadVertices(const isa::Program& program, std::span<const Lane> lanes) {
    for (uint32_t rest = program.resources.inputsRead; rest != 0; rest &= rest - 1) {
        const auto input = static_cast<uint32_t>(std::countr_zero(rest));
        isa::VectorRegister& to = group_.inputs[input];
        for (size_t lane = 0; lane < lanes.size(); ++lane) {
            const isa::Vec4 value =
                lanes[lane].valid ? pools_->vertices[lanes[lane].id].attributes[input] : isa::Vec4{};
            for (size_t c = 0; c < isa::kComponents; ++c) to[c].lane[lane] = value[c];
        }
    }
}

void Shading::loadFragments(const isa::Program& program, std::span<const Lane> lanes) {
    for (size_t lane = 0; lane < lanes.size(); ++lane) {
        const Lane& from = lanes[lane];
        const QuadInFlight* quad = from.valid ? &pools_->quads[from.id] : nullptr;
        for (uint32_t rest = program.resources.inputsRead; rest != 0; rest &= rest - 1) {
            const auto input = static_cast<uint32_t>(std::countr_zero(rest));
            const isa::Vec4 value = quad != nullptr ? quad->inputs[input][from.fragment] : isa::Vec4{};
            for (size_t c = 0; c < isa::kComponents; ++c) group_.inputs[input][c].lane[lane] = value[c];
        }
    }
}

void Shading::storeVertices(std::span<const Lane> lanes) {
    for (size_t lane = 0; lane < lanes.size(); ++lane) {
        if (!lanes[lane].live) continue;
        func::VertexAttributes& to = pools_->vertices[lanes[lane].id].attributes;
        for (uint32_t a = 0; a < func::kVertexAttributes; ++a) to[a] = group_.output(static_cast<int>(lane), a);
    }
}

void Shading::storeFragments(std::span<const Lane> lanes, const DrawRecord& draw) {
    for (uint32_t target = 0; target < gpu::kRenderTargets; ++target) {
        if (!draw.state.color.targets[target].enabled) continue;
        for (size_t lane = 0; lane < lanes.size(); ++lane)
            if (lanes[lane].live)
                pools_->quads[lanes[lane].id].colors[target][lanes[lane].fragment] =
                    group_.output(static_cast<int>(lane), func::kColorAttribute + target);
    }
    // Programs leave depth in the last component of the position (ATTILA: ZStencilTestV2).
    if (!draw.state.fragmentWritesDepth) return;
    for (size_t lane = 0; lane < lanes.size(); ++lane)
        if (lanes[lane].live)
            pools_->quads[lanes[lane].id].shadedDepth[lanes[lane].fragment] =
                group_.outputs[func::kPositionAttribute][3].lane[lane];
}

/// Their threads end at once, without results: none of the fragments is drawn.
void Shading::leaveOut(ShaderTarget target, std::span<ShaderElements> runs, ThreadReplay& replay) {
    replay.program = &endingProgram();
    for (ShaderElements& run : runs) {
        if (run.padding) continue;
        if (target == ShaderTarget::Vertex)
            pools_->vertices[run.id].attributes.fill({});
        else
            run.killed = static_cast<uint8_t>(run.killed | ((1u << run.count) - 1) << run.first);
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

void Shading::joinPaths(std::span<GroupPath> paths, const isa::Program& program, ThreadReplay& replay) {
    // A group that jumped over instructions waits where it landed until the others arrive.
    const auto stepOf = [](const GroupPath& path) -> const isa::ExecutionTrace::Step* {
        return path.step < path.trace.steps.size() ? &path.trace.steps[path.step] : nullptr;
    };
    for (;;) {
        const isa::ExecutionTrace::Step* next = nullptr;
        for (const GroupPath& path : paths) {
            const isa::ExecutionTrace::Step* step = stepOf(path);
            if (step != nullptr && (next == nullptr || step->instruction < next->instruction)) next = step;
        }
        if (next == nullptr) return;
        const uint32_t at = next->instruction;
        const isa::Instruction& instruction = program.instructions[at];
        const bool load = isa::isLoad(instruction);
        if (!load && instruction.opcode != isa::Opcode::Jmp) {
            for (GroupPath& path : paths)
                if (const auto* step = stepOf(path); step != nullptr && step->instruction == at) ++path.step;
            continue;
        }
        joinStep(paths, at, load, replay);
    }
}

void Shading::joinStep(std::span<GroupPath> paths, uint32_t at, bool load, ThreadReplay& replay) {
    const auto firstOperand = static_cast<uint32_t>(replay.operands.size());
    bool taken = true;
    bool loaded = false;
    for (GroupPath& path : paths) {
        const bool takesPart = path.step < path.trace.steps.size() && path.trace.steps[path.step].instruction == at;
        if (load) {
            if (takesPart) {
                const ThreadReplay::Load& from = path.loads[path.load++];
                if (!loaded) replay.loads.push_back(from);
                loaded = true;
                const auto first = path.operands.begin() + static_cast<std::ptrdiff_t>(from.firstOperand);
                replay.operands.insert(replay.operands.end(), first, first + static_cast<std::ptrdiff_t>(path.quads));
            } else {
                replay.operands.resize(replay.operands.size() + path.quads);
            }
        } else if (takesPart) {
            taken = taken &&
                    (path.step + 1 == path.trace.steps.size() || path.trace.steps[path.step + 1].instruction != at + 1);
        }
        if (takesPart) ++path.step;
    }
    if (load)
        replay.loads.back().firstOperand = firstOperand;
    else
        replay.jumps.push_back(taken ? 1 : 0);
}

}  // namespace cyclorama::machine::timing
