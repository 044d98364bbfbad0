// SPDX-License-Identifier: MIT
// A hostile driver on a chip of Vivante's: registers by their names, with values that are small, near to an address or
// anything, between what starts work with them: draws of both engines, resolves, blits, flushes, stalls. What is
// written up to then is a submission of its own, on top of a state that draws a textured triangle, or blits an image in
// 2D, and is executed by the functional or the timing machine on memory of 3 MiB in an address space of 4 GiB. Whatever
// comes of it, nothing outside of that memory is touched, and the run ends. Input: a byte that chooses chip and
// machine; then steps of a byte that chooses what is written and how, and what that needs: a register's number (two
// bytes) and a value of one to four bytes.

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "families/registry.h"
#include "families/vivante/chip/dialect.h"
#include "families/vivante/device/vivante_chip.h"
#include "machine/configuration/configuration.h"
#include "machine/functional/functional_machine.h"
#include "machine/timing/timing_machine.h"
#include "sim/error.h"
#include "sim/fault.h"
#include "vivante/vivante_stream.h"

namespace {

using namespace cyclorama;
using namespace cyclorama::vivante;

constexpr uint32_t kMemory = 0x00010000;
constexpr uint32_t kMemoryBytes = 0x00300000;
constexpr uint32_t kStreams = 0x00200000;
constexpr size_t kMostWords = 0x8000;
/// A draw of all of the largest picture would take seconds with sanitizers.
constexpr uint64_t kDrawWork = 1u << 20;
constexpr uint64_t kCycles = 40000;
constexpr uint32_t kInstructionWord = "SH.INST_MEM"_reg.word();

struct NoFrames final : machine::FrameSink {
    void present(const machine::PresentedFrame&) override {}
    void dump(const std::string&, const func::Picture&) override {}
};

/// Words of the state space that have a name.
std::vector<uint32_t> namedWords() {
    std::vector<uint32_t> words;
    for (uint32_t word = 0; word < kStateWords; ++word)
        if (findRegister(word)) words.push_back(word);
    // The instructions are so many that hardly anything else would be chosen; they have a step of their own.
    std::erase_if(words, [](uint32_t word) { return word >= kInstructionWord && word % 64 != 0; });
    return words;
}

class Input {
  public:
    explicit Input(std::span<const uint8_t> bytes) : bytes_(bytes) {}
    bool empty() const { return bytes_.empty(); }
    uint32_t take(size_t bytes) {
        uint32_t value = 0;
        for (size_t i = 0; i < bytes && !bytes_.empty(); ++i) {
            value |= uint32_t{bytes_.front()} << (8 * i);
            bytes_ = bytes_.subspan(1);
        }
        return value;
    }

