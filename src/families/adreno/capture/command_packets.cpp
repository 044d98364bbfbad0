// SPDX-License-Identifier: MIT
#include "families/adreno/capture/command_packets.h"

#include <algorithm>
#include <array>

#include "families/adreno/packets/packets.h"

namespace cyclorama::adreno {
namespace {

constexpr uint32_t kMostNopWords = 0x3fff;

}  // namespace

/// Notes each packet once.
class CommandPackets::Finder final : public StreamVisitor {
  public:
    Finder(CommandPackets& found, const ContentMemory& memory) : found_(found), memory_(memory) { last_.fill(kNone); }

    void packet(const Packet& packet) override {
        const size_t number = note(packet);
        forgetFrom(packet.depth + 1);
        last_[packet.depth] = number;
        ends_[packet.depth] = packet.address + (packet.words.size() + 1) * sizeof(uint32_t);
    }
    void work(const Packet& packet) override {
        const auto place = memory_.place(packet.address, sizeof(uint32_t));
        if (!place) return;
        const auto known = found_.numbers_.find({place->content, place->offset});
        if (known != found_.numbers_.end()) found_.packets_[known->second].draws = true;
    }
    void group(const DrawStateGroup&, uint32_t depth, bool) override { forgetFrom(depth + 1); }
    void malformed(uint64_t, uint32_t depth, uint32_t, size_t, std::string_view) override { forgetFrom(depth); }
    void repeated(uint64_t, uint32_t, uint32_t) override {}
    void missing(uint64_t, uint32_t, uint32_t, std::string_view) override {}

  private:
    size_t note(const Packet& packet) {
        const auto place = memory_.place(packet.address, sizeof(uint32_t));
        if (!place) return kNone;
        const auto [known, isNew] =
            found_.numbers_.try_emplace({place->content, place->offset}, found_.packets_.size());
        if (!isNew) return known->second;
        const bool follows = last_[packet.depth] != kNone && ends_[packet.depth] == packet.address;
        found_.packets_.push_back({.place = *place,
                                   .words = static_cast<uint32_t>(packet.words.size() + 1),
                                   .isNop = packet.header.is(Opcode::Nop),
                                   .before = follows ? last_[packet.depth] : kNone});
        return known->second;
    }
    /// Another buffer begins in these depths.
    void forgetFrom(uint32_t depth) { std::fill(last_.begin() + depth, last_.end(), kNone); }

    static constexpr size_t kDepths = StreamWalk::kMostDepth + 2;

    CommandPackets& found_;
    const ContentMemory& memory_;
    /// By depth: the packet that was last come to, and the address after it.
    std::array<size_t, kDepths> last_{};
    std::array<uint64_t, kDepths> ends_{};
};

void CommandPackets::add(const ContentMemory& memory, uint64_t address, uint32_t words) {
    Finder finder(*this, memory);
    StreamWalk(memory, finder, {}).walk(address, words);
}

size_t CommandPackets::units(reduce::Level level) const {
    return static_cast<size_t>(
        std::ranges::count_if(packets_, [level](const Found& packet) { return packet.isOn(level); }));
}

std::vector<CommandPackets::Patch> CommandPackets::patches(reduce::Level level, const std::vector<bool>& kept) const {
    /// A packet that becomes a CP_NOP, or is one, with those of its neighbours that are joined to it.
    struct Blank {
        size_t head = kNone;
        uint32_t words = 0;
        bool changes = false;
    };
    std::vector<Blank> blanks(packets_.size());
    size_t unit = 0;
    for (size_t i = 0; i < packets_.size(); ++i) {
        const Found& packet = packets_[i];
        const bool goes = packet.isOn(level) && !kept[unit++];
        if (!goes && !packet.isNop) continue;
        const size_t before = packet.before == kNone ? kNone : blanks[packet.before].head;
        const bool joins = before != kNone && blanks[before].words + packet.words <= kMostNopWords;
        const size_t head = joins ? before : i;
        blanks[i].head = head;
        blanks[head].words += packet.words;
        blanks[head].changes = blanks[head].changes || goes;
    }
    std::vector<Patch> patches;
    for (size_t i = 0; i < packets_.size(); ++i)
        if (blanks[i].head == i && blanks[i].changes)
            patches.push_back({.place = packets_[i].place, .word = commandHeader(Opcode::Nop, blanks[i].words - 1)});
    return patches;
}

}  // namespace cyclorama::adreno
