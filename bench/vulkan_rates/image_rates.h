// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "rates.h"

namespace vulkan_rates {

/// Benchmarks of images that programs read.
std::vector<Rate> imageRates();

}  // namespace vulkan_rates
