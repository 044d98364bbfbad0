// SPDX-License-Identifier: MIT
#pragma once
// The functions of the C library that this library stands in front of.

#include <dlfcn.h>

#include <atomic>

namespace cyclorama::device::client {

/// The next definition of a function in the order of loading, looked up by find(), or else at its first use.
template <typename Function>
class Next {
  public:
    constexpr explicit Next(const char* name) : name_(name) {}

    /// Takes the loader's lock where the function is not known yet.
    void* find() {
        void* found = found_.load(std::memory_order_acquire);
        if (found == nullptr) {
            found = dlsym(RTLD_NEXT, name_);
            found_.store(found, std::memory_order_release);
        }
        return found;
    }

    template <typename... Arguments>
    auto operator()(Arguments... arguments) {
        return reinterpret_cast<Function*>(find())(arguments...);
    }

  private:
    const char* name_;
    std::atomic<void*> found_{nullptr};
};

/// Looks functions up when this library is loaded: later, the first to call one may be a thread that another waits for
/// with the loader's lock held, at the end of a library.
template <typename... Functions>
void findEach(Functions&... functions) {
    (functions.find(), ...);
}

/// Puts errno back at the end of a scope: what the library does for itself shows in no result of the program's calls.
class ErrnoKeeper {
  public:
    ErrnoKeeper();
    ~ErrnoKeeper();
    ErrnoKeeper(const ErrnoKeeper&) = delete;
    ErrnoKeeper& operator=(const ErrnoKeeper&) = delete;

    /// Chooses the errno at the scope's end.
    void replace(int error) { saved_ = error; }

  private:
    int saved_;
};

}  // namespace cyclorama::device::client
