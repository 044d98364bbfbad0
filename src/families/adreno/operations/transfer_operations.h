// SPDX-License-Identifier: MIT
#pragma once
// The work of packets and events that move or clear memory, and that write what a binning pass has found.

#include <optional>
#include <utility>

#include "families/adreno/a2d/gmem_blit.h"
#include "families/adreno/a2d/transfer_observer.h"
#include "families/adreno/chip/chip.h"
#include "families/adreno/memory/address_listener.h"
#include "families/adreno/memory/write_listener.h"
#include "families/adreno/operations/chip_operation.h"
#include "families/adreno/operations/picture_pass.h"
#include "families/adreno/operations/work_listener.h"
#include "families/adreno/registers/register_values.h"
#include "families/adreno/vsc/binning_pass.h"
#include "machine/functional/worker_pool.h"

namespace cyclorama::adreno {

/// CP_BLIT with BLIT_OP_SCALE.
class ScaleBlit final : public ChipOperation {
  public:
    /// All but the registers and the observer outlive the operation; the listener may be null.
    ScaleBlit(OperationOrigin origin, const RegisterValues& registers, const Chip& chip, machine::WorkerPool& workers,
              const TransferObserver& observer, WorkListener* work)
        : ChipOperation(std::move(origin)),
          registers_(registers),
          chip_(chip),
          workers_(workers),
          observer_(observer),
          work_(work) {}
    gpu::WorkKind kind() const override { return gpu::WorkKind::Blit; }

    /// The registers at the packet.
    const RegisterValues& registers() const { return registers_; }
    const Chip& chip() const { return chip_; }

  protected:
    void run(const GpuMemory& memory, machine::OperationContext& context) const override;

  private:
    const RegisterValues registers_;
    const Chip& chip_;
    machine::WorkerPool& workers_;
    TransferObserver observer_;
    WorkListener* work_;
};

/// The event BLIT.
class GmemBlitOperation final : public ChipOperation {
  public:
    /// All but the registers and the observer outlive the operation; the listener may be null.
    GmemBlitOperation(OperationOrigin origin, const RegisterValues& registers, const Chip& chip,
                      machine::WorkerPool& workers, const TransferObserver& observer, WorkListener* work)
        : ChipOperation(std::move(origin)),
          registers_(registers),
          chip_(chip),
          workers_(workers),
          observer_(observer),
          work_(work) {}
    gpu::WorkKind kind() const override { return gpu::WorkKind::Resolve; }
    std::optional<gpu::Pass> pass() const override { return picturePassOf(registers_); }

    // For machines that give it time: run() is both of them.
    /// Empty where nothing is moved, and a finding may say why. Memory outlives the result.
    std::optional<OpenGmemBlit> open(const GpuMemory& memory) const;
    void move(const OpenGmemBlit& blit, const GpuMemory& memory) const;

  protected:
    void run(const GpuMemory& memory, machine::OperationContext& context) const override;

  private:
    const RegisterValues registers_;
    const Chip& chip_;
    machine::WorkerPool& workers_;
    TransferObserver observer_;
    WorkListener* work_;
};

/// The event LRZ_CLEAR.
class LrzClear final : public ChipOperation {
  public:
    LrzClear(OperationOrigin origin, const RegisterValues& registers, WorkListener* work)
        : ChipOperation(std::move(origin)), registers_(registers), work_(work) {}
    gpu::WorkKind kind() const override { return gpu::WorkKind::Clear; }

    /// Clears as run() does; `writes`: clearLrz()'s.
    void clear(const GpuMemory& memory, AddressListener* writes) const;

  protected:
    void run(const GpuMemory& memory, machine::OperationContext& context) const override;

  private:
    const RegisterValues registers_;
    WorkListener* work_;
};

/// The event at the end of a binning pass: writes what the draws of the pass reached.
class EndOfBinning final : public ChipOperation {
  public:
    /// `chipRegisters` take the sizes of streams. They, the pass and the listeners, which may be null, outlive the
    /// operation.
    EndOfBinning(OperationOrigin origin, const RegisterValues& registers, RegisterValues& chipRegisters,
                 BinningPass& binning, WriteListener* listener, WorkListener* work)
        : ChipOperation(std::move(origin)),
          registers_(registers),
          chipRegisters_(chipRegisters),
          binning_(binning),
          listener_(listener),
          work_(work) {}

    std::optional<gpu::Pass> pass() const override { return picturePassOf(registers_); }
    /// Writes the streams as run() does. Returns their sizes.
    StreamSizes write(const GpuMemory& memory) const;
    const RegisterValues& registers() const { return registers_; }

  protected:
    void run(const GpuMemory& memory, machine::OperationContext& context) const override;

  private:
    const RegisterValues registers_;
    RegisterValues& chipRegisters_;
    BinningPass& binning_;
    WriteListener* listener_;
    WorkListener* work_;
};

}  // namespace cyclorama::adreno
