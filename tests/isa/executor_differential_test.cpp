// SPDX-License-Identifier: MIT
// The executor against a scalar reference, on random instructions and random registers.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <memory>
#include <random>
#include <sstream>

#include "families/attila/isa/codec.h"
#include "isa/executor.h"
#include "isa/scalar_reference.h"

namespace cyclorama::isa {
namespace {

using Random = std::mt19937_64;

float specialValue(Random& random) {
    constexpr uint32_t kBits[] = {0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000,
                                  0xffc00000, 0x00000001, 0x80000001, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x3f000000,
                                  0x4b000000, 0xcb000001, 0x4f000000, 0xcf000000, 0x4afffffe, 0x7fa00000};
    return std::bit_cast<float>(kBits[random() % std::size(kBits)]);
}

/// A register value: special, any bits at all, or an everyday number.
float randomValue(Random& random, unsigned mode) {
    switch (mode) {
        case 0:
            return specialValue(random);
        case 1:
            return std::bit_cast<float>(static_cast<uint32_t>(random()));
        default:
            return static_cast<float>(static_cast<int>(random() % 20001) - 10000) / (mode == 2 ? 1000.0f : 50000.0f);
    }
}

bool same(float a, float b) {
    return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b) || (std::isnan(a) && std::isnan(b));
}

class Differential {
  public:
    explicit Differential(uint64_t seed) : random_(seed) {}

    /// A random instruction word that decodes, without what the reference does not do; registers mostly exist.
    Instruction instruction() {
        while (true) {
            const uint8_t code = attila::instructionTable()[random_() % attila::instructionTable().size()].code;
            attila::Word word;
            for (std::byte& byte : word) byte = static_cast<std::byte>(random_());
            word[0] = static_cast<std::byte>(code);
            if (random_() % 4 != 0) word[5] &= std::byte{0xfe};  // fewer relative constants
            const auto decoded = attila::decode(word);
            if (!std::holds_alternative<Instruction>(decoded)) continue;
            Instruction result = std::get<Instruction>(decoded);
            const OperationKind kind = operationInfo(result.operation).kind;
            if (isLoad(result) || kind == OperationKind::Derivative || kind == OperationKind::Jump) continue;
            fit(result);
            return result;
        }
    }

    void randomize(ScalarThread& thread, unsigned mode, bool smallAddresses) {
        const auto fill = [&](auto& registers) {
            for (Vec4& reg : registers) {
                for (float& component : reg) component = randomValue(random_, mode);
            }
        };
        fill(thread.inputs);
        fill(thread.outputs);
        fill(thread.temporaries);
        fill(thread.addresses);
        if (smallAddresses) {
            for (Vec4& reg : thread.addresses) {
                for (float& component : reg)
                    component = std::bit_cast<float>(static_cast<int32_t>(random_() % 700) - 300);
            }
        }
        for (bool& predicate : thread.predicates) predicate = random_() % 2 != 0;
        for (bool& killed : thread.killed) killed = random_() % 4 == 0;
        for (float& depth : thread.depths) depth = randomValue(random_, 2);
        thread.currentSample = static_cast<uint32_t>(random_() % (kSamples + 2));
        for (FixedPoint& value : thread.accumulator) {
            value = {.sign = static_cast<int8_t>(random_() % 2 != 0 ? 1 : -1),
                     .integer = random_() & 0xffffffff,
                     .fraction = random_() << 32};
        }
    }

    Random& random() { return random_; }

  private:
    void fit(Instruction& instruction) {
        instruction.end = false;
        if (random_() % 16 == 0) return;
        const auto wrap = [](auto& operand) {
            if (const unsigned count = registerCount(operand.bank))
                operand.index = static_cast<uint16_t>(operand.index % count);
        };
        for (SourceOperand& source : instruction.sources) wrap(source);
        wrap(instruction.destination);
        instruction.relativeAddress.addressRegister %= kAddressRegisters;
        instruction.unit = static_cast<uint16_t>(instruction.unit % kSamples);
    }

