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
        const ChangedBlocks changed = known.memory.follow(target.surface);
        if (changed.none()) continue;
        writeChange(moment, target.name, known, changedRows(known.image, target, moment.state, changed));
    }
}

void TargetChanges::writeChange(const machine::TargetsMoment& moment, const TargetName& name, Known& known,
                                const ImageRows& rows) {
    const size_t rowBytes = size_t{name.width} * kChannels;
    const std::span<uint8_t> before = std::span(known.image).subspan(rows.top * rowBytes, rows.pixels.size());
    const Rectangle changed = difference(before, rows.pixels, name.width, rows.bottom - rows.top);
    if (changed.empty()) return;
    const uint32_t width = changed.right - changed.left;
    const uint32_t height = changed.bottom - changed.top;
    const size_t bytes = size_t{width} * kChannels;
    std::vector<uint8_t> pixels(bytes * height);
    for (uint32_t y = 0; y < height; ++y) {
        const size_t first = (changed.top + y) * rowBytes + size_t{changed.left} * kChannels;
        for (size_t i = 0; i < bytes; ++i)
            pixels[y * bytes + i] = static_cast<uint8_t>(before[first + i] ^ rows.pixels[first + i]);
    }
    change_.run(changes_++, moment.operation, known.number, moment.after ? 1 : 0, changed.left, rows.top + changed.top,
                width, height, std::span<const std::byte>(deflated(std::as_bytes(std::span(pixels)))));
    std::ranges::copy(rows.pixels, before.begin());
}

}  // namespace cyclorama::report
