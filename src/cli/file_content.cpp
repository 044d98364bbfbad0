// SPDX-License-Identifier: MIT
#include "cli/file_content.h"

#include <fstream>
#include <iterator>

#include "sim/error.h"

namespace cyclorama::cli {

std::string contentOf(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string content{std::istreambuf_iterator<char>(file), {}};
    if (!file) throw sim::Error(path.string(), "", "cannot be read");
    return content;
}

}  // namespace cyclorama::cli
