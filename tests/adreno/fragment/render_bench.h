// SPDX-License-Identifier: MIT
#pragma once
// Draws of primitives made by hand: registers by name, programs from their text, targets whose texels are read back.

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "families/adreno/checks/checks.h"
#include "families/adreno/fragment/renderer.h"
#include "families/adreno/isa/codec.h"
#include "families/adreno/vsc/binning_draw.h"
#include "machine/values/operation_context.h"
#include "mem/address_space.h"

namespace cyclorama::adreno::test {

/// x, y, z and w, then varyings.
using TestVertex = std::vector<float>;

class RenderBench {
  public:
    static constexpr uint64_t kBase = 0x1'0000'0000;
    static constexpr uint64_t kProgram = kBase;
    static constexpr uint64_t kColor = kBase + 0x100000;
    static constexpr uint64_t kTargetStride = 0x40000;
    static constexpr uint64_t kDepth = kBase + 0x400000;
    static constexpr uint64_t kStencil = kBase + 0x500000;
    /// Pixels of targets each way; pitches are for texels of 16 bytes.
    static constexpr uint32_t kSize = 64;
    static constexpr uint32_t kPitch = kSize * 4;

    explicit RenderBench(uint32_t threads = 1, GpuGeneration generation = GpuGeneration::A6xxGen1)
        : memory(mem::FlatAddressSpace{.onChipMemoryBytes = 1 << 20}), chip(chipOf(generation)), workers(threads) {
        memory.mappings()->mapZeros(kBase, 0x600000);
        startState();
    }

    static Chip chipOf(GpuGeneration generation) {
        return {.name = "a630",
                .generation = generation,
                .gmemBytes = 1 << 20,
                .gmemBase = 0x100000,
                .highestBankBit = 15,
                .ubwcSwizzle = 6};
    }

    void set(const Register& reg, uint32_t value, uint32_t index = 0) { registers.write(reg.word(index), value); }
    void setReal(const Register& reg, float value, uint32_t index = 0) {
        set(reg, std::bit_cast<uint32_t>(value), index);
    }
    void setAddress(const Register& reg, uint64_t value, uint32_t index = 0) {
        registers.write(reg.word(index), static_cast<uint32_t>(value));
        registers.write(reg.word(index) + 1, static_cast<uint32_t>(value >> 32));
    }
    /// In units of the field's bits.
    void set(const Field& field, uint32_t value, uint32_t index = 0) {
        const uint32_t offset = field.reg.word(index);
        const auto mask = static_cast<uint32_t>(field.value.mask());
        const uint32_t others = registers.read(offset) & ~mask;
        registers.write(offset, others | (value << field.value.low & mask));
    }

    /// A fragment program whose first colour is in r0, or half ones in hr0.
    void program(std::string_view text, bool half = false) {
        const auto assembled = ir3::assembleProgram(text);
        if (const auto* error = std::get_if<ir3::AssemblyError>(&assembled)) {
            ADD_FAILURE() << "line " << error->line << ": " << error->reason;
            return;
        }
        auto words = std::get<std::vector<uint64_t>>(assembled);
        words.resize((words.size() + 15) / 16 * 16);
        ASSERT_TRUE(memory.write(kProgram, std::as_bytes(std::span(words))));
        set("SP_FS_CONFIG/ENABLED"_field, 1);
        set("SP_FS_CTRL_REG0/MERGEDREGS"_field, 1);
        setAddress("SP_FS_OBJ_START"_reg, kProgram);
        set("SP_FS_INSTRLEN"_reg, static_cast<uint32_t>(words.size() / 16));
        set("SP_FS_OUTPUT[].REG/REGID"_field, 0);
        set("SP_FS_OUTPUT[].REG/HALF_PRECISION"_field, half ? 1 : 0);
        set("SP_FS_OUTPUT_CNTL1/MRT"_field, 1);
    }

