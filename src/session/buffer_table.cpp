// SPDX-License-Identifier: MIT
#include "session/buffer_table.h"

#include <fmt/format.h>

#include <string>

namespace cyclorama::session {

void writeBuffers(const results::OutputFolder& folder, std::span<const family::BufferHash> buffers) {
    std::string text = "buffer;bytes;content;overwritten\n";
    for (const family::BufferHash& each : buffers)
        text += fmt::format("{};{};{:016x};{:016x}\n", each.buffer, each.bytes, each.content, each.overwritten);
    results::writeFile(folder.file("buffers.csv"), text);
}

}  // namespace cyclorama::session
