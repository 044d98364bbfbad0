// SPDX-License-Identifier: MIT
#include "families/attila/trace/attila_trace_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>
#include <variant>

#include "sim/error.h"

namespace cyclorama::attila {
namespace {

using namespace attila;
using attila_trace::Type;

/// The fixed part of a transaction.
class Fields {
  public:
    explicit Fields(Type type) { word(static_cast<uint32_t>(type)); }

    Fields& word(uint32_t value) {
        for (unsigned i = 0; i < 4; ++i) byte(static_cast<uint8_t>(value >> (8 * i)));
        return *this;
    }
    Fields& byte(uint8_t value) {
        bytes_[size_++] = std::byte{value};
        return *this;
    }
    std::span<const std::byte> bytes() const { return std::span(bytes_).first(size_); }

  private:
    std::array<std::byte, 32> bytes_{};
    size_t size_ = 0;
};

}  // namespace

AttilaTraceWriter::AttilaTraceWriter(workload::ByteOutput& output, const AttilaTraceParameters& parameters)
    : output_(output) {
    using namespace attila_trace;
    std::vector<std::byte> header(kHeaderBytes);
    const auto putWord = [&](size_t offset, uint32_t value) {
        for (unsigned i = 0; i < 4; ++i) header[offset + i] = std::byte{static_cast<uint8_t>(value >> (8 * i))};
    };
    std::ranges::transform(kSignature, header.begin(), [](char c) { return std::byte{static_cast<uint8_t>(c)}; });
    putWord(kVersionOffset, kVersion);
    for (const HeaderWord& word : kHeaderWords) putWord(kParametersOffset + word.offset, parameters.*word.field);
    for (const HeaderFlag& flag : kHeaderFlags)
        header[kParametersOffset + flag.offset] = std::byte{parameters.*flag.field};
    output_.write(header);
}

void AttilaTraceWriter::write(const Transaction& transaction) {
    struct Visitor {
        workload::ByteOutput& output;

        void operator()(const MemoryWrite& write) const {
            Fields fields(write.preload ? Type::Preload : Type::Write);
            fields.word(write.address).word(write.descriptor).byte(write.locked ? 1 : 0);
            fields.word(static_cast<uint32_t>(write.data.size()));
            output.write(fields.bytes());
            output.write(write.data);
        }
        void operator()(const RegisterWrite& write) const {
            Fields fields(Type::RegisterWrite);
            fields.word(static_cast<uint32_t>(write.reg)).word(write.index);
            for (const uint32_t word : write.value.words) fields.word(word);
            output.write(fields.word(write.descriptor).bytes());
        }
        void operator()(const CommandWrite& write) const {
            output.write(Fields(Type::Command).word(static_cast<uint32_t>(write.command)).bytes());
        }
        void operator()(const EventSignal& signal) const {
            Fields fields(Type::Event);
            fields.word(static_cast<uint32_t>(signal.event)).word(static_cast<uint32_t>(signal.message.size()));
            output.write(fields.bytes());
            output.write(std::as_bytes(std::span(signal.message)));
        }
    };
    std::visit(Visitor{output_}, transaction);
}

void AttilaTraceWriter::writeMemory(uint32_t address, std::span<const std::byte> data) {
    write(MemoryWrite{.address = address, .data = data});
}

void AttilaTraceWriter::writeRegister(Register reg, uint32_t index, const RegisterValue& value) {
    write(RegisterWrite{.reg = reg, .index = index, .value = value});
}

void AttilaTraceWriter::command(ControlCommand command) { write(CommandWrite{command}); }

void AttilaTraceWriter::event(Event event, std::string_view message) { write(EventSignal{event, message}); }

}  // namespace cyclorama::attila
