// SPDX-License-Identifier: MIT
#pragma once
// Reads captures.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <unordered_map>

#include "family/capture/capture_records.h"
#include "workload/byte_input.h"

namespace cyclorama::family {

/// Gives records that can be replayed: buffers exist before they are used, and what is written to or shown of them is
/// within them. Throws sim::Error, with the offset in the uncompressed file, for everything else. A family reads its
/// description of the chip first.
class CaptureReader {
  public:
    CaptureReader(const std::string& path, const capture::FileForm& form);
    /// Reads from memory, which has to stay valid; `name` stands for the file in errors.
    CaptureReader(std::span<const std::byte> bytes, std::string name, const capture::FileForm& form);

    const std::string& name() const { return input_.name(); }

    /// The next record; nothing at the end.
    std::optional<capture::Record> next();

    template <typename T>
    T readNumber() {
        std::array<std::byte, sizeof(T)> bytes{};
        if (input_.read(bytes) != bytes.size()) fail("the capture ends within a record");
        T value = 0;
        for (size_t i = 0; i < bytes.size(); ++i)
            value = static_cast<T>(value | static_cast<T>(static_cast<T>(bytes[i]) << (8 * i)));
        return value;
    }
    std::string readName();
    [[noreturn]] void fail(const std::string& reason) const;

  private:
    /// Reads the numbers of a record.
    struct Numbers {
        CaptureReader& reader;

        template <typename T>
        void operator()(T& number) const {
            number = reader.readNumber<T>();
        }
        void address(uint64_t& number) const {
            number = reader.form_.addressBits == 32 ? reader.readNumber<uint32_t>() : reader.readNumber<uint64_t>();
        }
    };

    std::vector<std::byte> readBytes(uint64_t limit);
    void check(const capture::Record& record);
    void requireWithin(uint64_t buffer, uint64_t offset, uint64_t bytes);

    workload::ByteInput input_;
    const capture::FileForm form_;
    std::unordered_map<uint64_t, uint64_t> bufferBytes_;
    uint64_t totalBytes_ = 0;
    std::set<uint32_t> contexts_;
};

}  // namespace cyclorama::family
