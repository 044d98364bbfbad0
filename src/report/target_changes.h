// SPDX-License-Identifier: MIT
#pragma once
// Changes by operations to the memory of targets that the common vocabulary describes.

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "machine/values/image_part.h"
#include "machine/values/run_observer.h"
#include "report/insert.h"
#include "report/target_image.h"
#include "report/target_tables.h"

namespace cyclorama::report {

class TargetChanges {
  public:
    /// Both outlive it.
    TargetChanges(TargetTables& tables, Background& background) : tables_(&tables), background_(&background) {}

    /// An operation starts. What is no draw may change any target.
    void start(gpu::WorkKind kind) {
        if (kind != gpu::WorkKind::Draw && kind != gpu::WorkKind::Flush) ++others_;
    }
    /// `counts` are those of the operation's fragments, where it has any: a draw changes no other pixels.
    void look(const machine::TargetsMoment& moment, const gpu::PixelCounts* counts);

  private:
    struct Known {
        uint32_t number = 0;
        /// Updated in the background.
        std::shared_ptr<TargetImage> image;
        /// Operations other than draws that had started when all of it was read.
        uint64_t readAt = 0;
        /// A draw has written it. The first one may find it cleared by the chip.
        bool isWritten = false;
    };

    /// Null where it is left out.
    Known* know(const TargetName& name);
    /// The parts that have to be read.
    std::vector<machine::ImagePart> partsOf(Known& known, const TargetName& name, bool after,
                                            const gpu::PixelCounts* counts) const;

    TargetTables* tables_;
    Background* background_;
    std::map<TargetName, Known> known_;
    uint64_t others_ = 1;  // operations other than draws that have started, and power-on
};

}  // namespace cyclorama::report
