// SPDX-License-Identifier: MIT
#include "families/adreno/capture/stream_dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <vector>

#include "families/adreno/isa/codec.h"
#include "families/adreno/registers/descriptors.h"
#include "families/adreno/registers/register_joiner.h"
#include "families/adreno/registers/registers.h"
#include "families/adreno/stream/text.h"

namespace cyclorama::adreno {
namespace {

constexpr size_t kWordsALine = 8;

/// Words of the structures that indirect draws and dispatches read.
constexpr std::array<std::string_view, 4> kDrawParameters = {"VERTEX_COUNT", "INSTANCE_COUNT", "FIRST_VERTEX",
                                                             "FIRST_INSTANCE"};
constexpr std::array<std::string_view, 5> kIndexedDrawParameters = {"INDEX_COUNT", "INSTANCE_COUNT", "FIRST_INDEX",
                                                                    "VERTEX_OFFSET", "FIRST_INSTANCE"};
constexpr std::array<std::string_view, 3> kDispatchParameters = {"NGROUPS_X", "NGROUPS_Y", "NGROUPS_Z"};

uint64_t pairOf(std::span<const uint32_t> words, size_t low) {
    return low + 1 < words.size() ? words[low] | static_cast<uint64_t>(words[low + 1]) << 32 : 0;
}

/// Words up to the end of what is there, at most `most`.
std::vector<uint32_t> readWords(const Buffers& buffers, uint64_t address, size_t most) {
    const std::span<const std::byte> bytes = buffers.from(address);
    std::vector<uint32_t> words(std::min(most, bytes.size() / sizeof(uint32_t)));
    if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * sizeof(uint32_t));
    return words;
}

/// The words of a descriptor.
std::span<const RegisterInfo> rowsOf(LoadedState state) {
    if (state == LoadedState::Samplers) return kSamplerWords;
    if (state == LoadedState::UniformBuffers) return kUniformBufferWords;
    return kTextureWords;
}

/// CP_DRAW_INDIRECT_MULTI, as its opcode shapes it.
struct IndirectDraws {
    bool indexed = false;
    uint32_t count = 0;
    uint32_t stride = 0;
    uint64_t parameters = 0;
    /// 0 where the packet alone counts.
    uint64_t countAddress = 0;

    static IndirectDraws decode(std::span<const uint32_t> words) {
        const uint32_t opcode = words.size() > 1 ? words[1] & 0xf : 0;
        const bool counted = opcode == 6 || opcode == 7;
        const bool indexed = opcode == 4 || opcode == 7;
        const size_t parameters = indexed ? 6 : 3;
        const size_t stride = parameters + (counted ? 4 : 2);
        return {.indexed = indexed,
                .count = words.size() > 2 ? words[2] : 0,
                .stride = stride < words.size() ? words[stride] : 0,
                .parameters = pairOf(words, parameters),
                .countAddress = counted ? pairOf(words, parameters + 2) : 0};
    }
};

}  // namespace

void StreamDump::begin(uint64_t address, uint32_t depth) {
    out_ << fmt::format("{:016x}: {:{}}", address, "", 2 * depth);
}

void StreamDump::beginDetail(uint32_t depth) { out_ << fmt::format("{:{}}", "", 22 + 2 * depth); }

void StreamDump::mark(const Stop& stop) { stops_.push_back(stop); }

void StreamDump::showStop(const Packet& packet) {
    const uint64_t end = packet.address + (packet.words.size() + 1) * sizeof(uint32_t);
    for (const uint64_t stop : stopAddresses_)
        if (packet.address <= stop && stop < end) {
            beginDetail(packet.depth);
            out_ << "about here the chip stood, in one of the runs of this buffer\n";
        }
}

void StreamDump::noteStop(const Packet& packet) {
    const uint64_t address = pairOf(packet.words, 0);
    const uint32_t words = packet.words.size() > 2 ? packet.words[2] & 0xfffff : 0;
    for (const Stop& stop : stops_)
        if (stop.buffer == address && stop.wordsLeft <= words)
            stopAddresses_.insert(address + uint64_t{words - stop.wordsLeft} * sizeof(uint32_t));
}

void StreamDump::packet(const Packet& packet) {
    showStop(packet);
    if (packet.header.kind == PacketHeader::Kind::RegisterWrite)
        showRegisterWrite(packet);
    else
        showCommand(packet);
}

void StreamDump::showRegisterWrite(const Packet& packet) {
    begin(packet.address, packet.depth);
    out_ << fmt::format("write {} ({:04x}), {} words\n", gpuRegisters().name(packet.header.number),
                        packet.header.number, packet.words.size());
    RegisterJoiner lines(gpuRegisters(),
                         [&](uint32_t offset, uint64_t value) { showRegister(offset, value, packet.depth); });
    for (uint32_t i = 0; i < packet.words.size(); ++i) lines.add(packet.header.number + i, packet.words[i]);
    lines.end();
}

