// SPDX-License-Identifier: MIT
#pragma once
// Memory of buffers that a file brings for an execution of its streams.

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>

#include "device/objects/buffer_object.h"
#include "device/objects/executor.h"

namespace cyclorama::family {

/// Memory of the host for a buffer, of zeros, with a view of it.
struct ReplayPages {
    device::UniqueFd memory;
    std::unique_ptr<device::MappedView> view;

    /// Throws std::system_error where the host has no such memory.
    static ReplayPages make(uint64_t bytes);
};

/// The pages that buffers are in, mapped for a context. Buffers may share pages, and come again with other content.
class ReplayMemory {
  public:
    /// `context` outlives it.
    explicit ReplayMemory(device::JobContext& context) : context_(context) {}

    /// False where the buffer is beyond all addresses, or there is too much of them. Throws std::system_error where
    /// the host has no memory for it.
    bool write(uint64_t address, std::span<const std::byte> content);

  private:
    static uint64_t endOf(const std::pair<const uint64_t, ReplayPages>& run) {
        return run.first + run.second.view->bytes().size();
    }
    /// Maps what is not mapped yet.
    bool fillGaps(uint64_t begin, uint64_t end);
    bool add(uint64_t address, uint64_t bytes);

    device::JobContext& context_;
    /// Mapped pages that follow each other, by their first address.
    std::map<uint64_t, ReplayPages> runs_;
    uint64_t total_ = 0;
};

}  // namespace cyclorama::family
