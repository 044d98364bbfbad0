// SPDX-License-Identifier: MIT
#include "support/paths.h"

namespace cyclorama::paths {

std::string source(std::string_view relative) { return CYCLORAMA_SOURCE_DIR "/" + std::string(relative); }
std::string data(std::string_view relative) { return CYCLORAMA_SOURCE_DIR "/tests/data/" + std::string(relative); }

std::string program() { return CYCLORAMA_PROGRAM; }
std::string programWithToy() { return CYCLORAMA_PROGRAM_WITH_TOY; }
std::string clientLibrary() { return CYCLORAMA_CLIENT_LIBRARY; }
std::string deviceProbe() { return CYCLORAMA_DEVICE_PROBE; }
std::string attilaScene() { return CYCLORAMA_ATTILA_SCENE; }
std::string vulkanProbe() { return CYCLORAMA_VULKAN_PROBE; }
std::string vulkanTransfer() { return CYCLORAMA_VULKAN_TRANSFER; }
std::string vulkanCompute() { return CYCLORAMA_VULKAN_COMPUTE; }
std::string vulkanScene() { return CYCLORAMA_VULKAN_SCENE; }
std::string vulkanDraws() { return CYCLORAMA_VULKAN_DRAWS; }
std::string vulkanRates() { return CYCLORAMA_VULKAN_RATES; }
std::string glesRates() { return CYCLORAMA_GLES_RATES; }
std::string glesScene() { return CYCLORAMA_GLES_SCENE; }
std::string glesCounters() { return CYCLORAMA_GLES_COUNTERS; }
std::string vulkanCounters() { return CYCLORAMA_VULKAN_COUNTERS; }
std::string glFeatures() { return CYCLORAMA_GL_FEATURES; }

}  // namespace cyclorama::paths
