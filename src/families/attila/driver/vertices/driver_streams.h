// SPDX-License-Identifier: MIT
#pragma once
// Streams of vertices that the driver makes: floats in the place of components that the chip has no streams of, and the
// numbers of instances.

#include <array>
#include <cstdint>
#include <span>

#include "families/attila/driver/memory/driver_memory.h"
#include "families/attila/driver/vertices/vertex_formats.h"
#include "families/attila/driver/vertices/vertex_streams.h"

namespace cyclorama::attila {

/// Entries of an attribute in a buffer.
struct VertexEntries {
    /// From the first entry on.
    std::span<const std::byte> bytes;
    uint32_t stride = 0;
    /// The most that a draw may read.
    uint64_t count = 0;
};

class DriverStreams {
  public:
    explicit DriverStreams(const DriverMemory& driver) : driver_(driver) {}

    /// The stream of an attribute for the draws that follow, of as many entries as there are.
    VertexStream converted(uint32_t attribute, const VertexFormat& format, const VertexEntries& entries);
    /// 0, 1 and so on as floats, an entry an instance, for draws of instances from `first` up to `end`. Throws
    /// virgl::Unsupported for more than the driver makes.
    VertexStream instanceNumbers(uint32_t first, uint32_t end);

  private:
    DriverMemory driver_;
    std::array<Allocation, detail::kAttilaVertexAttributes> converted_;
    Allocation instances_;
    uint32_t instanceCount_ = 0;
};

}  // namespace cyclorama::attila
