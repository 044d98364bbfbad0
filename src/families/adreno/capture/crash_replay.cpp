// SPDX-License-Identifier: MIT
#include "families/adreno/capture/crash_replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "families/adreno/capture/crash_place.h"
#include "families/adreno/chip/chip.h"
#include "families/adreno/execution/chip_model.h"
#include "families/adreno/packets/packets.h"
#include "family/capture/executor_run.h"
#include "family/capture/replay_memory.h"
#include "sim/error.h"

namespace cyclorama::adreno {
namespace {

/// The indirect buffers that the words of a ring call.
std::vector<device::CommandStream> callsOf(const std::vector<uint32_t>& words) {
    constexpr size_t kCallWords = 3;
    constexpr uint32_t kSizeBits = 0xfffff;
    std::vector<device::CommandStream> calls;
    for (size_t at = 0; at < words.size();) {
        const PacketHeader header = decodeHeader(words[at]);
        if (header.kind == PacketHeader::Kind::Malformed) {
            ++at;
            continue;
        }
        const bool calling = header.is(Opcode::IndirectBuffer) || header.is(Opcode::IndirectBufferPrefetch);
        if (calling && header.count >= kCallWords && at + kCallWords < words.size())
            calls.push_back({.address = words[at + 1] | static_cast<uint64_t>(words[at + 2]) << 32,
                             .bytes = uint64_t{words[at + 3] & kSizeBits} * sizeof(uint32_t)});
        at += 1 + header.count;
    }
    return calls;
}

bool holds(const CrashDump& crash, const device::CommandStream& stream) {
    return std::ranges::any_of(crash.buffers, [&](const CrashedBuffer& buffer) {
        return stream.address >= buffer.address &&
               stream.address + stream.bytes <= buffer.address + buffer.words.size() * sizeof(uint32_t);
    });
}

/// False: parts of what was sent, whose buffers may be missing.
constexpr bool kCompleteStreams = false;

class CrashReplay final : public family::ExecutorRun {
  public:
    CrashReplay(const CrashDump& crash, const std::string& name, const family::RunRequest& request)
        : ExecutorRun(std::make_unique<AdrenoChipModel>(chipOf(request.configuration),
                                                        std::make_shared<AlwaysOnClock>(), kCompleteStreams),
                      request, request.timing),
          context_(executor().makeContext()),
          memory_(*context_) {
        for (const CrashedRing& ring : crash.rings)
            for (const device::CommandStream& stream : callsOf(unreadWords(ring)))
                if (holds(crash, stream)) streams_.push_back(stream);
        if (streams_.empty())
            throw sim::Error(name, "", "has no stream whose buffers it holds; `cyclorama dump` prints what is there");
        for (const CrashedBuffer& buffer : crash.buffers)
            if (!memory_.write(buffer.address, std::as_bytes(std::span(buffer.words))))
                throw sim::Error(name, "", fmt::format("a buffer at {:#x} is beyond all addresses", buffer.address));
    }

    bool advance() override {
        if (executor().paused())
            executor().advance();
        else
            context_->execute({.streams = std::exchange(streams_, {})});
        return !executor().paused();
    }

  private:
    std::unique_ptr<device::JobContext> context_;
    family::ReplayMemory memory_;
    std::vector<device::CommandStream> streams_;  // that were not begun yet
};

}  // namespace

std::unique_ptr<family::WorkloadRun> replayCrash(const CrashDump& crash, const std::string& name,
                                                 const family::RunRequest& request) {
    auto run = std::make_unique<CrashReplay>(crash, name, request);
    for (const int level : {1, 2})
        if (const auto stop = stopOf(crash, level))
            request.findings.report(kCrashPlace, fmt::format("{:#x}", stop->buffer),
                                    fmt::format("level {}, {} words before its end", level, stop->wordsLeft));
    return run;
}

}  // namespace cyclorama::adreno
