// SPDX-License-Identifier: MIT
#include "families/adreno/cp/packet_processor.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "families/adreno/cp/findings.h"
#include "families/adreno/cp/packet_table.h"

namespace cyclorama::adreno {
namespace {

/// Opcodes of type 7 have seven bits.
constexpr size_t kOpcodes = 128;

std::array<const PacketRow*, kOpcodes> rowsByOpcode() {
    std::array<const PacketRow*, kOpcodes> rows{};
    for (const auto table :
         {memoryPackets(), flowPackets(), loadPackets(), eventPackets(), workPackets(), drawPackets()})
        for (const PacketRow& row : table) rows[static_cast<size_t>(row.opcode)] = &row;
    return rows;
}

}  // namespace

const PacketRow* findRow(uint32_t opcode) {
    static const auto kRows = rowsByOpcode();
    return opcode < kRows.size() ? kRows[opcode] : nullptr;
}

void PacketProcessor::begin(std::vector<Stream> streams) {
    state_.begin(mostWords_);
    streams_ = std::move(streams);
    nextStream_ = 0;
}

std::optional<gpu::Command> PacketProcessor::next(const gpu::MemoryReader& memory) {
    state_.setMemory(memory);
    while (!hung() && fetch(memory)) {
        const uint64_t ordinal = packets_++;
        const auto bytes = static_cast<uint32_t>((1 + state_.packet.words.size()) * sizeof(uint32_t));
        const uint64_t address = state_.packet.address;
        if (std::optional<gpu::Operation> operation = execute())
            return gpu::Command{.operation = std::move(*operation),
                                .position = {.ordinal = ordinal, .offset = address},
                                .cost = {.packets = 1, .bytes = bytes, .address = address}};
    }
    return std::nullopt;
}

bool PacketProcessor::fetch(const gpu::MemoryReader& memory) {
    FetchedPacket& packet = state_.packet;
    if (state_.returns()) return true;
    state_.draws.number = 0;
    for (;;) {
        switch (state_.streams.next(memory, packet)) {
            case StreamStack::Fetch::Packet:
                return state_.spend(packet.words.size() + 1);
            case StreamStack::Fetch::Unmapped:
                packet.header = {};
                state_.hang(findings::kStreamUnmapped);
                return false;
            case StreamStack::Fetch::Malformed:
                state_.hang(findings::kMalformedPacket, packet.header.fault);
                return false;
            case StreamStack::Fetch::End:
                if (nextStream_ == streams_.size()) {
                    state_.endSubmission();
                    return false;
                }
                state_.streams.call(streams_[nextStream_].address, streams_[nextStream_].words);
                ++nextStream_;
                break;
        }
    }
}

std::optional<gpu::Operation> PacketProcessor::execute() {
    const FetchedPacket& packet = state_.packet;
    if (packet.header.kind == PacketHeader::Kind::RegisterWrite) {
        for (uint32_t i = 0; i < packet.words.size(); ++i)
            state_.writeRegister(packet.header.number + i, packet.words[i]);
        return std::nullopt;
    }
    const PacketRow* const row = findRow(packet.header.number);
    if (row == nullptr) {
        if (findPacket(packet.header.number) == nullptr)
            state_.hang(findings::kUnknownPacket, fmt::format("{:#04x}", packet.header.number));
        else
            state_.report(findings::kPacketNotExecuted);
        return std::nullopt;
    }
    if (packet.words.size() < row->words) {
        state_.report(findings::kShortPacket, fmt::format("{} of {} words", packet.words.size(), row->words));
        return std::nullopt;
    }
    state_.followPacket();
    std::optional<gpu::Operation> operation = row->run(state_);
    state_.callGroups();
    return operation;
}

}  // namespace cyclorama::adreno
