// SPDX-License-Identifier: MIT
#pragma once
// The tables of targets and of what operations change in them.

#include <cstdint>

#include "report/deflate.h"
#include "report/insert.h"
#include "report/target_image.h"

namespace cyclorama::report {

class TargetTables {
  public:
    explicit TargetTables(const ReportFile& file);

    /// Takes in a target whose images are so large; nothing, and it is left out, where those of others are too many.
    std::optional<uint32_t> add(uint64_t bytes);
    /// The images of targets have grown by so much.
    void grow(uint64_t bytes) { kept_ += bytes; }
    /// Writes the row of a target, once.
    void describe(uint32_t number, const TargetName& name);
    /// An operation can write the target.
    void use(uint32_t operation, uint32_t target) { operationTarget_.run(operation, target); }
    /// In a job of the background: writes what changed before the operation, or by it.
    void change(uint32_t operation, bool after, uint32_t target, const ImageDifference& difference);

  private:
    /// Bytes of images; targets that come when there are more are left out.
    static constexpr uint64_t kMostKept = uint64_t{256} << 20;

    Insert target_, change_, operationTarget_;
    uint32_t targets_ = 0;
    uint64_t kept_ = 0;  // bytes of images
    // State of the background's thread.
    Deflater deflater_;
    uint64_t changes_ = 0;
};

}  // namespace cyclorama::report
