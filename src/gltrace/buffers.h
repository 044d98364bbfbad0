// SPDX-License-Identifier: MIT
#pragma once
// The bytes that the calls of a trace point to, in two files beside it. All numbers are of 32 bits, little-endian.
//
//   BufferDescriptors.dat   identifier, address, size, memory region; 16 bytes a buffer
//   MemoryRegions.dat       identifier, address, size, and as many bytes; a region after the other
//
// Addresses are those of the program that was traced: a buffer is a part of its region.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "workload/byte_input.h"

namespace cyclorama::gltrace {

class Buffers {
  public:
    /// The buffers of a trace, from BufferDescriptors.dat and MemoryRegions.dat in the trace's folder. A missing file
    /// is no error until find() asks for a buffer. Throws sim::Error where a file is malformed.
    static Buffers besideTrace(const std::filesystem::path& trace);

    void readDescriptors(workload::ByteInput input);
    void readRegions(workload::ByteInput input);

    /// The bytes of a buffer, which stay where they are. Throws sim::Error, with the file that lacks it, where there is
    /// no such buffer.
    std::span<const std::byte> find(uint32_t identifier) const;
    /// Bytes from a pointer into a buffer to the end of its region; none for other pointers.
    size_t bytesFrom(const void* pointer) const;

  private:
    struct Descriptor {
        uint32_t address = 0;
        uint32_t size = 0;
        uint32_t region = 0;
    };
    struct Region {
        uint32_t address = 0;
        std::vector<std::byte> bytes;
    };

    /// Files that were read, or would have been; for errors.
    std::string descriptorsName_ = "BufferDescriptors.dat";
    std::string regionsName_ = "MemoryRegions.dat";
    std::map<uint32_t, Descriptor> descriptors_;
    std::map<uint32_t, Region> regions_;
};

}  // namespace cyclorama::gltrace