    Random random_;
};

void load(ThreadGroup& group, int lane, const ScalarThread& thread) {
    const size_t i = static_cast<size_t>(lane);
    for (size_t r = 0; r < kInputRegisters; ++r) ThreadGroup::set(group.inputs[r], lane, thread.inputs[r]);
    for (size_t r = 0; r < kOutputRegisters; ++r) ThreadGroup::set(group.outputs[r], lane, thread.outputs[r]);
    for (size_t r = 0; r < kTemporaryRegisters; ++r)
        ThreadGroup::set(group.temporaries[r], lane, thread.temporaries[r]);
    for (size_t r = 0; r < kAddressRegisters; ++r) ThreadGroup::set(group.addresses[r], lane, thread.addresses[r]);
    for (size_t r = 0; r < kPredicateRegisters; ++r) group.predicates[r].lane[i] = thread.predicates[r] ? ~0u : 0u;
    for (size_t s = 0; s < kSamples; ++s) {
        group.killedSamples[s].lane[i] = thread.killed[s] ? ~0u : 0u;
        group.depths[s].lane[i] = thread.depths[s];
    }
    group.currentSample[i] = thread.currentSample;
    for (size_t c = 0; c < kComponents; ++c) group.accumulator[c][i] = thread.accumulator[c];
}

/// Empty if the lane's registers are those of the thread.
std::string difference(const ThreadGroup& group, int lane, const ScalarThread& thread) {
    const size_t i = static_cast<size_t>(lane);
    std::ostringstream text;
    const auto compare = [&](const auto& registers, const auto& expected, char bank) {
        for (size_t r = 0; r < expected.size(); ++r) {
            for (size_t c = 0; c < kComponents; ++c) {
                const float actual = registers[r][c].lane[i];
                if (same(actual, expected[r][c])) continue;
                text << bank << r << '.' << "xyzw"[c] << " is " << actual << ", not " << expected[r][c] << "; ";
            }
        }
    };
    compare(group.outputs, thread.outputs, 'o');
    compare(group.temporaries, thread.temporaries, 'r');
    compare(group.addresses, thread.addresses, 'a');
    for (size_t r = 0; r < kPredicateRegisters; ++r) {
        if ((group.predicates[r].lane[i] != 0) != thread.predicates[r]) text << "predicate " << r << "; ";
    }
    for (size_t s = 0; s < kSamples; ++s) {
        if ((group.killedSamples[s].lane[i] != 0) != thread.killed[s]) text << "killed sample " << s << "; ";
        if (!same(group.depths[s].lane[i], thread.depths[s])) text << "depth " << s << "; ";
    }
    if (group.currentSample[i] != thread.currentSample) text << "current sample; ";
    for (size_t c = 0; c < kComponents; ++c) {
        const FixedPoint &a = group.accumulator[c][i], &b = thread.accumulator[c];
        if (a.sign != b.sign || a.integer != b.integer || a.fraction != b.fraction) text << "accumulator " << c << "; ";
    }
    return text.str();
}

TEST(ExecutorDifferential, SingleInstructions) {
    constexpr int kRuns = 40'000;
    Differential differential(31);
    auto group = std::make_unique<ThreadGroup>();
    std::array<int, 256> seen{};
    for (int run = 0; run < kRuns; ++run) {
        const Program program = makeProgram({differential.instruction(), Instruction{.operation = Operation::End}});
        const Instruction& instruction = program.instructions[0];
        const int lanes = 1 + static_cast<int>(differential.random()() % 11);
        const unsigned mode = static_cast<unsigned>(differential.random()() % 4);
        std::vector<Vec4> constants(400);
        for (Vec4& constant : constants) {
            for (float& component : constant) component = randomValue(differential.random(), mode);
        }
        std::vector<ScalarThread> threads(static_cast<size_t>(lanes));
        group->start(program, lanes);
        for (int lane = 0; lane < lanes; ++lane) {
            differential.randomize(threads[static_cast<size_t>(lane)], mode, program.resources.relativeConstants);
            load(*group, lane, threads[static_cast<size_t>(lane)]);
        }
        ExecutionContext context;
        context.constants = constants;
        ASSERT_EQ(execute(program, *group, context).status, ExecutionStatus::Finished);
        const ScalarReference reference(constants);
        for (int lane = 0; lane < lanes; ++lane) {
            ScalarThread& thread = threads[static_cast<size_t>(lane)];
            reference.step(instruction, thread);
            ASSERT_EQ(difference(*group, lane, thread), "") << attila::disassemble(instruction) << ", lane " << lane;
        }
        ++seen[instruction.opcode];
    }
    for (const attila::OpcodeRow& row : attila::instructionTable()) {
        const OperationKind kind = operationInfo(row.operation).kind;
        const bool excluded = kind == OperationKind::Texture || kind == OperationKind::Attribute ||
                              kind == OperationKind::Derivative || kind == OperationKind::Jump;
        EXPECT_EQ(seen[row.code] > 20, !excluded) << row.name;
    }
}

/// True if the bits of a not-a-number, which are left open, could become a number again: in an integer or an address.
bool revealsNanBits(const Instruction& instruction) {
    return instruction.type == DataType::Signed32 ||
           operationInfo(instruction.operation).kind == OperationKind::Accumulator ||
           (instruction.destination.bank == RegisterBank::Address &&
            instruction.operation != Operation::FloorToIntegers);
}

/// Programs with forward jumps; each thread of the reference has its own program counter.
TEST(ExecutorDifferential, ProgramsWithJumps) {
    constexpr int kRuns = 400;
    constexpr int kLength = 40;
    Differential differential(77);
    Random& random = differential.random();
    auto group = std::make_unique<ThreadGroup>();
    uint64_t parted = 0;
    for (int run = 0; run < kRuns; ++run) {
        std::vector<Instruction> instructions;
        while (instructions.size() < kLength) {
            if (random() % 6 == 0) {
                Instruction jump{.operation = Operation::GroupJump};
                jump.sources[0] = {.bank = RegisterBank::Predicate, .index = static_cast<uint16_t>(random() % 4)};
                jump.jumpOffset = 1 + static_cast<int32_t>(random() % 9);
                instructions.push_back(jump);
                continue;
            }
            Instruction instruction = differential.instruction();
            if (revealsNanBits(instruction)) continue;
            if (instruction.destination.bank == RegisterBank::Predicate) instruction.destination.index %= 4;
            instructions.push_back(instruction);
        }
        instructions.resize(kLength + 10, Instruction{.operation = Operation::End});
        const Program program = makeProgram(instructions);
        std::vector<Vec4> constants(512);
        for (Vec4& constant : constants) {
            for (float& component : constant) component = randomValue(random, 2);
        }
        constexpr int kLanes = 16;
        std::vector<ScalarThread> threads(kLanes);
        group->start(program, kLanes);
        for (int lane = 0; lane < kLanes; ++lane) {
            differential.randomize(threads[static_cast<size_t>(lane)], 2, true);
            load(*group, lane, threads[static_cast<size_t>(lane)]);
        }
        ExecutionContext context;
        context.constants = constants;
        const ExecutionResult result = execute(program, *group, context);
        ASSERT_EQ(result.status, ExecutionStatus::Finished);
        parted += result.steps * kLanes != result.laneInstructions;
        const ScalarReference reference(constants);
        for (int lane = 0; lane < kLanes; ++lane) {
            ScalarThread& thread = threads[static_cast<size_t>(lane)];
            for (size_t next = 0; instructions[next].operation != Operation::End;) {
                const Instruction& instruction = instructions[next];
                const bool jumps =
                    instruction.operation == Operation::GroupJump && thread.predicates[instruction.sources[0].index];
                if (instruction.operation != Operation::GroupJump) reference.step(instruction, thread);
                next += jumps ? static_cast<size_t>(instruction.jumpOffset) : 1;
            }
            ASSERT_EQ(difference(*group, lane, thread), "") << attila::disassemble(program) << "lane " << lane;
        }
    }
    EXPECT_GT(parted, kRuns / 2u);
}

}  // namespace
}  // namespace cyclorama::isa
