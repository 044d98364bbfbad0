// SPDX-License-Identifier: MIT
#include "families/adreno/capture/crash_place.h"

#include "families/adreno/packets/packets.h"
#include "families/adreno/registers/registers.h"

namespace cyclorama::adreno {

std::vector<uint32_t> unreadWords(const CrashedRing& ring) {
    // The processor reads ahead: the packet that it works on is some words back (Mesa: crashdec.c).
    constexpr uint32_t kLookBack = 12;
    const uint32_t words = ring.bytes / sizeof(uint32_t);
    if (words == 0 || ring.words.empty()) return {};
    const auto wordAt = [&](uint32_t position) { return position < ring.words.size() ? ring.words[position] : 0; };
    uint32_t from = (ring.readPosition % words + words - kLookBack % words) % words;
    for (uint32_t i = 0; i < kLookBack && decodeHeader(wordAt(from)).kind == PacketHeader::Kind::Malformed; ++i)
        from = (from + 1) % words;
    std::vector<uint32_t> unread;
    // A dump may claim a ring of any size; what has no words is zero, and no packet.
    for (uint32_t at = from; at != ring.writePosition % words && unread.size() <= ring.words.size();
         at = (at + 1) % words)
        unread.push_back(wordAt(at));
    return unread;
}

std::optional<StreamDump::Stop> stopOf(const CrashDump& crash, int level) {
    const bool first = level == 1;
    const Register base = first ? "CP_IB1_BASE"_reg : "CP_IB2_BASE"_reg;
    const Register left = first ? "CP_IB1_REM_SIZE"_reg : "CP_IB2_REM_SIZE"_reg;
    const Register queued = first ? "CP_ROQ_AVAIL_IB1"_reg : "CP_ROQ_AVAIL_IB2"_reg;
    const std::optional<uint64_t> buffer = crash.value64(base.word());
    const std::optional<uint32_t> words = crash.value(left.word());
    if (!buffer || !words || *buffer == 0) return std::nullopt;
    // Words in the queue of what was read and not taken yet.
    const uint32_t waiting = crash.value(queued.word()).value_or(0) >> 16;
    return StreamDump::Stop{.buffer = *buffer, .wordsLeft = *words + (waiting != 0 ? waiting - 1 : 0)};
}

}  // namespace cyclorama::adreno
