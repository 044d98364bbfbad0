// SPDX-License-Identifier: MIT
#include "families/adreno/checks/compressed_images.h"

#include <fmt/format.h>

#include <string>

#include "families/adreno/checks/check_findings.h"
#include "families/adreno/memory/gpu_memory.h"

namespace cyclorama::adreno {
namespace {

bool isSame(const ImageUse& a, const ImageUse& b) {
    if (a.compressed != b.compressed) return false;
    if (!a.compressed) return true;
    const bool otherFlags = a.flags != 0 && b.flags != 0 && a.flags != b.flags;
    return !otherFlags && a.pixelBytes == b.pixelBytes && a.tallTiles == b.tallTiles;
}

std::string describeUse(const ImageUse& use) {
    if (!use.compressed) return fmt::format("{} without flags", name(use.unit));
    const std::string flags = use.flags == 0 ? "with flags" : fmt::format("with flags at {:#x}", use.flags);
    return fmt::format("{} {}, {} bytes a pixel", name(use.unit), flags, use.pixelBytes);
}

}  // namespace

void CompressedImages::beginSubmission() {
    const std::lock_guard lock(mutex_);
    images_.clear();
}

void CompressedImages::forget(uint64_t first, uint64_t end) {
    auto image = images_.lower_bound(first);
    if (image != images_.begin()) {
        const auto before = std::prev(image);
        if (before->second.written.address + before->second.written.bytes > first) images_.erase(before);
    }
    while (image != images_.end() && image->first < end) image = images_.erase(image);
    std::erase_if(images_, [&](const auto& each) {
        const uint64_t flags = each.second.written.flags;
        return flags >= first && flags < end;
    });
}

void CompressedImages::write(const ImageUse& use) {
    if (use.bytes == 0) return;
    const std::lock_guard lock(mutex_);
    const auto known = images_.find(use.address);
    if (known != images_.end() && isSame(known->second.written, use) && known->second.written.bytes >= use.bytes)
        return;
    forget(use.address, use.address + use.bytes);
    if (images_.size() >= kMostImages) images_.clear();
    images_.insert_or_assign(use.address, Image{.written = use});
}

OptionalIssue CompressedImages::mixture(Image& image, const ImageUse& reader) {
    if (image.reported || isSame(image.written, reader)) return std::nullopt;
    image.reported = true;
    return Issue{.kind = &findings::kMixedCompression,
                 .detail = fmt::format("{:#x}: written by {}, read by {}", reader.address, describeUse(image.written),
                                       describeUse(reader))};
}

OptionalIssue CompressedImages::read(const ImageUse& use) {
    const std::lock_guard lock(mutex_);
    const auto known = images_.find(use.address);
    return known == images_.end() ? std::nullopt : mixture(known->second, use);
}

OptionalIssue CompressedImages::read(uint64_t first, uint64_t end, const PartAt& partAt) {
    const std::lock_guard lock(mutex_);
    for (auto image = images_.lower_bound(first); image != images_.end() && image->first < end; ++image) {
        const std::optional<ImageUse> part = partAt(image->first);
        if (!part) continue;
        if (OptionalIssue issue = mixture(image->second, *part)) return issue;
    }
    return std::nullopt;
}

}  // namespace cyclorama::adreno
