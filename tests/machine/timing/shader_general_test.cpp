// SPDX-License-Identifier: MIT
// Programs with a unified register file in the vector shader: what each class of instructions takes, what divergent
// lanes run, and what the texture units are asked for. Costs are those of the Vivante table.

#include <bit>
#include <cmath>
#include <limits>

#include "families/vivante/chip/dialect.h"
#include "families/vivante/isa/codec.h"
#include "machine/timing/shader/write_ports.h"
#include "machine/timing/shader_bench.h"

namespace cyclorama::machine::timing {
namespace {

using isa::Instruction;
using isa::Operation;
using isa::RegisterBank;

constexpr uint8_t kInput = 2;   // t2 is input 1
constexpr uint8_t kOutput = 0;  // t0 is output 1

isa::SourceOperand temporary(uint16_t index, isa::Swizzle swizzle = isa::kIdentitySwizzle) {
    return {.bank = RegisterBank::General, .index = index, .swizzle = swizzle};
}
isa::SourceOperand value(float number) {
    return {.bank = RegisterBank::Inline, .bits = std::bit_cast<uint32_t>(number)};
}

/// The cost of an operation in the first row that has it.
isa::CostClass costOf(Operation operation) {
    if (operation == Operation::CosHalf) operation = Operation::CosQuarter;  // decoded from its row
    for (const vivante::OpcodeRow& row : vivante::instructionTable())
        if (row.operation == operation || row.intOperation == operation) return row.cost;
    return {};
}

Instruction make(Operation operation, uint16_t destination, const std::vector<isa::SourceOperand>& sources) {
    Instruction instruction{.operation = operation, .cost = costOf(operation)};
    for (size_t s = 0; s < sources.size(); ++s) instruction.sources[s] = sources[s];
    if (isa::operationInfo(operation).writesResult)
        instruction.destination = {.bank = RegisterBank::General, .index = destination};
    return instruction;
}

/// Goes to an instruction of the program that is made of it.
Instruction branch(isa::Condition condition, int32_t target, isa::SourceOperand a = {}, isa::SourceOperand b = {}) {
    Instruction instruction = make(Operation::Branch, 0, {a, b});
    instruction.jumpOffset = target;
    instruction.condition = condition;
    return instruction;
}

/// The instructions, and an end behind them, as the decoder leaves programs.
std::shared_ptr<const isa::Program> program(std::vector<Instruction> instructions) {
    isa::ProgramInterface linkage{.registers = isa::RegisterOrganization::Unified};
    linkage.inputs[1] = kInput;
    linkage.outputs[1] = kOutput;
    for (size_t i = 0; i < instructions.size(); ++i)
        if (isa::operationInfo(instructions[i].operation).kind == isa::OperationKind::Branch)
            instructions[i].jumpOffset -= static_cast<int32_t>(i);
    instructions.push_back(make(Operation::End, 0, {}));
    return std::make_shared<const isa::Program>(isa::makeProgram(std::move(instructions), linkage));
}

/// One quad a thread, an instruction a cycle; decode tries every cycle.
ShaderSettings quadSettings() {
    ShaderSettings settings;
    settings.vectorModel.length = 4;
    settings.vectorModel.aluWidth = 4;
    settings.vectorModel.aluConfig = VectorAluConfig::Simd4;
    settings.vectorModel.waitOnStall = true;
    return settings;
}

struct QuadRun {
    explicit QuadRun(std::shared_ptr<const isa::Program> fragment) : bench(quadSettings()) {
        bench.draw.state.stages[gpu::Stage::Fragment].program = std::move(fragment);
        bench.draw.dialect = vivante::dialect();
        id = bench.quad(97);
        for (uint32_t f = 0; f < 4; ++f) bench.quadPool.input(1, id)[f] = {0.5f, 0.5f, 0.5f, 0.5f};
    }
    sim::Cycle output() {
        bench.run(2000);
        return bench.probe->arrived.size() == 1 ? bench.probe->arrived[0].cycle : 0;
    }
    func::Vec4& input(uint32_t f) { return bench.quadPool.input(1, id)[f]; }
    const func::Vec4& color(uint32_t f) const { return bench.quadPool.color(0, id)[f]; }