void StreamDump::showRegister(uint32_t offset, uint64_t value, uint32_t depth) {
    beginDetail(depth);
    out_ << fmt::format("{}: {}\n", gpuRegisters().name(offset), describeRegister(gpuRegisters(), offset, value));
}

void StreamDump::showCommand(const Packet& packet) {
    const PacketInfo* info = findPacket(packet.header.number);
    const auto opcode = static_cast<Opcode>(packet.header.number);
    if (opcode == Opcode::IndirectBuffer) noteStop(packet);
    begin(packet.address, packet.depth);
    out_ << fmt::format("{} ({:02x}), {} words\n", info != nullptr ? info->name : "unknown opcode",
                        packet.header.number, packet.words.size());
    size_t described = 0;
    if (info != nullptr) {
        for (const std::string& line : describeWords(*info, packet.words)) {
            beginDetail(packet.depth);
            out_ << line << '\n';
        }
        described = describedWords(*info, packet.words);
    }
    if (opcode == Opcode::ContextRegisterBunch) {
        RegisterJoiner lines(gpuRegisters(),
                             [&](uint32_t offset, uint64_t value) { showRegister(offset, value, packet.depth); });
        for (size_t i = 0; i + 1 < packet.words.size(); i += 2) lines.add(packet.words[i], packet.words[i + 1]);
        lines.end();
        described = packet.words.size();
    } else if (opcode == Opcode::RegisterWrite && packet.words.size() >= 3) {
        showRegister(packet.words[1] & 0x3ffff, packet.words[2], packet.depth);
    } else if (opcode == Opcode::LoadState || opcode == Opcode::LoadStateGeometry ||
               opcode == Opcode::LoadStateFragment) {
        if (const std::optional<LoadState> load = LoadState::decode(packet.words)) {
            showLoad(*load, packet.words.subspan(3), packet.depth);
            if (load->source == LoadSource::Direct) described = packet.words.size();
        }
    }
    showWords(packet.words.subspan(described), described, packet.depth);
}

void StreamDump::showWords(std::span<const uint32_t> words, size_t first, uint32_t depth) {
    for (size_t at = 0; at < words.size(); at += kWordsALine) {
        beginDetail(depth);
        out_ << fmt::format("+{}:", first + at);
        for (const uint32_t word : words.subspan(at, std::min(kWordsALine, words.size() - at)))
            out_ << fmt::format(" {:08x}", word);
        out_ << '\n';
    }
}

void StreamDump::showLoad(const LoadState& load, std::span<const uint32_t> direct, uint32_t depth) {
    const size_t most = size_t{load.units} * load.stride();
    if (load.source == LoadSource::Direct) {
        showUnits(load, direct.first(std::min(most, direct.size())), depth);
        return;
    }
    uint64_t address = load.address;
    if (load.source == LoadSource::Bindless) {
        const Register base =
            load.stage == "CS" ? "HLSQ_CS_BINDLESS_BASE[].DESCRIPTOR"_reg : "HLSQ_BINDLESS_BASE[].DESCRIPTOR"_reg;
        address += walk_.registers().read64(base.word(load.set)) & ~3ull;
    } else if (load.source == LoadSource::UniformBuffer) {
        return;  // an index of a descriptor that the chip has; the words show it
    }
    const std::vector<uint32_t> words = readWords(buffers_, address, most);
    walk_.spend(words.size());
    showUnits(load, words, depth);
    if (words.size() < most) {
        beginDetail(depth);
        out_ << fmt::format("{} of {} words at {:#x} are not in the file\n", most - words.size(), most, address);
    }
}

void StreamDump::showUnits(const LoadState& load, std::span<const uint32_t> words, uint32_t depth) {
    if (load.state == LoadedState::Program) return showProgram(words, depth);
    for (uint32_t unit = 0; unit < load.units; ++unit) {
        const size_t at = size_t{unit} * load.stride();
        if (at >= words.size()) return;
        const auto own = words.subspan(at, std::min<size_t>(load.wordsPerUnit(), words.size() - at));
        if (load.state == LoadedState::Constants || load.state == LoadedState::SharedConstants) {
            beginDetail(depth);
            out_ << fmt::format("{}{}:", load.state == LoadedState::Constants ? "c" : "shared ", load.first + unit);
            for (const uint32_t word : own) out_ << fmt::format(" {:08x}", word);
            for (const uint32_t word : own) out_ << fmt::format(" {:f}", std::bit_cast<float>(word));
            out_ << '\n';
            continue;
        }
        for (const std::string& line : describeWords(rowsOf(load.state), own)) {
            beginDetail(depth);
            out_ << line << '\n';
        }
    }
}

