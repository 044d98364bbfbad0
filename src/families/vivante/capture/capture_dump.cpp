// SPDX-License-Identifier: MIT
#include "families/vivante/capture/capture_dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <variant>

#include "families/vivante/frontend/packets.h"
#include "families/vivante/frontend/programs.h"
#include "families/vivante/frontend/registers.h"
#include "families/vivante/frontend/state_file.h"
#include "families/vivante/isa/codec.h"
#include "family/capture/captured_memory.h"
#include "family/capture/record_text.h"

namespace cyclorama::vivante {
namespace {

using namespace capture;

class ContextMemory final : public gpu::MemoryReader {
  public:
    ContextMemory(const family::CapturedMemory& memory, uint32_t context) : memory_(memory), context_(context) {}
    bool read(func::Address address, std::span<std::byte> out) const override {
        return memory_.read(context_, address.bits(), out);
    }

  private:
    const family::CapturedMemory& memory_;
    uint32_t context_;
};

class CaptureDump {
  public:
    CaptureDump(const Chip& chip, std::ostream& out) : chip_(chip), out_(out), text_(out, 8) {}

    template <typename Each>
    void show(const Each& record) {
        text_.show(record);
        if constexpr (requires { memory_.apply(record); }) memory_.apply(record);
    }
    void show(const Submit& record);

  private:
    void loadState(std::span<const uint32_t> packet, uint32_t context);
    void showPrograms(uint32_t context);
    void showProgram(ShaderStage stage, const char* name, uint32_t context);

    Chip chip_;
    std::ostream& out_;
    RecordText text_;
    family::CapturedMemory memory_;
    std::map<uint32_t, StateFile> states_;
    std::set<std::vector<uint32_t>> shown_;
    uint64_t submits_ = 0;
};

void CaptureDump::show(const Submit& record) {
    out_ << fmt::format("submit    {}: context {}, {} bytes for the {} pipe\n", submits_++, record.context,
                        record.stream.size(), record.engine != 0 ? "2D" : "3D");
    std::vector<uint32_t> words(record.stream.size() / sizeof(uint32_t));
    if (!words.empty()) std::memcpy(words.data(), record.stream.data(), words.size() * sizeof(uint32_t));
    for (size_t at = 0; at < words.size();) {
        const uint32_t count = packetWords(words[at]);
        if (count == 0) {
            out_ << fmt::format("{:8}  {:08x}  unknown opcode {}\n", at * 4, words[at], opcodeNumber(words[at]));
            return;
        }
        const auto packet = std::span(words).subspan(at, std::min<size_t>(count, words.size() - at));
        const auto opcode = static_cast<Opcode>(opcodeNumber(words[at]));
        if (opcode == Opcode::DrawPrimitives || opcode == Opcode::DrawIndexedPrimitives ||
            opcode == Opcode::DrawInstanced || opcode == Opcode::DrawIndirect)
            showPrograms(record.context);
        out_ << fmt::format("{:8}  {:08x}  {}\n", at * 4, words[at], describePacket(packet));
        if (opcode == Opcode::LoadState) loadState(packet, record.context);
        at += count;
    }
}

void CaptureDump::loadState(std::span<const uint32_t> packet, uint32_t context) {
    const LoadStateHeader header = LoadStateHeader::decode(packet[0]);
    StateFile& state = states_[context];
    for (uint32_t i = 0; i < header.count && i + 1 < packet.size(); ++i) {
        const uint32_t word = (header.firstWord + i) % kStateWords;
        const uint32_t value = header.fixedPoint ? fixedPointToFloat(packet[i + 1]) : packet[i + 1];
        const auto place = findRegister(word);
        out_ << fmt::format("{:8}  {:08x}    {:#07x} {} = {}\n", "", packet[i + 1], word * 4,
                            place ? registerName(*place) : "unknown",
                            place ? describeValue(*place->info, value) : fmt::format("{:#010x}", value));
        state.write(word, value);
    }
}

void CaptureDump::showPrograms(uint32_t context) {
    showProgram(ShaderStage::Vertex, "vertex", context);
    showProgram(ShaderStage::Pixel, "pixel", context);
}

void CaptureDump::showProgram(ShaderStage stage, const char* name, uint32_t context) {
    sim::Findings findings;
    const Reporter report(findings);
    const auto place = findCode(stage, chip_, states_[context], report);
    if (!place) return;
    const std::vector<uint32_t> words = readCode(*place, states_[context], ContextMemory(memory_, context), report);
    if (words.empty() || !shown_.insert(words).second) return;
    out_ << fmt::format("{:8}  {} program, {} instructions\n{}", "", name, place->instructions,
                        vivante::disassembleProgram(words));
}

}  // namespace

void dumpCapture(VivanteCaptureReader& reader, std::ostream& out) {
    const Chip& chip = reader.chip();
    out << fmt::format("{}: capture of a {}, model {:#x}, revision {:#x}\n", reader.name(), chip.name, chip.model,
                       chip.revision);
    CaptureDump dump(chip, out);
    while (const std::optional<Record> record = reader.next())
        std::visit([&](const auto& each) { dump.show(each); }, *record);
}

}  // namespace cyclorama::vivante