    ShaderBench bench;
    QuadId id = 0;
};

/// The cycle in which the quad is back, with the instruction before one that needs its result.
sim::Cycle outputAfter(const Instruction& instruction) {
    return QuadRun(program({instruction, make(Operation::Mov, kOutput, {temporary(1)})})).output();
}

Instruction withSources(Operation operation) {
    return make(operation, 1, {temporary(kInput), temporary(kInput), temporary(kInput)});
}

struct ClassLatency {
    Operation operation;
    uint32_t latency;
};

TEST(TimingGeneralShader, AResultIsThereAfterItsLatencyAndNotOneCycleEarlier) {
    const sim::Cycle multiplied = outputAfter(withSources(Operation::Mul));
    ASSERT_NE(multiplied, 0u);
    for (const ClassLatency& each : {ClassLatency{Operation::Mad, 3},
                                     ClassLatency{Operation::Dp2, 3},
                                     ClassLatency{Operation::Select, 3},
                                     ClassLatency{Operation::Set, 3},
                                     ClassLatency{Operation::Compare, 3},
                                     ClassLatency{Operation::Floor, 3},
                                     ClassLatency{Operation::Ceil, 3},
                                     ClassLatency{Operation::Sign, 3},
                                     ClassLatency{Operation::IntAdd, 3},
                                     ClassLatency{Operation::IntMul, 3},
                                     ClassLatency{Operation::IntMad, 3},
                                     ClassLatency{Operation::ShiftLeft, 3},
                                     ClassLatency{Operation::And, 3},
                                     ClassLatency{Operation::BitExtract, 3},
                                     ClassLatency{Operation::IntToFloat, 3},
                                     ClassLatency{Operation::Convert, 3},
                                     ClassLatency{Operation::LitPartial, 4},
                                     ClassLatency{Operation::Exp2Polynomial, 5},
                                     ClassLatency{Operation::Log2Polynomial, 5},
                                     ClassLatency{Operation::Reciprocal, 5},
                                     ClassLatency{Operation::ReciprocalSqrt, 5},
                                     ClassLatency{Operation::Sqrt, 5},
                                     ClassLatency{Operation::Divide, 5},
                                     ClassLatency{Operation::SinQuarter, 12},
                                     ClassLatency{Operation::CosHalf, 12},
                                     ClassLatency{Operation::IntDiv, 12},
                                     ClassLatency{Operation::IntMod, 12},
                                     ClassLatency{Operation::DerivativeX, 16}}) {
        EXPECT_EQ(outputAfter(withSources(each.operation)), multiplied - 3 + each.latency)
            << isa::operationInfo(each.operation).name;
    }
}

TEST(TimingGeneralShader, EveryOpcodeHasALatency) {
    for (const vivante::OpcodeRow& row : vivante::instructionTable()) {
        for (const isa::UnitCost& cost : row.cost.units) {
            EXPECT_GE(cost.latency, 1u) << row.name;
            EXPECT_GE(cost.repeatRate, 1u) << row.name;
            EXPECT_LE(cost.latency + 1u, kMostLatency) << row.name;
        }
    }
}

TEST(TimingGeneralShader, IndependentInstructionsDoNotWait) {
    const Instruction sine = withSources(Operation::SinQuarter);
    const Instruction move = make(Operation::Mov, kOutput, {temporary(kInput)});
    const sim::Cycle dependent = outputAfter(sine);
    EXPECT_LT(QuadRun(program({sine, move})).output(), dependent);
    // Any register may be meant by an index.
    Instruction indexed = move;
    indexed.sources[0].indexing = isa::Indexing::ByX;
    EXPECT_EQ(QuadRun(program({sine, indexed})).output(), dependent);
    Instruction written = sine;
    written.destination.indexing = isa::Indexing::ByX;
    EXPECT_EQ(QuadRun(program({written, move})).output(), dependent);
    // So may it be the register that a later result goes to.
    Instruction again = make(Operation::Mul, 1, {temporary(kInput), temporary(kInput)});
    EXPECT_GE(QuadRun(program({sine, again})).output(), dependent - 4);
}

TEST(TimingGeneralShader, AnIndexWaitsForTheAddressRegister) {
    Instruction address = make(Operation::MoveAddress, 0, {value(0.0f)});
    address.destination = {.bank = RegisterBank::Address, .index = 0};
    Instruction indexed = make(Operation::Mov, kOutput, {temporary(kInput)});
    const sim::Cycle free = QuadRun(program({address, indexed})).output();
    indexed.sources[0].indexing = isa::Indexing::ByX;
    EXPECT_GT(QuadRun(program({address, indexed})).output(), free);
}

TEST(TimingGeneralShader, ABranchHoldsItsThreadUntilItExecuted) {
    const Instruction move = make(Operation::Mov, kOutput, {temporary(kInput)});
    const sim::Cycle straight = QuadRun(program({make(Operation::Nop, 0, {}), move})).output();
    QuadRun forward(program({branch(isa::Condition::True, 1), move}));
    // Fetch hears of the branch a cycle after its result, which comes two cycles after decode.
    EXPECT_EQ(forward.output(), straight + 2);
    EXPECT_EQ(forward.bench.statistic("BlockCommands_ShDX-FS0"), "2");
    EXPECT_EQ(forward.color(0), (func::Vec4{0.5f, 0.5f, 0.5f, 0.5f}));
}

TEST(TimingGeneralShader, DivergentLanesRunTheUnionOfTheirPaths) {
    const std::vector<Instruction> both{
        branch(isa::Condition::Greater, 3, temporary(kInput, {0, 0, 0, 0}), value(0.0f)),
        make(Operation::Add, kOutput, {temporary(kInput), temporary(kInput)}),
        branch(isa::Condition::True, 4),
        make(Operation::Mov, kOutput, {temporary(kInput)}),
    };
    const auto executed = [&](std::array<float, 4> inputs) {
        QuadRun run(program(both));
        for (uint32_t f = 0; f < 4; ++f) run.input(f) = {inputs[f], 0, 0, 0};
        EXPECT_NE(run.output(), 0u);
        for (uint32_t f = 0; f < 4; ++f) EXPECT_EQ(run.color(f)[0], inputs[f] > 0.0f ? inputs[f] : 2 * inputs[f]) << f;
        return std::stoi(run.bench.statistic("ExecutedInstructions_ShDX-FS0")) / 4;
    };
    EXPECT_EQ(executed({1, 2, 3, 4}), 3);      // branch, mov, end
    EXPECT_EQ(executed({-1, -2, -3, -4}), 4);  // branch, add, branch, end
    EXPECT_EQ(executed({1, -2, 3, -4}), 5);
}

TEST(TimingGeneralShader, ALoopRunsAsOftenAsTheLaneThatTakesMost) {
    QuadRun run(program({
        make(Operation::Mov, 1, {value(0.0f)}),
        make(Operation::Add, 1, {temporary(1), value(1.0f)}),
        branch(isa::Condition::Less, 1, temporary(1, {0, 0, 0, 0}), temporary(kInput, {0, 0, 0, 0})),
        make(Operation::Mov, kOutput, {temporary(1)}),
    }));
    for (uint32_t f = 0; f < 4; ++f) run.input(f)[0] = static_cast<float>(2 * f + 1);
    EXPECT_NE(run.output(), 0u);
    for (uint32_t f = 0; f < 4; ++f) EXPECT_EQ(run.color(f)[0], static_cast<float>(2 * f + 1));
    EXPECT_EQ(run.bench.statistic("ExecutedInstructions_ShDX-FS0"), std::to_string(4 * (1 + 7 * 2 + 2)));
}

TEST(TimingGeneralShader, CallsReturnToTheirOwnPlaces) {
    Instruction call = make(Operation::Call, 0, {});
    call.jumpOffset = 4;
    QuadRun run(program({
        make(Operation::Mov, kOutput, {temporary(kInput)}),
        call,
        call,
        branch(isa::Condition::True, 6),
        make(Operation::Add, kOutput, {temporary(kOutput), value(1.0f)}),
        make(Operation::Return, 0, {}),
    }));
    EXPECT_NE(run.output(), 0u);
    EXPECT_EQ(run.color(3)[0], 2.5f);
    EXPECT_EQ(run.bench.statistic("ExecutedInstructions_ShDX-FS0"), std::to_string(4 * (1 + 3 + 3 + 2)));
}

TEST(TimingGeneralShader, DiscardMarksItsFragments) {
    Instruction discard = make(Operation::Discard, 0, {temporary(kInput), value(0.0f)});
    discard.condition = isa::Condition::Less;
    QuadRun run(program({discard, make(Operation::Mov, kOutput, {temporary(kInput)})}));
    run.input(1) = {0, 0, -1, 0};
    run.input(2) = {-1, 0, 0, 0};
    EXPECT_NE(run.output(), 0u);
    EXPECT_EQ(run.bench.probe->arrived[0].elements.killed, 0b0110);
}

TEST(TimingGeneralShader, ALoadAsksTheTextureUnitForItsBytes) {
    Instruction load = make(Operation::Load, kOutput, {temporary(kInput, {0, 0, 0, 0}), value(0.0f)});
    load.type = isa::DataType::Unsigned32;
    load.destination.writeMask = 0b0111;
    // Only the lanes whose second component is positive load.
    QuadRun run(program({branch(isa::Condition::NotPositive, 2, temporary(kInput, {1, 1, 1, 1})), load}));
    for (uint32_t f = 0; f < 4; ++f) run.input(f) = {std::bit_cast<float>(0x1000 + 64 * f), f == 2 ? 0.0f : 1.0f, 0, 0};
    const std::array<float, 3> stored{1.5f, -2.5f, 8.0f};
    ASSERT_TRUE(run.bench.memory.write(0x1040, std::as_bytes(std::span(stored))));
    run.bench.run(2000);
    ASSERT_EQ(run.bench.probe->sent[0].size(), 1u);
    const TextureRequest& request = run.bench.probe->sent[0][0].request;
    ASSERT_NE(request.detail, nullptr);
    EXPECT_EQ(request.detail->bytes, 12);
    EXPECT_EQ(request.detail->executing, 0b1011);
    EXPECT_EQ(request.texture, nullptr);
    EXPECT_EQ(std::bit_cast<uint32_t>(request.operand[3][0]), 0x10c0u);
    EXPECT_EQ(run.color(1), (func::Vec4{1.5f, -2.5f, 8.0f, 0.0f}));
    // The thread waits for the result.
    EXPECT_EQ(run.bench.statistic("UnblockCommands_ShDX-FS0"), "2");
}

TEST(TimingGeneralShader, StoresOfCulledFragmentsDoNothing) {
    Instruction store = make(Operation::Store, 0, {});
    store.type = isa::DataType::Unsigned32;
    store.sources[0] = temporary(kInput, {0, 0, 0, 0});
    store.sources[1] = value(0.0f);
    store.sources[2] = temporary(kInput, {1, 1, 1, 1});
    store.destination.writeMask = 1;
    QuadRun run(program({store}));
    run.bench.quadPool[run.id].culled = 0b0100;
    std::array<float, 4> stored{};
    ASSERT_TRUE(run.bench.memory.write(0x1000, std::as_bytes(std::span(stored))));
    for (uint32_t f = 0; f < 4; ++f) run.input(f) = {std::bit_cast<float>(0x1000 + 4 * f), 3.0f, 0, 0};
    EXPECT_NE(run.output(), 0u);
    ASSERT_TRUE(run.bench.memory.read(0x1000, std::as_writable_bytes(std::span(stored))));
    EXPECT_EQ(stored, (std::array<float, 4>{3, 3, 0, 3}));
    EXPECT_EQ(run.bench.probe->sent[0][0].request.detail->executing, 0b1011);
}

TEST(TimingGeneralShader, AccessesOutsideOfMemoryAreFaultsOfTheDraw) {
    Instruction load = make(Operation::Load, kOutput, {value(std::bit_cast<float>(0x7000'0000u)), value(0.0f)});
    load.type = isa::DataType::Unsigned32;
    QuadRun run(program({load}));
    EXPECT_NE(run.output(), 0u);
    const std::vector<DrawFaults> faults = run.bench.shading.takeFaults();
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_EQ(faults[0].memoryAccesses, 16u);
}

TEST(TimingGeneralShader, TextureRequestsSayWhoTakesPartAndFromWhat) {
    Instruction sample = make(Operation::SampleGradient, kOutput, {temporary(kInput), value(0.25f), value(0.5f)});
    sample.unit = 3;
    QuadRun run(program({branch(isa::Condition::NotPositive, 2, temporary(kInput, {1, 1, 1, 1})), sample}));
    run.input(0)[1] = 0.0f;
    run.bench.run(2000);
    ASSERT_EQ(run.bench.probe->sent[0].size(), 1u);
    const TextureRequest& request = run.bench.probe->sent[0][0].request;
    EXPECT_EQ(request.operation, func::TextureOperation::SampleGradient);
    EXPECT_EQ(request.unit, 3u);
    ASSERT_NE(request.detail, nullptr);
    EXPECT_EQ(request.detail->executing, 0b1110);
    ASSERT_NE(request.detail->gradients, nullptr);
    EXPECT_EQ(request.detail->gradients->x[1][0], 0.25f);
    EXPECT_EQ(request.detail->gradients->y[3][2], 0.5f);
}

TEST(TimingGeneralShader, AnIndexedSamplerIsOneRequestOfEachQuad) {
    Instruction address = make(Operation::MoveAddress, 0, {temporary(kInput, {0, 0, 0, 0})});
    address.destination = {.bank = RegisterBank::Address, .index = 0};
    Instruction sample = make(Operation::Sample, kOutput, {temporary(kInput)});
    sample.unit = 1;
    sample.samplerIndexing = isa::Indexing::ByX;
    QuadRun run(program({address, sample}));
    for (uint32_t f = 0; f < 4; ++f) run.input(f)[0] = f < 2 ? 0.0f : 4.0f;
    run.bench.run(2000);
    ASSERT_EQ(run.bench.probe->sent[0].size(), 1u);
    EXPECT_EQ(run.bench.probe->sent[0][0].request.detail->executing, 0b1111);
    EXPECT_EQ(run.bench.probe->arrived.size(), 1u);
}

TEST(TimingGeneralShader, VerticesSampleWithoutNeighbours) {
    ShaderBench bench(quadSettings());
    Instruction sample = make(Operation::SampleBias, kOutput, {temporary(kInput), value(2.0f)});
    bench.draw.state.stages[gpu::Stage::Vertex].program = program({sample});
    bench.draw.dialect = vivante::dialect();
    for (uint32_t v = 0; v < 4; ++v) bench.vertex(97);
    bench.run(500);
    ASSERT_EQ(bench.probe->sent[0].size(), 1u);
    const TextureRequest& request = bench.probe->sent[0][0].request;
    EXPECT_EQ(request.operation, func::TextureOperation::SampleLod);
    EXPECT_EQ(request.operand[0][3], 2.0f);
}

TEST(TimingGeneralShader, PaddingTakesThePathOfAVertex) {
    ShaderBench bench(quadSettings());
    bench.draw.dialect = vivante::dialect();
    // Without inputs the loop would never end.
    Instruction store = make(Operation::Store, 0, {});
    store.type = isa::DataType::Unsigned32;
    store.sources[0] = value(std::bit_cast<float>(0x1000u));
    store.sources[1] = value(0.0f);
    store.sources[2] = temporary(1);
    store.destination.writeMask = 1;
    bench.draw.state.stages[gpu::Stage::Vertex].program = program({
        make(Operation::Add, 1, {temporary(1), temporary(kInput)}),
        branch(isa::Condition::Less, 0, temporary(1, {0, 0, 0, 0}), value(2.0f)),
        store,
    });
    bench.vertexPool[bench.vertex(97)].attributes[1] = {1, 1, 1, 1};
    bench.padding(97, ShaderTarget::Vertex, 3);
    bench.run(1000);
    EXPECT_FALSE(bench.draw.givenUp);
    EXPECT_EQ(bench.statistic("ExecutedInstructions_ShDX-FS0"), std::to_string(4 * (2 * 2 + 2)));
    EXPECT_EQ(bench.probe->sent[0][0].request.detail->executing, 0b0001);
}

TEST(TimingGeneralShader, FacesAreOneInFront) {
    QuadRun run(program({make(Operation::Mov, kOutput, {{.bank = RegisterBank::Internal}})}));
    const TriangleId triangle = run.bench.trianglePool.acquire();
    run.bench.trianglePool[triangle].setup.area = -1.0;
    run.bench.quadPool[run.id].triangle = triangle;
    EXPECT_NE(run.output(), 0u);
    EXPECT_EQ(run.color(0)[0], 0.0f);
    EXPECT_EQ(run.color(0)[1], 1.0f);
}

TEST(TimingGeneralShader, DepthIsTheThirdComponentOfItsOutput) {
    isa::ProgramInterface linkage{.registers = isa::RegisterOrganization::Unified};
    linkage.inputs[1] = kInput;
    linkage.outputs[0] = 5;
    linkage.outputs[1] = kOutput;
    std::vector<Instruction> list{make(Operation::Mov, 5, {temporary(kInput)}),
                                  make(Operation::Mov, kOutput, {temporary(kInput)}), make(Operation::End, 0, {})};
    QuadRun run(std::make_shared<const isa::Program>(isa::makeProgram(std::move(list), linkage)));
    run.bench.draw.state.fragmentWritesDepth = true;
    run.input(2) = {1, 2, 0.75f, 4};
    EXPECT_NE(run.output(), 0u);
    EXPECT_EQ(run.bench.quadPool[run.id].shadedDepth[2], 0.75f);
}

TEST(TimingGeneralShader, FragmentsOfADrawThatIsGivenUpHaveDefinedColors) {
    ShaderBench bench(quadSettings());
    bench.draw.dialect = vivante::dialect();
    const QuadId id = bench.quadPool.acquire();
    QuadInFlight& quad = bench.quadPool[id];
    quad.draw = &bench.draw;
    bench.draw.state.color.edit().targets[2].enabled = true;
    constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
    const auto color = [&](uint32_t target) -> QuadVectors& { return bench.quadPool.color(target, id); };
    for (uint32_t target = 0; target < gpu::kRenderTargets; ++target)
        color(target).fill({kNothing, kNothing, kNothing, kNothing});
    quad.shadedDepth.fill(kNothing);
    for (uint32_t f = 0; f < 4; ++f) bench.quadPool.input(1, id)[f] = {1, 2, 3, 4};
    // Its first half is shaded, the other comes to another thread after the draw was given up.
    ThreadReplay replay;
    ShaderElements first{.target = ShaderTarget::Fragment, .count = 2, .id = id};
    bench.shading.shade(ShaderTarget::Fragment, {&first, 1}, replay);
    bench.draw.givenUp = true;
    ShaderElements second{.target = ShaderTarget::Fragment, .first = 2, .count = 2, .id = id};
    bench.shading.shade(ShaderTarget::Fragment, {&second, 1}, replay);
    EXPECT_EQ(first.killed, 0u);
    EXPECT_EQ(second.killed, 0b1100);
    for (uint32_t f = 0; f < 4; ++f) {
        EXPECT_EQ(color(0)[f], (f < 2 ? func::Vec4{1, 2, 3, 4} : func::Vec4{})) << f;
        EXPECT_FALSE(std::isnan(color(2)[f][0])) << f;
    }
    EXPECT_EQ(quad.shadedDepth[3], 0.0f);
    EXPECT_TRUE(std::isnan(color(1)[3][0]));  // no target, not looked at
}

TEST(TimingGeneralShader, ALongProgramIsNoStall) {
    for (const uint64_t period : {1000u, 700u}) {
        ShaderBench bench(quadSettings(), true, period, 500);
        bench.draw.state.stages[gpu::Stage::Fragment].program = program({
            make(Operation::Mov, 1, {value(0.0f)}),
            make(Operation::Add, 1, {temporary(1), value(1.0f)}),
            branch(isa::Condition::Less, 1, temporary(1, {0, 0, 0, 0}), value(1000.0f)),
        });
        bench.quad(97);
        // The main clock's boxes have something to do; the shaders' clock has no signals.
        for (sim::Cycle cycle = 300; cycle < 20000; cycle += 300) bench.probe->consumer[cycle] = cycle / 300 % 2 == 0;
        EXPECT_NO_THROW(bench.run(20000));
        EXPECT_EQ(bench.probe->arrived.size(), 1u);
    }
}

TEST(TimingGeneralShader, SleepingChangesNothing) {
    for (const bool sleeping : {true, false}) {
        ShaderBench bench(quadSettings(), sleeping);
        bench.draw.state.stages[gpu::Stage::Fragment].program = program({
            make(Operation::Mov, 1, {value(0.0f)}),
            make(Operation::Add, 1, {temporary(1), value(1.0f)}),
            make(Operation::Sample, kOutput, {temporary(kInput)}),
            branch(isa::Condition::Less, 1, temporary(1, {0, 0, 0, 0}), value(3.0f)),
        });
        for (uint32_t q = 0; q < 3; ++q) bench.quad(97 + 3 * q);
        bench.run(2000);
        ASSERT_EQ(bench.probe->arrived.size(), 3u);
        static sim::Cycle last = bench.probe->arrived[2].cycle;
        EXPECT_EQ(bench.probe->arrived[2].cycle, last);
        EXPECT_EQ(bench.probe->sent[0].size(), 9u);
    }
}

}  // namespace
}  // namespace cyclorama::machine::timing
