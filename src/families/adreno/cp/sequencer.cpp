// SPDX-License-Identifier: MIT
#include "families/adreno/cp/sequencer.h"

#include <fmt/format.h>

#include <utility>

#include "families/adreno/cp/bin_packets.h"
#include "families/adreno/cp/condition_packets.h"
#include "families/adreno/cp/draw_packets.h"
#include "families/adreno/cp/draw_state_packets.h"
#include "families/adreno/cp/event_packets.h"
#include "families/adreno/cp/findings.h"
#include "families/adreno/cp/flow_packets.h"
#include "families/adreno/cp/indirect_draw_packets.h"
#include "families/adreno/cp/load_packets.h"
#include "families/adreno/cp/memory_packets.h"
#include "families/adreno/cp/predicate_packets.h"
#include "families/adreno/cp/register_packets.h"
#include "families/adreno/cp/wait_packets.h"
#include "families/adreno/cp/work_packets.h"

namespace cyclorama::adreno {

Sequencer::Sequencer(ContextBlocks& blocks, Checks& checks, AlwaysOnClock& clock, HangTimer& hangTimer)
    : checks_(checks),
      reporter_(packet_, blocks.reporter()),
      budget_(reporter_),
      memory_(packet_, budget_, reporter_, checks),
      registers_(blocks.state(), blocks.counters(), clock, checks.registers, reporter_),
      poller_(memory_, registers_, hangTimer, reporter_),
      groups_(pass_),
      repeated_(streams_),
      starter_(predicate_, visibility_, groups_, repeated_, blocks) {
    const RegisterValues& values = blocks.state().registers;
    LoadedUnits& loaded = blocks.state().loaded;
    OperationMaker& operations = blocks;
    table_.add<MemoryPackets>(memory_, registers_, reporter_);
    table_.add<RegisterPackets>(registers_);
    table_.add<FlowPackets>(streams_, reporter_);
    table_.add<WaitPackets>(memory_, registers_, poller_);
    table_.add<ConditionPackets>(streams_, memory_, registers_, pass_, reporter_);
    table_.add<LoadPackets>(memory_, loaded, reporter_);
    table_.add<EventPackets>(memory_, values, blocks.counters(), blocks.binning(), clock, operations, reporter_);
    table_.add<BinPackets>(memory_, values, visibility_, pass_);
    table_.add<WorkPackets>(predicate_, values, operations, reporter_);
    table_.add<PredicatePackets>(memory_, predicate_, reporter_);
    table_.add<DrawStatePackets>(streams_, groups_, reporter_);
    table_.add<DrawPackets>(streams_, memory_, starter_, reporter_);
    table_.add<IndirectDrawPackets>(streams_, memory_, registers_, loaded.of(ShaderStage::Vertex), repeated_, starter_,
                                    reporter_);
}

void Sequencer::begin(std::vector<Stream> streams, uint64_t mostWords) {
    budget_.begin(mostWords);
    jobStreams_ = std::move(streams);
    nextStream_ = 0;
}

bool Sequencer::fetch(const gpu::MemoryReader& memory) {
    memory_.setMemory(memory);
    if (poller_.waits() || repeated_.resume(packet_)) return true;
    for (;;) {
        switch (streams_.next(memory, packet_)) {
            case StreamStack::Fetch::Packet:
                return budget_.spend(packet_.words.size() + 1);
            case StreamStack::Fetch::Unmapped:
                packet_.header = {};
                reporter_.hang(findings::kStreamUnmapped);
                return false;
            case StreamStack::Fetch::Malformed:
                reporter_.hang(findings::kMalformedPacket, packet_.header.fault);
                return false;
            case StreamStack::Fetch::End:
                if (nextStream_ == jobStreams_.size()) return false;
                streams_.call(jobStreams_[nextStream_].address, jobStreams_[nextStream_].words);
                ++nextStream_;
                break;
        }
    }
}

PacketResult Sequencer::execute() {
    const PacketHeader& header = packet_.header;
    if (header.kind == PacketHeader::Kind::RegisterWrite) {
        for (uint32_t i = 0; i < packet_.words.size(); ++i) registers_.write(header.number + i, packet_.words[i]);
        return std::nullopt;
    }
    const PacketTable::Entry* const entry = table_.find(header.number);
    if (entry == nullptr) {
        if (findPacket(header.number) == nullptr)
            reporter_.hang(findings::kUnknownPacket, fmt::format("{:#04x}", header.number));
        else
            reporter_.report(findings::kPacketNotExecuted);
        return std::nullopt;
    }
    if (packet_.words.size() < entry->words) {
        reporter_.report(findings::kShortPacket, fmt::format("{} of {} words", packet_.words.size(), entry->words));
        return std::nullopt;
    }
    checks_.packet(header.number, packet_.words.empty() ? 0 : packet_.word(0));
    PacketResult result = entry->run(packet_);
    groups_.call(streams_);
    return result;
}

}  // namespace cyclorama::adreno
