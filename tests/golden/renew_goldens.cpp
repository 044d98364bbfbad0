// SPDX-License-Identifier: MIT
// Runs every workload and writes its golden run: the expectation of the tests (scripts/renew/goldens).

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <fstream>

#include "golden/workloads.h"
#include "results/temporary_folder.h"
#include "support/paths.h"

int main() {
    using namespace cyclorama::golden;
    try {
        const std::filesystem::path runs(cyclorama::paths::source("tests/golden/runs"));
        std::filesystem::remove_all(runs);
        std::filesystem::create_directories(runs);
        for (const Workload& workload : workloads()) {
            const cyclorama::results::TemporaryFolder folder;
            const GoldenRun run = runWorkload(workload, Mode::Timing, folder.path());
            std::ofstream(goldenFile(workload)) << textOf(run);
            fmt::print("{}: {} cycles\n", workload.name, run.cycles);
        }
    } catch (const std::exception& error) {
        fmt::print(stderr, "renew_goldens: {}\n", error.what());
        return 1;
    }
    return 0;
}
