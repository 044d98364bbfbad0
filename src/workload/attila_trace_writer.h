#pragma once
// Writes ATTILA's transaction traces: the same format that ATTILA reads.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/attila/transaction.h"
#include "workload/attila_trace.h"

namespace cyclorama::workload {

/// Where the bytes of a trace go.
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

/// Writes the header when it is made, then one transaction after the other.
class AttilaTraceWriter {
  public:
    /// `output` has to outlive the writer.
    AttilaTraceWriter(ByteOutput& output, const AttilaTraceParameters& parameters);

    void write(const frontend::attila::Transaction& transaction);

    void writeMemory(uint32_t address, std::span<const std::byte> data);
    void writeRegister(frontend::attila::Register reg, uint32_t index, const frontend::attila::RegisterValue& value);
    void command(frontend::attila::Command command);
    void event(frontend::attila::Event event, std::string_view message);

  private:
    ByteOutput& output_;
};

}  // namespace cyclorama::workload
