// SPDX-License-Identifier: MIT
// The choice of the version that functions run in (func/lanes/host_versions.h), as a user makes it.

#include <cstdlib>

#include "cli/run_program.h"

namespace cyclorama::cli {
namespace {

class HostVersionsCommand : public ProgramTest {
  protected:
    void TearDown() override { unsetenv("CYCLORAMA_HOST_VECTORS"); }
};

TEST_F(HostVersionsCommand, UnknownVersionIsRefused) {
    setenv("CYCLORAMA_HOST_VECTORS", "wider", 1);
    expectRefusal({"--version"}, "cyclorama: CYCLORAMA_HOST_VECTORS=wider: neither 'plain' nor 'wide'\n");
}

TEST_F(HostVersionsCommand, PlainVersionRunsOnEveryHost) {
    setenv("CYCLORAMA_HOST_VECTORS", "plain", 1);
    EXPECT_EQ(run({"--version"}).status, 0);
}

}  // namespace
}  // namespace cyclorama::cli
