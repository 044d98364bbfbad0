#pragma once
// The one list of GPU families.

#include "family/family.h"

namespace cyclorama::families {

/// All families that this program knows. Lives as long as the program.
family::Families all();

}  // namespace cyclorama::families
