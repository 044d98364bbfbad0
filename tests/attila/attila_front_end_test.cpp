// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "families/attila/frontend/front_end.h"
#include "families/attila/isa/codec.h"
#include "sim/error.h"

namespace cyclorama::attila {
namespace {

/// Transactions out of a list, 32 bytes each.
class ListSource final : public TransactionSource {
  public:
    std::optional<TransactionRecord> next() override {
        if (position_ == transactions.size()) return std::nullopt;
        TransactionRecord record{
            .position = {position_, 100 + 32 * position_}, .bytes = 32, .transaction = transactions[position_]};
        ++position_;
        return record;
    }
    const std::string& name() const override { return name_; }

    ListSource& set(Register reg, uint32_t value, uint32_t index = 0) {
        transactions.push_back(RegisterWrite{.reg = reg, .index = index, .value = RegisterValue::fromUint(value)});
        return *this;
    }
    ListSource& command(ControlCommand command) {
        transactions.push_back(CommandWrite{command});
        return *this;
    }
    ListSource& loadPrograms() {
        return set(Register::VertexProgramAddress, 0)
            .set(Register::VertexProgramSize, 32)
            .set(Register::VertexProgramPc, 10)
            .command(ControlCommand::LoadVertexProgram)
            .set(Register::FragmentProgramAddress, 32)
            .set(Register::FragmentProgramSize, 16)
            .set(Register::FragmentProgramPc, 40)
            .command(ControlCommand::LoadFragmentProgram);
    }

    std::vector<Transaction> transactions;

  private:
    size_t position_ = 0;
    std::string name_ = "list";
};

/// 64 bytes that hold three instructions.
class SmallMemory final : public gpu::MemoryReader {
  public:
    SmallMemory() : bytes_(64) {
        const auto program =
            std::get<std::vector<isa::Instruction>>(attila::assembleProgram("mov o0, i0\n"
                                                                            "mov o1, i1 <- end\n"
                                                                            "mov o1, c3 <- end\n"));
        const std::vector<std::byte> code = attila::encodeProgram(program);
        std::ranges::copy(code, bytes_.begin());
    }
    bool read(func::Address from, std::span<std::byte> out) const override {
        const uint64_t address = from.bits();
        if (address > bytes_.size() || out.size() > bytes_.size() - address) return false;
        std::ranges::copy(std::span(bytes_).subspan(address, out.size()), out.begin());
        return true;
    }
    std::byte& operator[](size_t i) { return bytes_[i]; }

