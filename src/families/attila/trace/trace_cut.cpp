// SPDX-License-Identifier: MIT
#include "families/attila/trace/trace_cut.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "families/attila/chip/dialect.h"
#include "families/attila/frontend/front_end.h"
#include "families/attila/registers/address_word.h"
#include "families/attila/trace/attila_trace_writer.h"
#include "family/picture_hashes.h"
#include "machine/configuration/settings.h"
#include "machine/functional/functional_machine.h"
#include "sim/error.h"
#include "workload/byte_output.h"

namespace cyclorama::attila {
namespace {

constexpr uint64_t kPageBytes = 4096;
/// Limit of one write in traces that ATTILA's drivers made.
constexpr uint64_t kMostBytes = 65536;

/// The transactions of a trace on their way to a machine. It notes what those of the first frames leave, and copies the
/// others to a new trace after that.
class CutSource final : public TransactionSource {
  public:
    CutSource(AttilaTraceReader& reader, const mem::AddressSpace& memory, const family::CutRequest& request)
        : reader_(reader), memory_(memory), request_(request) {}

    /// The front end that reads from it, whose state is that before each transaction.
    void readBy(const AttilaFrontEnd& frontEnd) { frontEnd_ = &frontEnd; }

    std::optional<TransactionRecord> next() override {
        if (presented_ == request_.first && !writer_) writeState();
        std::optional<TransactionRecord> record = reader_.next();
        if (!record) return record;
        if (writer_)
            writer_->write(record->transaction);
        else
            note(record->transaction);
        const auto* const command = std::get_if<CommandWrite>(&record->transaction);
        if (command != nullptr && command->command == ControlCommand::SwapBuffers) ++presented_;
        return record;
    }
    const std::string& name() const override { return reader_.name(); }

    /// Ends the file, if it was begun.
    void close() {
        if (output_) output_->close();
    }

  private:
    /// A program in the shaders' instruction memory.
    struct Load {
        ControlCommand command;
        Register addressRegister, sizeRegister, firstRegister;
        uint32_t memory, address, first;
        std::vector<std::byte> code;

        uint32_t end() const { return first + static_cast<uint32_t>(code.size() / kInstructionBytes); }
    };

    void note(const Transaction& transaction) {
        if (const auto* write = std::get_if<RegisterWrite>(&transaction)) {
            registers_[{write->reg, write->index}] = {writes_++, *write};
        } else if (const auto* command = std::get_if<CommandWrite>(&transaction)) {
            if (command->command == ControlCommand::Reset) {
                registers_.clear();
                reset_ = true;
            }
            noteLoad(command->command);
        }
    }

    void noteLoad(ControlCommand command) {
        const RegisterFile& state = frontEnd_->registers();
        if (command == ControlCommand::LoadVertexProgram)
            add({command, Register::VertexProgramAddress, Register::VertexProgramSize, Register::VertexProgramPc,
                 state.programMemory, state.vertexProgram.address, state.startPc[0],
                 std::vector<std::byte>(state.vertexProgram.bytes)});
        if (command == ControlCommand::LoadFragmentProgram)
            add({command, Register::FragmentProgramAddress, Register::FragmentProgramSize, Register::FragmentProgramPc,
                 state.programMemory, state.fragmentProgram.address, state.startPc[1],
                 std::vector<std::byte>(state.fragmentProgram.bytes)});
        if (command == ControlCommand::LoadShaderProgram)
            add({command, Register::ShaderProgramAddress, Register::ShaderProgramSize, Register::ShaderProgramLoadPc,
                 state.programMemory, state.shaderProgram.address, state.shaderLoadPc,
                 std::vector<std::byte>(state.shaderProgram.bytes)});
    }

    void add(Load load) {
        // The front end refuses a program that cannot be read.
        if (!memory_.read(addressOf(load.memory + load.address), load.code)) return;
        std::erase_if(loads_, [&](const Load& old) { return old.first >= load.first && old.end() <= load.end(); });
        loads_.push_back(std::move(load));
    }

    void writeState() {
        AttilaTraceParameters parameters = reader_.parameters();
        parameters.startFrame += request_.first;
        parameters.frames = request_.end - request_.first;
        output_.emplace(request_.file);
        writer_.emplace(*output_, parameters);
        if (request_.first == 0) return;
        if (reset_) writer_->command(ControlCommand::Reset);
        const machine::MemoryControllerParameters& sizes = request_.configuration.memoryController;
        writeMemory(func::MemoryKind::Dram, uint64_t{sizes.memorySize} << 20);
        writeMemory(func::MemoryKind::System, uint64_t{sizes.mappedMemorySize} << 20);
        for (const Load& load : loads_) writeLoad(load);
        std::vector<std::pair<uint64_t, RegisterWrite>> all;
        for (const auto& [key, write] : registers_) all.push_back(write);
        std::ranges::sort(all, {}, &std::pair<uint64_t, RegisterWrite>::first);
        for (const auto& [number, write] : all) writer_->write(write);
        // Each present exchanges them.
        const gpu::ColorBuffer& color = *frontEnd_->state().color;
        writer_->writeRegister(Register::FrontBufferAddress, 0, RegisterValue::fromUint(wordOf(color.frontAddress)));
        writer_->writeRegister(Register::BackBufferAddress, 0,
                               RegisterValue::fromUint(wordOf(color.targets[0].address)));
    }

