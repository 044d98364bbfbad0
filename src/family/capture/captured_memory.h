// SPDX-License-Identifier: MIT
#pragma once
// The buffers of a capture as the host left them, and where they are mapped: for those who look at a capture without
// executing it.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "family/capture/capture_records.h"
#include "mem/range_map.h"

namespace cyclorama::family {

/// Takes the records of a capture that CaptureReader gives, in their order.
class CapturedMemory {
  public:
    /// The record that a byte of a buffer comes from.
    struct Origin {
        /// The number that apply() was given.
        size_t record = 0;
        /// The byte's offset in the record's data.
        uint64_t offset = 0;
    };

    void apply(const capture::NewBuffer& record);
    /// `number` is that of the record, for origin().
    void apply(const capture::BufferContent& record, size_t number = 0);
    void apply(const capture::MapBuffer& record);
    void apply(const capture::UnmapBuffer& record);

    /// False where any of the bytes is not mapped by the buffer of the first; `out` is then untouched.
    bool read(uint32_t context, uint64_t address, std::span<std::byte> out) const;
    /// The record from which all bytes of a mapped range come; no value if they come from several or from none.
    std::optional<Origin> origin(uint32_t context, uint64_t address, uint64_t bytes) const;

  private:
    /// A record that wrote to a buffer.
    struct Written {
        size_t record = 0;
        uint64_t offset = 0;
        uint64_t bytes = 0;
    };
    struct Buffer {
        std::vector<std::byte> content;
        std::vector<Written> written;
    };
    /// Mapped bytes: a buffer, and their offset in it.
    struct Mapped {
        const Buffer* buffer = nullptr;
        uint64_t offset = 0;
    };

    std::optional<Mapped> find(uint32_t context, uint64_t address, uint64_t bytes) const;

    std::map<uint64_t, Buffer> buffers_;
    std::map<uint32_t, mem::RangeMap<uint64_t>> mappings_;  // by context: numbers of buffers
};

}  // namespace cyclorama::family
