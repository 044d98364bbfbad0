// SPDX-License-Identifier: MIT
#pragma once
// Settings that several blocks of a chip keep, each in a register of its own: drivers write all of them alike. A
// chip whose blocks disagree draws garbage or hangs; the simulator reads one of the registers.

#include <cstdint>
#include <functional>

#include "families/adreno/checks/issue.h"
#include "families/adreno/registers/register_values.h"

namespace cyclorama::adreno {

/// Users of the settings that are compared. Binning passes have neither fragments nor targets.
enum class CopyUse : uint8_t { Binning, Fragments, Dispatch };

/// Calls for each register that has such a setting.
void forEachCopiedRegister(const std::function<void(uint32_t offset)>& call);

/// The first setting of which two blocks have different values, or one of which `isWritten` does not name the register
/// of one: that has what another process left.
OptionalIssue disagreeingCopies(const RegisterValues& registers, CopyUse use,
                                const std::function<bool(uint32_t offset)>& isWritten);

}  // namespace cyclorama::adreno
