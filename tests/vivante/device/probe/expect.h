// SPDX-License-Identifier: MIT
#pragma once

#include <errno.h>

#include <cstdio>
#include <cstdlib>

/// Ends the probe with the line of what did not go as on a board.
#define EXPECT(condition)                                                                        \
    do {                                                                                         \
        if (!(condition)) {                                                                      \
            std::fprintf(stderr, "probe line %d: %s (errno %d)\n", __LINE__, #condition, errno); \
            std::_Exit(1);                                                                       \
        }                                                                                        \
    } while (false)
