// SPDX-License-Identifier: MIT
#pragma once
// The tables of targets and of what operations change in them.

#include <cstdint>
#include <map>
#include <memory>

#include "machine/values/run_observer.h"
#include "report/deflate.h"
#include "report/insert.h"
#include "report/target_image.h"

namespace cyclorama::report {

class TargetChanges {
  public:
    explicit TargetChanges(const ReportFile& file);

    void look(const machine::TargetsMoment& moment);

  private:
    struct Known {
        uint32_t number = 0;
        TargetMemory memory;
        /// What `memory` shows, made of it in the background.
        std::shared_ptr<TargetImage> image;
    };
    struct Change;

    /// Bytes of images; targets that come when there are more are left out.
    static constexpr uint64_t kMostKept = uint64_t{256} << 20;

    Known& know(const TargetName& name);
    /// In the background.
    void write(const Change& change);

    Insert target_, change_, operationTarget_;
    Background* background_;
    std::map<TargetName, Known> known_;
    uint64_t kept_ = 0;  // bytes of images
    // Of the background.
    Deflater deflater_;
    uint64_t changes_ = 0;
};

}  // namespace cyclorama::report
