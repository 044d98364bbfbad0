// SPDX-License-Identifier: MIT
#include "families/toy/stream.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "sim/error.h"

namespace cyclorama::toy {

namespace {

constexpr uint32_t kKindShift = 28;
constexpr uint32_t kArgument = (1u << kKindShift) - 1;
constexpr uint32_t kLargestWrite = 1u << 20;

}  // namespace

StreamReader::StreamReader(const std::string& path) : input_(path) { workload::readCaptureHeader(input_, kSchema); }

StreamReader::StreamReader(std::span<const std::byte> bytes, std::string name) : input_(bytes, std::move(name)) {
    workload::readCaptureHeader(input_, kSchema);
}

std::optional<Packet> StreamReader::next() {
    std::array<std::byte, 1> first{};
    position_.offset = input_.offset();
    if (input_.read(first) == 0) return std::nullopt;
    std::array<std::byte, 3> rest{};
    read(rest);
    uint32_t head = std::to_integer<uint32_t>(first[0]);
    for (uint32_t i = 0; i < rest.size(); ++i) head |= std::to_integer<uint32_t>(rest[i]) << (8 * (i + 1));

    Packet packet{.position = position_, .bytes = 0, .content = {}};
    const uint32_t argument = head & kArgument;
    switch (static_cast<PacketKind>(head >> kKindShift)) {
        case PacketKind::WriteRegister:
            packet.content = RegisterWrite{.reg = argument, .value = readWord()};
            break;
        case PacketKind::WriteMemory: {
            if (argument % 4 != 0 || argument > kLargestWrite)
                fail(fmt::format("a write of {} bytes; they are whole words, and {} at most", argument, kLargestWrite));
            const uint32_t address = readWord();
            data_.resize(argument);
            read(data_);
            packet.content = MemoryWrite{.address = address, .data = data_};
            break;
        }
        default:
            fail(fmt::format("there are no packets of kind {}", head >> kKindShift));
    }
    packet.bytes = static_cast<uint32_t>(input_.offset() - position_.offset);
    ++position_.ordinal;
    return packet;
}

uint32_t StreamReader::readWord() {
    std::array<std::byte, 4> bytes{};
    read(bytes);
    uint32_t word = 0;
    for (uint32_t i = 0; i < bytes.size(); ++i) word |= std::to_integer<uint32_t>(bytes[i]) << (8 * i);
    return word;
}

void StreamReader::read(std::span<std::byte> out) {
    if (input_.read(out) < out.size()) fail("the stream ends within a packet");
}

void StreamReader::fail(const std::string& reason) const {
    throw sim::Error(name(), fmt::format("packet {} at offset {}", position_.ordinal, position_.offset), reason);
}

StreamWriter::StreamWriter(workload::ByteOutput& output) : output_(output) {
    workload::writeCaptureHeader(output_, kSchema);
}

void StreamWriter::write(uint32_t reg, uint32_t value) {
    word(static_cast<uint32_t>(PacketKind::WriteRegister) << kKindShift | reg);
    word(value);
}

void StreamWriter::writeMemory(uint32_t address, std::span<const std::byte> data) {
    word(static_cast<uint32_t>(PacketKind::WriteMemory) << kKindShift | static_cast<uint32_t>(data.size()));
    word(address);
    output_.write(data);
}

void StreamWriter::word(uint32_t value) {
    std::array<std::byte, 4> bytes{};
    for (uint32_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(value >> (8 * i));
    output_.write(bytes);
}

}  // namespace cyclorama::toy
