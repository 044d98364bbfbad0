// SPDX-License-Identifier: MIT
#pragma once
// The transactions that ATTILA's driver sends to the GPU (ATTILA: AGPTransaction). Transactions that only the
// simulator makes for itself (reads, the end of initialization) are not among them: no trace holds one.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "families/attila/registers/registers.h"
#include "func/types.h"
#include "gpu/command.h"

namespace cyclorama::attila {

/// Bytes for GPU memory, or with bit 31 of the address set for system memory.
struct MemoryWrite {
    uint32_t address = 0;
    /// The driver's own number for the block of memory; the GPU does not look at it.
    uint32_t descriptor = 0;
    /// Has to wait for the end of the batch being drawn.
    bool locked = false;
    /// Is there when simulation starts and costs no time.
    bool preload = false;
    /// Valid until the next transaction is asked for.
    std::span<const std::byte> data;
};

struct RegisterWrite {
    Register reg = Register::Status;
    uint32_t index = 0;
    RegisterValue value;
    uint32_t descriptor = 0;
};

struct CommandWrite {
    ControlCommand command = ControlCommand::Reset;
};

struct EventSignal {
    Event event = Event::EndOfFrame;
    /// Valid until the next transaction is asked for.
    std::string_view message;
};

using Transaction = std::variant<MemoryWrite, RegisterWrite, CommandWrite, EventSignal>;

/// A transaction and where it stands.
struct TransactionRecord {
    gpu::StreamPosition position;
    /// Size of the transaction in the stream.
    uint32_t bytes = 0;
    Transaction transaction;
};

/// A source of transactions: a trace, or a test.
class TransactionSource {
  public:
    virtual ~TransactionSource() = default;
    /// The next transaction, or nothing at the end. Throws sim::Error where the stream is malformed.
    virtual std::optional<TransactionRecord> next() = 0;
    /// The source's name in errors: its file's name.
    virtual const std::string& name() const = 0;
};

}  // namespace cyclorama::attila
