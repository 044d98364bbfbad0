// SPDX-License-Identifier: MIT
// The compute programs that come with Mesa's computerator, which say themselves what they put into their buffer.

#include <algorithm>
#include <fstream>
#include <functional>
#include <ostream>
#include <sstream>

#include "adreno/ir3_program.h"
#include "adreno/mesa_sources.h"
#include "support/expressions.h"

namespace cyclorama::adreno::ir3 {
namespace {

constexpr uint64_t kBufferAddress = 0x1'0000'1000;

/// One buffer, by descriptor 0 and by address; fibers come one after the other.
class OneBuffer : public WaveUnits {
  public:
    void loadBuffer(const BufferRequest& request, std::span<LaneWords> data) override {
        forWords(request, data, [](uint32_t& word, uint32_t& memory) { word = memory; });
    }
    void storeBuffer(const BufferRequest& request, std::span<const LaneWords> data) override {
        forWords(request, data, [](const uint32_t& word, uint32_t& memory) { memory = word; });
    }
    void load(const GlobalRequest& request, std::span<LaneWords> data) override {
        forBytes(request, data, [](uint32_t& word, uint32_t& memory) { word = memory; });
    }
    void store(const GlobalRequest& request, std::span<const LaneWords> data) override {
        forBytes(request, data, [](const uint32_t& word, uint32_t& memory) { memory = word; });
    }

    std::vector<uint32_t> words;
    std::vector<uint32_t> privateWords = std::vector<uint32_t>(64 * 16);

  private:
    template <typename Data, typename Use>
    void forWords(const BufferRequest& request, Data data, Use use) {
        isa::forLanes(request.lanes, [&](unsigned lane) {
            for (size_t c = 0; c < data.size(); ++c) {
                const size_t place = request.coordinate[0]->lane[lane] + c;
                if (place < words.size()) use(data[c].lane[lane], words[place]);
            }
        });
    }
    template <typename Data, typename Use>
    void forBytes(const GlobalRequest& request, Data data, Use use) {
        isa::forLanes(request.lanes, [&](unsigned lane) {
            for (size_t c = 0; c < data.size(); ++c) {
                const uint64_t from = request.isPrivate ? 0 : kBufferAddress;
                const size_t place = (request.address[lane] - from) / 4 + c + (request.isPrivate ? lane * 16 : 0);
                std::vector<uint32_t>& memory = request.isPrivate ? privateWords : words;
                if (place < memory.size()) use(data[c].lane[lane], memory[place]);
            }
        });
    }
};

/// A program's text with what its lines "@..." say.
struct Example {
    std::string text;
    unsigned fibers = 1;
    std::vector<uint32_t> buffer;
    unsigned addressConstant = 0;
    bool hasAddress = false;
};

void readDirective(const std::string& line, Example& example) {
    const ExpressionMatch size = Expression(R"(^@localsize (\d+))").find(line);
    const ExpressionMatch buffer = Expression(R"(^@buf (\d+)(?: \(c(\d+)\.x\))?([^;(]*))").find(line);
    if (!size.empty()) {
        example.fibers = static_cast<unsigned>(std::stoul(size[1]));
    } else if (!buffer.empty()) {
        example.buffer.resize(std::stoul(buffer[1]));
        example.hasAddress = !buffer[2].empty();
        if (example.hasAddress) example.addressConstant = static_cast<unsigned>(std::stoul(buffer[2])) * 4;
        std::string values = buffer[3];
        std::ranges::replace(values, ',', ' ');
        std::istringstream numbers(values);
        for (uint32_t& word : example.buffer) numbers >> word;
    }
}

Example readExample(const std::filesystem::path& path) {
    Example example;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("@")) {
            readDirective(line, example);
        } else if (line == "nop(sy)") {
            example.text += "nop\n(sy)";  // the mark is that of the next instruction
        } else {
            example.text += line + "\n";
        }
    }
    return example;
}

struct Expectation {
    const char* name;
    std::function<uint32_t(uint32_t)> word;  ///< by its number
};

void PrintTo(const Expectation& expectation, std::ostream* out) { *out << expectation.name; }

class MesaExample : public testing::TestWithParam<Expectation> {};

TEST_P(MesaExample, ComputesWhatItSays) {
    const std::filesystem::path path =
        mesaFile("25.0.7", std::string("computerator/examples/") + GetParam().name + ".asm");
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "no " << path << ": scripts/setup/mesa puts it there";
    const Example example = readExample(path);
    ASSERT_FALSE(example.buffer.empty());
    OneBuffer units;
    units.words = example.buffer;
    std::array<std::byte, 1024> local{};
    WaveRun run(example.text, {.registers = 64}, isa::WaveMask::first(example.fibers));
    run.context.units = &units;
    run.context.local = run.context.stage = local;
    run.context.preamble = Preamble::First;
    if (example.hasAddress) {
        run.constants[example.addressConstant] = static_cast<uint32_t>(kBufferAddress);
        run.constants[example.addressConstant + 1] = static_cast<uint32_t>(kBufferAddress >> 32);
    }
    ASSERT_EQ(run.go(), WaveStatus::Finished);
    for (uint32_t i = 0; i < units.words.size(); ++i) EXPECT_EQ(units.words[i], GetParam().word(i)) << i;
}

const Expectation kExpectations[] = {
    {"simple", [](uint32_t i) { return i == 0 ? 0x12345678u : 0u; }},
    {"branch", [](uint32_t i) { return i == 0 ? 0x87654321u : 0x12345678u; }},
    {"invocationid", [](uint32_t i) { return i; }},
    {"localmem", [](uint32_t) { return 5u; }},
    {"pvtmem", [](uint32_t i) { return i == 0 ? 0x12345678u : 0u; }},
    {"stg_ldg_offset", [](uint32_t i) { return i >= 64      ? 0u
                                               : i % 4 == 2 ? 0xffu
                                               : i % 4 == 1 ? 0x100u
                                                            : 0u; }},
    {"early_preamble", [](uint32_t i) { return i + 1; }},
    {"buf-init", [](uint32_t i) { return i + 6; }},
};

std::string nameOfExample(const testing::TestParamInfo<Expectation>& example) {
    std::string name = example.param.name;
    std::ranges::replace(name, '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Ir3, MesaExample, testing::ValuesIn(kExpectations), nameOfExample);

}  // namespace
}  // namespace cyclorama::adreno::ir3
