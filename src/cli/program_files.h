// SPDX-License-Identifier: MIT
#pragma once
// The files that belong to the program, found from where the program itself is: an installed tree and a build tree may
// both be moved.

#include <filesystem>

namespace cyclorama::cli {

/// The folder of the chips' presets: share/cyclorama/chips of an installation, chips/ of the sources around a build.
/// Throws sim::Error where there is neither.
std::filesystem::path chipsFolder();

/// The page that shows reports, without any. Throws sim::Error where it is missing.
std::filesystem::path reportPage();

/// The script that builds a Mesa for `exec`. Throws sim::Error where it is missing.
std::filesystem::path mesaScript();

/// The script that runs suites of Mesa's CI. Throws sim::Error where it is missing.
std::filesystem::path ciScript();

/// The script that compares the cycles of two Mesas. Throws sim::Error where it is missing.
std::filesystem::path compareScript();

/// The script that bisects a checkout of Mesa by cycles. Throws sim::Error where it is missing.
std::filesystem::path bisectScript();

/// The library that `exec` preloads into programs. Throws sim::Error where it is missing, or where its path has a
/// character that LD_PRELOAD cannot carry.
std::filesystem::path preloadLibrary();

/// The program that plays traces of OpenGL calls. Throws sim::Error where it is missing, as from a build without the
/// libraries that it needs.
std::filesystem::path playerProgram();

/// The library with the windows of programs that draw through Waffle. Throws sim::Error as preloadLibrary() does.
std::filesystem::path waffleLibrary();

}  // namespace cyclorama::cli
