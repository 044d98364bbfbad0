// SPDX-License-Identifier: MIT
// Arbitrary bytes as a shader program: what decodes must survive text and word, and must run within its step limit
// whatever registers, constants and jumps it names.

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <variant>

#include "families/attila/isa/codec.h"
#include "isa/executor.h"

namespace {

using namespace cyclorama::isa;
namespace attila = cyclorama::attila;

/// Writes what it was asked for, so that every pointer is used.
class EchoUnit : public TextureSampler, public AttributeLoader {
  public:
    void sample(const SampleRequest& request) override {
        for (size_t lane = 0; lane < static_cast<size_t>(request.lanes); ++lane) {
            for (size_t c = 0; c < kComponents; ++c) {
                request.result[c][lane] = request.coordinate[c][lane] + request.parameter[lane];
            }
        }
    }
    void load(const AttributeRequest& request) override {
        for (size_t lane = 0; lane < static_cast<size_t>(request.lanes); ++lane) {
            for (size_t c = 0; c < kComponents; ++c) request.result[c][lane] = request.index[lane];
        }
    }
};

void require(bool condition) {
    if (!condition) std::abort();
}

void checkRoundTrips(const Program& program) {
    for (const Instruction& instruction : program.instructions) {
        require(std::get<Instruction>(attila::decode(attila::encode(instruction))) == instruction);
        require(std::get<Instruction>(attila::assemble(attila::disassemble(instruction))) == instruction);
    }
}

void run(const Program& program, int lanes, int branchGranularity) {
    static const std::unique_ptr<ThreadGroup> group = std::make_unique<ThreadGroup>();
    static EchoUnit unit;
    const std::array<Vec4, 8> constants{{{1, 2, 3, 4}, {-1, 0.5f, 1e30f, -1e-30f}, {0, 0, 0, 1}}};
    group->start(program, lanes);
    for (int lane = 0; lane < lanes; ++lane) {
        for (unsigned i = 0; i < kInputRegisters; ++i) {
            group->setInput(lane, i, {static_cast<float>(lane), static_cast<float>(i), -1.5f, 0.25f});
        }
    }
    ExecutionTrace trace;
    constexpr uint64_t kSteps = 2000;
    const ExecutionContext context{.constants = constants,
                                   .relativeConstants = std::span(constants).subspan(1),
                                   .sampler = &unit,
                                   .attributes = &unit,
                                   .active = 0x5555,
                                   .quads = true,
                                   .branchGranularity = branchGranularity,
                                   .stepLimit = kSteps,
                                   .trace = &trace};
    const ExecutionResult result = execute(program, *group, context);
    require(result.steps == trace.steps.size() && result.steps <= kSteps);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto decoded = attila::decodeProgram(std::as_bytes(std::span(data, size)));
    if (const auto* error = std::get_if<attila::DecodeError>(&decoded)) {
        require(!error->message().empty());
        return 0;
    }
    const Program& program = std::get<Program>(decoded);
    checkRoundTrips(program);
    const size_t instructions = program.instructions.size();
    run(program, 1 + static_cast<int>(instructions % kMaxLanes), 1 << instructions % 7);
    return 0;
}
