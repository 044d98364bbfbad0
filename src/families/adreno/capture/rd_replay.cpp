// SPDX-License-Identifier: MIT
#include "families/adreno/capture/rd_replay.h"

#include <fmt/format.h>

#include <memory>

#include "families/adreno/chip/chip.h"
#include "families/adreno/chip/generation.h"
#include "families/adreno/execution/chip_model.h"
#include "family/capture/executor_run.h"
#include "family/capture/replay_memory.h"
#include "sim/error.h"

namespace cyclorama::adreno {
namespace {

class RdReplay final : public family::ExecutorRun {
  public:
    RdReplay(RdReader& reader, const family::RunRequest& request)
        : ExecutorRun(std::make_unique<AdrenoChipModel>(chipOf(request.configuration)), request, request.timing),
          reader_(reader),
          pause_(request.pause),
          context_(executor().makeContext()),
          pages_(*context_) {}

    bool advance() override {
        for (;;) {
            if (pause_ != nullptr && pause_->due()) return false;
            if (executor().paused()) {
                executor().advance();
                continue;
            }
            const std::optional<RdSection> section = reader_.next();
            if (!section) return true;
            apply(*section);
        }
    }

  private:
    void apply(const RdSection& section) {
        if (section.kind == RdKind::BufferPlace) place_ = reader_.place(section);
        if (section.kind == RdKind::BufferContent) fill(section);
        if (section.kind == RdKind::StreamPlace) execute(reader_.place(section));
    }
    void fill(const RdSection& section) {
        if (!place_) fail(section, "a buffer's content comes before its place");
        if (!pages_.write(place_->address, section.content)) fail(section, "buffers lie beyond all addresses");
    }
    void execute(const RdPlace& place) {
        const device::CommandStream stream{.address = place.address, .bytes = uint64_t{place.size} * sizeof(uint32_t)};
        context_->execute({.streams = {&stream, 1}});
    }
    [[noreturn]] void fail(const RdSection& section, const char* reason) const {
        throw sim::Error(reader_.name(), fmt::format("offset {}", section.offset), reason);
    }

    RdReader& reader_;
    machine::RunPause* pause_;
    std::unique_ptr<device::JobContext> context_;
    family::ReplayMemory pages_;
    std::optional<RdPlace> place_;
};

}  // namespace

std::optional<uint32_t> chipIdOf(RdReader& reader) {
    while (const std::optional<RdSection> section = reader.next()) {
        if (section->kind == RdKind::ChipId) return reader.chipId(*section);
        if (section->kind == RdKind::GpuId && reader.gpuId(*section) != 0) return chipIdOf(reader.gpuId(*section));
        // The chip is named before any buffer.
        if (section->kind == RdKind::BufferContent) return std::nullopt;
    }
    return std::nullopt;
}

std::unique_ptr<family::WorkloadRun> replayRd(RdReader& reader, const family::RunRequest& request) {
    return std::make_unique<RdReplay>(reader, request);
}

}  // namespace cyclorama::adreno
