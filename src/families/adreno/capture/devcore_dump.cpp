// SPDX-License-Identifier: MIT
#include "families/adreno/capture/devcore_dump.h"

#include <fmt/format.h>

#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "families/adreno/capture/buffers.h"
#include "families/adreno/capture/cluster_queues.h"
#include "families/adreno/capture/crash_place.h"
#include "families/adreno/capture/stream_dump.h"
#include "families/adreno/chip/generation.h"
#include "families/adreno/registers/register_joiner.h"
#include "families/adreno/registers/registers.h"
#include "families/adreno/stream/text.h"
#include "sim/error.h"

namespace cyclorama::adreno {
namespace {

std::vector<std::byte> bytesOf(const std::vector<uint32_t>& words) {
    std::vector<std::byte> bytes(words.size() * sizeof(uint32_t));
    if (!bytes.empty()) std::memcpy(bytes.data(), words.data(), bytes.size());
    return bytes;
}

void showRegisters(const RegisterSpace& space, std::span<const CrashedRegister> registers, std::ostream& out) {
    RegisterJoiner lines(space, [&](uint32_t offset, uint64_t value) {
        out << fmt::format("  {:08x} {}: {}\n", value, space.name(offset), describeRegister(space, offset, value));
    });
    for (const CrashedRegister& each : registers) lines.add(each.offset, each.value);
    lines.end();
}

/// Registers that the command processor's firmware keeps in its own memory, as the dump of that memory has them.
void showFirmwareRegisters(std::span<const uint32_t> memory, std::ostream& out) {
    // The sixth piece of 4096 words; the registers from 0x100 on hold what the firmware puts there.
    constexpr size_t kPiece = size_t{5} * 4096;
    constexpr uint32_t kFirst = 0x100;
    constexpr uint32_t kCount = 0x80;
    if (memory.size() < kPiece + kCount) return;
    std::vector<CrashedRegister> registers;
    for (uint32_t i = 0; i < kCount; ++i) registers.push_back({.offset = kFirst + i, .value = memory[kPiece + i]});
    showRegisters(firmwareRegisters(), registers, out);
}

/// The state of the processor that runs the firmware: where it is, and its registers.
void showFirmwareState(std::span<const uint32_t> state, std::ostream& out) {
    constexpr size_t kRegisters = 32;
    if (state.size() < kRegisters + 1) return;
    out << fmt::format("  program counter {:04x}\n", state[0]);
    for (size_t i = 1; i <= kRegisters; ++i)
        out << fmt::format("  ${:02x}: {:08x}{}", i, state[i], i % 4 == 0 ? "\n" : "");
}

/// Writes that waited for the clusters.
void showQueues(std::span<const uint32_t> memory, std::ostream& out) {
    for (const ClusterQueue& queue : readClusterQueues(memory)) {
        out << fmt::format("  {} writes wait for {}\n", queue.writes.size(), queue.cluster);
        for (const QueuedWrite& write : queue.writes) {
            const RegisterSpace& space = write.pipe ? pipeRegisters() : gpuRegisters();
            const std::optional<RegisterPlace> place = space.find(write.offset);
            const bool bare = write.pipe && place && place->info->value.form == ValueForm::Undescribed;
            out << fmt::format("    context {}, {:05x}{}\n", write.context, write.offset,
                               bare ? " " + space.name(write.offset) : "");
            if (!bare)
                out << fmt::format("      {}: {}\n", space.name(write.offset),
                                   describeRegister(space, write.offset, write.value));
        }
    }
}

class CrashText {
  public:
    CrashText(const CrashDump& crash, std::ostream& out) : crash_(crash), out_(out) {}

    void show(const StreamWalk::Settings& settings) {
        for (const std::string& note : crash_.notes) out_ << note << '\n';
        showMemory();
        out_ << "registers\n";
        showRegisters(gpuRegisters(), crash_.registers, out_);
        showStream(settings);
        out_ << "registers of the power management unit\n";
        showRegisters(gmuRegisters(), crash_.gmuRegisters, out_);
        showBlocks();
        for (const CrashedCluster& cluster : crash_.clusters) {
            out_ << fmt::format("registers of {}, context {}\n", cluster.name, cluster.context);
            showRegisters(gpuRegisters(), cluster.registers, out_);
        }
        for (const auto& [name, lines] : crash_.others) out_ << fmt::format("{}: {} lines, not decoded\n", name, lines);
    }

  private:
    void showMemory() {
        for (const CrashedRing& ring : crash_.rings)
            out_ << fmt::format("ring {}: {:#x}, {} bytes, read up to word {}, written up to word {}{}\n", ring.id,
                                ring.address, ring.bytes, ring.readPosition, ring.writePosition,
                                ring.words.empty() ? ", without content" : "");
        for (const CrashedBuffer& buffer : crash_.buffers) {
            out_ << fmt::format("buffer {:#x}, {} bytes{}{}\n", buffer.address, buffer.bytes,
                                buffer.name.empty() ? "" : ", " + buffer.name,
                                buffer.words.empty() ? ", without content" : "");
            if (!buffer.words.empty()) buffers_.add(buffer.address, bytesOf(buffer.words), buffer.bytes);
        }
    }

    void showStream(const StreamWalk::Settings& settings) {
        StreamDump dump(buffers_, out_, settings);
        showStop(dump, 1);
        showStop(dump, 2);
        const std::optional<uint64_t> base = crash_.value64("CP_RB_BASE"_reg.word());
        for (const CrashedRing& ring : crash_.rings) {
            if (!base || ring.address != *base) continue;
            const std::vector<uint32_t> words = unreadWords(ring);
            out_ << fmt::format("stream of ring {}: {} words\n", ring.id, words.size());
            dump.stream(ring.address, words);
        }
    }

    /// The place in an indirect buffer of a level that the chip had come to.
    void showStop(StreamDump& dump, int level) {
        const std::optional<StreamDump::Stop> stop = stopOf(crash_, level);
        if (!stop) return;
        out_ << fmt::format("the chip stood in the indirect buffer of level {} at {:#x}, {} words before its end\n",
                            level, stop->buffer, stop->wordsLeft);
        dump.mark(*stop);
    }

    void showBlocks() {
        for (const CrashedBlock& block : crash_.blocks) {
            out_ << fmt::format("{}: {} words\n", block.name, block.words.size());
            // Older kernels have the first name.
            if (block.name == "CP_SEQ_STAT" || block.name == "CP_SQE_STAT") showFirmwareState(block.words, out_);
            // Older kernels misspell this one, too.
            if (block.name == "CP_MEMPOOL" || block.name == "CP_MEMPOOOL") showQueues(block.words, out_);
            if (block.name == "CP_UCODE_DBG_DATA") showFirmwareRegisters(block.words, out_);
        }
    }

    const CrashDump& crash_;
    std::ostream& out_;
    Buffers buffers_;
};

}  // namespace

void dumpCrash(const CrashDump& crash, const std::string& name, std::ostream& out,
               const StreamWalk::Settings& settings) {
    if (!crash.chipId || !generationOf(*crash.chipId))
        throw sim::Error(name, "", "is no crash dump of an Adreno of the sixth generation");
    out << fmt::format("{}: crash dump of an Adreno GPU, chip {:#010x}\n", name, *crash.chipId);
    CrashText(crash, out).show(settings);
}

}  // namespace cyclorama::adreno
