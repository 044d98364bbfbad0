// SPDX-License-Identifier: MIT
#include "families/adreno/checks/register_checks.h"

#include <fmt/format.h>

#include "families/adreno/checks/check_findings.h"
#include "families/adreno/checks/protected_registers.h"
#include "families/adreno/checks/unmodelled_settings.h"

namespace cyclorama::adreno {
namespace {

bool rasterizes(const RegisterValues& registers) { return !registers.flag("PC_RASTER_CNTL/DISCARD"_field); }

}  // namespace

RegisterChecks::RegisterChecks(const Chip& chip) : marks_(kRegisterCount) {
    const auto mark = [&](std::span<const RegisterRange> ranges, Marks with) {
        for (const RegisterRange& range : ranges)
            for (uint32_t offset = range.first; offset <= range.last; ++offset) marks_[offset] |= with;
    };
    mark(protectedRegisters(chip), kProtected);
    mark(unbankedRegisters(), kUnbanked);
    const auto markCompared = [this](uint32_t offset) { marks_[offset] |= kCompared; };
    forEachCopiedRegister(markCompared);
    forEachUnmodelledRegister(markCompared);
}

void RegisterChecks::beginSubmission() {
    for (const uint32_t offset : written_) marks_[offset] &= static_cast<uint8_t>(~kWritten);
    written_.clear();
    inFlight_ = false;
}

void RegisterChecks::remember(uint32_t offset) {
    marks_[offset] |= kWritten;
    written_.push_back(offset);
}

OptionalIssue RegisterChecks::examine(uint32_t offset, uint32_t now, uint32_t value) const {
    if ((marks_[offset] & kProtected) != 0)
        return Issue{.kind = &findings::kProtectedRegister, .detail = gpuRegisters().name(offset)};
    if (!inFlight_ || now == value) return std::nullopt;
    return Issue{.kind = &findings::kUnbankedWrite,
                 .detail = fmt::format("{}: {:#x}, before {:#x}", gpuRegisters().name(offset), value, now)};
}

OptionalIssue RegisterChecks::firstStale(const RegisterReads& reads) const {
    OptionalIssue stale;
    reads.forEach([&](uint32_t offset) {
        if (!stale && !isWritten(offset))
            stale = Issue{.kind = &findings::kStaleRegister, .detail = gpuRegisters().name(offset)};
    });
    return stale;
}

OptionalIssue RegisterChecks::draw(const RegisterValues& registers, bool binning) {
    return compare(registers, binning || !rasterizes(registers) ? CopyUse::Binning : CopyUse::Fragments);
}

OptionalIssue RegisterChecks::dispatch(const RegisterValues& registers) {
    return compare(registers, CopyUse::Dispatch);
}

OptionalIssue RegisterChecks::compare(const RegisterValues& registers, CopyUse use) {
    if (!settingsChanged_ && comparedFor_ == use) return std::nullopt;
    settingsChanged_ = false;
    comparedFor_ = use;
    if (use != CopyUse::Dispatch)
        if (OptionalIssue unmodelled = unmodelledSetting(registers)) return unmodelled;
    return disagreeingCopies(registers, use, [this](uint32_t offset) { return isWritten(offset); });
}

}  // namespace cyclorama::adreno
