// SPDX-License-Identifier: MIT
// Submits from the driver's request to memory: the device, the driver, the command processor and a machine together.

#include <atomic>
#include <thread>

#include "adreno/command_stream.h"
#include "adreno/device/msm_fixture.h"
#include "device/execution/simulated_executor.h"
#include "families/adreno/adreno.h"
#include "families/adreno/execution/chip_model.h"

namespace cyclorama::adreno::test {
namespace {

using namespace msm;

class MsmExecutionTest : public testing::Test {
  protected:
    MsmExecutionTest()
        : driver_(testChip()),
          chip_(testChip()),
          configuration_(family::defaultConfiguration(family::FamilyList<Adreno>().families())),
          executor_(chip_, configuration_, findings_),
          device_(driver_, {.width = 64, .height = 64}, executor_, frames_) {
        EXPECT_EQ(device_.open(device::protocol::kRenderMinor, O_RDWR, program_), 0);
    }

    template <typename T>
    int msm(Request number, T& argument) {
        bool foreign = false;
        return device_.ioctl(inodeOf(program_.get()), DRM_IOWR(DRM_COMMAND_BASE + static_cast<uint32_t>(number), T),
                             std::as_writable_bytes(std::span(&argument, 1)), process_, foreign);
    }

    /// A buffer, its GPU address, and the program's view of it.
    struct Buffer {
        uint32_t handle = 0;
        uint64_t address = 0;
        std::unique_ptr<device::MappedView> view;
        uint32_t& word(size_t index) { return reinterpret_cast<uint32_t*>(view->bytes().data())[index]; }
    };
    Buffer newBuffer() {
        GemNew made{.size = kPageBytes, .flags = kBoWriteCombined, .handle = 0};
        EXPECT_EQ(msm(Request::GemNew, made), 0);
        GemInfo address{.handle = made.handle, .info = Info::GetAddress};
        EXPECT_EQ(msm(Request::GemInfo, address), 0);
        GemInfo offset{.handle = made.handle, .info = Info::GetOffset};
        EXPECT_EQ(msm(Request::GemInfo, offset), 0);
        Device::Mapping mapping;
        EXPECT_EQ(device_.map(inodeOf(program_.get()), offset.value, kPageBytes, mapping), 0);
        return {.handle = made.handle,
                .address = address.value,
                .view = std::make_unique<device::MappedView>(mapping.keep->memory(), kPageBytes)};
    }
    /// Submits the words, which go to the start of a buffer; its number.
    uint32_t submit(Buffer& commands, const CommandStream& stream, const std::vector<const Buffer*>& others) {
        const auto bytes = std::as_bytes(std::span(stream.words()));
        std::memcpy(commands.view->bytes().data(), bytes.data(), bytes.size());
        std::vector<SubmitBo> buffers = {{.flags = kSubmitBoRead, .handle = commands.handle}};
        for (const Buffer* buffer : others)
            buffers.push_back({.flags = kSubmitBoRead | kSubmitBoWrite, .handle = buffer->handle});
        const SubmitCommand command{.bytes = static_cast<uint32_t>(bytes.size())};
        GemSubmit argument{.flags = kPipe3d,
                           .bufferCount = static_cast<uint32_t>(buffers.size()),
                           .commandCount = 1,
                           .buffers = addressOf(buffers.data()),
                           .commands = addressOf(&command)};
        EXPECT_EQ(msm(Request::GemSubmit, argument), 0);
        return argument.fence;
    }
    int wait(uint32_t fence) {
        WaitFence argument{.fence = fence, .timeout = {.seconds = int64_t{1} << 31}};
        return msm(Request::WaitFence, argument);
    }
    uint64_t faults() {
        ParamArgument argument{.pipe = kPipe3d, .param = Param::Faults};
        EXPECT_EQ(msm(Request::GetParam, argument), 0);
        return argument.value;
    }
    bool reported(std::string_view identifier) {
        device_.core().queue.drain();
        return std::ranges::any_of(findings_.all(),
                                   [&](const sim::Finding& finding) { return finding.kind.identifier == identifier; });
    }

