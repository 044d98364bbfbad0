// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "device/protocol/unique_fd.h"

namespace cyclorama::device {

/// A Unix stream socket that listens at a path, close-on-exec; accepting from it does not wait. Throws
/// std::system_error where it cannot be made: paths of more than 107 bytes are too long for a socket, and nothing may
/// be at the path.
UniqueFd listenAt(const std::filesystem::path& path);

/// Removes a socket without a listener; leaves everything else.
void removeLeftSocket(const std::filesystem::path& path);

}  // namespace cyclorama::device
