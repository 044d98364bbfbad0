// SPDX-License-Identifier: MIT
#pragma once
// The translation between a program's paths and the folder in place of the machine's display and GPU.

#include <climits>
#include <cstddef>
#include <cstdint>

namespace cyclorama::device::client {

/// Room for a path under the folder.
inline constexpr size_t kPathBytes = PATH_MAX + 256;

/// The target of a program's path.
class Redirection {
  public:
    /// `directory` as in openat(); `path` may be null.
    Redirection(int directory, const char* path);

    /// The path leads into the folder: path() is then absolute, and the directory no longer counts.
    bool redirected() const { return redirected_; }
    const char* path() const { return redirected_ ? buffer_ : original_; }
    /// For calls that take a directory.
    int directory() const { return directory_; }
    /// The minor of the device node that the path names; negative where it names none.
    int node() const { return node_; }

  private:
    const char* original_;
    int directory_;
    bool redirected_ = false;
    int node_ = -1;
    char buffer_[kPathBytes];
};

/// False where there is no server: nothing is redirected then.
bool serverKnown();

/// The server's socket.
const char* socketPath();

/// Takes the folder off the front of a path in place, where it is there; the new length.
size_t stripRoot(char* path, size_t length);

/// True for a file in the folder's part for /sys.
bool isInFakeSysfs(int descriptor);

}  // namespace cyclorama::device::client
