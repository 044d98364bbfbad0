// SPDX-License-Identifier: MIT
#pragma once
// Hash of a buffer's memory, for captures.

#include <cstddef>
#include <cstdint>
#include <span>

namespace cyclorama::family::capture {

/// contentHash() of all bytes of `memory`, a file of memfd_create(), where `view` maps them. Pages that were never
/// written are zeros to the hash, and take no memory of the host: reading them through the view would give each a page.
uint64_t bufferHash(int memory, std::span<const std::byte> view);

}  // namespace cyclorama::family::capture
