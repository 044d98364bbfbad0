// SPDX-License-Identifier: MIT
#include "families/adreno/capture/capture_packets.h"

#include <cstring>
#include <optional>
#include <variant>

#include "families/adreno/capture/adreno_capture.h"
#include "families/adreno/capture/command_packets.h"
#include "family/capture/captured_memory.h"

namespace cyclorama::adreno {
namespace {

using namespace family::capture;

/// An address space of a capture.
class CapturedSpace final : public ContentMemory {
  public:
    CapturedSpace(const family::CapturedMemory& memory, uint32_t context) : memory_(memory), context_(context) {}

    bool read(uint64_t address, std::span<std::byte> out) const override {
        return memory_.read(context_, address, out);
    }
    std::optional<ContentPlace> place(uint64_t address, uint64_t bytes) const override {
        const auto origin = memory_.origin(context_, address, bytes);
        if (!origin) return std::nullopt;
        return ContentPlace{.content = origin->record, .offset = origin->offset};
    }

  private:
    const family::CapturedMemory& memory_;
    uint32_t context_;
};

class CapturedPackets final : public family::CommandParts {
  public:
    explicit CapturedPackets(const family::CaptureRecords& records) {
        family::CapturedMemory memory;
        for (size_t i = 0; i < records.size(); ++i) {
            if (const auto* made = std::get_if<NewBuffer>(&records[i])) memory.apply(*made);
            if (const auto* content = std::get_if<BufferContent>(&records[i])) memory.apply(*content, i);
            if (const auto* map = std::get_if<MapBuffer>(&records[i])) memory.apply(*map);
            if (const auto* unmap = std::get_if<UnmapBuffer>(&records[i])) memory.apply(*unmap);
            if (const auto* submit = std::get_if<Submit>(&records[i])) add(memory, *submit);
        }
    }

    uint64_t draws() const override { return packets_.draws(); }
    size_t units(reduce::Level level) const override { return packets_.units(level); }
    void remove(reduce::Level level, const std::vector<bool>& kept, family::CaptureRecords& records) const override {
        for (const CommandPackets::Patch& patch : packets_.patches(level, kept)) {
            auto& data = std::get<BufferContent>(records[patch.place.content]).data;
            std::memcpy(data.data() + patch.place.offset, &patch.word, sizeof(patch.word));
        }
    }

  private:
    void add(const family::CapturedMemory& memory, const Submit& submit) {
        const std::optional<CapturedJob> job = CapturedJob::decode(submit.stream);
        if (!job) return;
        for (const device::CommandStream& stream : job->streams)
            packets_.add(CapturedSpace(memory, submit.context), stream.address,
                         static_cast<uint32_t>(stream.bytes / sizeof(uint32_t)));
    }

    CommandPackets packets_;
};

}  // namespace

std::unique_ptr<family::CommandParts> findCapturedPackets(const family::CaptureRecords& records) {
    return std::make_unique<CapturedPackets>(records);
}

}  // namespace cyclorama::adreno
