// SPDX-License-Identifier: MIT
#include "report/finding_places.h"

namespace cyclorama::report {

void FindingPlaces::note(std::optional<uint32_t> operation) {
    const std::vector<sim::Finding>& all = findings_->all();
    noted_.resize(all.size());
    for (size_t i = 0; i < all.size(); ++i) {
        const uint64_t news = all[i].count - std::exchange(noted_[i], all[i].count);
        if (news != 0 && operation) places_[{std::string(all[i].kind.identifier), *operation}] += news;
    }
}

void FindingPlaces::write(const ReportFile& file, std::span<const sim::Finding> findings) {
    Insert finding(file, "INSERT INTO findings VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    Insert place(file, "INSERT INTO finding_places VALUES (?, ?, ?)");
    for (size_t i = 0; i < findings.size(); ++i) {
        const sim::Finding& each = findings[i];
        finding.run(i, each.kind.identifier, sim::name(each.kind.severity), each.kind.sentence, each.kind.hint,
                    each.place, each.detail, each.count);
        const auto first = places_.lower_bound({std::string(each.kind.identifier), 0});
        for (auto at = first; at != places_.end() && at->first.first == each.kind.identifier; ++at)
            place.run(i, at->first.second, at->second);
    }
}

}  // namespace cyclorama::report
