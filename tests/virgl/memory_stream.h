// SPDX-License-Identifier: MIT
#pragma once
// A program whose requests are all known before the first of them is answered.

#include <fcntl.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "device/objects/program_stream.h"
#include "device/protocol/unique_fd.h"

namespace cyclorama::virgl::test {

class MemoryStream final : public device::ProgramStream {
  public:
    void put(std::span<const std::byte> bytes) { sent_.insert(sent_.end(), bytes.begin(), bytes.end()); }
    void put(const std::vector<uint32_t>& words) { put(std::as_bytes(std::span(words))); }
    /// A request: its number, its words, and the length that it says it has.
    void ask(uint32_t number, const std::vector<uint32_t>& words, size_t length) {
        put(std::vector<uint32_t>{static_cast<uint32_t>(length), number});
        put(words);
    }
    void ask(uint32_t number, const std::vector<uint32_t>& words) { ask(number, words, words.size()); }
    /// CREATE_RENDERER with a name.
    void introduce(std::string_view name) {
        put(std::vector<uint32_t>{static_cast<uint32_t>(name.size()), 8});
        put(std::as_bytes(std::span(name)));
    }
    /// The program's end comes that many bytes earlier.
    void cut(size_t bytes) { sent_.resize(sent_.size() - bytes); }

    bool read(std::span<std::byte> out) override {
        if (out.size() > sent_.size() - at_) return false;
        std::copy_n(sent_.begin() + static_cast<std::ptrdiff_t>(at_), out.size(), out.begin());
        at_ += out.size();
        return true;
    }
    using ProgramStream::write;
    bool write(std::span<const std::byte> bytes, int descriptor) override {
        answers_.insert(answers_.end(), bytes.begin(), bytes.end());
        if (descriptor >= 0) descriptors_.emplace_back(fcntl(descriptor, F_DUPFD_CLOEXEC, 0));
        return true;
    }

    const std::vector<std::byte>& answers() const { return answers_; }
    const std::vector<device::UniqueFd>& descriptors() const { return descriptors_; }

  private:
    std::vector<std::byte> sent_;
    size_t at_ = 0;
    std::vector<std::byte> answers_;
    std::vector<device::UniqueFd> descriptors_;
};

}  // namespace cyclorama::virgl::test
