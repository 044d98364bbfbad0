// SPDX-License-Identifier: MIT
#pragma once
// All checks of a context for faults that no result shows. They hear of work through the interfaces of the blocks. Each
// costs little: they follow draws and packets, and look through a program once.

#include <cstddef>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "families/adreno/a2d/transfer_listener.h"
#include "families/adreno/checks/cache_writes.h"
#include "families/adreno/checks/compressed_images.h"
#include "families/adreno/checks/gmem_traffic.h"
#include "families/adreno/checks/lrz_rejections.h"
#include "families/adreno/checks/processor_writes.h"
#include "families/adreno/checks/register_checks.h"
#include "families/adreno/checks/target_caches.h"
#include "families/adreno/chip/reporter.h"
#include "families/adreno/operations/context_listeners.h"

namespace cyclorama::adreno {

class Checks final : public AccessListener,
                     public ImageListener,
                     public ProgramListener,
                     public TransferListener,
                     public WorkListener {
  public:
    /// The reporter outlives the checks.
    Checks(const Chip& chip, Reporter& reporter)
        : registers(chip),
          lrz(reporter),
          reporter_(reporter),
          scalarUnit_(chip.generation >= GpuGeneration::A6xxGen3),
          drawsReadAhead_(chip.generation < GpuGeneration::A6xxGen3) {}

    RegisterChecks registers;
    ProcessorWrites processorWrites;
    /// Visibility streams.
    CacheWrites visibilityWrites{WriterCache::Uche};
    LrzRejections lrz;
    /// True for streams that a driver made: their submissions write every register that their work depends on, and
    /// their programs have the waits of a chip. Neither is checked of other streams.
    bool completeStreams = false;

    /// Listeners by which the blocks of a context reach these checks.
    ContextListeners listeners() {
        return {.accesses = this,
                .images = this,
                .programs = this,
                .lrz = &lrz,
                .transfers = this,
                .visibilityStreams = &visibilityWrites,
                .work = this};
    }

    void beginSubmission();
    void endSubmission() { lrz.finish(); }
    /// A packet, by its opcode, before it is executed. `first` is its first word.
    void packet(uint32_t opcode, uint32_t first);
    /// The first reason why a packet may not see what blocks have written where it reads.
    OptionalIssue processorRead(uint32_t opcode, uint64_t address, uint64_t bytes) const;

    void accessed(MemoryClient client, uint64_t address, uint64_t bytes) override;
    bool mayFault(uint64_t address, uint64_t bytes) const override {
        return colorWrites_.mayMiss(ReadPath::Uche, address, bytes);
    }

    void imageRead(const ImageUse& use) override { report(images_.read(use)); }
    void imageReadInParts(uint64_t first, uint64_t end, const PartAt& partAt) override {
        report(images_.read(first, end, partAt));
    }
    void imageWritten(const ImageUse& use) override { images_.write(use); }
    void imageCached(const ImageUse& use, const CachePlace& place, bool reads, bool writes) override {
        report(targets_.use(use, place, reads, writes));
    }
    void layersCached(const ImageUse& use, const CachePlace& place, uint64_t pitch) override {
        report(targets_.useLayers(use, place, pitch));
    }

    void programBound(const std::shared_ptr<const CachedProgram>& cached, bool mergedRegisters,
                      std::string_view stage) override;

    bool wantsReads(uint64_t address, uint64_t bytes) const override {
        return colorWrites_.mayMiss(ReadPath::Uche, address, bytes);
    }
    bool transferRead(uint64_t address, uint64_t bytes) override;
    void transferWritten(uint64_t first, uint64_t end, ByteRuns runs) override {
        colorWrites_.write(first, end, std::move(runs));
    }
    void gmemMoved(GmemMove kind, const GmemPart& part) override { report(gmem_.move(kind, part)); }

    void drawBegins(const RegisterValues& state, bool binning) override;
    void dispatchBegins(const RegisterValues& state) override;
    void workRead(const RegisterReads& reads) override;

  private:
    static constexpr size_t kMostPrograms = 4096;

    void beginPass(uint32_t marker);
    void event(uint32_t number);
    void checkInputEnds(const ir3::Ir3Program& program, size_t length);
    void report(const OptionalIssue& issue);

    Reporter& reporter_;
    bool scalarUnit_;
    /// CP_DRAW_INDIRECT_MULTI reads ahead of waits (Mesa: common/freedreno_devices.py, indirect_draw_wfm_quirk).
    bool drawsReadAhead_;
    /// Writes through the colour cache.
    CacheWrites colorWrites_;
    /// Images as units read and write them.
    CompressedImages images_;
    TargetCaches targets_;
    GmemTraffic gmem_;
    /// Programs that have been looked through, with registers that are merged or not.
    std::map<std::pair<const CachedProgram*, bool>, std::shared_ptr<const CachedProgram>> programs_;
};

}  // namespace cyclorama::adreno
