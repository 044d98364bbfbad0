// SPDX-License-Identifier: MIT
#include "families/adreno/cp/packet_processor.h"

#include <utility>

namespace cyclorama::adreno {

PacketProcessor::PacketProcessor(ContextBlocks& blocks, Checks& checks, AlwaysOnClock& clock, HangTimer& hangTimer,
                                 uint64_t mostWords)
    : blocks_(blocks), checks_(checks), clock_(clock), hangTimer_(hangTimer), mostWords_(mostWords) {
    sequencer_.emplace(blocks_, checks_, clock_, hangTimer_);
}

void PacketProcessor::begin(std::vector<Stream> streams) {
    checks_.beginSubmission();
    fetched_ = false;
    if (hung()) restart();
    sequencer_->begin(std::move(streams), mostWords_);
}

void PacketProcessor::restart() {
    blocks_.reporter().restart();
    blocks_.state() = {};
    blocks_.counters() = {};
    blocks_.binning() = {};
    sequencer_.emplace(blocks_, checks_, clock_, hangTimer_);
}

std::optional<gpu::Command> PacketProcessor::execute() {
    const uint64_t ordinal = packets_++;
    fetched_ = false;
    const FetchedPacket& packet = sequencer_->packet();
    const auto bytes = static_cast<uint32_t>((1 + packet.words.size()) * sizeof(uint32_t));
    const uint64_t address = packet.address;
    PacketResult operation = sequencer_->execute();
    if (!operation) return std::nullopt;
    return gpu::Command{.operation = std::move(*operation),
                        .position = {.ordinal = ordinal, .offset = address},
                        .cost = {.packets = 1, .bytes = bytes, .address = address}};
}

std::optional<gpu::Command> PacketProcessor::next(const gpu::MemoryReader& memory) {
    while (!hung() && sequencer_->fetch(memory))
        if (std::optional<gpu::Command> command = execute()) return command;
    endJob();
    return std::nullopt;
}

void PacketProcessor::endJob() {
    if (!hung()) checks_.endSubmission();
}

bool PacketProcessor::fetch(const gpu::MemoryReader& memory) {
    if (hung()) return false;
    fetched_ = fetched_ || sequencer_->fetch(memory);
    return fetched_;
}

const FetchedPacket* PacketProcessor::peek(const gpu::MemoryReader& memory) {
    return fetch(memory) ? &sequencer_->packet() : nullptr;
}

std::optional<PacketProcessor::PacketStep> PacketProcessor::step(const gpu::MemoryReader& memory, HangTimer& timer) {
    hangTimer_.choose(timer);
    if (!fetch(memory)) return std::nullopt;
    PacketStep step{.packet = &sequencer_->packet(), .command = execute()};
    step.reads = sequencer_->reads();
    step.waits = sequencer_->waits();
    if (step.waits) --packets_;
    return step;
}

}  // namespace cyclorama::adreno
