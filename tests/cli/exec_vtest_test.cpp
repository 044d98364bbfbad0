// SPDX-License-Identifier: MIT
// The socket of `cyclorama exec --vtest`, and programs that speak to it without Mesa.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "cli/run_program.h"
#include "device/protocol/message_stream.h"
#include "device/protocol/unique_fd.h"

namespace cyclorama::cli {
namespace {

class ExecVtest : public ProgramTest {
  protected:
    /// A Mesa that is there by its name alone.
    ExecVtest() {
        std::filesystem::create_directories(file("cache/cyclorama/mesa-1.0"));
        put("cache/cyclorama/mesa-1.0/complete", "");
        setenv("XDG_CACHE_HOME", file("cache").c_str(), 1);
    }
    ~ExecVtest() override { unsetenv("XDG_CACHE_HOME"); }

    /// A connection to a socket at which a server listens.
    device::UniqueFd connectTo(const std::string& name) const {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::strncpy(address.sun_path, file(name).c_str(), sizeof address.sun_path - 1);
        device::UniqueFd made(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        EXPECT_EQ(connect(made.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
        return made;
    }
};

TEST_F(ExecVtest, LeadsProgramsToASocketOfTheirOwn) {
    // CREATE_RENDERER with an empty name, and PING_PROTOCOL_VERSION.
    put("ping.py",
        "import os, socket, sys\n"
        "print(os.environ['GALLIUM_DRIVER'], os.environ['LIBGL_ALWAYS_SOFTWARE'])\n"
        "for path in '/tmp/.virgl_test', os.environ['VTEST_SOCKET_NAME']:\n"
        "    s = socket.socket(socket.AF_UNIX)\n"
        "    s.connect(path)\n"
        "    s.sendall(bytes([0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0]))\n"
        "    print(s.recv(8, socket.MSG_WAITALL))\n");
    const ProgramResult result = run({"exec", "--gpu", "attila", "--vtest", "--", "python3", "ping.py"});
    EXPECT_EQ(result.status, 0) << result.err;
    const std::string pong = R"(b'\x00\x00\x00\x00\n\x00\x00\x00')";
    EXPECT_EQ(result.out, "virpipe 1\n" + pong + "\n" + pong + "\n");
    EXPECT_EQ(result.err.find("vtest-"), std::string::npos) << result.err;
}

TEST_F(ExecVtest, ServesProgramsThatAreStartedElsewhere) {
    // A pipe takes what the server says, so that the test waits for its lines.
    ASSERT_EQ(mkfifo(file("said").c_str(), 0600), 0);
    ProgramResult result;
    std::thread server([&] {
        const std::string command =
            "echo $$ >pid; exec '" + paths::program() + "' exec --gpu attila --vtest-socket socket --out live 2>said";
        result = runProgram(folder(), {"-c", command}, {}, "/bin/sh");
    });
    std::ifstream said(file("said"));
    std::string invitation;
    std::getline(said, invitation);
    EXPECT_TRUE(invitation.ends_with(
        "LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=virpipe VTEST_SOCKET_NAME=" + file("socket").string() + " PROGRAM"))
        << invitation;
    {
        const device::UniqueFd program = connectTo("socket");
        // A texture of 16 by 8 texels for a window, which is taken whole.
        constexpr uint32_t kBytes = 16 * 8 * 4;
        const std::vector<uint32_t> requests = {0,  8, 10, 2, 1, 2, 1, 1 << 7, 16, 8,  1, 1, 0,     0,
                                                11, 4, 1,  0, 0, 0, 0, 0,      0,  16, 8, 1, kBytes};
        ASSERT_TRUE(device::sendAll(program.get(), requests.data(), requests.size() * 4));
        std::vector<std::byte> texels(kBytes);
        EXPECT_TRUE(device::receiveAll(program.get(), texels.data(), texels.size()));
    }
    kill(std::atoi(content("pid").c_str()), SIGTERM);
    const std::string rest(std::istreambuf_iterator<char>(said), {});
    server.join();
    EXPECT_EQ(result.status, 0) << rest;
    EXPECT_NE(rest.find("1 frames in live"), std::string::npos) << rest;
    EXPECT_TRUE(std::filesystem::exists(file("live/frame0000.png")));
    EXPECT_FALSE(std::filesystem::exists(file("socket")));
}

TEST_F(ExecVtest, RefusesWhatCannotBe) {
    expectRefusal({"exec", "--gpu", "attila"}, "names no program; --vtest-socket PATH serves those");
    expectRefusal({"exec", "--gpu", "gc2000", "--vtest", "--", "touch", "started"},
                  "--vtest: programs come to this GPU by its nodes alone: Mesa's etnaviv driver has no socket");
    expectRefusal({"exec", "--gpu", "attila", "--vtest", "--frame-time", "10", "--", "touch", "started"},
                  "--frame-time: does not go with --vtest");
    put("taken", "kept");
    expectRefusal({"exec", "--gpu", "attila", "--vtest-socket", "taken", "--", "touch", "started"},
                  "taken: is there already; another server listens to it, or it is no socket");
    expectRefusal({"exec", "--gpu", "attila", "--vtest-socket", "missing/socket", "--", "touch", "started"},
                  "missing/socket: No such file or directory");
    EXPECT_EQ(content("taken"), "kept");
    EXPECT_FALSE(std::filesystem::exists(file("started")));
}

}  // namespace
}  // namespace cyclorama::cli
