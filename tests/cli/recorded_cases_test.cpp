// SPDX-License-Identifier: MIT
// Recordings of OpenGL programs, and what ATTILA's own simulator made of them: scripts/measure/attila/recorded.py wrote
// both.

#include <gtest/gtest.h>

#include <fstream>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

#include "cli/run_program.h"
#include "support/paths.h"
#include "support/pictures.h"

namespace cyclorama::cli {
namespace {

struct RecordedCase {
    std::string trace;
    /// Parameters, SECTION.Key=VALUE, on top of the preset.
    std::vector<std::string> settings;
    uint32_t frames = 0;
    /// ATTILA's, at the end of the last frame.
    std::string cycles;
    /// Of ATTILA's frames: FNV-1a of the red, green and blue of all pixels, in hexadecimal digits.
    std::string hash;
};

std::vector<RecordedCase> recordedCases() {
    std::ifstream file(paths::data("recorded/cases.csv"));
    std::vector<RecordedCase> cases;
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::istringstream columns(line);
        RecordedCase& read = cases.emplace_back();
        std::string settings;
        std::string frames;
        std::getline(columns, read.trace, ';');
        std::getline(columns, settings, ';');
        std::getline(columns, frames, ';');
        std::getline(columns, read.cycles, ';');
        std::getline(columns, read.hash, ';');
        read.frames = static_cast<uint32_t>(std::stoul(frames));
        std::istringstream words(settings);
        for (std::string word; words >> word;) read.settings.push_back(word);
    }
    return cases;
}

class RecordedCasesTest : public ProgramTest {
  protected:
    /// FNV-1a, 64 bits.
    std::string hashOf(const std::string& folder, uint32_t frames) const {
        uint64_t hash = 0xcbf29ce484222325;
        for (uint32_t frame = 0; frame < frames; ++frame) {
            std::ostringstream name;
            name << folder << "/frame" << std::setw(4) << std::setfill('0') << frame << ".png";
            const Picture picture = readPng(file(name.str()));
            for (size_t i = 0; i < picture.rgba.size(); ++i)
                if (i % 4 != 3) hash = (hash ^ picture.rgba[i]) * 0x100000001b3;
        }
        std::ostringstream text;
        text << std::hex << std::setw(16) << std::setfill('0') << hash;
        return text.str();
    }
};

TEST_F(RecordedCasesTest, HaveAttilasFramesAndCycles) {
    const std::vector<RecordedCase> cases = recordedCases();
    ASSERT_FALSE(cases.empty());
    for (const RecordedCase& recorded : cases)
        for (const std::string mode : {"functional", "timing"}) {
            const std::string out = recorded.trace + '.' + mode;
            std::vector<std::string> arguments = {"run", paths::data("recorded/" + recorded.trace), "--gpu", "attila"};
            for (const std::string& setting : recorded.settings) arguments.insert(arguments.end(), {"--set", setting});
            arguments.insert(arguments.end(),
                             {"--mode", mode, "--frames", std::to_string(recorded.frames), "--out", out});
            const ProgramResult result = run(arguments);
            ASSERT_EQ(result.status, 0) << recorded.trace << ' ' << mode << '\n' << result.err;
            EXPECT_EQ(hashOf(out, recorded.frames), recorded.hash) << recorded.trace << ' ' << mode;
            if (mode == "timing") {
                EXPECT_NE(content(out + "/summary.json").find("\"cycles\": " + recorded.cycles + ","),
                          std::string::npos)
                    << recorded.trace << ": not the cycles of ATTILA, " << recorded.cycles;
            }
        }
}

}  // namespace
}  // namespace cyclorama::cli