    MsmDriver driver_;
    AdrenoChipModel chip_;
    machine::Configuration configuration_;
    sim::Findings findings_;
    device::SimulatedExecutor executor_;
    FrameList frames_;
    OwnProcess process_;
    Device device_;
    device::UniqueFd program_;
};

TEST_F(MsmExecutionTest, WritesReachTheProgram) {
    Buffer commands = newBuffer();
    Buffer data = newBuffer();
    CommandStream stream;
    stream.command(Opcode::MemoryWrite, {low(data.address), high(data.address), 0x600d});
    stream.command(Opcode::EventWrite, {4, low(data.address + 4), high(data.address), 7});
    EXPECT_EQ(wait(submit(commands, stream, {&data})), 0);
    EXPECT_EQ(data.word(0), 0x600du);
    EXPECT_EQ(data.word(1), 7u);
    EXPECT_EQ(faults(), 0u);
}

TEST_F(MsmExecutionTest, TheGpuWaitsForTheProgram) {
    Buffer commands = newBuffer();
    Buffer data = newBuffer();
    CommandStream stream;
    stream.command(Opcode::MemoryWrite, {low(data.address + 8), high(data.address), 3});
    stream.command(Opcode::WaitRegisterOrMemory, {3 | 1 << 4, low(data.address), high(data.address), 1, ~0u, 16});
    stream.command(Opcode::MemoryWrite, {low(data.address + 4), high(data.address), 2});
    const uint32_t fence = submit(commands, stream, {&data});
    // The GPU has arrived at its wait when the word in front of it is written.
    while (std::atomic_ref(data.word(2)).load() != 3) std::this_thread::yield();
    EXPECT_EQ(std::atomic_ref(data.word(1)).load(), 0u);
    std::atomic_ref(data.word(0)).store(1);
    EXPECT_EQ(wait(fence), 0);
    EXPECT_EQ(data.word(1), 2u);
    EXPECT_EQ(faults(), 0u);
}

// As a board's kernel: after half a second the job is dropped, its fence signals, and the program is told.
TEST_F(MsmExecutionTest, AHangLosesTheDevice) {
    Buffer commands = newBuffer();
    Buffer data = newBuffer();
    CommandStream stream;
    stream.command(Opcode::WaitRegisterOrMemory, {3 | 1 << 4, low(data.address), high(data.address), 1, ~0u, 16});
    stream.command(Opcode::MemoryWrite, {low(data.address + 4), high(data.address), 2});
    EXPECT_EQ(wait(submit(commands, stream, {&data})), 0);
    EXPECT_EQ(data.word(1), 0u);
    EXPECT_EQ(faults(), 1u);
    EXPECT_TRUE(reported("pm4-wait-without-end"));
    CommandStream next;
    next.command(Opcode::MemoryWrite, {low(data.address), high(data.address), 3});
    EXPECT_EQ(wait(submit(commands, next, {&data})), 0);
    EXPECT_EQ(data.word(0), 3u) << "the next job runs";
    EXPECT_EQ(faults(), 1u);
}

TEST_F(MsmExecutionTest, BuffersThatNoSubmitNamedAreNotMapped) {
    Buffer commands = newBuffer();
    Buffer data = newBuffer();
    CommandStream stream;
    stream.command(Opcode::MemoryWrite, {low(data.address), high(data.address), 1});
    EXPECT_EQ(wait(submit(commands, stream, {})), 0);
    EXPECT_EQ(data.word(0), 0u);
    EXPECT_TRUE(reported("pm4-memory-not-mapped"));
    EXPECT_EQ(faults(), 0u) << "not a hang";
}

TEST_F(MsmExecutionTest, DrawsAreNotSilentlyLeftOut) {
    Buffer commands = newBuffer();
    CommandStream stream;
    stream.command(Opcode::DrawIndexedOffset, {4 | 2 << 6, 1, 3});
    EXPECT_EQ(wait(submit(commands, stream, {})), 0);
    EXPECT_TRUE(reported("shader-without-program"));
}

}  // namespace
}  // namespace cyclorama::adreno::test
