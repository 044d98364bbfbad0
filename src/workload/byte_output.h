// SPDX-License-Identifier: MIT
#pragma once
// The bytes of a workload file as it is written: kept in memory, or compressed with gzip into a file.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace cyclorama::workload {

/// Destination of the bytes of a workload.
class ByteOutput {
  public:
    virtual ~ByteOutput() = default;
    virtual void write(std::span<const std::byte> bytes) = 0;
};

/// Collects the bytes.
class MemoryOutput final : public ByteOutput {
  public:
    void write(std::span<const std::byte> data) override { bytes.insert(bytes.end(), data.begin(), data.end()); }

    std::vector<std::byte> bytes;
};

/// A file compressed with gzip. The same bytes give the same file.
class GzipFileOutput final : public ByteOutput {
  public:
    /// Throws sim::Error where the file cannot be created.
    explicit GzipFileOutput(std::string path);
    ~GzipFileOutput() override;
    /// Throws sim::Error where the file cannot be written.
    void write(std::span<const std::byte> bytes) override;
    /// Ends the file. Throws sim::Error where what is left cannot be written. Nothing may be written after it.
    void close();

  private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace cyclorama::workload
