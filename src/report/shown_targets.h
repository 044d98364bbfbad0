// SPDX-License-Identifier: MIT
#pragma once
// Changes by operations to targets that families show part by part. A target is as large as its parts
// reach.

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "gpu/work_kind.h"
#include "machine/values/draw_observer.h"
#include "report/insert.h"
#include "report/target_image.h"
#include "report/target_tables.h"

namespace cyclorama::report {

class ShownTargets {
  public:
    /// Both outlive it.
    ShownTargets(TargetTables& tables, Background& background) : tables_(&tables), background_(&background) {}

    /// An operation starts. What is not a draw, nor a write by the host, may change any target.
    void start(gpu::WorkKind kind) {
        if (kind != gpu::WorkKind::Draw && kind != gpu::WorkKind::Write) current_.clear();
    }
    /// True where the part was not asked for since such an operation; it is from then on.
    bool wantsBefore(const machine::ObservedTarget& target, const machine::ImagePart& part);
    void show(uint32_t operation, bool after, const machine::ObservedTarget& target, machine::ShownParts parts);
    /// Writes the targets' rows. Call once, when nothing is shown any more.
    void finish();

  private:
    struct Known {
        uint32_t number = 0;
        uint32_t width = 0;
        uint32_t height = 0;
        std::shared_ptr<TargetImage> image;
    };

    /// Null where it is left out.
    Known* know(const TargetName& name);

    TargetTables* tables_;
    Background* background_;
    /// Names without sizes.
    std::map<TargetName, Known> known_;
    std::vector<std::pair<TargetName, machine::ImagePart>> current_;
};

}  // namespace cyclorama::report
