// SPDX-License-Identifier: MIT
#pragma once
// Writes ATTILA's transaction traces: the same format that ATTILA reads.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "families/attila/frontend/transaction.h"
#include "families/attila/trace/attila_trace.h"
#include "workload/byte_output.h"

namespace cyclorama::attila {

/// Writes the header when it is made, then one transaction after the other.
class AttilaTraceWriter {
  public:
    /// `output` has to outlive the writer.
    AttilaTraceWriter(workload::ByteOutput& output, const AttilaTraceParameters& parameters);

    void write(const attila::Transaction& transaction);

    void writeMemory(uint32_t address, std::span<const std::byte> data);
    void writeRegister(attila::Register reg, uint32_t index, const attila::RegisterValue& value);
    void command(attila::ControlCommand command);
    void event(attila::Event event, std::string_view message);

  private:
    workload::ByteOutput& output_;
};

}  // namespace cyclorama::attila
