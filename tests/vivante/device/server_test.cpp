// SPDX-License-Identifier: MIT
// The library in a real program, and the server that it speaks to (probe/device_probe.cpp is the program).

#include "device/server/server.h"

#include <gmock/gmock.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <thread>

#include "support/paths.h"
#include "vivante/device/etnaviv_fixture.h"

namespace cyclorama::vivante::test {
namespace {

using device::Server;
using device::UniqueFd;
namespace protocol = device::protocol;

class ServerTest : public EtnavivDeviceTest {
  protected:
    ServerTest() : server_(std::make_unique<Server>(device_)) {
        int ends[2];
        EXPECT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
        talk_ = UniqueFd(ends[0]);
        probesTalk_ = UniqueFd(ends[1]);
    }

    std::string variable(const std::string& name) const {
        for (const std::string& entry : server_->environment())
            if (entry.starts_with(name + "=")) return entry.substr(name.size() + 1);
        return "";
    }

    /// Runs the probe, once in a test where that talks with it, with a variable of the environment more where one is
    /// given; its exit status.
    int probe(const std::string& what, const std::string& setting = "PROBE=") {
        std::vector<std::string> environment = server_->environment();
        environment.push_back(setting);
        environment.push_back("LD_PRELOAD=" + paths::clientLibrary());
        environment.push_back("PROBE_OUTSIDE=" + outside_);
        environment.push_back("PROBE_TALK=" + std::to_string(kProbesTalk));
        std::vector<char*> variables;
        for (std::string& entry : environment) variables.push_back(entry.data());
        variables.push_back(nullptr);
        std::string program = paths::deviceProbe();
        std::string argument = what;
        char* const arguments[] = {program.data(), argument.data(), nullptr};
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        if (probesTalk_) posix_spawn_file_actions_adddup2(&actions, probesTalk_.get(), kProbesTalk);
        pid_t pid = 0;
        EXPECT_EQ(posix_spawn(&pid, program.c_str(), &actions, nullptr, arguments, variables.data()), 0);
        posix_spawn_file_actions_destroy(&actions);
        // So that the talk ends with the probe.
        probesTalk_ = UniqueFd();
        int status = 0;
        EXPECT_EQ(waitpid(pid, &status, 0), pid);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }

    /// Waits until the probe says something; false where it says anything else, or ends.
    bool hears(std::string_view word) const {
        char heard[64];
        const ssize_t bytes = recv(talk_.get(), heard, sizeof heard, 0);
        return bytes > 0 && std::string_view(heard, static_cast<size_t>(bytes)) == word;
    }
    void say(std::string_view word) const {
        EXPECT_EQ(send(talk_.get(), word.data(), word.size(), MSG_NOSIGNAL), static_cast<ssize_t>(word.size()));
    }

    /// The number of the probe's end of the talk in the probe: one that nothing else has.
    static constexpr int kProbesTalk = 1000;

