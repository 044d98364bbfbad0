// SPDX-License-Identifier: MIT
#pragma once
// All checks of a context that no result shows, and what they are told of. Each costs little: what is followed is
// followed by the draw or the packet, and programs are looked through once.

#include <cstddef>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "families/adreno/checks/cache_writes.h"
#include "families/adreno/checks/compressed_images.h"
#include "families/adreno/checks/gmem_traffic.h"
#include "families/adreno/checks/lrz_rejections.h"
#include "families/adreno/checks/processor_writes.h"
#include "families/adreno/checks/register_checks.h"
#include "families/adreno/checks/target_caches.h"
#include "families/adreno/chip/reporter.h"

namespace cyclorama::adreno {

enum class MemoryClient : uint8_t;
struct CachedProgram;

class Checks {
  public:
    /// The reporter outlives the checks.
    Checks(const Chip& chip, Reporter& reporter)
        : registers(chip),
          reporter_(reporter),
          scalarUnit_(chip.generation >= GpuGeneration::A6xxGen3),
          drawsReadAhead_(chip.generation < GpuGeneration::A6xxGen3) {}

    RegisterChecks registers;
    ProcessorWrites processorWrites;
    /// Writes through the colour cache.
    CacheWrites colorWrites;
    /// Visibility streams.
    CacheWrites visibilityWrites{WriterCache::Uche};
    /// Images as units read and write them.
    CompressedImages images;
    TargetCaches targets;
    GmemTraffic gmem;
    LrzRejections lrz;
    /// True for streams and programs that a driver made: their submissions write every register that their work depends
    /// on, and their programs have the waits of a chip. False for streams of tests, where neither is checked.
    bool fromDriver = false;

    void beginSubmission();
    void endSubmission() { report(lrz.finish()); }
    /// A packet, by its opcode, before it is executed. `first` is its first word.
    void packet(uint32_t opcode, uint32_t first);
    /// The state of a draw or a dispatch that is about to execute.
    void draw(const RegisterValues& state, bool binning);
    void dispatch(const RegisterValues& state);
    /// The first reason why a packet may not see what blocks have written where it reads.
    Remarks processorRead(uint32_t opcode, uint64_t address, uint64_t bytes) const;
    /// Memory that a block is about to access, exactly. Any thread may call it.
    void access(MemoryClient client, uint64_t address, uint64_t bytes);
    void moveGmem(GmemMove kind, const GmemPart& part);
    /// A program that a stage is bound to.
    void program(const std::shared_ptr<const CachedProgram>& cached, bool mergedRegisters, std::string_view stage);

    void report(const Remarks& remark);

  private:
    static constexpr size_t kMostPrograms = 4096;

    void beginPass(uint32_t marker);

    Reporter& reporter_;
    bool scalarUnit_;
    /// CP_DRAW_INDIRECT_MULTI reads ahead of waits (Mesa: common/freedreno_devices.py, indirect_draw_wfm_quirk).
    bool drawsReadAhead_;
    /// Programs that have been looked through, with registers that are merged or not.
    std::map<std::pair<const CachedProgram*, bool>, std::shared_ptr<const CachedProgram>> programs_;
};

}  // namespace cyclorama::adreno
