// SPDX-License-Identifier: MIT
#include "workload/byte_input.h"

#include <fmt/format.h>
// zlib reads through pointers to const with it.
#define ZLIB_CONST
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

#include "sim/error.h"

namespace cyclorama::workload {
namespace {

constexpr size_t kChunkBytes = size_t{64} * 1024;
constexpr std::array<std::byte, 2> kGzipMagic = {std::byte{0x1f}, std::byte{0x8b}};
/// zlib: the largest window, gzip wrapper only.
constexpr int kGzipWindowBits = 15 + 16;

}  // namespace

class ByteInput::Implementation {
  public:
    explicit Implementation(const std::string& path) : name_(path), file_(std::fopen(path.c_str(), "rb")) {
        if (!file_) throw sim::Error(name_, "", fmt::format("cannot be opened: {}", std::strerror(errno)));
        buffer_.resize(kChunkBytes);
        start();
    }

    Implementation(std::span<const std::byte> bytes, std::string name) : name_(std::move(name)), input_(bytes) {
        start();
    }

    ~Implementation() {
        if (inflating_) inflateEnd(&stream_);
    }

    Implementation(const Implementation&) = delete;
    Implementation& operator=(const Implementation&) = delete;

    const std::string& name() const { return name_; }
    uint64_t offset() const { return offset_; }

    size_t read(std::span<std::byte> out) {
        size_t done = 0;
        while (done < out.size()) {
            const size_t count = compressed_ ? inflateSome(out.subspan(done)) : copySome(out.subspan(done));
            if (count == 0) break;
            done += count;
            offset_ += count;
        }
        return done;
    }

  private:
    struct FileCloser {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    void start() {
        refill();
        compressed_ = input_.size() >= kGzipMagic.size() && std::ranges::equal(input_.first(2), kGzipMagic);
        if (!compressed_) return;
        if (inflateInit2(&stream_, kGzipWindowBits) != Z_OK) throw sim::Error(name_, "", "zlib cannot be initialized");
        inflating_ = true;
    }

    /// Makes input_ non-empty unless the file has ended.
    void refill() {
        if (!input_.empty() || !file_) return;
        const size_t count = std::fread(buffer_.data(), 1, buffer_.size(), file_.get());
        if (count == 0 && std::ferror(file_.get())) fail("the file cannot be read");
        input_ = std::span(buffer_).first(count);
    }

    size_t copySome(std::span<std::byte> out) {
        refill();
        const size_t count = std::min(out.size(), input_.size());
        std::ranges::copy(input_.first(count), out.begin());
        input_ = input_.subspan(count);
        return count;
    }

    /// At least one byte, or none at the end of the last member.
    size_t inflateSome(std::span<std::byte> out) {
        const size_t wanted = std::min<size_t>(out.size(), 1u << 30);
        stream_.next_out = reinterpret_cast<Bytef*>(out.data());
        stream_.avail_out = static_cast<uInt>(wanted);
        while (stream_.avail_out == wanted) {
            refill();
            if (memberEnded_) {
                if (input_.empty()) return 0;
                if (inflateReset(&stream_) != Z_OK) fail("zlib cannot be reset");
                memberEnded_ = false;
            }
            if (input_.empty()) fail("the compressed data end early");
            const size_t offered = std::min<size_t>(input_.size(), 1u << 30);
            stream_.next_in = reinterpret_cast<const Bytef*>(input_.data());
            stream_.avail_in = static_cast<uInt>(offered);
            const int result = inflate(&stream_, Z_NO_FLUSH);
            input_ = input_.subspan(offered - stream_.avail_in);
            if (result == Z_STREAM_END) {
                memberEnded_ = true;
            } else if (result != Z_OK && result != Z_BUF_ERROR) {
                fail(fmt::format("the compressed data are corrupt ({})", stream_.msg ? stream_.msg : "zlib"));
            }
        }
        return wanted - stream_.avail_out;
    }

    [[noreturn]] void fail(const std::string& reason) const {
        throw sim::Error(name_, fmt::format("offset {}", offset_), reason);
    }

    std::string name_;
    std::unique_ptr<std::FILE, FileCloser> file_;
    std::vector<std::byte> buffer_;
    std::span<const std::byte> input_;
    z_stream stream_{};
    bool compressed_ = false;
    bool inflating_ = false;
    bool memberEnded_ = false;
    uint64_t offset_ = 0;
};

ByteInput::ByteInput(const std::string& path) : implementation_(std::make_unique<Implementation>(path)) {}
ByteInput::ByteInput(std::span<const std::byte> bytes, std::string name)
    : implementation_(std::make_unique<Implementation>(bytes, std::move(name))) {}
ByteInput::~ByteInput() = default;
ByteInput::ByteInput(ByteInput&&) noexcept = default;
ByteInput& ByteInput::operator=(ByteInput&&) noexcept = default;

const std::string& ByteInput::name() const { return implementation_->name(); }
uint64_t ByteInput::offset() const { return implementation_->offset(); }
size_t ByteInput::read(std::span<std::byte> out) { return implementation_->read(out); }

}  // namespace cyclorama::workload