  private:
    std::vector<std::byte> bytes_;
};

/// The error of reading the source to its end, as "place: reason"; empty where there is none.
std::string errorOf(ListSource& source, const gpu::MemoryReader& memory, const FrontEndOptions& options = {}) {
    AttilaFrontEnd frontEnd(source, options);
    try {
        while (frontEnd.next(memory)) {
        }
    } catch (const sim::Error& error) {
        EXPECT_EQ(error.file(), "list");
        return error.place() + ": " + error.reason();
    }
    return {};
}

TEST(AttilaFrontEnd, AppliesRegisterWritesBeforeItReportsThem) {
    ListSource source;
    source.set(Register::Culling, 2).set(Register::StreamStride, 12, 3);
    AttilaFrontEnd frontEnd(source);
    const SmallMemory memory;

    const auto culling = frontEnd.next(memory);
    EXPECT_EQ(frontEnd.state().raster->cullMode, func::CullMode::Back);
    EXPECT_EQ(frontEnd.state().input->streams[3].stride, 0u);
    EXPECT_EQ(getIf<SetState>(culling->operation)->domain, StateDomain::Fragment);

    const auto stride = frontEnd.next(memory);
    EXPECT_EQ(frontEnd.state().input->streams[3].stride, 12u);
    const auto& set = *getIf<SetState>(stride->operation);
    EXPECT_EQ(set.domain, StateDomain::Geometry);
    EXPECT_EQ(set.reg, 11u);
    EXPECT_EQ(set.index, 3u);
    EXPECT_EQ(stride->position.ordinal, 1u);
    EXPECT_EQ(stride->position.offset, 132u);
    EXPECT_EQ(stride->cost.packets, 1u);
    EXPECT_EQ(stride->cost.bytes, 32u);
    EXPECT_FALSE(frontEnd.next(memory));
    EXPECT_FALSE(frontEnd.next(memory));
}

TEST(AttilaFrontEnd, LoadsProgramsAndSelectsThemAtADraw) {
    ListSource source;
    source.loadPrograms()
        .command(ControlCommand::Draw)
        .set(Register::VertexProgramPc, 11)
        .command(ControlCommand::Draw);
    AttilaFrontEnd frontEnd(source);
    const SmallMemory memory;
    std::vector<LoadProgram> loads;
    std::vector<std::shared_ptr<const isa::Program>> vertexPrograms;
    while (const auto command = frontEnd.next(memory)) {
        if (const auto* load = getIf<LoadProgram>(command->operation)) loads.push_back(*load);
        if (std::holds_alternative<gpu::Draw>(command->operation)) {
            vertexPrograms.push_back(frontEnd.state().stages[gpu::Stage::Vertex].program);
            ASSERT_NE(frontEnd.state().stages[gpu::Stage::Fragment].program, nullptr);
            EXPECT_EQ(frontEnd.state().stages[gpu::Stage::Fragment].program->instructions.size(), 1u);
            EXPECT_EQ(frontEnd.state().stages[gpu::Stage::Fragment].program->resources.constants, 4u);
        }
    }
    ASSERT_EQ(loads.size(), 2u);
    EXPECT_EQ(loads[0].target, LoadProgram::Target::Vertex);
    EXPECT_EQ(loads[0].bytes, 32u);
    EXPECT_EQ(loads[0].firstInstruction, 10u);
    EXPECT_EQ(loads[1].target, LoadProgram::Target::Fragment);
    EXPECT_EQ(loads[1].address, 32u);
    ASSERT_EQ(vertexPrograms.size(), 2u);
    EXPECT_EQ(vertexPrograms[0]->instructions.size(), 2u);
    EXPECT_EQ(vertexPrograms[0]->resources.outputsWritten, 3u);
    // A start within the program that was loaded.
    EXPECT_EQ(vertexPrograms[1]->instructions.size(), 1u);
    EXPECT_EQ(vertexPrograms[1]->resources.outputsWritten, 2u);
}

TEST(AttilaFrontEnd, KeepsAProgramUntilItIsOverwritten) {
    InstructionMemory instructions;
    SmallMemory memory;
    std::vector<std::byte> code(32);
    ASSERT_TRUE(memory.read(0, code));
    EXPECT_EQ(instructions.load(100, code), "");
    const auto program = instructions.program(100);
    EXPECT_EQ(instructions.program(100), program);
    EXPECT_EQ(instructions.load(102, code), "");
    EXPECT_EQ(instructions.program(100), program);
    EXPECT_EQ(instructions.load(101, std::span(code).first(16)), "");
    EXPECT_NE(instructions.program(100), program);
    EXPECT_EQ(instructions.program(99), nullptr);
    EXPECT_EQ(instructions.program(4096), nullptr);
    EXPECT_NE(instructions.load(4095, code), "");
    EXPECT_NE(instructions.load(0, std::span(code).first(20)), "");
}

TEST(AttilaFrontEnd, ExchangesTheBuffersAfterAPresent) {
    ListSource source;
    source.set(Register::FrontBufferAddress, 0x1000).set(Register::BackBufferAddress, 0x2000);
    source.command(ControlCommand::SwapBuffers).command(ControlCommand::ClearColorBuffer);
    AttilaFrontEnd frontEnd(source);
    const SmallMemory memory;
    frontEnd.next(memory);
    frontEnd.next(memory);
    const auto present = frontEnd.next(memory);
    EXPECT_TRUE(std::holds_alternative<gpu::Present>(present->operation));
    EXPECT_EQ(frontEnd.state().color->targets[0].address, 0x2000u);
    frontEnd.next(memory);
    EXPECT_EQ(frontEnd.state().color->targets[0].address, 0x1000u);
    EXPECT_EQ(frontEnd.state().color->frontAddress, 0x2000u);
}

TEST(AttilaFrontEnd, ReturnsToPowerOnAtAReset) {
    ListSource source;
    source.loadPrograms().set(Register::Culling, 1).command(ControlCommand::Reset).command(ControlCommand::Draw);
    const SmallMemory memory;
    AttilaFrontEnd frontEnd(source);
    for (int i = 0; i < 10; ++i) frontEnd.next(memory);
    EXPECT_EQ(frontEnd.state().raster->cullMode, func::CullMode::None);
    EXPECT_EQ(frontEnd.registers().startPc[0], 0u);
}

TEST(AttilaFrontEnd, SkipsFrames) {
    const std::vector<std::byte> data(8);
    ListSource source;
    source.transactions.push_back(MemoryWrite{.address = 64, .data = data});
    source.loadPrograms()
        .command(ControlCommand::ClearColorBuffer)
        .command(ControlCommand::Draw)
        .command(ControlCommand::Blit);
    source.set(Register::BackBufferAddress, 0x3000).command(ControlCommand::SwapBuffers);
    source.transactions.push_back(EventSignal{Event::EndOfFrame, "first"});
    source.command(ControlCommand::Draw).command(ControlCommand::SwapBuffers);

    AttilaFrontEnd frontEnd(source, {.skipFrames = 1});
    const SmallMemory memory;
    std::vector<size_t> kinds;
    while (const auto command = frontEnd.next(memory)) {
        kinds.push_back(command->operation.index());
        if (const auto* write = std::get_if<gpu::WriteMemory>(&command->operation)) {
            EXPECT_TRUE(write->preload);
        }
        if (std::holds_alternative<gpu::ClearColor>(command->operation)) {
            EXPECT_EQ(command->cost.bytes, 0u);
            EXPECT_EQ(frontEnd.state().color->targets[0].address, 0x3000u);
        }
        if (std::holds_alternative<gpu::Draw>(command->operation)) {
            EXPECT_NE(frontEnd.state().stages[gpu::Stage::Vertex].program, nullptr);
        }
    }
    const auto kindOf = [](const gpu::Operation& operation) { return operation.index(); };
    EXPECT_EQ(kinds, (std::vector<size_t>{kindOf(gpu::WriteMemory{}), kindOf(gpu::ClearDepthStencil{}),
                                          kindOf(gpu::ClearColor{}), kindOf(operation(EndOfInitialization{})),
                                          kindOf(gpu::Marker{}), kindOf(gpu::Marker{}), kindOf(gpu::Draw{}),
                                          kindOf(gpu::Present{})}));
}

TEST(AttilaFrontEnd, RefusesWhatAttilaDoesNotTake) {
    const SmallMemory memory;
    const auto errorAfter = [&](auto&& build) {
        ListSource source;
        build(source);
        return errorOf(source, memory);
    };
    EXPECT_EQ(errorAfter([](ListSource& s) { s.set(Register::Culling, 1).set(Register::Culling, 4); }),
              "transaction 1 at offset 132: CULLING has encodings below 4, not 4");
    EXPECT_EQ(errorAfter([](ListSource& s) { s.set(Register::StreamStride, 1, 32); }),
              "transaction 0 at offset 100: STREAM_STRIDE has indices below 32, not 32");
    EXPECT_EQ(errorAfter([](ListSource& s) { s.command(ControlCommand::ClearBuffers); }),
              "transaction 0 at offset 100: command CLEARBUFFERS is not executed by ATTILA");
    EXPECT_EQ(errorAfter([](ListSource& s) { s.command(ControlCommand::Draw); }),
              "transaction 0 at offset 100: a draw with no vertex program at instruction 0");
    EXPECT_EQ(errorAfter([](ListSource& s) {
                  s.set(Register::VertexProgramAddress, 48).set(Register::VertexProgramSize, 32);
                  s.command(ControlCommand::LoadVertexProgram);
              }),
              "transaction 2 at offset 164: a program of 32 bytes at 0x00000030 is not within memory");
    EXPECT_EQ(errorAfter([](ListSource& s) {
                  s.set(Register::ShaderProgramSize, 24).command(ControlCommand::LoadShaderProgram);
              }),
              "transaction 1 at offset 132: a program of 24 bytes is no multiple of 16");
    EXPECT_EQ(
        errorAfter([](ListSource& s) {
            s.set(Register::ShaderProgramSize, 32).set(Register::ShaderProgramLoadPc, 4095);
            s.command(ControlCommand::LoadShaderProgram);
        }),
        "transaction 2 at offset 164: a program of 2 instructions at instruction 4095 does not fit an instruction "
        "memory of 4096");
    // A register without an index ignores the one written.
    EXPECT_EQ(errorAfter([](ListSource& s) { s.set(Register::Culling, 1, 9); }), "");
}

TEST(AttilaFrontEnd, RefusesProgramsThatScalarUnitsDoNotExecute) {
    const SmallMemory memory;
    ListSource source;
    source.loadPrograms().command(ControlCommand::Draw);
    EXPECT_EQ(errorOf(source, memory), "");
    ListSource again;
    again.loadPrograms().command(ControlCommand::Draw);
    EXPECT_EQ(
        errorOf(again, memory, {.scalarUnits = true}),
        "transaction 8 at offset 356: instruction 0 of the vertex program, mov o0, i0, is for units of four "
        "components: with FRAGMENTSHADER.VectorALUConfig = \"scalar\" a trace needs programs that its driver wrote "
        "for scalar units");
}

TEST(AttilaFrontEnd, KnowsTheInstructionsOfScalarUnits) {
    const auto runs = [](std::string_view text) {
        return runsOnScalarUnits(std::get<isa::Instruction>(assemble(text)));
    };
    for (const char* text : {"mov o0.x, i0", "mad r1.w, i0, c1, r0", "rcp r2.y, i0.w", "tex r0, i1, t0", "kil r0",
                             "lit r0, i0", "lda r0, i0.x, t5"})
        EXPECT_TRUE(runs(text)) << text;
    for (const char* text : {"mov o0.xy, i0", "mad r1, i0, c1, r0", "dp4 o0.x, i0, c0", "rcp r2, i0.w"})
        EXPECT_FALSE(runs(text)) << text;
}

TEST(AttilaFrontEnd, TranslatesEveryCommand) {
    const SmallMemory memory;
    for (uint32_t number = 0; findCommand(number) != nullptr; ++number) {
        const CommandInfo& info = *findCommand(number);
        ListSource source;
        source.loadPrograms().command(info.command);
        AttilaFrontEnd frontEnd(source);
        for (int i = 0; i < 8; ++i) frontEnd.next(memory);
        if (info.supported)
            EXPECT_TRUE(frontEnd.next(memory)) << info.name;
        else
            EXPECT_THROW(frontEnd.next(memory), sim::Error) << info.name;
    }
}

}  // namespace
}  // namespace cyclorama::attila
