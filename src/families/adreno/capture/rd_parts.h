// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "reduce/capture.h"

namespace cyclorama::adreno {

/// A file of command streams taken apart: streams, the packets in the contents of buffers (command_packets.h), buffers,
/// and the sections that no replay reads. `name` stands for the file in errors. Throws as RdReader does.
std::unique_ptr<reduce::Capture> takeRdApart(std::span<const std::byte> bytes, const std::string& name);

}  // namespace cyclorama::adreno
