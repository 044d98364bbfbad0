// SPDX-License-Identifier: MIT
#include "sim/input_content.h"

#include <algorithm>
#include <functional>

namespace cyclorama::sim {

std::vector<InputContent> byArrival(std::vector<InputContent> contents) {
    std::ranges::stable_sort(contents, std::less<>(), &InputContent::arrives);
    return contents;
}

}  // namespace cyclorama::sim