    /// Linear, of a format by its number.
    void colorTarget(uint32_t number, uint32_t format) {
        set("RB_FS_OUTPUT_CNTL1/MRT"_field, number + 1);
        set("RB_MRT[].BUF_INFO/COLOR_FORMAT"_field, format, number);
        set("RB_MRT[].PITCH"_reg, kPitch * 4 >> 6, number);
        set("RB_MRT[].ARRAY_PITCH"_reg, kPitch * 4 * kSize >> 6, number);
        setAddress("RB_MRT[].BASE"_reg, kColor + number * kTargetStride, number);
        set("RB_MRT[].CONTROL/COMPONENT_ENABLE"_field, 0xf, number);
    }
    void depthTarget(DepthFormat format) {
        set("RB_DEPTH_BUFFER_INFO/DEPTH_FORMAT"_field, static_cast<uint32_t>(format));
        set("GRAS_SU_DEPTH_BUFFER_INFO/DEPTH_FORMAT"_field, static_cast<uint32_t>(format));
        set("RB_DEPTH_BUFFER_PITCH"_reg, kPitch * 4 >> 6);
        setAddress("RB_DEPTH_BUFFER_BASE"_reg, kDepth);
    }
    void samples(uint32_t log2) {
        set("GRAS_RAS_MSAA_CNTL/SAMPLES"_field, log2);
        set("RB_RAS_MSAA_CNTL/SAMPLES"_field, log2);
        set("SP_TP_RAS_MSAA_CNTL/SAMPLES"_field, log2);
    }

    /// In window coordinates: x and y in pixels of the viewport, divided by w already.
    void draw(PrimitiveTopology topology, const std::vector<TestVertex>& vertices) {
        std::vector<uint32_t> words;
        for (const TestVertex& vertex : vertices)
            for (const float value : vertex) words.push_back(std::bit_cast<uint32_t>(value));
        primitives.topology = topology;
        primitives.layout.position = 0;
        primitives.layout.stride = static_cast<uint32_t>(vertices.front().size());
        std::vector<Primitive> all;
        const uint32_t count = primitives.verticesPerPrimitive();
        for (uint32_t first = 0; first + count <= vertices.size(); first += count)
            all.push_back({.vertices = {first, first + 1, first + 2}, .id = first / count});
        const PrimitiveBatch batch{.words = words, .primitives = all};
        if (!isBinningPass(registers)) return render(batch);
        const GpuMemory gpu = gpuMemory();
        OneBatch source(primitives, batch);
        const auto state = BinningState::of(registers, chip.generation, primitives);
        ASSERT_TRUE(state);
        BinningDraw(gpu, binning, counters, &checks.lrz, true).run(source, *state);
    }
    void render(const PrimitiveBatch& batch) {
        const GpuMemory gpu = gpuMemory();
        StageBinder binder({.registers = registers, .loaded = loaded}, gpu, chip, programs, reporter);
        binder.setListeners(&checks, &checks);
        binder.observe(context, nullptr);
        Renderer renderer(registers, chip, gpu, binder, workers, counters, reporter);
        renderer.setListeners(&checks.lrz, &checks);
        renderer.observe(context);
        OneBatch source(primitives, batch);
        renderer.draw(source);
    }
    GpuMemory gpuMemory() { return {memory, gmemRangeOf(chip), reporter, &checks}; }
    /// The whole target at one depth.
    void drawAll(float z = 0.0f) { draw(PrimitiveTopology::Triangles, {{-1, -1, z, 1}, {3, -1, z, 1}, {-1, 3, z, 1}}); }

    template <typename T = uint32_t>
    T texel(uint32_t x, uint32_t y, uint32_t target = 0, uint64_t base = kColor) const {
        const uint64_t address = base + target * kTargetStride + y * uint64_t{kPitch} * 4 + x * sizeof(T);
        return memory.load<T>(address).value_or(T{});
    }
    std::string findingsText() const {
        std::string text;
        for (const sim::Finding& finding : findings.all())
            text += std::string(finding.kind.identifier) + ": " + finding.detail + "\n";
        return text;
    }
    std::vector<uint32_t> picture() const {
        std::vector<uint32_t> texels;
        for (uint32_t y = 0; y < kSize; ++y)
            for (uint32_t x = 0; x < kSize; ++x) texels.push_back(texel(x, y));
        return texels;
    }

