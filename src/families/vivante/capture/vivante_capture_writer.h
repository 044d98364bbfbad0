// SPDX-License-Identifier: MIT
#pragma once
// Records what a program makes a Vivante chip do.

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "families/vivante/capture/vivante_capture.h"
#include "families/vivante/frontend/chip.h"
#include "workload/byte_output.h"

namespace cyclorama::vivante {

/// Finds by itself what the host changed in the buffers, page by page, each time something is submitted or shown. Not
/// for several threads at once.
class VivanteCaptureWriter {
  public:
    /// `output` has to outlive the writer.
    VivanteCaptureWriter(workload::ByteOutput& output, const Chip& chip);

    /// A buffer is mapped at an address of a context. `buffer` is a number of its own for each buffer, whatever the
    /// context; `memory` all its bytes, which have to stay readable until forget(). A buffer may be mapped again and
    /// again.
    void map(uint32_t context, uint32_t address, uint64_t buffer, std::span<const std::byte> memory);
    void unmap(uint32_t context, uint32_t address, uint64_t bytes);
    /// A command stream is about to be executed, at `address` of the context.
    void submit(uint32_t context, uint32_t address, bool pipe2d, std::span<const std::byte> stream);
    /// What was submitted is done: what changed in the buffers `written` is no change of the host's. The others the
    /// host may have been changing meanwhile, for what comes next.
    void executed(std::span<const uint64_t> written);
    /// A frame is shown. `memory` is all of its buffer, which need not be mapped anywhere.
    void present(const capture::Present& frame, std::span<const std::byte> memory);
    /// The buffer's memory goes away; its number may come again.
    void forget(uint64_t buffer);

  private:
    struct Buffer {
        std::span<const std::byte> memory;
        /// Of each page, as the replay has it.
        std::vector<uint64_t> hashes;
    };

    void know(uint64_t buffer, std::span<const std::byte> memory);
    void writeChanges();
    void writeChanges(uint64_t number, Buffer& buffer);
    void write(capture::Record record);

    workload::ByteOutput& output_;
    std::map<uint64_t, Buffer> buffers_;
};

}  // namespace cyclorama::vivante
