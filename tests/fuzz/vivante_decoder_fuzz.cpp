// SPDX-License-Identifier: MIT
// Arbitrary words as a Vivante program: its text must survive assembling, and what decodes must run within its step
// limit whatever registers, addresses, targets and memory it names.

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "families/vivante/isa/codec.h"
#include "func/texture/texture_operation.h"
#include "isa/executor.h"

namespace {

using namespace cyclorama::isa;
using cyclorama::func::Address;
using cyclorama::func::TextureOperation;
namespace vivante = cyclorama::vivante;

void require(bool condition) {
    if (!condition) std::abort();
}

/// Reads everything that it is given and writes everything that it may.
class EchoUnit : public TextureSampler, public MemoryAccess {
  public:
    void sample(const SampleRequest& request) override {
        for (size_t lane = 0; lane < static_cast<size_t>(request.lanes); ++lane) {
            float sum = request.parameter[lane];
            if (request.reference != nullptr) sum += request.reference[lane];
            for (size_t c = 0; c < kComponents; ++c) {
                if (request.operation == TextureOperation::SampleGradient)
                    sum += request.gradientX[c][lane] + request.gradientY[c][lane];
                request.result[c][lane] = request.coordinate[c][lane] + sum;
            }
        }
    }
    uint32_t load(Address address, unsigned bytes) override { return low(address) * bytes; }
    void store(Address address, unsigned bytes, uint32_t value) override { sum_ += low(address) + bytes + value; }
    uint32_t atomic(AtomicOperation, Address address, uint32_t operand, uint32_t comparand, bool) override {
        return sum_ += low(address) + operand + comparand;
    }

  private:
    static uint32_t low(Address address) { return static_cast<uint32_t>(address.offset()); }

    uint32_t sum_ = 0;
};

void run(const Program& program, int lanes) {
    static const std::unique_ptr<ThreadGroup> group = std::make_unique<ThreadGroup>();
    static EchoUnit unit;
    const std::array<Vec4, 8> constants{{{1, 2, 3, 4}, {-1, 0.5f, 1e30f, -1e-30f}, {0, 0, 0, 1}}};
    group->start(program, lanes);
    for (unsigned i = 0; i < kInterfaceRegisters; ++i) {
        for (int lane = 0; lane < lanes; ++lane) {
            ThreadGroup::set(group->inputOf(program, i), lane,
                             {static_cast<float>(lane), static_cast<float>(i), -1.5f, 0.25f});
        }
    }
    ExecutionContext context;
    context.constants = constants;
    context.sampler = &unit;
    context.memory = &unit;
    context.active = 0x5555;
    context.quads = true;
    constexpr uint64_t kSteps = 2000;
    context.stepLimit = kSteps;
    const ExecutionResult result = execute(program, *group, context);
    require(result.steps <= kSteps);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    constexpr size_t kInstructionBytes = vivante::kInstructionWords * sizeof(uint32_t);
    std::vector<uint32_t> words(size / kInstructionBytes * vivante::kInstructionWords);
    if (!words.empty()) std::memcpy(words.data(), data, words.size() * sizeof(uint32_t));
    vivante::DecodeOptions options;
    options.scalarIntegers = size % 2 != 0;
    for (uint8_t i = 0; i < 16; ++i) {
        options.linkage.inputs[i] = i;
        options.linkage.outputs[i] = static_cast<uint8_t>(i * 9);
    }
    for (size_t i = 0; i < words.size(); i += vivante::kInstructionWords) {
        const vivante::InstructionWords word{words[i], words[i + 1], words[i + 2], words[i + 3]};
        require(vivante::pack(vivante::unpack(word)) == word);
        const std::string text = vivante::disassemble(word);
        require(vivante::disassemble(std::get<vivante::InstructionWords>(vivante::assemble(text))) == text);
    }
    const vivante::DecodedProgram decoded = vivante::decodeProgram(words, options);
    for (const vivante::DecodeProblem& problem : decoded.problems) require(!problem.message().empty());
    run(decoded.program, 1 + static_cast<int>(words.size() / vivante::kInstructionWords % kMaxLanes));
    return 0;
}
