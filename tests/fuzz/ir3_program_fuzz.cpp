// SPDX-License-Identifier: MIT
// Arbitrary bytes as a program of ir3: what decodes must survive its word and its text, and must run within its step
// limit whatever registers, constants, memory and jumps it names, with units that read all they are given.

#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <variant>
#include <vector>

#include "families/adreno/isa/codec.h"
#include "families/adreno/isa/executor.h"

namespace {

using namespace cyclorama::adreno::ir3;
using cyclorama::isa::forLanes;
using cyclorama::isa::WaveMask;

void require(bool condition) {
    if (!condition) std::abort();
}

/// Gives every lane sums of what it was asked with, so that every pointer is used.
class EchoUnits : public WaveUnits {
  public:
    void load(const GlobalRequest& request, std::span<LaneWords> data) override {
        require(data.size() == request.components || request.components > data.size());
        fill(request, data, [&](unsigned lane) { return static_cast<uint32_t>(request.address[lane]); });
    }
    void store(const GlobalRequest& request, std::span<const LaneWords> data) override { take(request, data); }
    void atomic(const GlobalRequest& request, const AtomicRequest& atomic, LaneWords& old) override {
        fill(request, std::span(&old, 1),
             [&](unsigned lane) { return atomic.operand->lane[lane] + atomic.comparand->lane[lane]; });
    }
    void loadUniform(const BufferRequest& request, std::span<LaneWords> data) override { buffer(request, data); }
    void loadBuffer(const BufferRequest& request, std::span<LaneWords> data) override { buffer(request, data); }
    void storeBuffer(const BufferRequest& request, std::span<const LaneWords> data) override { take(request, data); }
    void atomicBuffer(const BufferRequest& request, const AtomicRequest& atomic, LaneWords& old) override {
        fill(request, std::span(&old, 1),
             [&](unsigned lane) { return atomic.operand->lane[lane] + atomic.comparand->lane[lane]; });
    }
    void describeBuffer(const BufferRequest& request, std::span<LaneWords> data) override { buffer(request, data); }
    void locateDescriptor(const BufferRequest& request, std::span<LaneWords> data) override { buffer(request, data); }
    void sample(const TextureInstructionRequest& request, std::span<LaneWords> data) override {
        require(data.size() == 4);
        fill(request, data, [&](unsigned lane) {
            uint32_t sum = request.texture->lane[lane] + request.sampler->lane[lane];
            for (const LaneWords* words : request.coordinate) sum += words != nullptr ? words->lane[lane] : 0;
            for (const LaneWords* words : request.parameter) sum += words != nullptr ? words->lane[lane] : 0;
            return sum;
        });
    }
    void interpolate(const VaryingRequest& request, std::span<LaneWords> data) override {
        fill(request, data, [&](unsigned lane) {
            return request.i != nullptr ? request.i->lane[lane] + request.j->lane[lane] : request.location;
        });
    }

  private:
    template <typename Value>
    void fill(const Request& request, std::span<LaneWords> data, Value value) {
        forLanes(request.lanes, [&](unsigned lane) {
            for (LaneWords& words : data) words.lane[lane] = value(lane);
        });
    }
    void take(const Request& request, std::span<const LaneWords> data) {
        forLanes(request.lanes, [&](unsigned lane) {
            for (const LaneWords& words : data) sum_ += words.lane[lane];
        });
    }
    void buffer(const BufferRequest& request, std::span<LaneWords> data) {
        fill(request, data, [&](unsigned lane) {
            uint32_t sum = request.number->lane[lane];
            for (unsigned i = 0; i < request.coordinates; ++i) sum += request.coordinate[i]->lane[lane];
            return sum;
        });
    }

    uint32_t sum_ = 0;
};

void checkRoundTrips(uint64_t word) {
    const auto instruction = decode(word);
    const std::string text = disassemble(word);
    require(!text.empty());
    if (!instruction) return;
    const auto again = encode(*instruction);
    require(again && ((*again ^ word) & ~meaninglessBits(word)) == 0 && decode(*again) == instruction);
    // Not every text of a reserved encoding is understood, but what is must say the same.
    const auto assembled = assemble(text);
    if (const auto* other = std::get_if<Instruction>(&assembled)) require(disassemble(*other) == text);
}

void execute(std::span<const uint64_t> words, unsigned width, bool merged, Preamble preamble) {
    const Ir3Program program = makeProgram(words);
    static EchoUnits units;
    std::array<uint32_t, 300> constants{};
    for (uint32_t i = 0; i < constants.size(); ++i) constants[i] = i * 0x10001;
    std::array<std::byte, 40> local{};
    std::array<std::byte, 20> stage{};
    std::vector<Wave> waves(2, Wave(program, {.width = width, .mergedRegisters = merged}, WaveMask::first(width - 5)));
    constexpr uint64_t kSteps = 500;
    std::vector<WaveContext> contexts(2);
    for (size_t i = 0; i < waves.size(); ++i) {
        contexts[i] = {.constants = constants,
                       .local = local,
                       .stage = stage,
                       .units = &units,
                       .preamble = preamble,
                       .demotesConstants = merged,
                       .stepLimit = kSteps};
        for (unsigned lane = 0; lane < width; ++lane) {
            for (unsigned number = 0; number < 8; ++number) waves[i].setRegister(number, lane, lane * number * 0x3001);
        }
    }
    runGroup(program, waves, contexts);
    for (const Wave& wave : waves) require(wave.steps <= kSteps);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) return 0;
    const std::vector<uint64_t> words = programWords(std::as_bytes(std::span(data + 1, size - 1)));
    for (const uint64_t word : words) checkRoundTrips(word);
    require(programLength(words) <= words.size());
    const unsigned choice = data[0];
    execute(words, (choice & 1) != 0 ? 128 : 64, (choice & 2) != 0,
            (choice & 4) != 0 ? Preamble::First : Preamble::Skipped);
    return 0;
}
