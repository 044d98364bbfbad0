// SPDX-License-Identifier: MIT
#include "families/adreno/capture/capture_dump.h"

#include <fmt/format.h>

#include <cstring>
#include <map>
#include <memory>
#include <variant>

#include "families/adreno/capture/buffers.h"
#include "families/adreno/capture/stream_dump.h"
#include "family/capture/record_text.h"

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
    AdrenoCaptureDump(const AdrenoCaptureReader& reader, std::ostream& out)
        : reader_(reader), out_(out), text_(out, 1) {}

    template <typename Each>
    void show(const Each& record) {
        text_.show(record);
        apply(record);
    }
    void show(const Submit& record);

  private:
    void apply(const NewBuffer& record) { buffers_[record.buffer].assign(record.bytes, std::byte{0}); }
    void apply(const BufferContent& record) {
        std::memcpy(buffers_[record.buffer].data() + record.offset, record.data.data(), record.data.size());
    }
    void apply(const MapBuffer& record) { context(record.context).mappings[record.address] = record.buffer; }
    void apply(const UnmapBuffer& record) { context(record.context).mappings.erase(record.address); }
    void apply(const Present& /*record*/) {}
    void apply(const WrittenBuffer& /*record*/) {}

    CapturedContext& context(uint32_t number) {
        std::unique_ptr<CapturedContext>& context = contexts_[number];
        if (!context) context = std::make_unique<CapturedContext>(out_);
        return *context;
    }

    const AdrenoCaptureReader& reader_;
    std::ostream& out_;
    RecordText text_;
    std::map<uint64_t, std::vector<std::byte>> buffers_;
    std::map<uint32_t, std::unique_ptr<CapturedContext>> contexts_;
    uint64_t submits_ = 0;
};

void AdrenoCaptureDump::show(const Submit& record) {
    const std::optional<CapturedJob> job = CapturedJob::decode(record.stream);
    if (!job) reader_.fail("a submission is no job of the chip's");
    out_ << fmt::format("submit    {}: context {}, {} streams\n", submits_++, record.context, job->streams.size());
    CapturedContext& space = context(record.context);
    space.memory.clear();
    for (const auto& [address, buffer] : space.mappings) space.memory.add(address, buffers_[buffer]);
    space.streams.forgetVisited();
    for (const device::CommandStream& stream : job->streams)
        space.streams.stream(stream.address, static_cast<uint32_t>(stream.bytes / sizeof(uint32_t)));
}

}  // namespace

void dumpCapture(AdrenoCaptureReader& reader, std::ostream& out) {
    out << fmt::format("{}: capture of an {}, chip {:#010x}\n", reader.name(), reader.chip().name,
                       reader.chip().chipId);
    AdrenoCaptureDump dump(reader, out);
    while (const std::optional<Record> record = reader.next())
        std::visit([&](const auto& each) { dump.show(each); }, *record);
}

}  // namespace cyclorama::adreno
