// SPDX-License-Identifier: MIT
#pragma once
// The one list of GPU families.

#include "family/family.h"

namespace cyclorama::families {

/// All families that this program knows. Lives as long as the program.
family::Families all();

/// A configuration at its defaults that can be of each of them.
inline machine::Configuration defaultConfiguration() { return family::defaultConfiguration(all()); }

}  // namespace cyclorama::families
