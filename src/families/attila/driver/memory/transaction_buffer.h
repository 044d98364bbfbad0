// SPDX-License-Identifier: MIT
#pragma once
// The transactions that the driver sends: collected into jobs, each a transaction trace. What a register holds already
// is not written again.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "device/objects/executor.h"
#include "families/attila/registers/encodings.h"
#include "families/attila/registers/registers.h"
#include "families/attila/trace/attila_trace_writer.h"
#include "workload/byte_output.h"

namespace cyclorama::attila {

/// A write to memory waits for the draws before it, or does not, where none of them reads those bytes.
enum class WriteOrder : uint8_t { AfterDraws, AtOnce };

class TransactionBuffer {
  public:
    /// The parameters that every job's trace begins with.
    explicit TransactionBuffer(const AttilaTraceParameters& parameters);

    void attach(device::JobContext& execution) { execution_ = &execution; }

    void set(Register reg, uint32_t value, uint32_t index = 0) { write(reg, index, RegisterValue::fromUint(value)); }
    void set(Register reg, bool value, uint32_t index = 0) { write(reg, index, RegisterValue::fromBool(value)); }
    void set(Register reg, float value, uint32_t index = 0) { write(reg, index, RegisterValue::fromFloat(value)); }
    void set(Register reg, const func::Vec4& value, uint32_t index = 0) {
        write(reg, index, RegisterValue::fromVec4(value));
    }
    template <typename E>
    requires std::is_enum_v<E>
    void set(Register reg, E value, uint32_t index = 0) { set(reg, encodingOf(value), index); }

    void command(ControlCommand command) { writer_->command(command); }
    void writeMemory(uint32_t address, std::span<const std::byte> data, WriteOrder order = WriteOrder::AfterDraws);
    /// Times that the GPU had to do all before what followed.
    uint32_t drains() const { return drains_; }
    /// Ends a frame and shows the back buffer. Front and back buffer change places.
    void swapBuffers();

    /// Executes what has been collected.
    void finish();
    /// Samples that passed all tests so far, when it is executed.
    uint64_t samplesPassed();

  private:
    void write(Register reg, uint32_t index, const RegisterValue& value);
    std::optional<RegisterValue>& held(Register reg, uint32_t index);
    void begin();

    AttilaTraceParameters parameters_;
    device::JobContext* execution_ = nullptr;
    uint32_t drains_ = 0;
    workload::MemoryOutput output_;
    std::optional<AttilaTraceWriter> writer_;
    /// By register, then by index.
    std::vector<std::vector<std::optional<RegisterValue>>> held_;
};

}  // namespace cyclorama::attila
