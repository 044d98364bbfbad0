// SPDX-License-Identifier: MIT
// Hostile requests (hostile_requests.h) to msm, on both of its nodes; some of its jobs hang.
// Input: a byte of how many jobs there are to each that hangs, then the requests.

#include "families/adreno/device/msm_driver.h"
#include "fuzz/hostile_requests.h"

namespace {

using namespace cyclorama;

/// Each so many jobs hang; none where it is zero.
class HangingExecutor final : public device::Executor {
  public:
    explicit HangingExecutor(uint32_t each) : each_(each) {}
    std::unique_ptr<device::JobContext> makeContext() override { return std::make_unique<Context>(*this); }
    uint32_t counter(uint32_t, uint32_t) override { return 1; }

  private:
    class Context final : public device::JobContext {
      public:
        explicit Context(HangingExecutor& owner) : owner_(owner) {}
        void map(uint64_t, int, uint64_t) override {}
        void unmap(uint64_t, uint64_t) override {}
        device::JobResult execute(const device::GpuJob&) override {
            const bool hangs = owner_.each_ != 0 && ++owner_.jobs_ % owner_.each_ == 0;
            return hangs ? device::JobResult::Hung : device::JobResult::Done;
        }

      private:
        HangingExecutor& owner_;
    };

    const uint32_t each_;
    uint32_t jobs_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    device::fuzz::Input input(std::span(data, size));
    HangingExecutor executor(input.byte());
    const adreno::MsmDriver driver({.name = "a630",
                                    .chipId = 0x06030001,
                                    .gpuId = 630,
                                    .gmemBytes = 1 << 20,
                                    .addressSpaceBytes = uint64_t{4} << 30});
    device::fuzz::makeRequests(driver, executor, input);
    return 0;
}
