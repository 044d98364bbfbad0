// SPDX-License-Identifier: MIT
#include "workload/byte_output.h"

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

#include "sim/error.h"

namespace cyclorama::workload {

class GzipFileOutput::Implementation {
  public:
    explicit Implementation(std::string path) : path_(std::move(path)), file_(std::fopen(path_.c_str(), "wb")) {
        if (!file_) fail("cannot be created");
        // A gzip header without a name and a time, so that equal traces are equal files.
        if (deflateInit2(&stream_, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK) {
            std::fclose(file_);
            throw sim::Error(path_, "", "zlib cannot be initialized");
        }
    }

    ~Implementation() {
        deflateEnd(&stream_);
        if (file_) std::fclose(file_);
    }

    Implementation(const Implementation&) = delete;
    Implementation& operator=(const Implementation&) = delete;

    void write(std::span<const std::byte> bytes) {
        constexpr size_t kStep = 1u << 30;
        for (; !bytes.empty(); bytes = bytes.subspan(std::min(bytes.size(), kStep))) {
            const std::span<const std::byte> step = bytes.first(std::min(bytes.size(), kStep));
            stream_.next_in = reinterpret_cast<const Bytef*>(step.data());
            stream_.avail_in = static_cast<uInt>(step.size());
            deflateAll(Z_NO_FLUSH);
        }
    }

    void close() {
        stream_.next_in = nullptr;
        stream_.avail_in = 0;
        deflateAll(Z_FINISH);
        if (std::fclose(std::exchange(file_, nullptr)) != 0) fail("cannot be written");
    }

  private:
    void deflateAll(int flush) {
        std::array<std::byte, 16384> out;
        do {
            stream_.next_out = reinterpret_cast<Bytef*>(out.data());
            stream_.avail_out = static_cast<uInt>(out.size());
            deflate(&stream_, flush);
            const size_t count = out.size() - stream_.avail_out;
            if (std::fwrite(out.data(), 1, count, file_) != count) fail("cannot be written");
        } while (stream_.avail_out == 0);
    }

    [[noreturn]] void fail(const char* what) const {
        throw sim::Error(path_, "", fmt::format("{}: {}", what, std::strerror(errno)));
    }

    std::string path_;
    std::FILE* file_;
    z_stream stream_{};
};

GzipFileOutput::GzipFileOutput(std::string path) : implementation_(std::make_unique<Implementation>(std::move(path))) {}
GzipFileOutput::~GzipFileOutput() = default;
void GzipFileOutput::write(std::span<const std::byte> bytes) { implementation_->write(bytes); }
void GzipFileOutput::close() { implementation_->close(); }

}  // namespace cyclorama::workload
