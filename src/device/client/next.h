// SPDX-License-Identifier: MIT
#pragma once
// The functions of the C library that this library stands in front of.

#include <dlfcn.h>

#include <atomic>

namespace cyclorama::device::client {

/// The next definition of a function in the order of loading, looked up at its first use.
template <typename Function>
class Next {
  public:
    constexpr explicit Next(const char* name) : name_(name) {}

    template <typename... Arguments>
    auto operator()(Arguments... arguments) {
        void* found = found_.load(std::memory_order_acquire);
        if (found == nullptr) {
            found = dlsym(RTLD_NEXT, name_);
            found_.store(found, std::memory_order_release);
        }
        return reinterpret_cast<Function*>(found)(arguments...);
    }

  private:
    const char* name_;
    std::atomic<void*> found_{nullptr};
};

/// Puts errno back at the end of a scope: what the library does for itself shows in no result of the program's calls.
class ErrnoKeeper {
  public:
    ErrnoKeeper();
    ~ErrnoKeeper();
    ErrnoKeeper(const ErrnoKeeper&) = delete;
    ErrnoKeeper& operator=(const ErrnoKeeper&) = delete;

    /// Chooses the errno that the scope leaves behind.
    void replace(int error) { saved_ = error; }

  private:
    int saved_;
};

}  // namespace cyclorama::device::client
