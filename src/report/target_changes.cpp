// SPDX-License-Identifier: MIT
#include "report/target_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "report/deflate.h"

namespace cyclorama::report {

namespace {

/// A rectangle of pixels, its ends exclusive.
struct Rectangle {
    uint32_t left = 0, top = 0, right = 0, bottom = 0;
    bool empty() const { return right == 0; }
};

/// The smallest rectangle around what differs.
Rectangle difference(std::span<const uint8_t> before, std::span<const uint8_t> after, uint32_t width, uint32_t height) {
    const size_t rowBytes = size_t{width} * kChannels;
    const auto row = [rowBytes](std::span<const uint8_t> image, uint32_t y) {
        return image.subspan(y * rowBytes, rowBytes);
    };
    const auto equal = [&](uint32_t y) {
        return std::memcmp(row(before, y).data(), row(after, y).data(), rowBytes) == 0;
    };
    Rectangle found;
    while (found.top < height && equal(found.top)) ++found.top;
    if (found.top == height) return {};
    found.bottom = height;
    while (equal(found.bottom - 1)) --found.bottom;
    size_t left = rowBytes;
    size_t right = 0;
    for (uint32_t y = found.top; y < found.bottom; ++y) {
        const auto a = row(before, y);
        const auto b = row(after, y);
        const auto first = static_cast<size_t>(std::mismatch(a.begin(), a.end(), b.begin()).first - a.begin());
        const auto last = static_cast<size_t>(std::mismatch(a.rbegin(), a.rend(), b.rbegin()).first - a.rbegin());
        left = std::min(left, first);
        right = std::max(right, rowBytes - last);
    }
    found.left = static_cast<uint32_t>(left / kChannels);
    found.right = static_cast<uint32_t>((right + kChannels - 1) / kChannels);
    return found;
}

}  // namespace

TargetChanges::TargetChanges(const Database& database)
    : target_(database, "INSERT INTO targets VALUES (?, ?, ?, ?, ?, ?)"),
      change_(database, "INSERT INTO target_changes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      operationTarget_(database, "INSERT OR IGNORE INTO operation_targets VALUES (?, ?)") {}

TargetChanges::Known& TargetChanges::know(const TargetName& name) {
    const auto [place, isNew] = known_.try_emplace(name);
    Known& known = place->second;
    if (!isNew) return known;
    known.number = static_cast<uint32_t>(known_.size() - 1);
    known.image.resize(size_t{name.width} * name.height * kChannels);
    kept_ += known.image.size();
    const std::string title = name.aspect == "colour" ? fmt::format("colour {} at {:#010x}", name.number, name.address)
                                                      : fmt::format("{} at {:#010x}", name.aspect, name.address);
    target_.run(known.number, title, name.aspect, name.width, name.height, name.format);
    return known;
}

void TargetChanges::look(const machine::TargetsMoment& moment) {
    if (moment.kind != gpu::WorkKind::Draw && moment.kind != gpu::WorkKind::Clear) return;
    const bool tests = moment.kind == gpu::WorkKind::Draw;
    for (const Target& target : targetsOf(moment.state, moment.surfaces, tests)) {
        const bool isNew = !known_.contains(target.name);
        // Nothing but operations writes a target that is known: each has been looked at behind it.
        if (!moment.after && !isNew) continue;
        if (isNew && kept_ > kMostKept) continue;
        Known& known = know(target.name);
        operationTarget_.run(moment.operation, known.number);
        const std::span<const std::byte> bytes = target.surface.bytes;
        const ChangedBlocks changed(known.bytes, bytes);
        // Tile status changes a target whose bytes stay.
        if (changed.none() && !target.surface.status.enabled()) continue;
        known.bytes.assign(bytes.begin(), bytes.end());
        std::vector<uint8_t> image = known.image;
        update(image, target, moment.state, changed);
        writeChange(moment, target.name, known, std::move(image));
    }
}

void TargetChanges::writeChange(const machine::TargetsMoment& moment, const TargetName& name, Known& known,
                                std::vector<uint8_t> image) {
    const Rectangle changed = difference(known.image, image, name.width, name.height);
    if (changed.empty()) return;
    const uint32_t width = changed.right - changed.left;
    const uint32_t height = changed.bottom - changed.top;
    std::vector<uint8_t> pixels;
    pixels.reserve(size_t{width} * height * kChannels);
    for (uint32_t y = changed.top; y < changed.bottom; ++y) {
        const size_t first = (size_t{y} * name.width + changed.left) * kChannels;
        for (size_t i = first; i < first + size_t{width} * kChannels; ++i)
            pixels.push_back(static_cast<uint8_t>(known.image[i] ^ image[i]));
    }
    change_.run(changes_++, moment.operation, known.number, moment.after ? 1 : 0, changed.left, changed.top, width,
                height, std::span<const std::byte>(deflated(std::as_bytes(std::span(pixels)))));
    known.image = std::move(image);
}

}  // namespace cyclorama::report
