// SPDX-License-Identifier: MIT
#pragma once

/// A function that stands in front of the C library's. All others are hidden from the program.
#define EXPORTED extern "C" __attribute__((visibility("default")))
