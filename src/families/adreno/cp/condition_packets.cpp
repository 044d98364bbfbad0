// SPDX-License-Identifier: MIT
#include "families/adreno/cp/condition_packets.h"

#include "families/adreno/cp/findings.h"

namespace cyclorama::adreno {
namespace {

/// Words that a condition on a register leaves out.
constexpr uint32_t kSkipBits = 0xffffff;

}  // namespace

void ConditionPackets::skip(uint32_t words) {
    if (!streams_.skip(words)) reporter_.report(findings::kSkipOverEnd);
}

void ConditionPackets::conditionalExecute(const FetchedPacket& packet) {
    uint32_t first = 0;
    uint32_t second = 0;
    if (!memory_.load(packet.pair(0), {&first, 1}) || !memory_.load(packet.pair(2), {&second, 1})) return;
    const bool runs = first != 0 && static_cast<int32_t>(second) < static_cast<int32_t>(packet.word(4));
    if (!runs) skip(packet.word(5));
}

void ConditionPackets::registerTest(const FetchedPacket& packet) {
    if (packet.bit(0, 31)) {
        if (packet.words.size() < 3)
            return reporter_.report(findings::kShortPacket, "an update of the predicate has three words");
        predicate_ = (predicate_ & ~packet.word(1)) | (packet.word(2) & packet.word(1));
        return;
    }
    const uint32_t value = registers_.read(packet.word(0) & kRegisterBits);
    const uint32_t target = 1u << (packet.word(0) >> 26 & 0x1f);
    const bool set = (value >> (packet.word(0) >> 20 & 0x1f) & 1) != 0;
    predicate_ = set ? predicate_ | target : predicate_ & ~target;
}

void ConditionPackets::conditionalRegisterExecute(const FetchedPacket& packet) {
    enum Mode : uint32_t { kPredicate = 1, kCompare = 2, kPass = 3 };
    const uint32_t condition = packet.word(0);
    const uint32_t mode = condition >> 28;
    bool runs = false;
    uint32_t words = packet.word(1) & kSkipBits;
    switch (mode) {
        case kPredicate:
            runs = (predicate_ >> (condition >> 18 & 0x1f) & 1) != 0;
            break;
        case kCompare:
            if (packet.words.size() < 3)
                return reporter_.report(findings::kShortPacket, "a comparison of registers has three words");
            runs = registers_.read(condition & kRegisterBits) == registers_.read(packet.word(1) & kRegisterBits);
            words = packet.word(2) & kSkipBits;
            break;
        case kPass:
            runs = (pass_ & condition >> 25 & passes::kAll) != 0;
            break;
        default:
            return reporter_.report(findings::kPacketNotExecuted, "a condition of another kind");
    }
    if (!runs) skip(words);
}

std::span<const PacketRow<ConditionPackets>> ConditionPackets::rows() {
    using Set = ConditionPackets;
    static constexpr PacketRow<Set> kRows[] = {
        {Opcode::ConditionalExecute, 6, &Set::conditionalExecute},
        {Opcode::RegisterTest, 1, &Set::registerTest},
        {Opcode::ConditionalRegisterExecute, 2, &Set::conditionalRegisterExecute},
    };
    return kRows;
}

}  // namespace cyclorama::adreno
