// SPDX-License-Identifier: MIT
// A program's connection, message by message: the test plays the library inside the program.

#include "device/server/connection.h"

#include <sys/socket.h>

#include <array>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "device/core/ioctl_table.h"
#include "device/device_fixture.h"
#include "device/protocol/message_stream.h"
#include "device/toy_driver.h"

namespace cyclorama::device::test {
namespace {

using protocol::Header;
using protocol::Kind;

struct Nothing {
    uint32_t unused = 0;
};

int findNoMemory(Call& /*call*/, Nothing& /*argument*/) { throw std::bad_alloc(); }

/// Reads 4 KiB of the program from address 0x1000 on.
int readPage(Call& call, Nothing& /*argument*/) {
    std::vector<std::byte> page(kPageBytes);
    const UserRead read{.address = kPageBytes, .out = page};
    return call.user.read(std::span(&read, 1));
}

int fail(Call& /*call*/, Nothing& /*argument*/) { throw std::runtime_error("toy failure"); }

constexpr uint32_t kFindNoMemory = 0x20;
constexpr uint32_t kReadPage = 0x21;
constexpr uint32_t kFail = 0x22;

constexpr std::array kRequests = {row<findNoMemory>(kFindNoMemory, "FIND_NO_MEMORY", Access::Render),
                                  row<readPage>(kReadPage, "READ_PAGE", Access::Render),
                                  row<fail>(kFail, "FAIL", Access::Render)};

class Driver final : public DriverBackend {
  public:
    Driver() : DriverBackend(static_cast<const DriverBackend&>(toy::Driver()).traits()) {}
    std::span<const IoctlEntry> ioctls() const override { return kRequests; }
};

/// A program's end of a connection, which has the render node open.
class Program {
  public:
    explicit Program(Device& device) {
        int ends[2] = {-1, -1};
        EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
        socket_ = UniqueFd(ends[0]);
        server_ =
            std::thread([&device, end = std::make_shared<UniqueFd>(ends[1])] { serveConnection(device, end->get()); });
        int node = -1;
        ask({.kind = Kind::Open, .code = protocol::kRenderMinor}, {});
        EXPECT_EQ(answer(&node).status, 0);
        node_ = UniqueFd(node);
        inode_ = inodeOf(node);
    }
    ~Program() {
        if (server_.joinable()) die();
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void ask(const Header& header, std::span<const std::byte> payload) {
        EXPECT_TRUE(sendMessage(socket_.get(), header, payload.data(), payload.size(), -1));
    }
    void askDriver(uint32_t number) {
        const Nothing argument;
        ask({.kind = Kind::Ioctl,
             .payload = sizeof argument,
             .inode = inode_,
             .code = DRM_IOWR(DRM_COMMAND_BASE + number, Nothing)},
            std::as_bytes(std::span(&argument, 1)));
    }
    /// The next message of the server, its payload left out.
    Header answer(int* descriptor = nullptr) {
        Header header;
        int received = -1;
        EXPECT_TRUE(receiveHeader(socket_.get(), header, received));
        if (descriptor != nullptr) *descriptor = received;
        std::vector<std::byte> payload(header.payload);
        EXPECT_TRUE(receiveAll(socket_.get(), payload.data(), payload.size()));
        return header;
    }
    /// The whole of a page, as an answer to ReadMemory; all of it but `missing` bytes.
    void answerPage(size_t missing = 0) {
        std::vector<std::byte> content(kPageBytes + sizeof(int32_t));
        ask({.kind = Kind::Done, .payload = kPageBytes}, std::span(content).first(content.size() - missing));
    }
    /// As a signal that kills it: all descriptors are closed. Returns when the server has ended the connection.
    void die() {
        socket_ = UniqueFd();
        node_ = UniqueFd();
        server_.join();
    }
    uint64_t inode() const { return inode_; }

  private:
    UniqueFd socket_;
    UniqueFd node_;
    uint64_t inode_ = 0;
    std::thread server_;
};

class ConnectionTest : public DeviceTest {
  protected:
    ConnectionTest() : DeviceTest(std::make_unique<Driver>()) {}

    /// Another program is served as if nothing had happened.
    void expectServed() {
        Program other(device_);
        other.askDriver(kReadPage);
        EXPECT_EQ(other.answer().kind, Kind::ReadMemory);
        other.answerPage();
        const Header result = other.answer();
        EXPECT_EQ(result.kind, Kind::Result);
        EXPECT_EQ(result.status, 0);
    }
};

TEST_F(ConnectionTest, ProgramKilledInARequestEndsItsConnectionAlone) {
    Program program(device_);
    program.askDriver(kReadPage);
    EXPECT_EQ(program.answer().kind, Kind::ReadMemory);
    program.die();
    expectServed();
}

TEST_F(ConnectionTest, ProgramKilledInAnAnswerEndsItsConnectionAlone) {
    Program program(device_);
    program.askDriver(kReadPage);
    EXPECT_EQ(program.answer().kind, Kind::ReadMemory);
    program.answerPage(sizeof(int32_t) + 1);
    program.die();
    expectServed();
}

TEST_F(ConnectionTest, ProgramKilledWithinARequestsArgumentEndsItsConnectionAlone) {
    Program program(device_);
    program.ask({.kind = Kind::Ioctl,
                 .payload = sizeof(Nothing),
                 .inode = program.inode(),
                 .code = DRM_IOWR(DRM_COMMAND_BASE + kReadPage, Nothing)},
                {});
    program.die();
    expectServed();
}

TEST_F(ConnectionTest, KilledProgramLeavesAFileThatHangsUp) {
    Program program(device_);
    program.askDriver(kReadPage);
    EXPECT_EQ(program.answer().kind, Kind::ReadMemory);
    program.die();
    const std::vector<OpenFiles::ServerEnd> files = device_.watched();
    ASSERT_EQ(files.size(), 1u);
    char byte = 0;
    EXPECT_EQ(recv(files.front().descriptor, &byte, 1, MSG_DONTWAIT), 0) << "its last descriptor is closed";
    device_.close(files.front().inode);
    EXPECT_TRUE(device_.watched().empty());
}

TEST_F(ConnectionTest, MissingMemoryIsAnErrorOfTheRequest) {
    Program program(device_);
    program.askDriver(kFindNoMemory);
    EXPECT_EQ(program.answer().status, -ENOMEM);
    program.askDriver(kReadPage);
    EXPECT_EQ(program.answer().kind, Kind::ReadMemory) << "the connection is still served";
    program.answerPage();
    EXPECT_EQ(program.answer().status, 0);
}

TEST_F(ConnectionTest, FailureOfTheDeviceIsAnErrorOfTheRequest) {
    Program program(device_);
    testing::internal::CaptureStderr();
    program.askDriver(kFail);
    EXPECT_EQ(program.answer().status, -EIO);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "cyclorama: a request failed: toy failure\n");
    program.askDriver(kReadPage);
    EXPECT_EQ(program.answer().kind, Kind::ReadMemory) << "the connection is still served";
    program.answerPage();
    EXPECT_EQ(program.answer().status, 0);
}

}  // namespace
}  // namespace cyclorama::device::test
