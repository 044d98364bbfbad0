// SPDX-License-Identifier: MIT
#include "families/vivante/capture/packet_parts.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <variant>
#include <vector>

#include "families/vivante/capture/vivante_capture.h"
#include "families/vivante/frontend/packets.h"

namespace cyclorama::vivante {
namespace {

using reduce::Level;

std::vector<uint32_t> wordsOf(std::span<const std::byte> stream) {
    std::vector<uint32_t> words(stream.size() / sizeof(uint32_t));
    if (!words.empty()) std::memcpy(words.data(), stream.data(), words.size() * sizeof(uint32_t));
    return words;
}

bool startsWork(uint32_t header) {
    switch (static_cast<Opcode>(opcodeNumber(header))) {
        case Opcode::Draw2d:
        case Opcode::DrawPrimitives:
        case Opcode::DrawIndexedPrimitives:
        case Opcode::DrawInstanced:
        case Opcode::DrawIndirect:
            return true;
        default:
            return false;
    }
}

/// A packet of a stream, or the rest of a stream that is none.
struct PacketPlace {
    size_t begin = 0;
    size_t words = 0;
    bool draws = false;
    /// Words that a LOAD_STATE writes.
    uint32_t stateWords = 0;

    /// Units of the packet on a level: itself, or its words.
    size_t units(Level level) const {
        if (level == Level::StateWords) return stateWords > 1 ? stateWords : 0;
        return level == (draws ? Level::Draws : Level::State) ? 1 : 0;
    }
};

std::vector<PacketPlace> packetsOf(std::span<const uint32_t> words) {
    std::vector<PacketPlace> places;
    for (size_t at = 0; at < words.size();) {
        const uint32_t count = packetWords(words[at]);
        const size_t left = words.size() - at;
        PacketPlace place{.begin = at, .words = count == 0 ? left : std::min<size_t>(count, left)};
        place.draws = startsWork(words[at]);
        const bool loads = static_cast<Opcode>(opcodeNumber(words[at])) == Opcode::LoadState;
        if (loads && count <= left) place.stateWords = LoadStateHeader::decode(words[at]).count;
        places.push_back(place);
        at += place.words;
    }
    return places;
}

class Stream {
  public:
    void append(std::span<const uint32_t> words) { words_.insert(words_.end(), words.begin(), words.end()); }

    /// The words of a LOAD_STATE whose flags, from `unit` on, are set.
    void appendKept(std::span<const uint32_t> packet, const std::vector<bool>& kept, size_t unit) {
        const LoadStateHeader header = LoadStateHeader::decode(packet[0]);
        for (uint32_t i = 0; i < header.count;) {
            uint32_t end = i;
            while (end < header.count && kept[unit + end]) ++end;
            if (end > i) {
                // 1024 words have the count 0.
                const uint32_t count = (end - i) & 0x3ff;
                const uint32_t firstWord = (header.firstWord + i) & 0xffff;
                words_.push_back((packet[0] & ~0x03ffffffu) | count << 16 | firstWord);
                append(packet.subspan(1 + i, end - i));
                if (words_.size() % 2 != 0) words_.push_back(0);
            }
            i = end + 1;
        }
    }

    std::vector<std::byte> bytes() const {
        const auto bytes = std::as_bytes(std::span(words_));
        return {bytes.begin(), bytes.end()};
    }

  private:
    std::vector<uint32_t> words_;
};

class PacketParts final : public family::CommandParts {
  public:
    explicit PacketParts(const family::CaptureRecords& records) {
        for (size_t i = 0; i < records.size(); ++i)
            if (const auto* submit = std::get_if<capture::Submit>(&records[i]))
                streams_.push_back({i, packetsOf(wordsOf(submit->stream))});
    }

    uint64_t draws() const override { return units(Level::Draws); }

    size_t units(Level level) const override {
        size_t count = 0;
        for (const StreamPackets& stream : streams_)
            for (const PacketPlace& packet : stream.packets) count += packet.units(level);
        return count;
    }

    void remove(Level level, const std::vector<bool>& kept, family::CaptureRecords& records) const override {
        size_t unit = 0;
        for (const StreamPackets& stream : streams_) {
            auto& bytes = std::get<capture::Submit>(records[stream.record]).stream;
            const std::vector<uint32_t> words = wordsOf(bytes);
            Stream left;
            for (const PacketPlace& place : stream.packets) {
                const auto packet = std::span(words).subspan(place.begin, place.words);
                const size_t units = place.units(level);
                if (units > 1)
                    left.appendKept(packet, kept, unit);
                else if (units == 0 || kept[unit])
                    left.append(packet);
                unit += units;
            }
            bytes = left.bytes();
        }
    }

  private:
    struct StreamPackets {
        size_t record = 0;
        std::vector<PacketPlace> packets;
    };

    std::vector<StreamPackets> streams_;
};

}  // namespace

std::unique_ptr<family::CommandParts> findPackets(const family::CaptureRecords& records) {
    return std::make_unique<PacketParts>(records);
}

}  // namespace cyclorama::vivante
