// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "sim/time.h"

namespace cyclorama::sim {

/// Something on an input that its reader has not taken yet, or the value that a level shows.
struct InputContent {
    Cycle arrives = 0;
    std::string value;
};

/// The first to arrive first; those of one cycle keep their order.
std::vector<InputContent> byArrival(std::vector<InputContent> contents);

}  // namespace cyclorama::sim
