// SPDX-License-Identifier: MIT
#include "families/adreno/operations/transfer_operations.h"

#include "families/adreno/a2d/blit_engine.h"
#include "families/adreno/a2d/gmem_blit.h"
#include "families/adreno/gras/lrz_tracking.h"
#include "families/adreno/operations/recorded_work.h"

namespace cyclorama::adreno {

void ScaleBlit::run(const GpuMemory& memory, machine::OperationContext&) const {
    const RecordedWork recorded(registers_, work_);
    BlitEngine(chip_, memory, workers_, reporter(), observer_).run(registers_);
}

void GmemBlitOperation::run(const GpuMemory& memory, machine::OperationContext&) const {
    if (const auto blit = open(memory)) move(*blit, memory);
}

std::optional<OpenGmemBlit> GmemBlitOperation::open(const GpuMemory& memory) const {
    reporter().setPlace(describe());
    const RecordedWork recorded(registers_, work_);
    return GmemBlit(chip_, memory, workers_, reporter(), observer_).open(registers_);
}

void GmemBlitOperation::move(const OpenGmemBlit& blit, const GpuMemory& memory) const {
    GmemBlit(chip_, memory, workers_, reporter(), observer_).move(blit);
}

void LrzClear::run(const GpuMemory& memory, machine::OperationContext&) const { clear(memory, nullptr); }

void LrzClear::clear(const GpuMemory& memory, AddressListener* writes) const {
    const RecordedWork recorded(registers_, work_);
    clearLrz(registers_, memory, writes);
}

void EndOfBinning::run(const GpuMemory& memory, machine::OperationContext&) const { write(memory); }

StreamSizes EndOfBinning::write(const GpuMemory& memory) const {
    const RecordedWork recorded(registers_, work_);
    return binning_.end(registers_, memory, reporter(), listener_, chipRegisters_);
}

}  // namespace cyclorama::adreno
