// SPDX-License-Identifier: MIT
#include "families/attila/trace/attila_trace_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "families/attila/registers/address_word.h"
#include "sim/error.h"

namespace cyclorama::attila {
namespace {

using attila_trace::Type;

constexpr size_t kPayloadStep = 1 << 20;
constexpr uint32_t kLongestMessage = 1 << 20;

uint32_t wordAt(std::span<const std::byte> bytes, size_t offset) {
    uint32_t value = 0;
    for (size_t i = 0; i < 4; ++i) value |= std::to_integer<uint32_t>(bytes[offset + i]) << (8 * i);
    return value;
}

bool hasSignature(std::span<const std::byte> bytes) {
    using attila_trace::kSignature;
    return bytes.size() >= kSignature.size() &&
           std::equal(kSignature.begin(), kSignature.end(), bytes.begin(), [](char expected, std::byte stored) {
               return std::to_integer<uint8_t>(stored) == static_cast<uint8_t>(expected);
           });
}

}  // namespace

bool isTrace(const std::string& path) {
    workload::ByteInput input(path);
    std::array<std::byte, attila_trace::kSignature.size()> head{};
    return hasSignature(std::span(head).first(input.read(head)));
}

AttilaTraceReader::AttilaTraceReader(const std::string& path) : AttilaTraceReader(workload::ByteInput(path)) {}

AttilaTraceReader::AttilaTraceReader(std::span<const std::byte> bytes, std::string name)
    : AttilaTraceReader(workload::ByteInput(bytes, std::move(name))) {}

AttilaTraceReader::AttilaTraceReader(workload::ByteInput input) : input_(std::move(input)) { readHeader(); }

void AttilaTraceReader::readHeader() {
    using namespace attila_trace;
    std::array<std::byte, kHeaderBytes> header;
    const size_t count = input_.read(header);
    if (!hasSignature(std::span(header).first(count)))
        throw sim::Error(name(), "offset 0", "no ATTILA transaction trace (the signature is missing)");
    if (count < header.size())
        throw sim::Error(name(), fmt::format("offset {}", count),
                         fmt::format("the trace ends within its header of {} bytes", header.size()));
    const uint32_t version = wordAt(header, kVersionOffset);
    if (version != kVersion)
        throw sim::Error(
            name(), fmt::format("offset {}", kVersionOffset),
            fmt::format("version {:#06x} of the trace format is unknown; known is {:#06x}", version, kVersion));
    for (const HeaderWord& word : kHeaderWords)
        parameters_.*word.field = wordAt(header, kParametersOffset + word.offset);
    for (const HeaderFlag& flag : kHeaderFlags)
        parameters_.*flag.field = header[kParametersOffset + flag.offset] != std::byte{0};
}

std::optional<TransactionRecord> AttilaTraceReader::next() {
    position_.offset = input_.offset();
    std::array<std::byte, 4> type;
    const size_t count = input_.read(type);
    if (count == 0) return std::nullopt;
    if (count < type.size()) fail("the trace ends within a transaction");
    TransactionRecord record{.position = position_, .bytes = 0, .transaction = readTransaction(wordAt(type, 0))};
    record.bytes = static_cast<uint32_t>(input_.offset() - position_.offset);
    ++position_.ordinal;
    return record;
}

Transaction AttilaTraceReader::readTransaction(uint32_t type) {
    switch (static_cast<Type>(type)) {
        case Type::Write:
            return readMemoryWrite(false);
        case Type::Preload:
            return readMemoryWrite(true);
        case Type::RegisterWrite:
            return readRegisterWrite();
        case Type::Command:
            return readCommand();
        case Type::Event:
            return readEvent();
    }
    fail(fmt::format("transaction type {} is unknown", type));
}

MemoryWrite AttilaTraceReader::readMemoryWrite(bool preload) {
    std::array<std::byte, 13> fields;
    readExactly(fields);
    MemoryWrite write{.address = wordAt(fields, 0),
                      .descriptor = wordAt(fields, 4),
                      .locked = fields[8] != std::byte{0},
                      .preload = preload,
                      .data = {}};
    const uint32_t size = wordAt(fields, 9);
    const bool system = addressOf(write.address).memory() == func::MemoryKind::System;
    const uint64_t mebibytes = system ? parameters_.systemMemoryMiB : parameters_.gpuMemoryMiB;
    if (size > mebibytes << 20)
        fail(fmt::format("a memory write claims {} bytes; the trace was made for {} MiB of {} memory", size, mebibytes,
                         system ? "system" : "GPU"));
    write.data = readPayload(size);
    return write;
}

RegisterWrite AttilaTraceReader::readRegisterWrite() {
    std::array<std::byte, 28> fields;
    readExactly(fields);
    const uint32_t number = wordAt(fields, 0);
    if (!findRegister(number)) fail(fmt::format("register {} is unknown or cannot be written", number));
    RegisterWrite write{.reg = static_cast<Register>(number),
                        .index = wordAt(fields, 4),
                        .value = {},
                        .descriptor = wordAt(fields, 24)};
    for (size_t i = 0; i < write.value.words.size(); ++i) write.value.words[i] = wordAt(fields, 8 + 4 * i);
    return write;
}

CommandWrite AttilaTraceReader::readCommand() {
    std::array<std::byte, 4> fields;
    readExactly(fields);
    const uint32_t number = wordAt(fields, 0);
    if (!findCommand(number)) fail(fmt::format("command {} is unknown", number));
    return {static_cast<ControlCommand>(number)};
}

EventSignal AttilaTraceReader::readEvent() {
    std::array<std::byte, 8> fields;
    readExactly(fields);
    const uint32_t number = wordAt(fields, 0);
    if (!findEvent(number)) fail(fmt::format("event {} is unknown", number));
    const uint32_t length = wordAt(fields, 4);
    if (length > kLongestMessage)
        fail(fmt::format("an event's message claims {} bytes; the limit is {}", length, kLongestMessage));
    const std::span<const std::byte> message = readPayload(length);
    return {static_cast<Event>(number), {reinterpret_cast<const char*>(message.data()), message.size()}};
}

void AttilaTraceReader::readExactly(std::span<std::byte> out) {
    if (input_.read(out) < out.size()) fail("the trace ends within a transaction");
}

std::span<const std::byte> AttilaTraceReader::readPayload(uint32_t size) {
    size_t done = 0;
    while (done < size) {
        const size_t step = std::min<size_t>(kPayloadStep, size - done);
        if (payload_.size() < done + step) payload_.resize(done + step);
        readExactly(std::span(payload_).subspan(done, step));
        done += step;
    }
    return std::span(payload_).first(done);
}

void AttilaTraceReader::fail(const std::string& reason) const {
    throw sim::Error(name(), fmt::format("transaction {} at offset {}", position_.ordinal, position_.offset), reason);
}

}  // namespace cyclorama::attila
