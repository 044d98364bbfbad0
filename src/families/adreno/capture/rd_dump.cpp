// SPDX-License-Identifier: MIT
#include "families/adreno/capture/rd_dump.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>

#include "families/adreno/capture/buffers.h"
#include "families/adreno/capture/stream_dump.h"
#include "families/adreno/chip/generation.h"
#include "sim/error.h"

namespace cyclorama::adreno {
namespace {

class RdDump {
  public:
    RdDump(const RdReader& reader, std::ostream& out, const StreamWalk::Settings& settings)
        : reader_(reader), out_(out), streams_(buffers_, out, settings) {}

    void show(RdSection section) {
        switch (section.kind) {
            case RdKind::Test:
                return showText("test", section);
            case RdKind::Command:
                return showText("command", section);
            case RdKind::VertexShader:
                return showText("vertex shader", section);
            case RdKind::FragmentShader:
                return showText("fragment shader", section);
            case RdKind::Parameter:
                return showText("parameter", section);
            case RdKind::GpuId:
                return showGpu(section);
            case RdKind::ChipId:
                return showChip(section, reader_.chipId(section));
            case RdKind::BufferPlace:
                return placeBuffer(reader_.place(section));
            case RdKind::BufferContent:
                return addContent(std::move(section));
            case RdKind::StreamPlace:
                return showStream(reader_.place(section));
            default:
                out_ << fmt::format("section   kind {}, {} bytes\n", static_cast<uint32_t>(section.kind),
                                    section.content.size());
        }
    }

  private:
    void showText(std::string_view what, const RdSection& section) {
        std::string_view text(reinterpret_cast<const char*>(section.content.data()), section.content.size());
        out_ << fmt::format("{:9} {}\n", what, text.substr(0, text.find('\0')));
    }

    void showGpu(const RdSection& section) {
        const uint32_t gpuId = reader_.gpuId(section);
        if (gpuId == 0) return;  // known by its chip number alone, which follows
        out_ << fmt::format("gpu       {}\n", gpuId);
        expectSixth(section, chipIdOf(gpuId));
    }

    void showChip(const RdSection& section, uint32_t chipId) {
        out_ << fmt::format("chip      {:#010x}\n", chipId);
        expectSixth(section, chipId);
    }

    void expectSixth(const RdSection& section, uint32_t chipId) const {
        if (!generationOf(chipId))
            throw sim::Error(
                reader_.name(), fmt::format("offset {}", section.offset),
                fmt::format("is of an Adreno of generation {}; those of the sixth are known", chipId >> 24));
    }

    /// The buffers of a stream come before it; the first after it begins a new set.
    void placeBuffer(RdPlace place) {
        if (std::exchange(streamShown_, false)) {
            buffers_.clear();
            streams_.forgetVisited();
        }
        place_ = place;
        out_ << fmt::format("buffer    {:#x}, {} bytes\n", place.address, place.size);
    }

    void addContent(RdSection section) {
        if (!place_)
            throw sim::Error(reader_.name(), fmt::format("offset {}", section.offset),
                             "a buffer's content comes before its place");
        buffers_.add(place_->address, std::move(section.content));
    }

    void showStream(RdPlace place) {
        out_ << fmt::format("stream    {}: {:#x}, {} words\n", shown_++, place.address, place.size);
        streams_.stream(place.address, place.size);
        streamShown_ = true;
    }

    const RdReader& reader_;
    std::ostream& out_;
    Buffers buffers_;
    StreamDump streams_;
    std::optional<RdPlace> place_;
    uint64_t shown_ = 0;
    bool streamShown_ = false;
};

}  // namespace

void dumpRd(RdReader& reader, std::ostream& out, const StreamWalk::Settings& settings) {
    out << fmt::format("{}: command streams of an Adreno GPU\n", reader.name());
    RdDump dump(reader, out, settings);
    while (std::optional<RdSection> section = reader.next()) dump.show(std::move(*section));
}

}  // namespace cyclorama::adreno
