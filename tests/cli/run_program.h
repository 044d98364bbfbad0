// SPDX-License-Identifier: MIT
#pragma once
// Runs the built program as a user does.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "results/temporary_folder.h"
#include "support/paths.h"

namespace cyclorama::cli {

struct ProgramResult {
    /// 0 to 255; -1 where a signal ended the program.
    int status = -1;
    std::string out;
    std::string err;
};

/// The time after which a program has hung; ctest ends the test that waits for it some time later.
inline constexpr unsigned kHungAfterSeconds = 600;

/// Runs the program with `folder` as the current one and its standard error in a file there. `out` takes its standard
/// output instead of a file that is read back.
inline ProgramResult runProgram(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
                                const std::string& out = {}, std::string program = paths::program()) {
    const std::filesystem::path outFile = out.empty() ? folder / ".out" : std::filesystem::path(out);
    const std::filesystem::path errFile = folder / ".err";
    const pid_t child = fork();
    if (child == 0) {
        const int outDescriptor = open(outFile.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        const int errDescriptor = open(errFile.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        std::vector<char*> pointers{program.data()};
        for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
        pointers.push_back(nullptr);
        if (outDescriptor < 0 || errDescriptor < 0 || dup2(outDescriptor, 1) < 0 || dup2(errDescriptor, 2) < 0 ||
            chdir(folder.c_str()) != 0)
            _exit(127);
        alarm(kHungAfterSeconds);
        execv(program.c_str(), pointers.data());
        _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return {.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
            .out = out.empty() ? results::contentOf(outFile) : std::string(),
            .err = results::contentOf(errFile)};
}

class ProgramTest : public testing::Test {
  protected:
    const std::filesystem::path& folder() const { return folder_.path(); }
    std::filesystem::path file(const std::string& name) const { return folder_.path() / name; }
    std::string content(const std::string& name) const { return results::contentOf(file(name)); }
    void put(const std::string& name, std::string_view text) const {
        std::ofstream(file(name), std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
    }

    /// Runs the program with the test's folder as the current one.
    ProgramResult run(const std::vector<std::string>& arguments, const std::string& out = {}) const {
        return runProgram(folder(), arguments, out);
    }

    /// The program refuses, and says why in one line on standard error.
    void expectRefusal(const std::vector<std::string>& arguments, const std::string& message) const {
        const ProgramResult result = run(arguments);
        EXPECT_EQ(result.status, 2) << message;
        EXPECT_NE(result.err.find(message), std::string::npos) << "said: " << result.err << "expected: " << message;
    }

  private:
    results::TemporaryFolder folder_;
};

}  // namespace cyclorama::cli