    std::unique_ptr<Server> server_;
    /// A socket of the test's own, in the place of a display server's.
    std::string outside_;
    /// The two ends of messages between the test and the probe.
    UniqueFd talk_;
    UniqueFd probesTalk_;
};

TEST_F(ServerTest, NodesAndSysfsAreFound) { EXPECT_EQ(probe("paths"), 0); }
TEST_F(ServerTest, PathsAreFollowedStepByStep) { EXPECT_EQ(probe("walk"), 0); }
TEST_F(ServerTest, BuffersAreSharedByTheNodes) { EXPECT_EQ(probe("buffers"), 0); }
TEST_F(ServerTest, AccessesEndAsInTheKernel) { EXPECT_EQ(probe("access"), 0); }
TEST_F(ServerTest, AnIdleGpuIsWaitedForWithoutAMessage) {
    int result = -1;
    std::thread program([&] { result = probe("idle"); });
    EXPECT_TRUE(hears("prepared"));
    {
        const std::lock_guard lock(device_.core().mutex);
        say("locked");
        EXPECT_TRUE(hears("done"));
    }
    program.join();
    EXPECT_EQ(result, 0);
}
TEST_F(ServerTest, BuffersThatTheGpuLeavesAloneNeedNoMessage) {
    log_.openGate(false);
    int result = -1;
    std::thread program([&] { result = probe("others-busy"); });
    EXPECT_TRUE(hears("prepared"));
    {
        const std::lock_guard lock(device_.core().mutex);
        say("locked");
        EXPECT_TRUE(hears("done"));
    }
    EXPECT_TRUE(hears("busy"));
    log_.openGate(true);
    program.join();
    EXPECT_EQ(result, 0);
}
TEST_F(ServerTest, ABusyGpuIsAskedFor) {
    log_.openGate(false);
    int result = -1;
    std::thread program([&] { result = probe("busy"); });
    EXPECT_TRUE(hears("busy"));
    log_.openGate(true);
    program.join();
    EXPECT_EQ(result, 0);
}
TEST_F(ServerTest, DescriptorsSurviveDupAndFork) { EXPECT_EQ(probe("descriptors"), 0); }
TEST_F(ServerTest, TimeAdvancesWithTheFramesForTheProgramAndItsDriver) {
    EXPECT_EQ(probe("clock", std::string(protocol::kFrameTimeVariable) + "=1000000000"), 0);
}
TEST_F(ServerTest, AThreadMayLookAtTheClockWhileItsDriverIsUnloaded) {
    EXPECT_EQ(probe("clock-at-end", std::string(protocol::kFrameTimeVariable) + "=1000000000"), 0);
}
TEST_F(ServerTest, ThreadsWorkAtOnce) { EXPECT_EQ(probe("threads"), 0); }
#if defined(__x86_64__)
TEST_F(ServerTest, DivisionsByZeroGiveZeroAsOnABoard) { EXPECT_EQ(probe("divisions"), 0); }
#endif
TEST_F(ServerTest, AFaultIsReportedWithItsLibraryAndItsCaller) {
    const auto exitReport = [this](const std::string& what, int status) {
        testing::internal::CaptureStderr();
        EXPECT_EQ(probe(what), status);
        return testing::internal::GetCapturedStderr();
    };
    EXPECT_THAT(exitReport("fault", 128 + SIGSEGV),
                testing::MatchesRegex("cyclorama: signal 11 .SIGSEGV. at address 0x0 in .*/libc.so.6.0x[0-9a-f]+"
                                      ", called by .*/device_probe.0x[0-9a-f]+\n"));
    EXPECT_THAT(exitReport("call", 128 + SIGSEGV),
                testing::MatchesRegex("cyclorama: signal 11 .SIGSEGV. at address 0x0 in no file.0x0"
                                      ", called by .*/device_probe.0x[0-9a-f]+\n"));
    EXPECT_THAT(exitReport("abort", 128 + SIGABRT),
                testing::MatchesRegex("cyclorama: signal 6 .SIGABRT. in .*/libc.so.6.0x[0-9a-f]+"
                                      ", called by .*/device_probe.0x[0-9a-f]+\n"));
}

TEST_F(ServerTest, UserMemoryIsShared) { EXPECT_EQ(probe("user-memory"), 0); }
TEST_F(ServerTest, BuffersArePassedWithinTheMachineOnly) {
    outside_ = variable(protocol::kRootVariable) + "/outside";
    const UniqueFd listener(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, outside_.c_str(), sizeof address.sun_path - 1);
    ASSERT_EQ(bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    ASSERT_EQ(listen(listener.get(), 1), 0);
    EXPECT_EQ(probe("passing"), 0);
}
TEST_F(ServerTest, AKilledProgramHarmsNoOther) {
    EXPECT_EQ(probe("death"), 0);
    EXPECT_EQ(probe("buffers"), 0);
}

TEST_F(ServerTest, FilesOfProgramsThatEndedAreClosed) {
    ASSERT_EQ(probe("buffers"), 0);
    // The server looks at all files at once: when it has closed a file of the test's that hung up after the probe's,
    // and one that did after that, it has looked at all of the probe's, and is done with them.
    for (int i = 0; i < 2; ++i) {
        const File own = openRender();
        ASSERT_EQ(shutdown(own.program.get(), SHUT_WR), 0);
        char byte = 0;
        EXPECT_EQ(recv(own.program.get(), &byte, 1, 0), 0) << "the server has closed its end";
    }
    EXPECT_TRUE(device_.watched().empty());
}

TEST_F(ServerTest, NonsenseOnTheSocketEndsItsConnectionOnly) {
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, variable(protocol::kSocketVariable).c_str(), sizeof address.sun_path - 1);
    ASSERT_EQ(connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    const std::vector<uint8_t> nonsense(4096, 0xa5);
    send(socket, nonsense.data(), nonsense.size(), MSG_NOSIGNAL);
    char byte = 0;
    EXPECT_LE(recv(socket, &byte, 1, 0), 0);
    close(socket);
    EXPECT_EQ(probe("buffers"), 0);
}

TEST_F(ServerTest, FoldersThatKilledServersLeftAreRemoved) {
    const std::filesystem::path own = std::filesystem::path(variable(protocol::kRootVariable)).parent_path();
    const std::filesystem::path left = own.string() + "-left";
    std::filesystem::create_directory(left);
    ASSERT_TRUE(UniqueFd(open((left / "lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600)));
    Device other(*driver_, {}, executor_, frames_);
    const Server second(other);
    EXPECT_FALSE(std::filesystem::exists(left));
    EXPECT_TRUE(std::filesystem::exists(own)) << "that of a server which is alive stays";
}

TEST_F(ServerTest, TheFolderGoesWithTheServer) {
    const std::filesystem::path root = variable(protocol::kRootVariable);
    EXPECT_TRUE(std::filesystem::exists(root / "dev/dri/card0"));
    server_.reset();
    EXPECT_FALSE(std::filesystem::exists(root));
}

}  // namespace
}  // namespace cyclorama::vivante::test
