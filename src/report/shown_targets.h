// SPDX-License-Identifier: MIT
#pragma once
// Changes by operations to the targets that are shown part by part.

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "gpu/pixel_counts.h"
#include "gpu/work_kind.h"
#include "machine/values/image_part.h"
#include "machine/values/observed_operation.h"
#include "report/insert.h"
#include "report/target_image.h"
#include "report/target_tables.h"

namespace cyclorama::report {

class ShownTargets {
  public:
    /// Both outlive it.
    ShownTargets(TargetTables& tables, Background& background) : tables_(&tables), background_(&background) {}

    /// An operation starts. What is not a draw may change any target.
    void start(gpu::WorkKind kind);
    /// The parts of a target of known size that have to be shown. `counts` are those of the operation's fragments,
    /// where it has any: a draw changes no other pixels.
    std::vector<machine::ImagePart> wantedParts(bool after, const machine::ObservedTarget& target,
                                                const gpu::PixelCounts* counts);
    /// True where the part was not asked for since an operation that may have changed it; it is from then on.
    bool wantsBefore(const machine::ObservedTarget& target, const machine::ImagePart& part);
    void show(uint32_t operation, bool after, const machine::ObservedTarget& target, const machine::ShownParts& parts);
    /// Writes the rows of targets of unknown size. Call once, when nothing is shown any more.
    void finish();

  private:
    struct Known {
        uint32_t number = 0;
        /// In pixels: those of the target, or what its parts reach.
        uint32_t width = 0;
        uint32_t height = 0;
        /// Updated in the background.
        std::shared_ptr<TargetImage> image;
        /// Value of `others_` when all of it was asked for.
        uint64_t readAt = 0;
        /// A draw has written it. The first one may find it cleared by the chip.
        bool isWritten = false;
    };

    /// Null where it is left out.
    Known* know(const TargetName& name);

    TargetTables* tables_;
    Background* background_;
    std::map<TargetName, Known> known_;
    std::vector<std::pair<TargetName, machine::ImagePart>> current_;
    uint64_t others_ = 1;  // operations other than draws that have started, and power-on
};

}  // namespace cyclorama::report
