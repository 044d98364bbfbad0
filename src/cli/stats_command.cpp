// SPDX-License-Identifier: MIT
#include "cli/stats_command.h"

#include <string_view>

#include "machine/values/frame_sink.h"
#include "results/output_file.h"
#include "session/workload_counts.h"
#include "sim/finding.h"

namespace cyclorama::cli {
namespace {

/// Frames are drawn, and not kept.
class UnseenFrames final : public machine::FrameSink {
  public:
    void present(const machine::PresentedFrame&) override {}
    void dump(const std::string&, const func::Picture&) override {}
    bool wantsPictures() const override { return false; }
};

void writeTables(const session::WorkloadCounts& counts, const results::OutputFolder& folder) {
    const auto write = [&](std::string_view name, void (*table)(const session::WorkloadCounts&, std::ostream&)) {
        results::OutputFile file(folder.file(name));
        table(counts, file.stream());
        file.close();
    };
    write("frames.csv", session::writeFrameTable);
    write("draws.csv", session::writeDrawTable);
    write("programs.csv", session::writeProgramTable);
    write("textures.csv", session::writeTextureTable);
}

}  // namespace

void statsCommand(const StatsOptions& options, family::Workload& workload, machine::Configuration configuration,
                  std::ostream& out) {
    if (options.frames) configuration.simulator.frames = *options.frames;
    if (options.startFrame) configuration.simulator.startFrame = *options.startFrame;
    UnseenFrames frames;
    sim::Findings findings;
    session::WorkloadCounts counts;
    workload
        .start({.configuration = configuration,
                .timing = std::nullopt,
                .frames = frames,
                .findings = findings,
                .observer = &counts,
                .pause = &counts.pause()})
        ->advance();
    session::writeWorkloadText(counts, out);
    if (!options.outputFolder.empty()) writeTables(counts, results::OutputFolder(options.outputFolder));
}

}  // namespace cyclorama::cli
