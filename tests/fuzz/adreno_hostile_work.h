// SPDX-License-Identifier: MIT
#pragma once
// Work in a state that no driver leaves: a draw of a textured triangle, a dispatch, an image's move by the 2D engine or
// one between GMEM and memory, with registers, descriptors, vertices and parameters changed. Areas are small, so that
// it takes no minutes.

#include <cstdint>

#include "adreno/command_stream.h"
#include "fuzz/input.h"
#include "mem/address_space.h"

namespace cyclorama::adreno::test {

/// Memory for programs, their data and targets, which the caller maps.
inline constexpr uint64_t kHostileMemory = uint64_t{1} << 32;
/// In bytes.
inline constexpr uint64_t kHostileMemoryBytes = 1 << 20;

/// A stream that ends with one piece of work, and what it needs in memory; the first 64 KiB of memory are left to the
/// stream. Input: a byte chooses the work; then changes, two words each: the kind in the lowest byte and the place in
/// the upper half, and the value.
CommandStream hostileWork(fuzz::Input& input, mem::AddressSpace& memory);

}  // namespace cyclorama::adreno::test
