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
    const RecordedWork recorded(registers_, work_);
    GmemBlit(chip_, memory, workers_, reporter(), observer_).run(registers_);
}

void LrzClear::run(const GpuMemory& memory, machine::OperationContext&) const {
    const RecordedWork recorded(registers_, work_);
    clearLrz(registers_, memory);
}

void EndOfBinning::run(const GpuMemory& memory, machine::OperationContext&) const {
    const RecordedWork recorded(registers_, work_);
    binning_.end(registers_, memory, reporter(), listener_, chipRegisters_);
}

}  // namespace cyclorama::adreno
