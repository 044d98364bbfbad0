// SPDX-License-Identifier: MIT
#include "device/client/loaded_object.h"

#include <dlfcn.h>
#include <link.h>

namespace cyclorama::device::client {

std::string_view libraryOf(const void* address) {
    dl_find_object object{};
    if (_dl_find_object(const_cast<void*>(address), &object) != 0) return {};
    const char* const path = object.dlfo_link_map->l_name;
    return path == nullptr ? std::string_view{} : path;
}

}  // namespace cyclorama::device::client
