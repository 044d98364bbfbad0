// SPDX-License-Identifier: MIT
#include "families/attila/trace/trace_dump.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <string_view>
#include <variant>

#include "families/attila/frontend/front_end.h"
#include "families/attila/isa/codec.h"
#include "families/attila/trace/attila_trace_reader.h"
#include "mem/address_space.h"

namespace cyclorama::attila {
namespace {

/// Longest part of a message that is shown.
constexpr size_t kShownMessage = 200;

/// One line of text, whatever the bytes.
std::string quotedMessage(std::string_view message) {
    std::string text = "\"";
    for (const char c : message.substr(0, kShownMessage)) {
        if (c == '"' || c == '\\')
            text += {'\\', c};
        else if (c >= ' ' && c <= '~')
            text += c;
        else
            text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
    return text + (message.size() > kShownMessage ? "\"..." : "\"");
}

std::string describe(const MemoryWrite& write) {
    return fmt::format("{:<8}  {:#010x}  {} bytes  hash {:016x}{}", write.preload ? "preload" : "write", write.address,
                       write.data.size(), XXH3_64bits(write.data.data(), write.data.size()),
                       write.locked ? "  after the batch" : "");
}

std::string describe(const RegisterWrite& write) {
    const RegisterInfo& info = registerInfo(write.reg);
    return fmt::format("register  {} = {}", formatRegister(info, write.index), formatValue(info, write.value));
}

std::string describe(const CommandWrite& write) {
    return fmt::format("command   {}", findCommand(static_cast<uint32_t>(write.command))->name);
}

std::string describe(const EventSignal& signal) {
    return fmt::format("event     {} {}", findEvent(static_cast<uint32_t>(signal.event))->name,
                       quotedMessage(signal.message));
}

/// Writes each transaction on its way to the front end.
class PrintingSource final : public TransactionSource {
  public:
    PrintingSource(TransactionSource& source, std::ostream& out) : source_(source), out_(out) {}

    std::optional<TransactionRecord> next() override {
        std::optional<TransactionRecord> record = source_.next();
        if (record)
            out_ << fmt::format(
                "{:8}  {:10}  {}\n", record->position.ordinal, record->position.offset,
                std::visit([](const auto& transaction) { return describe(transaction); }, record->transaction));
        return record;
    }
    const std::string& name() const override { return source_.name(); }

  private:
    TransactionSource& source_;
    std::ostream& out_;
};

/// The memories that the trace was made for.
class TraceMemory final : public gpu::MemoryReader {
  public:
    explicit TraceMemory(const AttilaTraceParameters& parameters)
        : space_({.gpuMemoryBytes = bytes(parameters.gpuMemoryMiB),
                  .systemMemoryBytes = bytes(parameters.systemMemoryMiB)}) {}

    bool read(func::Address address, std::span<std::byte> out) const override { return space_.read(address, out); }
    bool write(func::Address address, std::span<const std::byte> data) { return space_.write(address, data); }

  private:
    /// One bit of an address selects the memory; the others reach 2 GiB.
    static uint64_t bytes(uint32_t mebibytes) { return uint64_t{std::min(mebibytes, 2048u)} << 20; }

    mem::AddressSpace space_;
};

void printHeader(const AttilaTraceReader& reader, std::ostream& out) {
    using namespace attila_trace;
    out << fmt::format("{}: ATTILA transaction trace, version {:#06x}\n", reader.name(), kVersion);
    for (const HeaderWord& word : kHeaderWords)
        out << fmt::format("    {:<40} {}\n", word.name, reader.parameters().*word.field);
    for (const HeaderFlag& flag : kHeaderFlags)
        out << fmt::format("    {:<40} {}\n", flag.name, reader.parameters().*flag.field);
    out << fmt::format("  number      offset\n");
}

/// The instructions of a load, without the empty ones that fill it up.
void printProgram(const LoadProgram& load, InstructionMemory& instructions, std::ostream& out) {
    const std::shared_ptr<const isa::Program> program = instructions.program(load.firstInstruction);
    if (!program) return;
    size_t count = program->instructions.size();
    const auto fills = [](const isa::Instruction& instruction) {
        return instruction.operation == isa::Operation::Nop && !instruction.end;
    };
    while (count > 0 && fills(program->instructions[count - 1])) --count;
    for (size_t i = 0; i < count; ++i)
        out << fmt::format("{:>28}  {}\n", load.firstInstruction + i, attila::disassemble(program->instructions[i]));
}

}  // namespace

void dumpTrace(AttilaTraceReader& reader, std::ostream& out) {
    printHeader(reader, out);
    TraceMemory memory(reader.parameters());
    PrintingSource source(reader, out);
    AttilaFrontEnd frontEnd(source);
    uint64_t frame = reader.parameters().startFrame;
    uint64_t batch = 0;
    while (const std::optional<gpu::Command> command = frontEnd.next(memory)) {
        if (const auto* write = std::get_if<gpu::WriteMemory>(&command->operation)) {
            if (!memory.write(write->address, write->data))
                out << fmt::format("{:>28}  not within the memory the trace was made for\n", "");
        } else if (const auto* load = getIf<LoadProgram>(command->operation)) {
            printProgram(*load, frontEnd.instructionMemory(), out);
        } else if (std::holds_alternative<gpu::Draw>(command->operation)) {
            out << fmt::format("{:>28}  frame {}, batch {}\n", "", frame, batch++);
        } else if (std::holds_alternative<gpu::Present>(command->operation)) {
            out << fmt::format("{:>28}  end of frame {}\n", "", frame++);
            batch = 0;
        }
    }
}

}  // namespace cyclorama::attila
