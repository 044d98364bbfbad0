// SPDX-License-Identifier: MIT
#pragma once
// The table of counts of fragments, pixel by pixel.

#include <cstdint>
#include <map>

#include "func/output/resolve.h"
#include "gpu/pixel_counts.h"
#include "machine/values/run_observer.h"
#include "report/deflate.h"
#include "report/insert.h"

namespace cyclorama::report {

class PixelMaps {
  public:
    explicit PixelMaps(const ReportFile& file);

    /// Counts for an operation that has started, until it ends; the same for the same surface. Null for another one.
    gpu::PixelCounts* start(uint32_t operation, const machine::ObservedSurface& surface);
    void end(uint32_t operation);
    /// Counts of an operation so far; null where it has none.
    const gpu::PixelCounts* of(uint32_t operation) const;
    /// Ends all operations.
    void finish();

  private:
    struct Open {
        machine::ObservedSurface surface;
        gpu::PixelCounts counts;
    };

    /// In the background.
    void write(uint32_t operation, const Open& open);

    Insert row_;
    Background* background_;
    Deflater deflater_;  // of the background
    std::map<uint32_t, Open> open_;
};

}  // namespace cyclorama::report
