// SPDX-License-Identifier: MIT
#pragma once
// Text record of a run for one pixel or one vertex: instructions, tests and writes (docs/guide/tracing_a_pixel.md).

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "machine/values/run_observer.h"
#include "results/output_file.h"

namespace cyclorama::session {

/// In pixels, from the top left corner.
struct PixelPlace {
    uint32_t x = 0;
    uint32_t y = 0;
};

/// Choice of what to record: one pixel of every surface that is drawn into, its origin the top left corner, and the
/// vertices of one index.
struct TraceSettings {
    std::optional<PixelPlace> pixel{};
    std::optional<uint32_t> vertex{};

    explicit operator bool() const { return pixel || vertex; }
};

/// Name of the file in the folder of results.
inline constexpr std::string_view kWorkTraceFile = "trace.txt";

/// The settings of --trace-pixel "X,Y", which may be empty, and --trace-vertex. Throws sim::Error for other text.
TraceSettings traceOf(const std::string& pixel, std::optional<uint32_t> vertex);

class WorkTracer final : public machine::RunObserver {
  public:
    /// `frame` gives the number of the frame that is drawn, for workloads that do not say so themselves. Throws
    /// sim::Error where the file cannot be made.
    WorkTracer(const TraceSettings& settings, const std::filesystem::path& file, std::function<uint32_t()> frame);
    ~WorkTracer() override;

    /// After the run. Throws sim::Error where the file could not be written.
    void close();

    gpu::WorkTrace* trace(uint32_t operation, const machine::ObservedSurface& surface) override;
    void end(uint32_t operation, std::optional<uint64_t> cycle) override;

  protected:
    void started(uint32_t number, const machine::StartedOperation& operation) override;

  private:
    class Operation;

    TraceSettings settings_;
    results::OutputFile file_;
    std::function<uint32_t()> frame_;
    uint32_t presents_ = 0;
    /// Titles of the operations that have begun and not ended, by number of the operation.
    std::map<uint32_t, std::string> places_;
    /// Records of the operations that have begun and not ended and touch the chosen pixel or vertex, by number.
    std::map<uint32_t, std::unique_ptr<Operation>> operations_;
};

}  // namespace cyclorama::session
