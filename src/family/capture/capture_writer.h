// SPDX-License-Identifier: MIT
#pragma once
// Records what a program makes a chip do.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "family/capture/capture_records.h"
#include "workload/byte_output.h"

namespace cyclorama::family {

/// Finds by itself what the host changed in the buffers, page by page, each time something is submitted or shown. Not
/// for several threads at once. A family writes its description of the chip first.
class CaptureWriter {
  public:
    /// `output` has to outlive the writer.
    CaptureWriter(workload::ByteOutput& output, const capture::FileForm& form);

    template <typename T>
    void writeNumber(const T& number) {
        Bytes bytes;
        bytes(number);
        output_.write(bytes.all());
    }
    /// Cut off where it is too long.
    void writeName(std::string name);

    /// A buffer is mapped at an address of a context. `buffer` is a number of its own for each buffer, whatever the
    /// context; `memory` all its bytes, which have to stay readable until forget(). A buffer may be mapped again and
    /// again.
    void map(uint32_t context, uint64_t address, uint64_t buffer, std::span<const std::byte> memory);
    void unmap(uint32_t context, uint64_t address, uint64_t bytes);
    /// Something is about to be executed.
    void writeChanges();
    void write(capture::Record record);
    /// The end of a submission: what changed in the buffers `written` is no change of the host's. The others the
    /// host may have been changing meanwhile, for what comes next.
    void executed(std::span<const uint64_t> written);
    /// A frame is shown. `memory` is all of its buffer, which need not be mapped anywhere.
    void present(const capture::Present& frame, std::span<const std::byte> memory);
    /// The buffer's memory goes away; its number may come again.
    void forget(uint64_t buffer);

  private:
    struct Buffer {
        std::span<const std::byte> memory;
        /// The hash of each page, as the replay has it.
        std::vector<uint64_t> hashes;
    };

    /// Little-endian bytes of numbers.
    class Bytes {
      public:
        explicit Bytes(uint32_t addressBits = 64) : addressBits_(addressBits) {}

        template <typename T>
        void operator()(const T& number) {
            std::array<std::byte, sizeof(T)> bytes;
            for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(number >> (8 * i));
            add(bytes);
        }
        void address(uint64_t number) {
            if (addressBits_ == 32)
                (*this)(static_cast<uint32_t>(number));
            else
                (*this)(number);
        }
        void add(std::span<const std::byte> data) { bytes_.insert(bytes_.end(), data.begin(), data.end()); }
        std::span<const std::byte> all() const { return bytes_; }

      private:
        uint32_t addressBits_;
        std::vector<std::byte> bytes_;
    };

    void know(uint64_t buffer, std::span<const std::byte> memory);
    void writeChanges(uint64_t number, Buffer& buffer);

    workload::ByteOutput& output_;
    const capture::FileForm form_;
    std::map<uint64_t, Buffer> buffers_;
};

}  // namespace cyclorama::family
