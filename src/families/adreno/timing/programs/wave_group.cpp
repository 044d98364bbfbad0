// SPDX-License-Identifier: MIT
#include "families/adreno/timing/programs/wave_group.h"

#include <fmt/format.h>

namespace cyclorama::adreno {

std::string describe(const GroupLaunch& launch) {
    return fmt::format("{} of {}", launch.group->describe(), launch.group->work().number);
}

std::string describe(const UnitRoom& room) { return fmt::format("room in unit {}", room.unit); }

std::string describe(const GroupEnd& end) { return fmt::format("the end of {}", end.group->describe()); }

}  // namespace cyclorama::adreno
