// SPDX-License-Identifier: MIT
#pragma once
// The command stream as a file: the header of a capture (workload/capture_header.h), then packets of little-endian
// words. The first word of a packet has its kind in the upper four bits, and in the others
//
//   1  the number of a register; its value follows
//   2  the size of data in bytes, whole words; an address and the data follow

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "families/toy/registers.h"
#include "gpu/command.h"
#include "workload/byte_input.h"
#include "workload/byte_output.h"
#include "workload/capture_header.h"

namespace cyclorama::toy {

inline constexpr workload::CaptureSchema kSchema{.tag = "Toy", .version = 1};

enum class PacketKind : uint8_t { WriteRegister = 1, WriteMemory = 2 };

struct RegisterWrite {
    uint32_t reg = 0;
    uint32_t value = 0;
};

/// The data stay valid until the next packet is read.
struct MemoryWrite {
    uint32_t address = 0;
    std::span<const std::byte> data;
};

struct Packet {
    gpu::StreamPosition position;
    uint32_t bytes = 0;
    std::variant<RegisterWrite, MemoryWrite> content;
};

class StreamReader {
  public:
    /// Reads the header. Throws sim::Error where the file cannot be read, or is no such stream.
    explicit StreamReader(const std::string& path);
    StreamReader(std::span<const std::byte> bytes, std::string name);

    const std::string& name() const { return input_.name(); }
    /// The next packet; nothing at the end. Throws sim::Error for a packet of an unknown kind or that ends early.
    std::optional<Packet> next();

  private:
    uint32_t readWord();
    void read(std::span<std::byte> out);
    [[noreturn]] void fail(const std::string& reason) const;

    workload::ByteInput input_;
    gpu::StreamPosition position_;
    std::vector<std::byte> data_;
};

/// Writes a stream, as a driver would.
class StreamWriter {
  public:
    /// `output` has to outlive the writer.
    explicit StreamWriter(workload::ByteOutput& output);

    void write(Register reg, uint32_t value = 0) { write(static_cast<uint32_t>(reg), value); }
    void write(uint32_t reg, uint32_t value);
    /// Data of whole words.
    void writeMemory(uint32_t address, std::span<const std::byte> data);

  private:
    void word(uint32_t value);

    workload::ByteOutput& output_;
};

}  // namespace cyclorama::toy