    /// The pages of a memory that hold anything but zeros, in runs. They are there when a simulation starts.
    void writeMemory(func::MemoryKind memory, uint64_t bytes) {
        std::vector<std::byte> page(kPageBytes);
        std::vector<std::byte> run;
        uint64_t start = 0;
        const auto flush = [&] {
            if (!run.empty())
                writer_->write(MemoryWrite{.address = wordOf({memory, start}), .preload = true, .data = run});
            run.clear();
        };
        for (uint64_t at = 0; at < bytes; at += kPageBytes) {
            const bool used = memory_.read({memory, at}, page) &&
                              std::ranges::any_of(page, [](std::byte value) { return value != std::byte{}; });
            if (!used || run.size() == kMostBytes) flush();
            if (!used) continue;
            if (run.empty()) start = at;
            run.insert(run.end(), page.begin(), page.end());
        }
        flush();
    }

    /// Repeats a program load; restores the memory that it is loaded from.
    void writeLoad(const Load& load) {
        const uint32_t address = load.memory + load.address;
        std::vector<std::byte> now(load.code.size());
        const bool changed = memory_.read(addressOf(address), now) && now != load.code;
        if (changed) writer_->writeMemory(address, load.code);
        writer_->writeRegister(Register::ProgramMemoryAddress, 0, RegisterValue::fromUint(load.memory));
        writer_->writeRegister(load.addressRegister, 0, RegisterValue::fromUint(load.address));
        writer_->writeRegister(load.sizeRegister, 0, RegisterValue::fromUint(static_cast<uint32_t>(load.code.size())));
        writer_->writeRegister(load.firstRegister, 0, RegisterValue::fromUint(load.first));
        writer_->command(load.command);
        if (changed) writer_->writeMemory(address, now);
    }

    AttilaTraceReader& reader_;
    const mem::AddressSpace& memory_;
    const family::CutRequest& request_;
    const AttilaFrontEnd* frontEnd_ = nullptr;
    uint32_t presented_ = 0;
    bool reset_ = false;
    uint64_t writes_ = 0;
    /// The last write of each register, and its number among all.
    std::map<std::pair<Register, uint32_t>, std::pair<uint64_t, RegisterWrite>> registers_;
    std::vector<Load> loads_;
    std::optional<workload::GzipFileOutput> output_;
    std::optional<AttilaTraceWriter> writer_;
};

/// Draws frames of a source on a memory; the hashes of their pictures.
std::vector<size_t> draw(gpu::CommandSource& source, const machine::Configuration& configuration, uint32_t frames,
                         mem::AddressSpace& memory) {
    family::PictureHashes pictures;
    sim::Findings findings;
    machine::FunctionalMachine machine(configuration, {.dialect = dialect(), .limits = {.frames = frames}}, pictures,
                                       findings, memory);
    machine.run(source);
    return pictures.hashes;
}

/// Frames of the trace that was cut, drawn in the same way.
std::vector<size_t> drawCut(const family::CutRequest& request) {
    AttilaTraceReader reader(request.file);
    AttilaFrontEnd frontEnd(reader);
    mem::AddressSpace memory(machine::addressSpaceSettings(request.configuration));
    return draw(frontEnd, request.configuration, request.end - request.first, memory);
}

void write(AttilaTraceReader& reader, const family::CutRequest& request) {
    mem::AddressSpace memory(machine::addressSpaceSettings(request.configuration));
    CutSource source(reader, memory, request);
    AttilaFrontEnd frontEnd(source);
    source.readBy(frontEnd);
    const std::vector<size_t> drawn = draw(frontEnd, request.configuration, request.end, memory);
    source.close();
    if (drawn.size() < request.end)
        throw sim::Error(reader.name(), "", fmt::format("has {} frames, not {}", drawn.size(), request.end));
    const std::vector<size_t> again = drawCut(request);
    for (uint32_t i = 0; i < request.end - request.first; ++i)
        if (i >= again.size() || again[i] != drawn[request.first + i])
            throw sim::Error(reader.name(), "",
                             fmt::format("frame {} cannot be drawn without the one before frame {}, whose buffers it "
                                         "begins with: cut from an earlier frame",
                                         request.first + i, request.first));
}

}  // namespace

void cutTrace(AttilaTraceReader& reader, const family::CutRequest& request) {
    try {
        write(reader, request);
    } catch (...) {
        std::error_code ignored;
        if (std::filesystem::is_regular_file(request.file, ignored)) std::filesystem::remove(request.file, ignored);
        throw;
    }
}

}  // namespace cyclorama::attila
