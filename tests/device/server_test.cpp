// SPDX-License-Identifier: MIT
// Programs that connect to the servers while the host has no more threads.

#include "device/server/server.h"

#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "device/device_fixture.h"
#include "device/objects/program_stream.h"
#include "device/protocol/message_stream.h"
#include "device/server/socket_server.h"
#include "device/toy_driver.h"
#include "results/temporary_folder.h"

namespace cyclorama::device::test {
namespace {

/// While it lives, no thread can be started: stacks would be larger than the address space.
class NoMoreThreads {
  public:
    NoMoreThreads() {
        EXPECT_EQ(pthread_getattr_default_np(&before_), 0);
        pthread_attr_t huge;
        EXPECT_EQ(pthread_attr_init(&huge), 0);
        EXPECT_EQ(pthread_attr_setstacksize(&huge, size_t{1} << 47), 0);
        EXPECT_EQ(pthread_setattr_default_np(&huge), 0);
        pthread_attr_destroy(&huge);
    }
    ~NoMoreThreads() {
        EXPECT_EQ(pthread_setattr_default_np(&before_), 0);
        pthread_attr_destroy(&before_);
    }
    NoMoreThreads(const NoMoreThreads&) = delete;
    NoMoreThreads& operator=(const NoMoreThreads&) = delete;

  private:
    pthread_attr_t before_;
};

UniqueFd connectTo(const std::filesystem::path& path) {
    UniqueFd program(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    EXPECT_EQ(connect(program.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    return program;
}

/// The server has ended the connection; waits until it does or sends something.
bool isRefused(const UniqueFd& program) {
    char byte = 0;
    return recv(program.get(), &byte, 1, 0) <= 0;
}

/// Sends back each byte of a program.
class EchoDriver final : public DriverBackend {
  public:
    EchoDriver() : DriverBackend(static_cast<const DriverBackend&>(toy::Driver()).traits()) {}
    std::span<const IoctlEntry> ioctls() const override { return {}; }
    void serveSocket(const SocketAccess&, ProgramStream& program) const override {
        std::byte byte{};
        while (program.read({&byte, 1}) && program.write({&byte, 1}, -1)) {
        }
    }
};

bool echoes(const UniqueFd& program) {
    char byte = 'a';
    return send(program.get(), &byte, 1, MSG_NOSIGNAL) == 1 && recv(program.get(), &byte, 1, 0) == 1 && byte == 'a';
}

class ServerTest : public DeviceTest {
  protected:
    ServerTest() : DeviceTest(std::make_unique<EchoDriver>()) {}
};

constexpr std::string_view kRefusal = "cyclorama: a program was refused: ";

TEST_F(ServerTest, ProgramThatGetsNoThreadIsRefusedAlone) {
    Server server(device_);
    const UniqueFd before = connectTo(server.folder() / "socket");
    const auto identifies = [](const UniqueFd& program) {
        protocol::Header answer;
        int descriptor = -1;
        return sendMessage(program.get(), {.kind = protocol::Kind::Identify}, nullptr, 0, -1) &&
               receiveHeader(program.get(), answer, descriptor) && answer.kind == protocol::Kind::Result;
    };
    EXPECT_TRUE(identifies(before));
    testing::internal::CaptureStderr();
    {
        const NoMoreThreads none;
        EXPECT_TRUE(isRefused(connectTo(server.folder() / "socket")));
    }
    EXPECT_TRUE(identifies(before));
    EXPECT_TRUE(identifies(connectTo(server.folder() / "socket")));
    EXPECT_TRUE(testing::internal::GetCapturedStderr().starts_with(kRefusal));
}

TEST_F(ServerTest, ProgramOfASocketThatGetsNoThreadIsRefusedAlone) {
    const results::TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "socket";
    const SocketServer server(*driver_, SocketAccess(device_.core()), path);
    const UniqueFd before = connectTo(path);
    EXPECT_TRUE(echoes(before));
    testing::internal::CaptureStderr();
    {
        const NoMoreThreads none;
        EXPECT_TRUE(isRefused(connectTo(path)));
    }
    EXPECT_TRUE(echoes(before));
    EXPECT_TRUE(echoes(connectTo(path)));
    EXPECT_TRUE(testing::internal::GetCapturedStderr().starts_with(kRefusal));
}

}  // namespace
}  // namespace cyclorama::device::test
