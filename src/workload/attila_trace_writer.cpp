#include "workload/attila_trace_writer.h"

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
#include <variant>

#include "sim/error.h"

namespace cyclorama::workload {
namespace {

using namespace frontend::attila;
using attila_trace::Type;

/// The fixed part of a transaction.
class Fields {
  public:
    explicit Fields(Type type) { word(static_cast<uint32_t>(type)); }

    Fields& word(uint32_t value) {
        for (unsigned i = 0; i < 4; ++i) byte(static_cast<uint8_t>(value >> (8 * i)));
        return *this;
    }
    Fields& byte(uint8_t value) {
        bytes_[size_++] = std::byte{value};
        return *this;
    }
    std::span<const std::byte> bytes() const { return std::span(bytes_).first(size_); }

  private:
    std::array<std::byte, 32> bytes_{};
    size_t size_ = 0;
};

}  // namespace

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

AttilaTraceWriter::AttilaTraceWriter(ByteOutput& output, const AttilaTraceParameters& parameters) : output_(output) {
    using namespace attila_trace;
    std::vector<std::byte> header(kHeaderBytes);
    const auto putWord = [&](size_t offset, uint32_t value) {
        for (unsigned i = 0; i < 4; ++i) header[offset + i] = std::byte{static_cast<uint8_t>(value >> (8 * i))};
    };
    std::ranges::transform(kSignature, header.begin(), [](char c) { return std::byte{static_cast<uint8_t>(c)}; });
    putWord(kVersionOffset, kVersion);
    for (const WordField& word : kWordFields) putWord(kParametersOffset + word.offset, parameters.*word.field);
    for (const FlagField& flag : kFlagFields)
        header[kParametersOffset + flag.offset] = std::byte{parameters.*flag.field};
    output_.write(header);
}

void AttilaTraceWriter::write(const Transaction& transaction) {
    struct Visitor {
        ByteOutput& output;

        void operator()(const MemoryWrite& write) const {
            Fields fields(write.preload ? Type::Preload : Type::Write);
            fields.word(write.address).word(write.descriptor).byte(write.locked ? 1 : 0);
            fields.word(static_cast<uint32_t>(write.data.size()));
            output.write(fields.bytes());
            output.write(write.data);
        }
        void operator()(const RegisterWrite& write) const {
            Fields fields(Type::RegisterWrite);
            fields.word(static_cast<uint32_t>(write.reg)).word(write.index);
            for (const uint32_t word : write.value.words) fields.word(word);
            output.write(fields.word(write.descriptor).bytes());
        }
        void operator()(const CommandWrite& write) const {
            output.write(Fields(Type::Command).word(static_cast<uint32_t>(write.command)).bytes());
        }
        void operator()(const EventSignal& signal) const {
            Fields fields(Type::Event);
            fields.word(static_cast<uint32_t>(signal.event)).word(static_cast<uint32_t>(signal.message.size()));
            output.write(fields.bytes());
            output.write(std::as_bytes(std::span(signal.message)));
        }
    };
    std::visit(Visitor{output_}, transaction);
}

void AttilaTraceWriter::writeMemory(uint32_t address, std::span<const std::byte> data) {
    write(MemoryWrite{.address = address, .data = data});
}

void AttilaTraceWriter::writeRegister(Register reg, uint32_t index, const RegisterValue& value) {
    write(RegisterWrite{.reg = reg, .index = index, .value = value});
}

void AttilaTraceWriter::command(Command command) { write(CommandWrite{command}); }

void AttilaTraceWriter::event(Event event, std::string_view message) { write(EventSignal{event, message}); }

}  // namespace cyclorama::workload
