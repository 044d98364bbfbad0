// SPDX-License-Identifier: MIT
// Programs on the vtest socket, before a machine that lists what it is asked for.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cstring>
#include <thread>

#include "device/device_fixture.h"
#include "device/protocol/message_stream.h"
#include "device/server/socket_server.h"
#include "results/temporary_folder.h"
#include "virgl/logging_renderer.h"
#include "virgl/memory_stream.h"
#include "virgl/node/virtio_driver.h"

namespace cyclorama::virgl::vtest {
namespace {

using test::MemoryStream;
using testing::ElementsAre;
using testing::HasSubstr;
using Words = std::vector<uint32_t>;

constexpr uint32_t kShown = 1 << 7;

/// Before the fixture, which the driver's renderer writes to it in.
struct Log {
    test::RendererLog renderer;
};

class VtestClient : private Log, public device::test::DeviceTest {
  protected:
    VtestClient()
        : DeviceTest(std::make_unique<VirtioDriver>(std::make_unique<test::LoggingRenderer>(Log::renderer))) {}

    /// Begins as programs of a version do; the answer to their choice has been heard.
    static MemoryStream programOf(uint32_t version) {
        MemoryStream stream;
        stream.introduce("test");
        stream.ask(11, {version});
        return stream;
    }
    static Words texture(uint32_t handle, uint32_t bind = 0) {
        return {handle, 2, static_cast<uint32_t>(Format::Bgra8), bind, 4, 2, 1, 0, 0, 0, 32};
    }
    void serve(MemoryStream& stream) {
        driver_->serveSocket(device::SocketAccess(device_.core()), stream);
        drain();
    }
    static Words wordsOf(std::span<const std::byte> bytes) {
        Words words(bytes.size() / 4);
        std::memcpy(words.data(), bytes.data(), words.size() * 4);
        return words;
    }
    test::RendererLog& list() { return Log::renderer; }
    std::vector<std::string> findings() {
        std::vector<std::string> list;
        const sim::Findings all = device_.core().findings.all();
        for (const sim::Finding& each : all.all())
            list.push_back(fmt::format("{}: {}: {}", each.kind.identifier, each.place, each.detail));
        return list;
    }
};

TEST_F(VtestClient, AnswersWhatAProgramBeginsWith) {
    MemoryStream stream;
    stream.introduce("test");
    stream.ask(10, {});
    stream.ask(7, {0, 0});
    stream.ask(11, {3});
    serve(stream);
    EXPECT_EQ(wordsOf(stream.answers()), (Words{0, 10, 1, 7, 0, 1, 11, 2}));
    for (const uint32_t asked : {0u, 1u}) {
        MemoryStream old = programOf(asked);
        serve(old);
        EXPECT_EQ(wordsOf(old.answers()), (Words{1, 11, 0}));
    }
}

TEST_F(VtestClient, ListsItsFeatures) {
    MemoryStream stream;
    stream.introduce("test");
    stream.ask(9, {});
    stream.ask(1, {});
    serve(stream);
    const std::span<const std::byte> answers(stream.answers());
    ASSERT_EQ(answers.size(), 8u + 1376 + 8 + 308);
    EXPECT_EQ(wordsOf(answers.first(12)), (Words{1377, 2, 2}));
    EXPECT_EQ(wordsOf(answers.subspan(8 + 1376, 12)), (Words{309, 1, 1}));
}

TEST_F(VtestClient, SharesMemory) {
    MemoryStream stream = programOf(2);
    stream.ask(12, texture(1));
    stream.ask(14, {1, 0, 1, 1, 0, 3, 1, 1, 12, 16}, 10 + 3);
    stream.ask(13, {1, 0, 0, 0, 0, 4, 2, 1, 32, 0});
    stream.ask(7, {1, 1});
    stream.ask(6, {7 | 8 << 16, 4, 0, 0, 0, 0, 0, 0, 0});
    stream.ask(3, {1});
    serve(stream);
    EXPECT_THAT(list().calls,
                ElementsAre("attach", "upload 1 3x1 at 1,1 first 0 stride 16", "download 1", "clear 4 0 0"));
    EXPECT_THAT(findings(), ElementsAre());
    EXPECT_TRUE(frames_.frames().empty());
    // The version, one byte for the descriptor, the wait.
    ASSERT_EQ(stream.answers().size(), 12u + 1 + 12);
    ASSERT_EQ(stream.descriptors().size(), 1u);
    const device::MappedView view(stream.descriptors()[0].get(), 32);
    ASSERT_EQ(view.bytes().size(), 32u);
    EXPECT_EQ(view.bytes()[0], std::byte{0x5a});
}

TEST_F(VtestClient, SendsTexels) {
    MemoryStream stream = programOf(0);
    stream.ask(2, {1, 2, 1, 0, 4, 2, 1, 0, 0, 0});
    stream.ask(5, {1, 0, 0, 0, 0, 0, 0, 3, 2, 1, 24}, 11 + 6);
    stream.put(std::vector<std::byte>(24, std::byte{8}));
    stream.ask(4, {1, 0, 16, 0, 0, 0, 0, 3, 2, 1, 28});
    stream.ask(7, {1, 0});
    serve(stream);
    EXPECT_THAT(list().calls, ElementsAre("attach", "upload 1 3x2 at 0,0 first 8 stride 12", "download 1"));
    ASSERT_EQ(stream.answers().size(), 12u + 28 + 12);
    EXPECT_EQ(stream.answers()[12], std::byte{0x5a});
    EXPECT_EQ(wordsOf(std::span(stream.answers()).last(12)), (Words{1, 7, 0}));
    EXPECT_THAT(findings(), ElementsAre());
}

TEST_F(VtestClient, MakesFramesOfPicturesThatAProgramTakes) {
    constexpr auto kSubmit = 6;
    const Words clear = {7 | 8 << 16, 4, 0, 0, 0, 0, 0, 0, 0};
    const Words whole = {1, 0, 0, 0, 0, 4, 2, 1, 32, 0};
    MemoryStream stream = programOf(2);
    stream.ask(12, texture(1, kShown));
    stream.ask(kSubmit, clear);
    stream.ask(13, whole);
    // The same picture, a part of one, and one that is no window's.
    stream.ask(13, whole);
    stream.ask(kSubmit, clear);
    stream.ask(13, {1, 0, 0, 0, 0, 3, 2, 1, 32, 0});
    stream.ask(12, texture(2));
    stream.ask(13, {2, 0, 0, 0, 0, 4, 2, 1, 32, 0});
    serve(stream);
    const std::vector<machine::PresentedFrame> frames = frames_.frames();
    ASSERT_EQ(frames.size(), 1u);
    EXPECT_EQ(frames[0].picture.width, 4u);
    EXPECT_EQ(frames[0].picture.height, 2u);
    EXPECT_EQ(frames[0].picture.rgba[2], 0x5a);  // blue comes first in memory
    EXPECT_THAT(list().calls, testing::Contains("present 1").Times(1));
}

TEST_F(VtestClient, EndsWithARequestThatItRefuses) {
    MemoryStream stream = programOf(2);
    stream.ask(3, {9});
    stream.ask(6, {7 | 8 << 16, 4, 0, 0, 0, 0, 0, 0, 0});
    serve(stream);
    EXPECT_THAT(findings(), ElementsAre("vtest-stream-refused: RESOURCE_UNREF at byte 24: there is no resource 9"));
    EXPECT_THAT(list().calls, ElementsAre("attach"));
    MemoryStream silent;
    silent.ask(10, {});
    serve(silent);
    EXPECT_TRUE(silent.answers().empty());
}

TEST(VtestRefusals, NameTheReason) {
    const auto refusal = [](const std::vector<std::pair<uint32_t, Words>>& requests) {
        test::RendererLog log;
        const VirtioDriver driver(std::make_unique<test::LoggingRenderer>(log));
        device::test::ExecutorLog executorLog;
        device::test::LoggingExecutor executor(executorLog);
        device::test::FrameList frames;
        device::Device device(driver, {}, executor, frames);
        MemoryStream stream;
        stream.introduce("test");
        stream.ask(11, {2});
        for (const auto& [number, words] : requests) stream.ask(number, words);
        driver.serveSocket(device::SocketAccess(device.core()), stream);
        device.core().queue.drain();
        const sim::Findings all = device.core().findings.all();
        return all.all().empty() ? "none" : all.all().front().place + ": " + all.all().front().detail;
    };
    const Words texture = {1, 2, 1, 0, 4, 2, 1, 0, 0, 0, 32};
    EXPECT_EQ(refusal({{12, texture}}), "none");
    EXPECT_EQ(refusal({{12, texture}, {12, texture}}),
              "RESOURCE_CREATE2 at byte 76: a second resource with the handle 1");
    EXPECT_EQ(refusal({{3, {4}}}), "RESOURCE_UNREF at byte 24: there is no resource 4");
    EXPECT_EQ(refusal({{7, {4, 1}}}), "RESOURCE_BUSY_WAIT at byte 24: there is no resource 4");
    EXPECT_EQ(refusal({{13, {4, 0, 0, 0, 0, 1, 1, 1, 4, 0}}}), "TRANSFER_GET2 at byte 24: there is no resource 4");
    EXPECT_THAT(refusal({{12, {1, 2, 1, 0, 0, 2, 1, 0, 0, 0, 32}}}), HasSubstr("a resource without a size"));
    EXPECT_THAT(refusal({{12, {1, 2, 1, 0, 4, 2, 1, 0, 0, 0, ~0u}}}), HasSubstr("a resource of 4294967295 bytes"));
    EXPECT_THAT(refusal({{12, {1, 3, 1, 0, 16384, 16384, 16384, 0, 0, 0, 4}}}), HasSubstr("a resource of 1759"));
    // The host's own checks leave the connection as it is.
    EXPECT_EQ(refusal({{12, texture}, {13, {1, 0, 2, 0, 0, 3, 2, 1, 4, 0}}}),
              "TRANSFER_FROM_HOST: a box that leaves the resource");
    EXPECT_EQ(refusal({{12, texture}, {13, {1, 0, 0, 0, 0, 4, 2, 1, 4, 4090}}}),
              "TRANSFER_FROM_HOST: a transfer that leaves the program's memory");
}

/// A program at the other end of a real socket.
class Program {
  public:
    explicit Program(const std::filesystem::path& path) : socket_(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
        EXPECT_EQ(connect(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    }
    void send(const Words& words) { EXPECT_TRUE(device::sendAll(socket_.get(), words.data(), words.size() * 4)); }
    Words receive(size_t count) {
        Words words(count);
        EXPECT_TRUE(device::receiveAll(socket_.get(), words.data(), count * 4));
        return words;
    }
    /// True once the server has ended the connection.
    bool ended() {
        char byte = 0;
        return recv(socket_.get(), &byte, 1, 0) == 0;
    }

  private:
    device::UniqueFd socket_;
};

TEST_F(VtestClient, KeepsProgramsApart) {
    const results::TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "socket";
    {
        const device::SocketAccess access(device_.core());
        const device::SocketServer server(*driver_, access, path);
        EXPECT_THROW(device::SocketServer(*driver_, access, path), std::system_error);
        Program first(path);
        Program second(path);
        Program hostile(path);
        const Words begin = {4, 8, 0x00736867};
        for (Program* const program : {&first, &second, &hostile}) program->send(begin);
        // Both name a resource 1, and each its own.
        first.send({10, 2, 1, 2, 1, 0, 4, 2, 1, 0, 0, 0});
        second.send({10, 2, 1, 2, 1, 0, 3, 2, 1, 0, 0, 0});
        hostile.send({1, 3, 1});
        EXPECT_TRUE(hostile.ended());
        first.send({2, 7, 1, 1});
        EXPECT_EQ(first.receive(3), (Words{1, 7, 0}));
        second.send({11, 4, 1, 0, 0, 0, 0, 0, 0, 3, 2, 1, 24});
        EXPECT_EQ(second.receive(6)[0] & 0xff, 0x5au);
        // A box of four texels is beyond the second's texture.
        first.send({11, 4, 1, 0, 0, 0, 0, 0, 0, 4, 2, 1, 32});
        EXPECT_EQ(first.receive(8)[0] & 0xff, 0x5au);
        // The end of the server takes in what was sent.
        first.send({9, 6, 7 | 8 << 16, 4, 0, 0, 0, 0, 0, 0, 0});
    }
    drain();
    EXPECT_EQ(list().calls.back(), "clear 4 0 0");
    EXPECT_FALSE(std::filesystem::exists(path));
    EXPECT_THAT(findings(), ElementsAre(HasSubstr("RESOURCE_UNREF at byte 12: there is no resource 1")));
}

TEST_F(VtestClient, TakesThePlaceOfASocketThatWasLeft) {
    const results::TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "socket";
    {
        const device::UniqueFd left(socket(AF_UNIX, SOCK_STREAM, 0));
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
        ASSERT_EQ(bind(left.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    }
    const device::SocketAccess access(device_.core());
    const device::SocketServer server(*driver_, access, path);
    EXPECT_THROW(device::SocketServer(*driver_, access, folder.path() / std::string(120, 'x')), std::system_error);
    std::ofstream(folder.path() / "file") << "kept";
    EXPECT_THROW(device::SocketServer(*driver_, access, folder.path() / "file"), std::system_error);
    EXPECT_EQ(results::contentOf(folder.path() / "file"), "kept");
}

}  // namespace
}  // namespace cyclorama::virgl::vtest
