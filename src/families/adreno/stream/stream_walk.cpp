// SPDX-License-Identifier: MIT
#include "families/adreno/stream/stream_walk.h"

#include <algorithm>
#include <optional>

namespace cyclorama::adreno {
namespace {

/// Words from a place that is no packet to the next that may be one.
size_t distanceToPacket(std::span<const uint32_t> words) {
    const auto next = std::find_if(words.begin() + 1, words.end(), [](uint32_t word) {
        return decodeHeader(word).kind != PacketHeader::Kind::Malformed;
    });
    return static_cast<size_t>(next - words.begin());
}

bool isDraw(Opcode opcode) {
    switch (opcode) {
        case Opcode::DrawIndexed:
        case Opcode::DrawIndexedOffset:
        case Opcode::DrawAuto:
        case Opcode::DrawIndirect:
        case Opcode::DrawIndexedIndirect:
        case Opcode::DrawIndirectMulti:
            return true;
        default:
            return false;
    }
}

bool isWork(const Packet& packet) {
    const auto opcode = static_cast<Opcode>(packet.header.number);
    if (opcode == Opcode::EventWrite) {
        const auto event = static_cast<Event>(packet.words.empty() ? 0 : packet.words[0] & 0xff);
        return event == Event::Blit || event == Event::LrzClear;
    }
    return isDraw(opcode) || opcode == Opcode::ExecuteCompute || opcode == Opcode::ExecuteComputeIndirect ||
           opcode == Opcode::RunOpencl || opcode == Opcode::Blit;
}

struct IndirectBuffer {
    uint64_t address = 0;
    uint32_t words = 0;
};

std::optional<IndirectBuffer> indirectBuffer(const Packet& packet) {
    if (packet.words.size() < 3) return std::nullopt;
    return IndirectBuffer{.address = packet.words[0] | static_cast<uint64_t>(packet.words[1]) << 32,
                          .words = packet.words[2] & 0xfffff};
}

}  // namespace

void StreamWalk::walkBuffer(uint64_t address, uint32_t words, uint32_t depth) {
    if (depth > kMostDepth) {
        visitor_.missing(address, depth, words, "too many buffers within each other");
        return;
    }
    // One byte of the last word first: a packet may claim more words than there is memory.
    std::byte last{};
    if (words != 0 && !memory_.read(address + uint64_t{words} * sizeof(uint32_t) - 1, {&last, 1})) {
        visitor_.missing(address, depth, words, "not in memory");
        return;
    }
    std::vector<uint32_t> content(words);
    if (words != 0 && !memory_.read(address, std::as_writable_bytes(std::span(content)))) {
        visitor_.missing(address, depth, words, "not in memory");
        return;
    }
    walkWords(address, content, depth);
}

void StreamWalk::walkWords(uint64_t address, std::span<const uint32_t> words, uint32_t depth) {
    for (size_t at = 0; at < words.size();) {
        if (wordsLeft_ == 0) {
            visitor_.missing(address + at * sizeof(uint32_t), depth, static_cast<uint32_t>(words.size() - at),
                             "the stream is longer than what is walked");
            return;
        }
        const size_t count = step(address + at * sizeof(uint32_t), words.subspan(at), depth);
        spend(count);
        at += count;
    }
}

size_t StreamWalk::step(uint64_t address, std::span<const uint32_t> words, uint32_t depth) {
    Packet packet{.address = address, .depth = depth, .header = decodeHeader(words[0]), .words = {}};
    if (packet.header.kind == PacketHeader::Kind::Malformed) {
        const size_t skipped = distanceToPacket(words);
        visitor_.malformed(address, depth, words[0], skipped, packet.header.fault);
        return skipped;
    }
    if (packet.header.count >= words.size()) {
        visitor_.malformed(address, depth, words[0], words.size(),
                           "a packet that reaches beyond the end of its buffer");
        return words.size();
    }
    packet.words = words.subspan(1, packet.header.count);
    if (packet.header.kind == PacketHeader::Kind::RegisterWrite) {
        visitor_.packet(packet);
        writeRegisters(packet);
    } else {
        command(packet);
    }
    return packet.header.count + 1;
}

void StreamWalk::writeRegisters(const Packet& packet) {
    for (uint32_t i = 0; i < packet.words.size(); ++i) writeRegister(packet.header.number + i, packet.words[i]);
}

void StreamWalk::writeRegister(uint32_t offset, uint32_t value) {
    if (offset >= kRegisterCount) return;
    registers_.write(offset, value);
    written_.insert(offset);
}

std::vector<uint32_t> StreamWalk::takeWritten() {
    std::vector<uint32_t> offsets(written_.begin(), written_.end());
    written_.clear();
    return offsets;
}

void StreamWalk::command(const Packet& packet) {
    const auto opcode = static_cast<Opcode>(packet.header.number);
    if (isDraw(opcode)) runGroups(packet.depth);
    visitor_.packet(packet);
    switch (opcode) {
        case Opcode::IndirectBuffer:
        case Opcode::IndirectBufferPrefetch:
        case Opcode::IndirectBufferChain:
            walkIndirect(packet);
            break;
        case Opcode::SetDrawState:
            setDrawState(packet);
            break;
        case Opcode::SetMarker:
            setMarker(packet);
            break;
        case Opcode::RegisterWrite:
            if (packet.words.size() >= 3) writeRegister(packet.words[1] & 0x3ffff, packet.words[2]);
            break;
        case Opcode::ContextRegisterBunch:
            for (size_t i = 0; i + 1 < packet.words.size(); i += 2) writeRegister(packet.words[i], packet.words[i + 1]);
            break;
        default:
            break;
    }
    if (isWork(packet)) visitor_.work(packet);
}

void StreamWalk::walkIndirect(const Packet& packet) {
    const std::optional<IndirectBuffer> buffer = indirectBuffer(packet);
    if (!buffer) return;
    PassMask& visited = visited_[buffer->address];
    if (!repeat_ && (visited & pass_) == pass_) {
        visitor_.repeated(buffer->address, packet.depth + 1, buffer->words);
        return;
    }
    visited |= pass_;
    walkBuffer(buffer->address, buffer->words, packet.depth + 1);
}

void StreamWalk::setDrawState(const Packet& packet) {
    for (size_t i = 0; i + 3 <= packet.words.size(); i += 3) {
        const DrawStateEntry entry = DrawStateEntry::decode(packet.words.subspan(i).first<3>());
        groups_.apply(entry);
        if (entry.immediate && !entry.disable && !entry.disableAll) runGroup(entry.group, packet.depth);
    }
}

void StreamWalk::runGroups(uint32_t depth) {
    // A group that draws would run all groups within itself.
    if (runningGroups_) return;
    runningGroups_ = true;
    const DrawStateGroups groups = groups_;
    for (const DrawStateGroup& group : groups.all()) runGroup(group, depth);
    groups_.clear();
    runningGroups_ = false;
}

void StreamWalk::runGroup(const DrawStateGroup& group, uint32_t depth) {
    if (group.count == 0) return;
    const bool runs = group.runsIn(pass_);
    visitor_.group(group, depth, runs);
    if (runs) walkBuffer(group.address, group.count, depth + 1);
}

void StreamWalk::setMarker(const Packet& packet) {
    if (packet.words.empty()) return;
    if (const std::optional<PassMask> pass = passOf(packet.words[0])) pass_ = *pass;
}

}  // namespace cyclorama::adreno
