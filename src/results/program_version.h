// SPDX-License-Identifier: MIT
#pragma once
// The identity of this build of the program, for results that name what they come from.

#include <string>

namespace cyclorama::results {

struct ProgramVersion {
    /// MAJOR.MINOR.PATCH.
    std::string version{};
    /// `git describe` of the sources, ending in "-dirty" where they differ from that commit; "unknown" where the
    /// sources had no history when they were built.
    std::string commit{};
    /// Name and version.
    std::string compiler{};
    /// CMake's name of the kind of build: "Release", "Debug"...
    std::string buildType{};
};

/// The version of this build.
ProgramVersion programVersion();

/// Text for a reader: four lines without a newline at their end.
std::string versionText(const ProgramVersion& version);

/// Text in one line: "cyclorama 0.1.0 (commit 0123abc; GNU 12.2.0, Release)".
std::string versionLine(const ProgramVersion& version);

}  // namespace cyclorama::results
