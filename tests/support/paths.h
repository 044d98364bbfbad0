// SPDX-License-Identifier: MIT
// Files and programs that the tests use. They are functions, so that one source alone holds absolute paths and every
// other object file is the same in all checkouts (and is found in ccache).
#pragma once

#include <string>
#include <string_view>

namespace cyclorama::paths {

/// A file of the source tree, named from its root.
std::string source(std::string_view relative);
/// A file of tests/data.
std::string data(std::string_view relative);

/// The built program `cyclorama`.
std::string program();
/// The same with the family of tests/families in its registry.
std::string programWithToy();
/// The library that `cyclorama exec` loads into the programs it runs.
std::string clientLibrary();
/// The program that the device's tests run with that library in it.
std::string deviceProbe();
/// The example that writes ATTILA scenes.
std::string attilaScene();
/// The program that uses Vulkan's queues and display; empty where its library is missing.
std::string vulkanProbe();
/// The program that moves bytes and texels with Vulkan; empty where its library is missing.
std::string vulkanTransfer();
/// A program that computes with Vulkan; empty where it cannot be built.
std::string vulkanCompute();
/// The example that draws with Vulkan; empty where its library or the compiler of its shaders are missing.
std::string vulkanScene();
/// The program that draws with Vulkan into a file; empty where it cannot be built.
std::string vulkanDraws();
/// The microbenchmarks of compute; empty where it cannot be built.
std::string vulkanRates();
/// The example that draws with OpenGL ES; empty where its libraries are missing.
std::string glesScene();
/// The microbenchmarks of OpenGL ES; empty where its libraries are missing.
std::string glesRates();
/// The program that reads performance counters over a draw of OpenGL ES; empty where its libraries are missing.
std::string glesCounters();
/// The program that reads performance counters over a dispatch of Vulkan; empty where it cannot be built.
std::string vulkanCounters();
/// The program that draws scenes of OpenGL's features; empty where its library is missing.
std::string glFeatures();

}  // namespace cyclorama::paths