  private:
    std::span<const uint8_t> bytes_;
};

uint32_t valueOf(Input& input, uint32_t how) {
    switch (how % 4) {
        case 0:
            return input.take(1);
        case 1:  // an address, which may lie beyond the end
            return kMemory + (input.take(2) << 6);
        case 2:  // a bit
            return 1u << (input.take(1) % 32);
        default:
            return input.take(4);
    }
}

/// A triangle over all of the target, with a texture on it.
Stream textured() {
    Stream stream = drawableState();
    stream.load("PA.VIEWPORT_OFFSET_X"_reg.word(), {32 << 16, 32 << 16}, true)
        .load(kInstructionWord + 1024, {0x07801018, 0x15000f20, 0, 0})  // texld t0, tex0.xyzw, t0.xyyy
        .set("PE.COLOR_ADDR"_reg, 0x100000)
        .set("TE.SAMPLER_CONFIG0"_reg, 2u | 7u << 13)
        .set("TE.SAMPLER_SIZE"_reg, 16u | 16u << 16)
        .set("TE.SAMPLER_LOG_SIZE"_reg, 4u << 5 | 4u << 15)
        .set("TE.SAMPLER_LOD_ADDR"_reg, 0x30000);
    return stream;
}

/// The state of a blit from one image of 64x64 pixels in A8R8G8B8 to another.
Stream blitting() {
    constexpr uint32_t kRowBytes = 64 * 4;
    constexpr uint32_t kBlit = 2 << 12;
    constexpr uint32_t kFormat = 6;
    Stream stream;
    stream.set("DE.SRC_ADDRESS"_reg, 0x30000)
        .set("DE.SRC_STRIDE"_reg, kRowBytes)
        .set("DE.SRC_CONFIG"_reg, kFormat << 24)
        .set("DE.DEST_ADDRESS"_reg, 0x100000)
        .set("DE.DEST_STRIDE"_reg, kRowBytes)
        .set("DE.DEST_CONFIG"_reg, kBlit | kFormat)
        .set("DE.ROP"_reg, 0xcccc | 3u << 20)
        .load("DE.CLIP_TOP_LEFT"_reg.word(), {0, 64 | 64 << 16});
    return stream;
}

/// DRAW_2D with up to three rectangles of coordinates below 256, and up to three words of a bitmap.
void draw2d(Input& input, Stream& stream) {
    const uint32_t counts = input.take(1);
    const uint32_t rectangles = counts % 4;
    const uint32_t bitmapWords = counts >> 2 & 3;
    std::vector<uint32_t> words{4u << 27 | bitmapWords << 16 | rectangles << 8, 0};
    for (uint32_t corner = 0; corner < 2 * rectangles; ++corner) words.push_back(input.take(1) | input.take(1) << 16);
    for (uint32_t word = 0; word < bitmapWords; ++word) words.push_back(input.take(4));
    stream.packet(words);
}

void writeVertices(mem::AddressSpace& memory) {
    constexpr std::array<float, 12> kPositions{-1, -1, 0, 1, 3, -1, 0.5f, 1, -1, 3, 1, 1};
    memory.write(0x20000, std::as_bytes(std::span(kPositions)));
}

/// Something that starts work.
void start(Input& input, Stream& stream) {
    switch (input.take(1) % 11) {
        case 10:
            stream.set("DE.VR_CONFIG"_reg, input.take(1));
            break;
        case 9:
            draw2d(input, stream);
            break;
        case 8:
            stream.drawTriangles(1);
            break;
        case 0:
            stream.packet({5u << 27, input.take(1) % 16, input.take(1), input.take(1)});
            break;
        case 1:
            stream.packet({6u << 27, input.take(1) % 16, input.take(1), input.take(1), input.take(1)});
            break;
        case 2: {
            const uint32_t kind = input.take(1);
            stream.packet({12u << 27 | (kind & 0xf) << 16 | (kind >> 4 & 1) << 20, input.take(1) | input.take(1) << 16,
                           input.take(1), input.take(1)});
            break;
        }
        case 3:
            stream.set("RS.KICKER"_reg, 0xbeebbeeb);
            break;
        case 4:
            stream.set("RS.KICKER_INPLACE"_reg, input.take(2));
            break;
        case 5:
            stream.set("BLT.COMMAND"_reg, input.take(1));
            break;
        case 6:
            stream.set("GL.FLUSH_CACHE"_reg, input.take(2));
            break;
        default:
            stream.stall(input.take(1) % 8, input.take(1) % 8);
            break;
    }
}

/// Executes one step of the input; true if it started work.
bool step(Input& input, Stream& stream, mem::AddressSpace& memory) {
    static const std::vector<uint32_t> kWords = namedWords();
    const uint32_t kind = input.take(1);
    const uint32_t how = kind >> 3;
    switch (kind % 8) {
        case 0:
        case 1:
        case 2:
        case 3:
            stream.set(kWords[input.take(2) % kWords.size()], valueOf(input, how));
            break;
        case 4: {  // an instruction
            const uint32_t at = input.take(1) % 128 * 4;
            const uint32_t first = input.take(4);
            stream.load(kInstructionWord + at, {first, input.take(4), input.take(4), input.take(4)});
            break;
        }
        case 5:
            memory.store(kMemory + (input.take(2) << 4), input.take(4));
            break;
        default:
            start(input, stream);
            return true;
    }
    return stream.words.size() > kMostWords;
}

machine::Configuration preset(const char* name) {
    machine::Configuration made =
        machine::Configuration::preset(name, CYCLORAMA_SOURCE_DIR "/chips", families::defaultConfiguration());
    made.set("MEMORYCONTROLLER.MemorySize=16");
    return made;
}

template <typename Run>
void execute(Input& input, const Stream& prepared, VivanteFrontEnd& frontEnd, mem::AddressSpace& memory,
             const Run& run) {
    writeVertices(memory);
    while (!input.empty()) {
        Stream stream = prepared;
        while (!input.empty() && !step(input, stream, memory)) {
        }
        const auto bytes = std::as_bytes(std::span(stream.words));
        memory.write(kStreams, bytes);
        frontEnd.submit(kStreams, static_cast<uint32_t>(bytes.size()));
        run();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const std::array kConfigurations{preset("gc2000"), preset("gc7000l"), preset("gc880"), preset("gc320")};
    static const std::array kPrepared{textured(), textured(), textured(), blitting()};
    if (size < 2) return 0;
    Input input(std::span(data, size));
    const uint32_t choice = input.take(1);
    const machine::Configuration& configuration = kConfigurations[choice % kConfigurations.size()];
    const Stream& prepared = kPrepared[choice % kPrepared.size()];
    sim::Findings findings;
    NoFrames frames;
    mem::AddressSpace memory{mem::FlatAddressSpace{}};
    memory.mappings()->mapZeros(kMemory, kMemoryBytes);
    VivanteFrontEnd frontEnd(vivante::vivanteChip(configuration), findings);
    try {
        if (choice < 0xc0) {
            machine::FunctionalMachine machine(configuration,
                                               {.threads = 1, .dialect = dialect(), .drawWorkLimit = kDrawWork}, frames,
                                               findings, memory);
            execute(input, prepared, frontEnd, memory, [&] { machine.run(frontEnd); });
        } else {
            machine::TimingMachine machine(
                family::topologyOf(families::all(), configuration), configuration,
                {.cycles = kCycles, .drawWorkLimit = kDrawWork, .drawCycleLimit = kCycles / 2}, frames, findings);
            execute(input, prepared, frontEnd, memory, [&] { machine.run(frontEnd, memory); });
        }
    } catch (const sim::Error&) {
    } catch (const sim::Deadlock&) {
    }
    return 0;
}
