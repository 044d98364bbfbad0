// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "support/paths.h"

namespace paths = cyclorama::paths;

namespace {

struct Result {
    int status = -1;
    std::string output;  // what the program wrote, errors included
};

Result dump(const std::string& file) {
    Result result;
    const std::string command = paths::program() + " dump '" + file + "' 2>&1";
    std::FILE* pipe = popen(command.c_str(), "r");
    if (!pipe) return result;
    std::array<char, 4096> buffer;
    while (const size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
        result.output.append(buffer.data(), count);
    result.status = WEXITSTATUS(pclose(pipe));
    return result;
}

std::string contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// The expected text was read line by line against the code that writes the trace (tests/attila/triangle_trace.h).
TEST(DumpCommand, ListsATrace) {
    const std::string trace = paths::data("triangle.agp.gz");
    const Result result = dump(trace);
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.output,
              trace + ": ATTILA transaction trace, version 0x0100\n" + contents(paths::data("triangle.dump.txt")));
}

TEST(DumpCommand, RefusesWhatIsNoTrace) {
    const std::string file = paths::data("triangle.dump.txt");
    const Result result = dump(file);
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.output.find(
                  file + ":offset 0: no workload that is known: it does not begin as an ATTILA transaction trace"),
              std::string::npos)
        << result.output;
}

TEST(DumpCommand, ListsATruncatedTraceUpToWhereItEnds) {
    const std::string whole = contents(paths::data("triangle.agp.gz"));
    const std::filesystem::path path = std::filesystem::temp_directory_path() / "cyclorama_truncated.agp.gz";
    std::ofstream(path, std::ios::binary) << whole.substr(0, whole.size() - 20);
    const Result result = dump(path);
    std::filesystem::remove(path);
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.output.find("DISPLAY_X_RES = 64"), std::string::npos) << result.output;
    EXPECT_NE(result.output.find("the compressed data end early"), std::string::npos) << result.output;
}

}  // namespace
