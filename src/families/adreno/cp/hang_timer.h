// SPDX-License-Identifier: MIT
#pragma once
// The time that the command processor waits for a value in memory before its driver takes it for hung.

#include <chrono>
#include <functional>
#include <utility>

namespace cyclorama::adreno {

class HangTimer {
  public:
    virtual ~HangTimer() = default;
    /// A wait begins.
    virtual void begin() = 0;
    /// Lets some time pass, and looks again; false where there was enough of it.
    virtual bool lasts() = 0;
    /// True if lasts() lets no time pass itself: the packet that waits is executed again when some has passed.
    virtual bool passesElsewhere() const { return false; }
};

/// As long as the kernel's hangcheck: only the program, on the host, can still write the value (Linux:
/// DRM_MSM_HANGCHECK_DEFAULT_PERIOD). The pauses between looks are counted, not the time that they took: a host that is
/// short of time keeps the program waiting, too.
class HangcheckTimer final : public HangTimer {
  public:
    static constexpr std::chrono::milliseconds kPeriod{500};
    /// Passes a time; the host's sleep, but for tests.
    using Pause = std::function<void(std::chrono::microseconds)>;

    HangcheckTimer();
    explicit HangcheckTimer(Pause pause) : wait_(std::move(pause)) {}

    void begin() override;
    bool lasts() override;

  private:
    Pause wait_;
    std::chrono::microseconds left_{};
    std::chrono::microseconds pause_{};
};

/// For workloads whose memory no program writes while they run.
class NoWaiting final : public HangTimer {
  public:
    void begin() override {}
    bool lasts() override { return false; }
};

}  // namespace cyclorama::adreno