    mem::AddressSpace memory;
    const Chip chip;
    sim::Findings findings;
    Reporter reporter{findings};
    Checks checks{chip, reporter};
    machine::WorkerPool workers;
    RegisterValues registers;
    LoadedUnits loaded;
    ProgramCache programs;
    QueryCounters counters;
    BinningPass binning;
    PrimitiveDraw primitives;
    /// Observer of the draws, which it must outlive; null for none.
    machine::OperationContext* context = nullptr;

  private:
    /// A draw of one batch.
    class OneBatch final : public PrimitiveSource {
      public:
        OneBatch(const PrimitiveDraw& draw, const PrimitiveBatch& batch) : draw_(draw), batch_(&batch) {}
        const PrimitiveDraw& draw() const override { return draw_; }
        const PrimitiveBatch* next() override { return std::exchange(batch_, nullptr); }

      private:
        const PrimitiveDraw& draw_;
        const PrimitiveBatch* batch_;
    };

    /// A viewport over the targets, y downwards; targets in memory; no inputs.
    void startState() {
        constexpr uint32_t kHalf = kSize / 2;
        for (uint32_t i = 0; i < kViewports; ++i) {
            setReal("GRAS_CL_VPORT[].XSCALE"_reg, kHalf, i);
            setReal("GRAS_CL_VPORT[].XOFFSET"_reg, kHalf, i);
            setReal("GRAS_CL_VPORT[].YSCALE"_reg, kHalf, i);
            setReal("GRAS_CL_VPORT[].YOFFSET"_reg, kHalf, i);
            setReal("GRAS_CL_VPORT[].ZSCALE"_reg, 1.0f, i);
            setReal("GRAS_CL_Z_CLAMP[].MAX"_reg, 1.0f, i);
            constexpr uint32_t kCorner = (kSize - 1) << 16 | (kSize - 1);
            set("GRAS_SC_SCREEN_SCISSOR[].BR"_reg, kCorner, i);
            set("GRAS_SC_VIEWPORT_SCISSOR[].BR"_reg, kCorner, i);
            set("GRAS_SC_WINDOW_SCISSOR_BR"_reg, kCorner);
        }
        set("GRAS_CL_CNTL/ZERO_GB_SCALE_Z"_field, 1);
        set("GRAS_CL_CNTL/VP_CLIP_CODE_IGNORE"_field, 1);
        set("GRAS_SU_CNTL/LINEHALFWIDTH"_field, 2);
        set("GRAS_SU_POINT_SIZE"_reg, 16);
        set("GRAS_SU_POINT_MINMAX"_reg, 0xffffu << 16 | 1);
        set("RB_BIN_CONTROL/BUFFERS_LOCATION"_field, 3);
        set("RB_RENDER_COMPONENTS"_reg, 0xffffffff);
        set("RB_BLEND_CNTL/SAMPLE_MASK"_field, 0xffff);
        for (const Register& reg : {"HLSQ_CONTROL_2_REG"_reg, "HLSQ_CONTROL_3_REG"_reg, "HLSQ_CONTROL_4_REG"_reg})
            set(reg, ir3::kNoRegister * 0x01010101);
        set("SP_FS_OUTPUT_CNTL0"_reg, ir3::kNoRegister * 0x01010100);
        for (uint32_t i = 0; i < kColorTargets; ++i) set("SP_FS_OUTPUT[].REG/REGID"_field, ir3::kNoRegister, i);
    }
};

/// Opaque red, green and blue, from bytes of a colour.
inline std::string colorProgram(float red, float green, float blue, float alpha) {
    const auto move = [](const char* to, float value) {
        return "mov.f32f32 " + std::string(to) + ", (" + std::to_string(value) + ")\n";
    };
    return move("r0.x", red) + move("r0.y", green) + move("r0.z", blue) + move("r0.w", alpha) + "end";
}

}  // namespace cyclorama::adreno::test
