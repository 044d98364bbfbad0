// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "device/objects/program_stream.h"
#include "virgl/vtest/requests.h"

namespace cyclorama::virgl::vtest {

/// Reads a program's requests. Checks only their form, not what they ask for.
class Decoder {
  public:
    explicit Decoder(device::ProgramStream& program) : program_(program) {}

    /// Waits for the next request; nothing when the program has ended, even within a request. Throws
    /// Malformed, after which the stream cannot be resynchronised.
    std::optional<Request> next();
    /// Requests of later versions are refused. In the beginning the version is 0.
    void setVersion(uint32_t version) { version_ = version; }
    /// The request that was read last: its name, and its first byte in the stream.
    std::string place() const;

  private:
    /// Thrown where the program ends.
    struct End {};

    Request read();
    void readInto(std::span<std::byte> out);
    std::vector<uint32_t> words(uint32_t count);
    /// For lists of the program's length: memory grows with what has arrived.
    template <typename T>
    std::vector<T> list(size_t count);
    /// The words of a request of constant length.
    std::vector<uint32_t> wordsOf(uint32_t count);
    Request createRenderer();
    Request createResource();
    Request transfer(bool toHost);
    Request sharedTransfer(bool toHost);

    device::ProgramStream& program_;
    uint32_t version_ = 0;
    uint64_t at_ = 0;
    /// Place of the request that was read last in the stream, in bytes; its length word and its number.
    uint64_t start_ = 0;
    uint32_t length_ = 0;
    uint32_t number_ = 0;
};

}  // namespace cyclorama::virgl::vtest
