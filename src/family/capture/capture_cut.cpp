// SPDX-License-Identifier: MIT
#include "family/capture/capture_cut.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "family/picture_hashes.h"
#include "sim/error.h"

namespace cyclorama::family {
namespace {

using namespace capture;

/// Numbers of the frames that a capture shows, in their order.
std::vector<uint32_t> framesOf(CaptureReader& reader) {
    std::vector<uint32_t> frames;
    while (const std::optional<Record> record = reader.next())
        if (const auto* const present = std::get_if<Present>(&*record)) frames.push_back(present->frame);
    return frames;
}

/// Writes the state left by earlier frames, then the records of the frames that are cut out.
class Cutter final : public RecordWatcher {
  public:
    /// `before` frames come before the first one.
    Cutter(CaptureWriter& writer, size_t before) : writer_(writer), before_(before) {}

    void next(const Record& record, const ReplayBuffers& buffers) override {
        if (before_ == 0 && !std::exchange(begun_, true)) writeState(buffers);
        if (begun_)
            writer_.write(record);
        else
            std::visit([this](const auto& each) { note(each); }, record);
        if (std::holds_alternative<Present>(record) && before_ > 0) --before_;
    }

  private:
    using Mapping = std::variant<MapBuffer, UnmapBuffer>;

    template <typename Each>
    void note(const Each&) {}
    void note(const MapBuffer& record) { mappings_.emplace_back(record); }
    void note(const UnmapBuffer& record) {
        const auto ended = std::ranges::find_if(mappings_, [&](const Mapping& mapping) {
            const auto* const map = std::get_if<MapBuffer>(&mapping);
            return map != nullptr && map->context == record.context && map->address == record.address &&
                   map->bytes == record.bytes;
        });
        if (ended != mappings_.end())
            mappings_.erase(ended);
        else
            mappings_.emplace_back(record);
    }

    void writeState(const ReplayBuffers& buffers) {
        for (const uint64_t number : buffers.numbers()) {
            const std::span<const std::byte> bytes = buffers.bytes(number);
            writer_.write(NewBuffer{.buffer = number, .bytes = bytes.size()});
            writeContent(number, bytes);
        }
        for (const Mapping& mapping : mappings_)
            std::visit([this](const auto& record) { writer_.write(record); }, mapping);
    }

    /// The pages that hold anything but zeros, in runs.
    void writeContent(uint64_t number, std::span<const std::byte> bytes) {
        const auto isUsed = [&](size_t first) {
            return std::ranges::any_of(bytes.subspan(first, std::min(kPage, bytes.size() - first)),
                                       [](std::byte value) { return value != std::byte{}; });
        };
        for (size_t first = 0; first < bytes.size(); first += kPage) {
            size_t end = first;
            while (end < bytes.size() && isUsed(end)) end = std::min(end + kPage, bytes.size());
            if (end == first) continue;
            const auto run = bytes.subspan(first, end - first);
            writer_.write(BufferContent{.buffer = number, .offset = first, .data = {run.begin(), run.end()}});
            first = (end - 1) / kPage * kPage;
        }
    }

    CaptureWriter& writer_;
    size_t before_;
    bool begun_ = false;
    std::vector<Mapping> mappings_;  // in the order in which they were made
};

struct Replayed {
    std::vector<size_t> pictures;
    bool asRecorded = true;
};

/// Replays the first frames of a capture.
Replayed replay(const std::string& path, const CutFamily& family, const machine::Configuration& configuration,
                RecordWatcher* watcher) {
    const std::unique_ptr<CaptureReader> reader = family.open(path);
    PictureHashes pictures;
    sim::Findings findings;
    family
        .replay(*reader,
                {.configuration = configuration, .timing = std::nullopt, .frames = pictures, .findings = findings},
                watcher)
        ->advance();
    const bool differs = std::ranges::any_of(findings.all(), [](const sim::Finding& finding) {
        return finding.kind.identifier == kReplayDiffers.identifier;
    });
    return {.pictures = std::move(pictures.hashes), .asRecorded = !differs};
}

/// The frames of a capture by their numbers, and the places of the first and the last of a cut among them.
struct Place {
    std::vector<uint32_t> frames;
    size_t first = 0;
    size_t last = 0;
};

Place placeOf(const std::string& path, const CutFamily& family, const CutRequest& request) {
    Place place{.frames = framesOf(*family.open(path))};
    const std::vector<uint32_t>& frames = place.frames;
    const auto first = std::ranges::find(frames, request.first);
    const auto last = std::ranges::find(frames, request.end - 1);
    if (first == frames.end() || last == frames.end())
        throw sim::Error(path, "",
                         frames.empty() ? std::string("shows no frames")
                                        : fmt::format("has the frames {} to {}", frames.front(), frames.back()));
    place.first = static_cast<size_t>(first - frames.begin());
    place.last = static_cast<size_t>(last - frames.begin());
    return place;
}

void write(const std::string& path, const CutFamily& family, const CutRequest& request, const Place& place,
           workload::GzipFileOutput& output) {
    machine::Configuration configuration = request.configuration;
    configuration.simulator.startFrame = 0;
    configuration.simulator.frames = static_cast<uint32_t>(place.last) + 1;
    const std::unique_ptr<CaptureWriter> writer = family.begin(output);
    Cutter cutter(*writer, place.first);
    const Replayed whole = replay(path, family, configuration, &cutter);
    output.close();
    const Replayed cut = replay(request.file, family, configuration, nullptr);
    if (!std::ranges::equal(cut.pictures, std::span(whole.pictures).subspan(place.first)) ||
        (whole.asRecorded && !cut.asRecorded))
        throw sim::Error(path, "",
                         fmt::format("frame {} needs what the GPU itself kept of frame {}: cut from an earlier frame",
                                     request.first, place.frames[place.first - 1]));
}

}  // namespace

void cutCapture(const std::string& path, const CutFamily& family, const CutRequest& request) {
    const Place place = placeOf(path, family, request);
    workload::GzipFileOutput output(request.file);
    try {
        write(path, family, request, place, output);
    } catch (...) {
        std::error_code ignored;
        if (std::filesystem::is_regular_file(request.file, ignored)) std::filesystem::remove(request.file, ignored);
        throw;
    }
}

}  // namespace cyclorama::family
