// SPDX-License-Identifier: MIT
#pragma once
// Reads ATTILA's transaction traces, compressed or plain.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "families/attila/frontend/transaction.h"
#include "families/attila/trace/attila_trace.h"
#include "workload/byte_input.h"

namespace cyclorama::attila {

/// True for a file that begins with the signature of a trace. Throws sim::Error where it cannot be read.
bool isTrace(const std::string& path);

/// One pass over a trace. Keeps one transaction in memory at a time. Positions are offsets in the uncompressed stream.
class AttilaTraceReader final : public attila::TransactionSource {
  public:
    /// Reads the header. Throws sim::Error where the file cannot be opened, is no trace, or has another version.
    explicit AttilaTraceReader(const std::string& path);
    /// The same from memory, which has to stay valid.
    AttilaTraceReader(std::span<const std::byte> bytes, std::string name);

    const AttilaTraceParameters& parameters() const { return parameters_; }
    const std::string& name() const override { return input_.name(); }

    /// The next transaction; empty at the trace's end. Throws sim::Error for a transaction
    /// that ends early, an unknown type, register, command or event, and a memory write that is larger than the memory
    /// that the trace was made for.
    std::optional<attila::TransactionRecord> next() override;

  private:
    explicit AttilaTraceReader(workload::ByteInput input);
    void readHeader();
    attila::Transaction readTransaction(uint32_t type);
    attila::MemoryWrite readMemoryWrite(bool preload);
    attila::RegisterWrite readRegisterWrite();
    attila::CommandWrite readCommand();
    attila::EventSignal readEvent();

    void readExactly(std::span<std::byte> out);
    /// Grows `payload_` as bytes arrive, so that a size that the stream does not hold takes no memory.
    std::span<const std::byte> readPayload(uint32_t size);
    [[noreturn]] void fail(const std::string& reason) const;

    workload::ByteInput input_;
    AttilaTraceParameters parameters_;
    gpu::StreamPosition position_;
    std::vector<std::byte> payload_;
};

}  // namespace cyclorama::attila
