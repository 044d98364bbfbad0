// SPDX-License-Identifier: MIT
#include "results/output_file.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <streambuf>
#include <system_error>
#include <utility>

#include "sim/error.h"

namespace cyclorama::results {
namespace {

constexpr size_t kBufferBytes = 1 << 16;

[[noreturn]] void refuse(const std::filesystem::path& path, std::string_view action, int error) {
    throw sim::Error(path.string(), "", std::string(action) + ": " + std::generic_category().message(error));
}

}  // namespace

/// A standard stream keeps no reason for its failure; this one keeps the first error number.
class OutputFile::Buffer : public std::streambuf {
    /// Compresses what is put into it, as gzip does.
    class Compressor {
      public:
        Compressor() {
            constexpr int kGzip = 16;  // added to the size of the window: a gzip header and trailer
            constexpr int kMemoryLevel = 8;
            if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzip, kMemoryLevel,
                             Z_DEFAULT_STRATEGY) != Z_OK)
                throw std::bad_alloc();
        }
        ~Compressor() { deflateEnd(&stream_); }
        Compressor(const Compressor&) = delete;
        Compressor& operator=(const Compressor&) = delete;

        /// Hands the compressed bytes, all of them with `flush` Z_SYNC_FLUSH or Z_FINISH, to write(bytes, size).
        template <typename Write>
        void put(const char* bytes, size_t size, int flush, Write write) {
            stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes));
            stream_.avail_in = static_cast<uInt>(size);
            do {
                stream_.next_out = reinterpret_cast<Bytef*>(out_.data());
                stream_.avail_out = static_cast<uInt>(out_.size());
                deflate(&stream_, flush);
                write(out_.data(), out_.size() - stream_.avail_out);
            } while (stream_.avail_out == 0);
        }

      private:
        z_stream stream_{};
        std::array<char, kBufferBytes> out_{};
    };

  public:
    explicit Buffer(const std::filesystem::path& path)
        : descriptor_(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
        if (descriptor_ < 0) refuse(path, "cannot be made", errno);
        if (path.extension() == ".gz") compressor_ = std::make_unique<Compressor>();
        setp(bytes_.data(), bytes_.data() + bytes_.size());
    }
    ~Buffer() override { close(); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    int error() const { return error_; }

    /// Everything so far is in the file afterwards.
    void flush() { drain(Z_SYNC_FLUSH); }

    void close() {
        if (descriptor_ < 0) return;
        drain(Z_FINISH);
        setp(nullptr, nullptr);
        // Network file systems report a full disk only here.
        if (::close(std::exchange(descriptor_, -1)) != 0 && error_ == 0) error_ = errno;
    }

  protected:
    int_type overflow(int_type character) override {
        if (descriptor_ < 0) error_ = EBADF;
        drain(Z_NO_FLUSH);
        if (error_ != 0) return traits_type::eof();
        if (!traits_type::eq_int_type(character, traits_type::eof())) sputc(traits_type::to_char_type(character));
        return traits_type::not_eof(character);
    }

    int sync() override {
        flush();
        return error_ == 0 ? 0 : -1;
    }

  private:
    void drain(int flush) {
        const auto size = static_cast<size_t>(pptr() - pbase());
        const auto out = [this](const char* bytes, size_t count) { writeOut(bytes, count); };
        if (compressor_)
            compressor_->put(pbase(), size, flush, out);
        else
            out(pbase(), size);
        setp(bytes_.data(), bytes_.data() + bytes_.size());
    }

    void writeOut(const char* bytes, size_t size) {
        const char* const end = bytes + size;
        while (error_ == 0 && bytes != end) {
            const ssize_t written = ::write(descriptor_, bytes, static_cast<size_t>(end - bytes));
            if (written >= 0) {
                bytes += written;
            } else if (errno != EINTR) {
                error_ = errno;
            }
        }
    }

    int descriptor_;
    int error_ = 0;
    std::unique_ptr<Compressor> compressor_;
    std::array<char, kBufferBytes> bytes_;
};

OutputFile::OutputFile(std::filesystem::path path)
    : path_(std::move(path)),
      buffer_(std::make_unique<Buffer>(path_)),
      stream_(std::make_unique<std::ostream>(buffer_.get())) {}

OutputFile::~OutputFile() = default;
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;

std::ostream& OutputFile::stream() { return *stream_; }

void OutputFile::flush() {
    buffer_->flush();
    if (buffer_->error() != 0) refuse(path_, "cannot be written", buffer_->error());
}

void OutputFile::close() {
    buffer_->close();
    if (buffer_->error() != 0) refuse(path_, "cannot be written", buffer_->error());
}

OutputFolder::OutputFolder(std::filesystem::path path) : path_(std::move(path)) {
    std::error_code error;
    std::filesystem::create_directories(path_, error);
    if (error) refuse(path_, "the folder cannot be made", error.value());
    if (!std::filesystem::is_directory(path_, error)) refuse(path_, "is not a folder", ENOTDIR);
    if (::access(path_.c_str(), W_OK | X_OK) != 0) refuse(path_, "no file can be made in the folder", errno);
}

void writeFile(const std::filesystem::path& path, std::string_view content) {
    OutputFile file(path);
    try {
        file.stream().write(content.data(), static_cast<std::streamsize>(content.size()));
        file.close();
    } catch (const sim::Error&) {
        std::error_code ignored;
        if (std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
        throw;
    }
}

}  // namespace cyclorama::results
