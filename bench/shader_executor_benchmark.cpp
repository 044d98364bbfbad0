// SPDX-License-Identifier: MIT
// How fast shader programs run: instructions times lanes a second, for groups of one quad, four quads and full groups.

#include <benchmark/benchmark.h>

#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include "families/attila/isa/codec.h"
#include "isa/executor.h"

namespace {

using namespace cyclorama::isa;
namespace attila = cyclorama::attila;

constexpr std::string_view kTransform = R"(
    dp4 o0.x, i0, c0
    dp4 o0.y, i0, c1
    dp4 o0.z, i0, c2
    dp4 o0.w, i0, c3
    mov o1, i1
    mul o2, i2, c4
    add o3, i3, -c5 <- end)";

constexpr std::string_view kArithmetic = R"(
    mul r0, i0, i1
    mad r1, r0, i2, i3
    mad r0, r1, r0, i2
    mad r2.xyz, r0.yzxw, r1.zxyw, r0
    dp3 r3.x, r0, r1
    rsq r3.x, r3.x
    mul r2.xyz, r2, r3.x
    max r2, r2, i0
    mad_sat r1, r2, c0, c1
    mov o1, r1 <- end)";

constexpr std::string_view kPredicates = R"(
    setpgt p0, i0.x, i1.x
    (p0) mul r0, i0, i1
    (!p0) add r0, i0, i1
    slt r1, r0, i2
    cmp r2, -r1, r0, i3
    frc r3, r2
    mov o0, r3 <- end)";

constexpr std::string_view kTranscendental = R"(
    lg2 r0.x, i0.x
    mul r0.x, r0.x, i1.x
    ex2 r0.x, r0.x
    mov o0, r0.x <- end)";

void run(benchmark::State& state, std::string_view text) {
    auto source = attila::assembleProgram(text);
    if (const auto* error = std::get_if<attila::AssemblyError>(&source)) {
        state.SkipWithError(error->reason.c_str());
        return;
    }
    const Program program = makeProgram(std::get<std::vector<Instruction>>(source));
    const auto group = std::make_unique<ThreadGroup>();
    const int lanes = static_cast<int>(state.range(0));
    for (int lane = 0; lane < lanes; ++lane) {
        const float step = static_cast<float>(lane);
        for (unsigned i = 0; i < 4; ++i)
            group->setInput(lane, i, {0.1f * step + static_cast<float>(i), 0.2f, 0.3f, 1.0f});
    }
    const std::vector<Vec4> constants(64, Vec4{0.5f, 0.25f, 0.125f, 1.0f});
    ExecutionContext context;
    context.constants = constants;
    uint64_t executed = 0;
    for (auto _ : state) {
        group->start(program, lanes);
        executed += execute(program, *group, context).laneInstructions;
        benchmark::ClobberMemory();
    }
    state.counters["laneInstructions"] = benchmark::Counter(static_cast<double>(executed), benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(run, transform, kTransform)->Arg(4)->Arg(16)->Arg(64);
BENCHMARK_CAPTURE(run, arithmetic, kArithmetic)->Arg(4)->Arg(16)->Arg(64);
BENCHMARK_CAPTURE(run, predicates, kPredicates)->Arg(4)->Arg(16)->Arg(64);
BENCHMARK_CAPTURE(run, transcendental, kTranscendental)->Arg(4)->Arg(16)->Arg(64);

}  // namespace
