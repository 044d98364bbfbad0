// SPDX-License-Identifier: MIT
#pragma once
// Settings of the chip that the simulator knows by name alone: what they turn on is left out.

#include <cstdint>
#include <functional>

#include "families/adreno/checks/issue.h"
#include "families/adreno/registers/register_values.h"

namespace cyclorama::adreno {

/// Calls for each register that has such a setting.
void forEachUnmodelledRegister(const std::function<void(uint32_t offset)>& call);

/// The first such setting that is not 0.
OptionalIssue unmodelledSetting(const RegisterValues& registers);

}  // namespace cyclorama::adreno
