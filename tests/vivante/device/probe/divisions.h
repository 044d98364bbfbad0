// SPDX-License-Identifier: MIT
#pragma once

namespace cyclorama::test {

/// Divisions by zero give 0 and leave the dividend, as on a board's processor; others that overflow end the program.
void probeDivisions();

}  // namespace cyclorama::test
