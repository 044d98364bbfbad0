// SPDX-License-Identifier: MIT
#pragma once
// The chip's caches of colours and depths, and its one memory of block states for each: the states are those of the
// buffer that was last cleared by a command. What else is drawn to has no compressed blocks.

#include <array>
#include <cstdint>
#include <optional>

#include "families/attila/driver/memory/transaction_buffer.h"

namespace cyclorama::attila {

enum class RenderBuffer : uint8_t { Color, Depth };

class RenderCaches {
  public:
    explicit RenderCaches(TransactionBuffer& transactions) : transactions_(transactions) {}

    /// The chip has the states of the blocks of the buffer at this address.
    bool hasStates(RenderBuffer buffer, uint32_t address) const { return part(buffer).owner == address; }
    /// For a buffer that is about to be cleared by command.
    void giveStates(RenderBuffer buffer, uint32_t address) { part(buffer).owner = address; }

    /// A draw or a clear follows.
    void use(RenderBuffer buffer) { part(buffer).used = true; }
    /// Takes what was drawn to memory. Needed before another buffer is drawn to, and before memory that was drawn to
    /// is read or written otherwise.
    void flush(RenderBuffer buffer) {
        if (part(buffer).used)
            transactions_.command(buffer == RenderBuffer::Color ? ControlCommand::FlushColor
                                                                : ControlCommand::FlushZStencil);
        part(buffer).used = false;
    }
    /// The chip flushes colours itself where buffers are swapped.
    void swap() { part(RenderBuffer::Color).used = false; }

  private:
    struct Part {
        std::optional<uint32_t> owner;
        bool used = false;
    };
    Part& part(RenderBuffer buffer) { return parts_[static_cast<size_t>(buffer)]; }
    const Part& part(RenderBuffer buffer) const { return parts_[static_cast<size_t>(buffer)]; }

    TransactionBuffer& transactions_;
    std::array<Part, 2> parts_;
};

}  // namespace cyclorama::attila
