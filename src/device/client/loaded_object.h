// SPDX-License-Identifier: MIT
#pragma once
// The objects of the process, the program and its libraries, by their code.

#include <string_view>

namespace cyclorama::device::client {

/// The path of the library that holds an address, as it was loaded; empty for the program itself and for addresses of
/// no object. Takes no lock (_dl_find_object of the GNU C library), unlike dladdr(): a thread may ask while another
/// unloads a library, which holds the loader's lock, and waits for it.
std::string_view libraryOf(const void* address);

}  // namespace cyclorama::device::client
