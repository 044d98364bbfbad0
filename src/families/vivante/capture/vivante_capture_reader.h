// SPDX-License-Identifier: MIT
#pragma once
// Reads captures of Vivante chips.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>

#include "families/vivante/capture/vivante_capture.h"
#include "families/vivante/frontend/chip.h"
#include "workload/byte_input.h"

namespace cyclorama::vivante {

/// True for a file that begins as a capture of this family does. Throws sim::Error where it cannot be read.
bool isVivanteCapture(const std::string& path);

/// Gives records that can be replayed: buffers exist before they are used, and what is written to or shown of them lies
/// within. Throws sim::Error, with the offset in the uncompressed file, for everything else.
class VivanteCaptureReader {
  public:
    explicit VivanteCaptureReader(const std::string& path);
    /// Reads from memory, which has to stay valid; `name` stands for the file in errors.
    VivanteCaptureReader(std::span<const std::byte> bytes, std::string name);

    const std::string& name() const { return input_.name(); }
    const vivante::Chip& chip() const { return chip_; }

    /// The next record; nothing at the end.
    std::optional<capture::Record> next();

  private:
    void readHeader();
    template <typename T>
    T readNumber();
    std::vector<std::byte> readBytes(uint64_t limit);
    void check(const capture::Record& record);
    void requireWithin(uint64_t buffer, uint64_t offset, uint64_t bytes);
    [[noreturn]] void fail(const std::string& reason) const;

    workload::ByteInput input_;
    vivante::Chip chip_;
    std::unordered_map<uint64_t, uint64_t> bufferBytes_;
    uint64_t totalBytes_ = 0;
    std::set<uint32_t> contexts_;
};

}  // namespace cyclorama::vivante
