// SPDX-License-Identifier: MIT
#include "families/adreno/capture/capture_dump.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <cstring>
#include <map>
#include <memory>
#include <variant>

#include "families/adreno/capture/buffers.h"
#include "families/adreno/capture/stream_dump.h"

namespace cyclorama::adreno {
namespace {

using namespace family::capture;

/// An address space of the capture, as the host left its buffers.
struct CapturedContext {
    explicit CapturedContext(std::ostream& out) : streams(memory, out, {}) {}

    Buffers memory;
    StreamDump streams;
    /// Buffers by their addresses.
    std::map<uint64_t, uint64_t> mappings;
};

class AdrenoCaptureDump {
  public:
    AdrenoCaptureDump(const AdrenoCaptureReader& reader, std::ostream& out) : reader_(reader), out_(out) {}

    void show(const NewBuffer& record) {
        fmt::print(out_, "buffer    {} of {} bytes\n", record.buffer, record.bytes);
        buffers_[record.buffer].assign(record.bytes, std::byte{0});
    }
    void show(const BufferContent& record) {
        fmt::print(out_, "content   buffer {}, {} bytes from {}\n", record.buffer, record.data.size(), record.offset);
        std::memcpy(buffers_[record.buffer].data() + record.offset, record.data.data(), record.data.size());
    }
    void show(const MapBuffer& record) {
        fmt::print(out_, "map       context {}, {:#x}: buffer {}, {} bytes\n", record.context, record.address,
                   record.buffer, record.bytes);
        context(record.context).mappings[record.address] = record.buffer;
    }
    void show(const UnmapBuffer& record) {
        fmt::print(out_, "unmap     context {}, {:#x}, {} bytes\n", record.context, record.address, record.bytes);
        context(record.context).mappings.erase(record.address);
    }
    void show(const Present& record) {
        fmt::print(out_, "present   frame {}: buffer {} at {}, {} x {}, {} bytes a row, format {:#010x}\n",
                   record.frame, record.buffer, record.offset, record.width, record.height, record.pitch,
                   record.fourcc);
    }
    void show(const WrittenBuffer& record) {
        fmt::print(out_, "written   buffer {}: {:016x}\n", record.buffer, record.hash);
    }
    void show(const Submit& record);

  private:
    CapturedContext& context(uint32_t number) {
        std::unique_ptr<CapturedContext>& context = contexts_[number];
        if (!context) context = std::make_unique<CapturedContext>(out_);
        return *context;
    }

    const AdrenoCaptureReader& reader_;
    std::ostream& out_;
    std::map<uint64_t, std::vector<std::byte>> buffers_;
    std::map<uint32_t, std::unique_ptr<CapturedContext>> contexts_;
    uint64_t submits_ = 0;
};

void AdrenoCaptureDump::show(const Submit& record) {
    const std::optional<CapturedJob> job = CapturedJob::decode(record.stream);
    if (!job) reader_.fail("a submission is no job of the chip's");
    fmt::print(out_, "submit    {}: context {}, {} streams\n", submits_++, record.context, job->streams.size());
    CapturedContext& space = context(record.context);
    space.memory.clear();
    for (const auto& [address, buffer] : space.mappings) space.memory.add(address, buffers_[buffer]);
    space.streams.forgetVisited();
    for (const device::CommandStream& stream : job->streams)
        space.streams.stream(stream.address, static_cast<uint32_t>(stream.bytes / sizeof(uint32_t)));
}

}  // namespace

void dumpCapture(AdrenoCaptureReader& reader, std::ostream& out) {
    fmt::print(out, "{}: capture of an {}, chip {:#010x}\n", reader.name(), reader.chip().name, reader.chip().chipId);
    AdrenoCaptureDump dump(reader, out);
    while (const std::optional<Record> record = reader.next())
        std::visit([&](const auto& each) { dump.show(each); }, *record);
}

}  // namespace cyclorama::adreno
