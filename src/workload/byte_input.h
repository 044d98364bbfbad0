// SPDX-License-Identifier: MIT
#pragma once
// The bytes of a workload file, read in order, whether the file is plain or compressed with gzip.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace cyclorama::workload {

/// A stream of uncompressed bytes. Holds a fixed amount of memory, whatever the size of the file. Files of several gzip
/// members one after the other are read as one stream.
class ByteInput {
  public:
    /// Opens a file. Throws sim::Error where it cannot be opened.
    explicit ByteInput(const std::string& path);
    /// Reads from memory, which has to stay valid; `name` stands for the file in errors.
    ByteInput(std::span<const std::byte> bytes, std::string name);
    ~ByteInput();
    ByteInput(ByteInput&&) noexcept;
    ByteInput& operator=(ByteInput&&) noexcept;

    const std::string& name() const;
    /// Uncompressed bytes delivered so far.
    uint64_t offset() const;

    /// Fills `out` as far as the stream reaches and returns how much that is. Throws sim::Error where compressed data
    /// are corrupt or end early, or the file cannot be read.
    size_t read(std::span<std::byte> out);

  private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace cyclorama::workload