void StreamDump::showProgram(std::span<const uint32_t> words, uint32_t depth) {
    const std::vector<uint64_t> program = ir3::programWords(std::as_bytes(words));
    const size_t length = ir3::programLength(program);
    for (size_t i = 0; i < length; ++i) {
        beginDetail(depth);
        out_ << fmt::format("{:4} [{:016x}] {}\n", i, program[i], ir3::disassemble(program[i]));
    }
}

void StreamDump::work(const Packet& packet) {
    const auto opcode = static_cast<Opcode>(packet.header.number);
    if (opcode == Opcode::DrawIndirectMulti) showIndirectDraws(packet);
    if (opcode == Opcode::DrawIndirect) showParameters(pairOf(packet.words, 1), kDrawParameters, packet.depth);
    if (opcode == Opcode::DrawIndexedIndirect)
        showParameters(pairOf(packet.words, 4), kIndexedDrawParameters, packet.depth);
    if (opcode == Opcode::ExecuteComputeIndirect)
        showParameters(pairOf(packet.words, 1), kDispatchParameters, packet.depth);

    beginDetail(packet.depth);
    out_ << fmt::format("work {}: registers written since the one before, * where they changed\n", works_++);
    const std::vector<uint32_t> offsets = walk_.takeWritten();
    for (size_t i = 0; i < offsets.size(); ++i) {
        const uint32_t offset = offsets[i];
        const std::optional<RegisterPlace> place = gpuRegisters().find(offset);
        const bool pair = place && place->word == 0 && place->info->words() == 2;
        const uint64_t value = pair ? walk_.registers().read64(offset) : walk_.registers().read(offset);
        uint64_t& reported = reported_[offset];
        beginDetail(packet.depth);
        out_ << fmt::format("{} {:08x} {}: {}\n", value != reported ? '*' : ' ', value, gpuRegisters().name(offset),
                            describeRegister(gpuRegisters(), offset, value));
        reported = value;
        if (pair && i + 1 < offsets.size() && offsets[i + 1] == offset + 1) ++i;
    }
}

void StreamDump::showIndirectDraws(const Packet& packet) {
    // A count that the GPU has yet to write may be anything.
    constexpr uint32_t kMostShown = 256;
    const IndirectDraws draws = IndirectDraws::decode(packet.words);
    uint32_t count = std::min(draws.count, kMostShown);
    if (draws.countAddress != 0) {
        const std::vector<uint32_t> counted = readWords(buffers_, draws.countAddress, 1);
        if (!counted.empty()) {
            beginDetail(packet.depth);
            out_ << fmt::format("the count in memory is {}\n", counted[0]);
            if (counted[0] != 0) count = std::min(count, counted[0]);
        }
    }
    const std::span<const std::string_view> names =
        draws.indexed ? std::span<const std::string_view>(kIndexedDrawParameters) : kDrawParameters;
    for (uint32_t i = 0; i < count; ++i)
        showParameters(draws.parameters + uint64_t{i} * draws.stride, names, packet.depth);
}

void StreamDump::showParameters(uint64_t address, std::span<const std::string_view> names, uint32_t depth) {
    const std::vector<uint32_t> words = readWords(buffers_, address, names.size());
    walk_.spend(names.size());
    beginDetail(depth);
    out_ << fmt::format("at {:#x}:", address);
    for (size_t i = 0; i < words.size(); ++i) out_ << fmt::format(" {} = {}", names[i], words[i]);
    out_ << (words.size() < names.size() ? " (not in the file)\n" : "\n");
}

void StreamDump::group(const DrawStateGroup& group, uint32_t depth, bool runs) {
    begin(group.address, depth);
    out_ << fmt::format("group {}, {} words{}\n", group.id, group.count, runs ? "" : ", not in this pass");
}

void StreamDump::malformed(uint64_t address, uint32_t depth, uint32_t word, size_t skipped, std::string_view fault) {
    begin(address, depth);
    out_ << fmt::format("malformed {:08x}, {} words skipped: {}\n", word, skipped, fault);
}

void StreamDump::repeated(uint64_t address, uint32_t depth, uint32_t words) {
    begin(address, depth);
    out_ << fmt::format("{} words, as above\n", words);
}

void StreamDump::missing(uint64_t address, uint32_t depth, uint32_t words, std::string_view reason) {
    begin(address, depth);
    out_ << fmt::format("{} words are not shown: {}\n", words, reason);
}

}  // namespace cyclorama::adreno
