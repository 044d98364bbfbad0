// SPDX-License-Identifier: MIT
#pragma once
// The tables of targets and of what operations change in them.

#include <cstdint>
#include <map>
#include <vector>

#include "machine/values/run_observer.h"
#include "report/database.h"
#include "report/target_image.h"

namespace cyclorama::report {

class TargetChanges {
  public:
    explicit TargetChanges(const Database& database);

    void look(const machine::TargetsMoment& moment);

  private:
    struct Known {
        uint32_t number = 0;
        std::vector<uint8_t> image;
        /// The memory that the image was made of.
        TargetMemory memory;
    };

    /// Bytes of images; targets that come when there are more are left out.
    static constexpr uint64_t kMostKept = uint64_t{256} << 20;

    Known& know(const TargetName& name);
    void writeChange(const machine::TargetsMoment& moment, const TargetName& name, Known& known, const ImageRows& rows);

    Statement target_, change_, operationTarget_;
    std::map<TargetName, Known> known_;
    uint64_t changes_ = 0;
    uint64_t kept_ = 0;  // bytes of images
};

}  // namespace cyclorama::report
