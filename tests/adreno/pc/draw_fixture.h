// SPDX-License-Identifier: MIT
#pragma once
// Draws from command streams: a context of a chip and memory, and a rasterizer that keeps the primitives.

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "adreno/chip_context.h"
#include "adreno/command_stream.h"
#include "families/adreno/isa/codec.h"
#include "families/adreno/operations/draw_operation.h"
#include "machine/values/memory_view.h"
#include "mem/address_space.h"

namespace cyclorama::adreno::test {

/// Keeps the primitives of draws, with the words of their vertices.
class RecordingRasterizer {
  public:
    struct Vertex {
        std::vector<uint32_t> words;
        std::array<float, 4> position{};
    };
    struct Kept {
        std::vector<Vertex> vertices;
        uint32_t id = 0;
        uint32_t view = 0;
    };

    void draw(PrimitiveSource& source) {
        description = source.draw();
        ++draws;
        while (const PrimitiveBatch* const batch = source.next()) take(*batch);
        EXPECT_EQ(source.next(), nullptr) << "a draw that has ended begins again";
    }

    PrimitiveDraw description;
    std::vector<Kept> primitives;
    uint32_t draws = 0;

  private:
    void take(const PrimitiveBatch& batch) {
        for (const Primitive& primitive : batch.primitives) {
            Kept kept{.vertices = {}, .id = primitive.id, .view = batch.view};
            for (uint32_t i = 0; i < description.verticesPerPrimitive(); ++i)
                kept.vertices.push_back(vertexOf(batch, primitive.vertices[i]));
            primitives.push_back(std::move(kept));
        }
    }
    Vertex vertexOf(const PrimitiveBatch& batch, uint32_t number) const {
        Vertex vertex;
        const uint32_t* const record = batch.record(description, number);
        vertex.words.assign(record, record + description.layout.stride);
        const uint32_t* const position = batch.position(description, number);
        for (size_t i = 0; i < 4; ++i) vertex.position[i] = std::bit_cast<float>(position[i]);
        return vertex;
    }
};

class DrawTest : public testing::Test {
  protected:
    static constexpr uint64_t kBase = 0x1'0000'0000;
    static constexpr uint64_t kStream = kBase;
    static constexpr uint64_t kGroup = kBase + 0x8000;
    static constexpr uint64_t kPrograms = kBase + 0x10000;
    static constexpr uint64_t kData = kBase + 0x20000;
    /// Nothing is mapped there.
    static constexpr uint64_t kNowhere = 0x1'8000'0000;

    DrawTest() : memory_(mem::FlatAddressSpace{}) { memory_.mappings()->mapZeros(kBase, 1 << 20); }

    template <typename T>
    void put(uint64_t address, const std::vector<T>& values) {
        ASSERT_TRUE(memory_.write(address, std::as_bytes(std::span(values))));
    }
    uint32_t at(uint64_t address) const { return memory_.load<uint32_t>(address).value_or(0xbad); }

    /// Runs the stream; its draws into the rasterizer, each after noteDraw().
    void run(const CommandStream& stream) {
        put(kStream, stream.words());
        context_.processor.begin({{.address = kStream, .words = static_cast<uint32_t>(stream.words().size())}});
        const machine::MemoryView view(memory_);
        while (const auto command = context_.processor.next(view)) execute(command->operation);
    }
    std::vector<std::string> reported() const {
        std::vector<std::string> identifiers;
        for (const sim::Finding& finding : findings_.all()) identifiers.emplace_back(finding.kind.identifier);
        return identifiers;
    }
    /// Registers and constants as they are at a draw.
    virtual void noteDraw(const DrawOperands&) {}

    /// Puts a program into memory, and gives the length in the unit of SP_VS_INSTRLEN.
    uint32_t putProgram(uint64_t address, std::string_view text) {
        const auto assembled = ir3::assembleProgram(text);
        if (const auto* error = std::get_if<ir3::AssemblyError>(&assembled)) {
            ADD_FAILURE() << "line " << error->line << ": " << error->reason;
            return 0;
        }
        auto words = std::get<std::vector<uint64_t>>(assembled);
        constexpr size_t kUnit = 16;
        words.resize((words.size() + kUnit - 1) / kUnit * kUnit);
        put(address, words);
        return static_cast<uint32_t>(words.size() / kUnit);
    }

    mem::AddressSpace memory_;
    sim::Findings findings_;
    NoWaiting hangTimer_;
    ChipContext context_{Chip{}, findings_, 1, hangTimer_, 1 << 20};
    RecordingRasterizer rasterizer_;
    std::vector<DrawOperands> draws_;

  private:
    void execute(const gpu::Operation& operation) {
        if (const auto* const write = std::get_if<gpu::WriteMemory>(&operation)) {
            EXPECT_TRUE(memory_.write(write->address, write->data));
            return;
        }
        const auto* const family = std::get_if<gpu::FamilyOperationPointer>(&operation);
        ASSERT_NE(family, nullptr);
        const auto* const draw = dynamic_cast<const DrawOperation*>(family->get());
        ASSERT_NE(draw, nullptr);
        draws_.push_back(draw->operands());
        noteDraw(draw->operands());
        const GpuMemory memory(memory_, {}, context_.reporter, &context_.checks);
        draw->drawPrimitives(memory, draw->makeBinder(memory),
                             [this](PrimitiveSource& source) { rasterizer_.draw(source); });
    }
};

}  // namespace cyclorama::adreno::test
