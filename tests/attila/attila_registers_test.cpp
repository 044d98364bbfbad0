// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "families/attila/registers/register_file.h"
#include "families/attila/registers/registers.h"

namespace cyclorama::attila {
namespace {

using Snapshot = std::vector<RegisterValue>;

/// Every index of every register.
Snapshot snapshot(const RegisterFile& file) {
    Snapshot all;
    for (const RegisterInfo& info : registerTable())
        for (uint32_t index = 0; index < info.indices; ++index) all.push_back(info.load(file, index));
    return all;
}

std::vector<std::string> snapshotNames() {
    std::vector<std::string> all;
    for (const RegisterInfo& info : registerTable())
        for (uint32_t index = 0; index < info.indices; ++index) all.push_back(formatRegister(info, index));
    return all;
}

/// Values that the register takes, the ends of its range among them.
std::vector<RegisterValue> acceptedValues(const RegisterInfo& info) {
    std::vector<RegisterValue> candidates;
    switch (info.type) {
        case ValueType::Bool:
            return {RegisterValue::fromBool(true), RegisterValue::fromBool(false)};
        case ValueType::Vec4:
            return {RegisterValue::fromVec4({1.0f, -2.5f, 0.0f, 1e30f})};
        case ValueType::Float:
            return {RegisterValue::fromFloat(0.25f), RegisterValue::fromFloat(1.0f)};
        case ValueType::Int:
            return {RegisterValue::fromUint(static_cast<uint32_t>(static_cast<int32_t>(info.minimum))),
                    RegisterValue::fromUint(static_cast<uint32_t>(static_cast<int32_t>(info.maximum))),
                    RegisterValue::fromUint(7)};
        case ValueType::Enumeration:
            for (uint32_t code = 0; code < info.encodings.size(); ++code)
                candidates.push_back(RegisterValue::fromUint(code));
            break;
        case ValueType::Uint:
            for (const double value : {info.minimum, info.maximum, 2.0, 24.0, 255.0})
                candidates.push_back(RegisterValue::fromUint(static_cast<uint32_t>(value)));
            break;
    }
    std::erase_if(candidates, [&](const RegisterValue& value) { return !problem(info, 0, value).empty(); });
    return candidates;
}

/// A value as the register keeps it: stencil values have 8 bits.
RegisterValue kept(const RegisterInfo& info, const RegisterValue& value) {
    switch (info.reg) {
        case Register::StencilReference:
        case Register::StencilCompareMask:
        case Register::StencilUpdateMask:
            return RegisterValue::fromUint(value.asUint() & 0xff);
        default:
            return value;
    }
}

/// The register that names the same state: the back buffer is render target 0, and a program's start has two names.
const std::map<std::string, std::string> kAliases = {
    {"BACKBUFFER_ADDR", "RENDER_TARGET_ADDRESS[0]"},
    {"COLOR_BUFFER_FORMAT", "RENDER_TARGET_FORMAT[0]"},
    {"VERTEX_PROGRAM_PC", "SHADER_PROGRAM_PC[vertex]"},
    {"FRAGMENT_PROGRAM_PC", "SHADER_PROGRAM_PC[fragment]"},
    {"VERTEX_THREAD_RESOURCES", "SHADER_THREAD_RESOURCES[vertex]"},
    {"FRAGMENT_THREAD_RESOURCES", "SHADER_THREAD_RESOURCES[fragment]"},
};

bool aliases(const std::string& a, const std::string& b) {
    const auto is = [](const std::string& x, const std::string& y) {
        const auto found = kAliases.find(x);
        return found != kAliases.end() && found->second == y;
    };
    return is(a, b) || is(b, a);
}

// Numbers from ATTILA's enumeration of registers (GPU.h), counted there; 0, 1, 26 and 151 cannot be written.
TEST(AttilaRegisters, HaveAttilasNumbers) {
    const std::map<uint32_t, std::string> known = {{2, "VERTEX_PROGRAM"},
                                                   {8, "VERTEX_ATTRIBUTE_MAP"},
                                                   {22, "PRIMITIVE"},
                                                   {25, "USER_CLIP_PLANE"},
                                                   {27, "FRONTBUFFER_ADDR"},
                                                   {39, "VIEWPORT_INI_X"},
                                                   {52, "Z_BUFFER_BIT_PRECISSION"},
                                                   {59, "FRAGMENT_INPUT_ATTRIBUTES"},
                                                   {64, "FRAGMENT_CONSTANT"},
                                                   {70, "SHADER_THREAD_RESOURCES"},
                                                   {73, "TEXTURE_ADDRESS"},
                                                   {88, "TEXTURE_WRAP_S"},
                                                   {96, "TEXTURE_SRGB"},
                                                   {103, "TEXTURE_MAX_ANISOTROPY"},
                                                   {106, "ZSTENCIL_STATE_BUFFER_MEM_ADDR"},
                                                   {117, "DEPTH_MASK"},
                                                   {119, "COLOR_BUFFER_FORMAT"},
                                                   {127, "COLOR_BLEND"},
                                                   {137, "COLOR_MASK_A"},
                                                   {140, "MCV2_2ND_INTERLEAVING_START_ADDR"},
                                                   {150, "BLIT_DST_TX_BLOCK"}};
    for (const auto& [number, name] : known) {
        const RegisterInfo* info = findRegister(number);
        ASSERT_NE(info, nullptr) << number;
        EXPECT_EQ(info->name, name);
        EXPECT_EQ(findRegister(name), info);
    }
    EXPECT_EQ(registerTable().size(), 148u);
    for (const uint32_t number : {0u, 1u, 26u, 151u, 0xffffffffu}) EXPECT_EQ(findRegister(number), nullptr) << number;
    EXPECT_EQ(findRegister("GPU_CULLING"), nullptr);
}

TEST(AttilaRegisters, AreEachDescribedOnce) {
    std::set<std::string_view> names;
    int64_t last = -1;
    for (const RegisterInfo& info : registerTable()) {
        EXPECT_GT(static_cast<int64_t>(info.reg), last) << info.name;
        last = static_cast<int64_t>(info.reg);
        EXPECT_TRUE(names.insert(info.name).second) << info.name;
        EXPECT_TRUE(info.meaning.ends_with('.')) << info.name;
        EXPECT_FALSE(info.source.empty()) << info.name;
        EXPECT_EQ(info.indices == 1, info.indexMeaning == IndexMeaning::None) << info.name;
        EXPECT_EQ(info.type == ValueType::Enumeration, !info.encodings.empty()) << info.name;
        EXPECT_EQ(info.domain == StateDomain::Geometry, static_cast<uint32_t>(info.reg) < 26) << info.name;
        EXPECT_EQ(findRegister(static_cast<uint32_t>(info.reg))->name, info.name);
    }
}

TEST(AttilaRegisters, ReadBackWhatWasWrittenAndChangeNothingElse) {
    const std::vector<std::string> names = snapshotNames();
    for (const RegisterInfo& info : registerTable()) {
        const std::vector<RegisterValue> values = acceptedValues(info);
        ASSERT_FALSE(values.empty()) << info.name;
        for (const uint32_t index : std::set<uint32_t>{0, info.indices / 2, info.indices - 1}) {
            RegisterFile file;
            const std::string name = formatRegister(info, index);
            for (const RegisterValue& value : values) {
                const Snapshot before = snapshot(file);
                info.store(file, index, value);
                EXPECT_EQ(info.load(file, index), kept(info, value)) << name;
                const Snapshot after = snapshot(file);
                for (size_t i = 0; i < after.size(); ++i) {
                    if (names[i] == name || aliases(names[i], name)) {
                        EXPECT_EQ(after[i], kept(info, value)) << names[i];
                    } else {
                        ASSERT_EQ(after[i], before[i]) << name << " changed " << names[i];
                    }
                }
            }
        }
    }
}

TEST(AttilaRegisters, RefuseIndicesAndValuesOutOfRange) {
    for (const RegisterInfo& info : registerTable()) {
        const RegisterValue accepted = acceptedValues(info).front();
        EXPECT_EQ(problem(info, info.indices - 1, accepted), "") << info.name;
        if (info.indexMeaning != IndexMeaning::None) {
            EXPECT_NE(problem(info, info.indices, accepted), "") << info.name;
        }
        if (info.type == ValueType::Enumeration) {
            const auto count = static_cast<uint32_t>(info.encodings.size());
            EXPECT_NE(problem(info, 0, RegisterValue::fromUint(count)), "") << info.name;
        }
        if (info.type == ValueType::Uint && info.maximum < 4294967295.0) {
            const uint32_t above = static_cast<uint32_t>(info.maximum) + 1;
            EXPECT_NE(problem(info, 0, RegisterValue::fromUint(above)), "") << info.name;
        }
    }
    EXPECT_NE(problem(registerInfo(Register::DepthRangeFar), 0, RegisterValue::fromFloat(1.5f)), "");
    EXPECT_NE(problem(registerInfo(Register::ViewportX), 0, RegisterValue::fromUint(static_cast<uint32_t>(-1))), "");
    EXPECT_NE(problem(registerInfo(Register::ZBufferBits), 0, RegisterValue::fromUint(20)), "");
    EXPECT_NE(problem(registerInfo(Register::MsaaSamples), 0, RegisterValue::fromUint(6)), "");
    EXPECT_NE(problem(registerInfo(Register::VertexAttributeMap), 0, RegisterValue::fromUint(32)), "");
    EXPECT_EQ(problem(registerInfo(Register::VertexAttributeMap), 0, RegisterValue::fromUint(255)), "");
    // R16 (32) is a texture's format, not a render target's.
    EXPECT_EQ(problem(registerInfo(Register::TextureFormat), 0, RegisterValue::fromUint(32)), "");
    EXPECT_EQ(problem(registerInfo(Register::RenderTargetFormat), 0, RegisterValue::fromUint(32)),
              "R16 is no format of a render target");
}

TEST(AttilaRegisters, TakeTheFirstByteOfABoolean) {
    RegisterFile file;
    const RegisterInfo& info = registerInfo(Register::DepthTest);
    info.store(file, 0, RegisterValue::fromUint(0x100));
    EXPECT_FALSE(file.draw.depthStencil->depthTest);
    info.store(file, 0, RegisterValue::fromUint(0x80));
    EXPECT_TRUE(file.draw.depthStencil->depthTest);
}

TEST(AttilaRegisters, SetAllThatDependsOnThem) {
    RegisterFile file;
    registerInfo(Register::MsaaSamples).store(file, 0, RegisterValue::fromUint(4));
    EXPECT_EQ(file.draw.raster->samples, 1u);
    registerInfo(Register::Multisampling).store(file, 0, RegisterValue::fromBool(true));
    EXPECT_EQ(file.draw.raster->samples, 4u);
    EXPECT_EQ(file.draw.depthStencil->samples, 4u);
    EXPECT_EQ(file.draw.color->targets[7].color.samples, 4u);

    registerInfo(Register::BlendEquation).store(file, 2, RegisterValue::fromUint(4));
    EXPECT_EQ(file.draw.color->targets[2].color.blend.colorEquation, func::BlendEquation::Max);
    EXPECT_EQ(file.draw.color->targets[2].color.blend.alphaEquation, func::BlendEquation::Max);
    EXPECT_EQ(file.draw.color->targets[1].color.blend.colorEquation, func::BlendEquation::Add);

    registerInfo(Register::ColorSrgbWrite).store(file, 0, RegisterValue::fromBool(true));
    registerInfo(Register::LogicalOperation).store(file, 0, RegisterValue::fromBool(true));
    registerInfo(Register::LogicalOperationFunction).store(file, 0, RegisterValue::fromUint(6));
    for (const gpu::RenderTarget& target : file.draw.color->targets) {
        EXPECT_TRUE(target.color.srgb);
        EXPECT_TRUE(target.color.logicOperationEnabled);
        EXPECT_EQ(target.color.logicOperation, func::LogicOperation::Xor);
    }

    // Unit 2, level 3, face 4.
    registerInfo(Register::TextureAddress).store(file, (2 * 13 + 3) * 6 + 4, RegisterValue::fromUint(0x1234));
    EXPECT_EQ(file.draw.textures[2].address[3][4], 0x1234u);
}

void expectSameGroups(const gpu::DrawState& one, const gpu::DrawState& other, std::string_view name) {
    EXPECT_TRUE(one.textures.same(other.textures)) << name;
    EXPECT_TRUE(one.input.same(other.input)) << name;
    EXPECT_TRUE(one.raster.same(other.raster)) << name;
    EXPECT_TRUE(one.depthStencil.same(other.depthStencil)) << name;
    EXPECT_TRUE(one.depthBuffer.same(other.depthBuffer)) << name;
    EXPECT_TRUE(one.color.same(other.color)) << name;
    for (const gpu::Stage stage : {gpu::Stage::Vertex, gpu::Stage::Fragment})
        EXPECT_TRUE(one.stages[stage].constants.same(other.stages[stage].constants)) << name;
}

TEST(AttilaRegisters, WritingWhatARegisterHoldsRenewsNoGroup) {
    RegisterFile file;
    file.draw.textures.edit(1).width = 16;
    file.draw.stages[gpu::Stage::Vertex].constants.edit()[1] = {1, 2, 3, 4};
    file.draw.stages[gpu::Stage::Fragment].constants.edit()[1] = {1, 2, 3, 4};
    const gpu::DrawState before = file.draw;
    for (const RegisterInfo& info : registerTable())
        for (uint32_t index = 0; index < std::min(info.indices, 3u); ++index) {
            info.store(file, index, info.load(file, index));
            expectSameGroups(file.draw, before, info.name);
        }
}

TEST(AttilaRegisters, AWriteRenewsItsGroupAlone) {
    const auto write = [](Register reg, uint32_t index, const RegisterValue& value) {
        RegisterFile file;
        gpu::DrawState expected = file.draw;
        registerInfo(reg).store(file, index, value);
        EXPECT_FALSE(
            file.draw.textures.same(expected.textures) &&
            file.draw.stages[gpu::Stage::Vertex].constants.same(expected.stages[gpu::Stage::Vertex].constants) &&
            file.draw.stages[gpu::Stage::Fragment].constants.same(expected.stages[gpu::Stage::Fragment].constants));
        return std::pair{expected, file.draw};
    };
    const auto value = RegisterValue::fromVec4({1, 2, 3, 4});
    for (const gpu::Stage stage : {gpu::Stage::Vertex, gpu::Stage::Fragment}) {
        const bool vertex = stage == gpu::Stage::Vertex;
        auto [before, after] = write(vertex ? Register::VertexConstant : Register::FragmentConstant, 9, value);
        EXPECT_EQ((*after.stages[stage].constants)[9], value.asVec4());
        after.stages[stage].constants = before.stages[stage].constants;
        expectSameGroups(after, before, "constants");
    }
    auto [before, after] = write(Register::TextureWidth, 2, RegisterValue::fromUint(64));
    for (size_t unit = 0; unit < gpu::kTextureUnits; ++unit)
        EXPECT_EQ(after.textures.descriptor(unit).same(before.textures.descriptor(unit)), unit != 2) << unit;
    after.textures = before.textures;
    expectSameGroups(after, before, "textures");
}

TEST(AttilaRegisters, ArePrintedByTheirTypes) {
    EXPECT_EQ(formatRegister(registerInfo(Register::Culling), 0), "CULLING");
    EXPECT_EQ(formatValue(registerInfo(Register::Culling), RegisterValue::fromUint(2)), "BACK");
    EXPECT_EQ(formatRegister(registerInfo(Register::TextureAddress), (15 * 13 + 12) * 6 + 5),
              "TEXTURE_ADDRESS[15 level 12 face 5]");
    EXPECT_EQ(formatValue(registerInfo(Register::TextureAddress), RegisterValue::fromUint(0x180000)), "0x00180000");
    EXPECT_EQ(formatRegister(registerInfo(Register::ShaderProgramPc), 1), "SHADER_PROGRAM_PC[fragment]");
    EXPECT_EQ(formatValue(registerInfo(Register::ColorBufferClear), RegisterValue::fromVec4({0.0f, 0.5f, 1.0f, 1.0f})),
              "(0, 0.5, 1, 1)");
    EXPECT_EQ(formatValue(registerInfo(Register::ScissorX), RegisterValue::fromUint(static_cast<uint32_t>(-3))), "-3");
}

// ATTILA's encodings by number (GPU.h).
TEST(AttilaRegisters, HaveAttilasEncodings) {
    EXPECT_EQ(registerInfo(Register::TextureFormat).encodings.size(), 41u);
    EXPECT_EQ(registerInfo(Register::TextureFormat).encodings[30], "RGBA8888");
    EXPECT_EQ(registerInfo(Register::TextureFormat).encodings[37], "RGBA16F");
    EXPECT_EQ(registerInfo(Register::DepthFunction).encodings[3], "LEQUAL");
    EXPECT_EQ(registerInfo(Register::BlendSourceRgb).encodings[6], "SRC_ALPHA");
    EXPECT_EQ(registerInfo(Register::StencilFailUpdate).encodings[5], "INVERT");
    EXPECT_EQ(registerInfo(Register::Primitive).encodings[8], "POINT");
    EXPECT_EQ(registerInfo(Register::StreamData).encodings[7], "FLOAT32");
    EXPECT_EQ(registerInfo(Register::LogicalOperationFunction).encodings[15], "SET");
    for (uint32_t code = 0; code < 22; ++code) EXPECT_EQ(static_cast<uint32_t>(findCommand(code)->command), code);
    EXPECT_EQ(findCommand(2)->name, "SWAPBUFFERS");
    EXPECT_EQ(findCommand(21)->name, "RESET_ZSTENCIL_STATE");
    EXPECT_EQ(findCommand(22), nullptr);
    EXPECT_EQ(findEvent(0)->name, "END_OF_FRAME");
    EXPECT_EQ(findEvent(2), nullptr);
}

// ATTILA: the reset states of StreamerFetch, Clipper, TriangleSetup, HierarchicalZ, ZStencilTestV2, ColorWriteV2.
TEST(AttilaRegisters, StartWithAttilasValues) {
    const RegisterFile file;
    const auto text = [&](Register reg, uint32_t index = 0) {
        return formatValue(registerInfo(reg), registerInfo(reg).load(file, index));
    };
    EXPECT_EQ(text(Register::DisplayXResolution), "400");
    EXPECT_EQ(text(Register::BackBufferAddress), "0x00400000");
    EXPECT_EQ(text(Register::FrontBufferAddress), "0x00200000");
    EXPECT_EQ(text(Register::ZStencilBufferAddress), "0x00600000");
    EXPECT_EQ(text(Register::RenderTargetAddress, 2), "0x00800000");
    EXPECT_EQ(text(Register::RenderTargetFormat, 1), "R32F");
    EXPECT_EQ(text(Register::RenderTargetEnable, 0), "true");
    EXPECT_EQ(text(Register::RenderTargetEnable, 1), "false");
    EXPECT_EQ(text(Register::VertexAttributeMap, 15), "255");
    EXPECT_EQ(text(Register::VertexAttributeDefault, 3), "(0, 0, 0, 1)");
    EXPECT_EQ(text(Register::IndexMode), "true");
    EXPECT_EQ(text(Register::StreamInstances), "1");
    EXPECT_EQ(text(Register::FrustumClipping), "true");
    EXPECT_EQ(text(Register::FaceMode), "CCW");
    EXPECT_EQ(text(Register::Culling), "NONE");
    EXPECT_EQ(text(Register::HierarchicalZ), "false");
    EXPECT_EQ(text(Register::EarlyZ), "true");
    EXPECT_EQ(text(Register::ScissorWidth), "400");
    EXPECT_EQ(text(Register::DepthFunction), "LESS");
    EXPECT_EQ(text(Register::DepthMask), "true");
    EXPECT_EQ(text(Register::StencilCompareMask), "0x000000ff");
    EXPECT_EQ(text(Register::ZBufferClear), "0x00ffffff");
    EXPECT_EQ(text(Register::TextureMaxLod, 4), "12");
    EXPECT_EQ(text(Register::TextureComparisonFunction, 4), "LEQUAL");
    EXPECT_EQ(text(Register::BlendSourceRgb, 7), "ONE");
    EXPECT_EQ(text(Register::BlitDestinationWidth2), "9");
}

}  // namespace
}  // namespace cyclorama::attila
