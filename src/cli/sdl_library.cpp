// SPDX-License-Identifier: MIT
#ifdef CYCLORAMA_SDL

#include "cli/sdl_library.h"

#include <dlfcn.h>

#include <string>

#include "sim/error.h"

namespace cyclorama::cli {
namespace {

constexpr const char* kSdlName = "libSDL2-2.0.so.0";

}  // namespace

SdlLibrary::SdlLibrary() : library_(dlopen(kSdlName, RTLD_NOW | RTLD_LOCAL)) {}

SdlLibrary::Symbol SdlLibrary::symbol(const char* name) const {
    void* const address = library_ != nullptr ? dlsym(library_, name) : nullptr;
    if (address == nullptr)
        throw sim::Error("--show", "", std::string("needs SDL 2, Debian's package libsdl2-2.0-0: ") + dlerror());
    return {address};
}

}  // namespace cyclorama::cli

#endif
